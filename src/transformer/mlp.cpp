// The MLP's passes.
#include "transformer/mlp.h"

#include "core/base/matrix.h"
#include "transformer/dropout_rows.h"

namespace headwise {

template <class T>
void Mlp<T>::forward(const T* x, std::int64_t rows, T* hidden, T* active, T* y,
                     const Dropout* dropout, std::int64_t row) const {
  const std::int64_t m = width();
  first.forward(x, rows, hidden);
  if (gated) {
    for (std::int64_t i = 0; i < rows; ++i) {
      const Matrix<const T> both = matrix_at(hidden, i, 2, m);
      activate_gated_row(activation, both.row(0).data(), both.row(1).data(), m,
                         row_at(active, i, m).data());
    }
  } else {
    activate_row(activation, hidden, rows * m, active);
  }
  drop_rows(dropout, row, rows, m, active);
  second.forward(active, rows, y);
}

template <class T>
void Mlp<T>::backward(const T* dy, const T* hidden, std::int64_t rows, T* dactive, T* dhidden,
                      T* dx, const Dropout* dropout, std::int64_t row) const {
  const std::int64_t m = width();
  second.backward(dy, rows, dactive);
  drop_rows(dropout, row, rows, m, dactive);
  if (gated) {
    for (std::int64_t i = 0; i < rows; ++i) {
      const Matrix<const T> both = matrix_at(hidden, i, 2, m);
      const Matrix<T> dboth = matrix_at(dhidden, i, 2, m);
      const T *gate = both.row(0).data(), *passing = both.row(1).data();
      const T* d = row_at(dactive, i, m).data();
      T *dgate = dboth.row(0).data(), *dpassing = dboth.row(1).data();
      activate_row(activation, gate, m, dpassing);
      for (std::int64_t j = 0; j < m; ++j) {
        dgate[j] = d[j] * passing[j];
        dpassing[j] *= d[j];
      }
      activate_gradient_row(activation, gate, dgate, m, dgate);
    }
  } else {
    activate_gradient_row(activation, hidden, dactive, rows * m, dhidden);
  }
  first.backward(dhidden, rows, dx);
}

template struct Mlp<float>;
template struct Mlp<double>;

}  // namespace headwise
