// The sum of matrix.h.
#include "core/base/matrix.h"

namespace headwise {

template <class T>
void sum_rows(const Matrix<const T>& rows, Row<T> sum) {
  sum.setZero();
  for (Eigen::Index i = 0; i < rows.rows(); ++i) sum += rows.row(i);
}

template void sum_rows<float>(const Matrix<const float>&, Row<float>);
template void sum_rows<double>(const Matrix<const double>&, Row<double>);

}  // namespace headwise
