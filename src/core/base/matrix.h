// Matrices and rows that carry their shapes, as views of memory that belongs to others: everything
// that is not a hot loop is written with them, as the papers write it. Operations are element by
// element. Native and sanitizer builds check every index and that shapes agree.
//
// The order of a sum is never left to Eigen, whose own (sum(), dot(), products) is not documented: a
// sum along a row is kernels/rows.h's, in four lanes; a sum over rows is sum_rows below; products are
// kernels/gemm.h's.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <type_traits>

namespace headwise {

namespace matrix_detail {
template <class T, int kRows>
using Array = Eigen::Array<std::remove_const_t<T>, kRows, Eigen::Dynamic, Eigen::RowMajor>;
// Map<const Array> where the numbers are not to be written.
template <class T, class Array>
using MaybeConst = std::conditional_t<std::is_const_v<T>, const Array, Array>;
}  // namespace matrix_detail

template <class T>
using Matrix = Eigen::Map<matrix_detail::MaybeConst<T, matrix_detail::Array<T, Eigen::Dynamic>>,
                          Eigen::Unaligned, Eigen::OuterStride<>>;
template <class T>
using Row = Eigen::Map<matrix_detail::MaybeConst<T, matrix_detail::Array<T, 1>>>;

// Rows are `stride` numbers apart.
template <class T>
Matrix<T> matrix(T* data, std::int64_t rows, std::int64_t columns, std::int64_t stride) {
  return {data, static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns),
          Eigen::OuterStride<>(static_cast<Eigen::Index>(stride))};
}

template <class T>
Matrix<T> matrix(T* data, std::int64_t rows, std::int64_t columns) {
  return matrix(data, rows, columns, columns);
}

template <class T>
Row<T> row(T* data, std::int64_t size) {
  return {data, static_cast<Eigen::Index>(size)};
}

// sum[j] = rows[0][j] + rows[1][j] + ..., begun at 0 and added in ascending order.
template <class T>
void sum_rows(const Matrix<const T>& rows, Row<T> sum);

}  // namespace headwise
