// The MLP's passes and its activations.
#include "training/mlp.h"

#include "kernels/gelu.h"
#include "training/dropout_rows.h"

namespace headwise {

namespace {

template <class T>
void activate(Activation activation, const T* x, std::int64_t size, T* y) {
  switch (activation) {
    case Activation::kGelu:
      return gelu_row(x, size, y);
    case Activation::kGeluTanh:
      return gelu_tanh_row(x, size, y);
    default:
      for (std::int64_t j = 0; j < size; ++j) y[j] = x[j] < 0 ? T(0) : x[j];  // NaN stays NaN
  }
}

// dx = dy f'(x), in place
template <class T>
void activate_backward(Activation activation, const T* x, std::int64_t size, T* dy) {
  switch (activation) {
    case Activation::kGelu:
      return gelu_gradient_row(x, dy, size, dy);
    case Activation::kGeluTanh:
      return gelu_tanh_gradient_row(x, dy, size, dy);
    default:
      for (std::int64_t j = 0; j < size; ++j) dy[j] = x[j] <= 0 ? T(0) : dy[j];
  }
}

}  // namespace

template <class T>
void Mlp<T>::forward(const T* x, std::int64_t rows, T* hidden, T* active, T* y,
                     const Dropout* dropout, std::int64_t row) const {
  const std::int64_t width = first.shape().outputs();
  first.forward(x, rows, hidden);
  activate(activation, hidden, rows * width, active);
  drop_rows(dropout, row, rows, width, active);
  second.forward(active, rows, y);
}

template <class T>
void Mlp<T>::backward(const T* dy, const T* hidden, std::int64_t rows, T* dhidden, T* dx,
                      const Dropout* dropout, std::int64_t row) const {
  const std::int64_t width = first.shape().outputs();
  second.backward(dy, rows, dhidden);
  drop_rows(dropout, row, rows, width, dhidden);
  activate_backward(activation, hidden, rows * width, dhidden);
  first.backward(dhidden, rows, dx);
}

template struct Mlp<float>;
template struct Mlp<double>;

}  // namespace headwise
