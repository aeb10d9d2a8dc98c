// The functions of matrix.h that are not inlined.
#include "core/base/matrix.h"

namespace headwise {

template <class T>
void sum_rows(const Matrix<const T>& rows, Row<T> sum) {
  sum.setZero();
  for (Eigen::Index i = 0; i < rows.rows(); ++i) sum += rows.row(i);
}

template <class T>
bool is_zero(Row<const T> row) {
  return (row == T(0)).all();
}

template bool is_zero<float>(Row<const float>);
template bool is_zero<double>(Row<const double>);
template void sum_rows<float>(const Matrix<const float>&, Row<float>);
template void sum_rows<double>(const Matrix<const double>&, Row<double>);

}  // namespace headwise
