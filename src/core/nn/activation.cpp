// The row functions of activation.h.
#include "core/nn/activation.h"

#include <cmath>

#include "kernels/activations.h"

namespace headwise {

namespace {
constexpr double kQuickSteepness = 1.702;

template <class T>
T positive(T x) {
  return x < 0 ? T(0) : x;  // NaN stays NaN
}
}  // namespace

template <class T>
void activate_row(Activation activation, const T* x, std::int64_t size, T* y) {
  switch (activation) {
    case Activation::kGelu:
      return gelu_row(x, size, y);
    case Activation::kGeluTanh:
      return gelu_tanh_row(x, size, y);
    case Activation::kQuickGelu:
      return swish_row(x, kQuickSteepness, size, y);
    case Activation::kSilu:
      return swish_row(x, 1, size, y);
    case Activation::kRelu:
      for (std::int64_t j = 0; j < size; ++j) y[j] = positive(x[j]);
      return;
    case Activation::kReluSquared:
      for (std::int64_t j = 0; j < size; ++j) y[j] = positive(x[j]) * positive(x[j]);
      return;
    case Activation::kTanh:
      for (std::int64_t j = 0; j < size; ++j) y[j] = std::tanh(x[j]);
  }
}

template <class T>
void activate_gated_row(Activation activation, const T* gate, const T* x, std::int64_t size, T* y) {
  activate_row(activation, gate, size, y);
  for (std::int64_t j = 0; j < size; ++j) y[j] *= x[j];
}

template <class T>
void activate_gradient_row(Activation activation, const T* x, const T* dy, std::int64_t size,
                           T* dx) {
  switch (activation) {
    case Activation::kGelu:
      return gelu_gradient_row(x, dy, size, dx);
    case Activation::kGeluTanh:
      return gelu_tanh_gradient_row(x, dy, size, dx);
    case Activation::kQuickGelu:
      return swish_gradient_row(x, kQuickSteepness, dy, size, dx);
    case Activation::kSilu:
      return swish_gradient_row(x, 1, dy, size, dx);
    case Activation::kRelu:
      for (std::int64_t j = 0; j < size; ++j) dx[j] = x[j] <= 0 ? T(0) : dy[j];
      return;
    case Activation::kReluSquared:
      for (std::int64_t j = 0; j < size; ++j) dx[j] = 2 * positive(x[j]) * dy[j];
      return;
    case Activation::kTanh:
      for (std::int64_t j = 0; j < size; ++j) {
        const T y = std::tanh(x[j]);
        dx[j] = dy[j] * (1 - y * y);
      }
  }
}

#define HEADWISE_INSTANTIATE(T)                                                       \
  template void activate_row(Activation, const T*, std::int64_t, T*);                 \
  template void activate_gated_row(Activation, const T*, const T*, std::int64_t, T*); \
  template void activate_gradient_row(Activation, const T*, const T*, std::int64_t, T*);
HEADWISE_INSTANTIATE(float)
HEADWISE_INSTANTIATE(double)

}  // namespace headwise
