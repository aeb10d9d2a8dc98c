// Rows, matrices and heads with their shapes, as views of memory that they do not own: outside kernels the core
// reads and writes through them. They are Eigen's maps, whose operations are element by element; a part of one (row(),
// middleRows(), middleCols(), segment()) is a view of the same kind, where Eigen's own would be a type of its own. Native
// and sanitizer builds check every index and that shapes agree.
//
// An Eigen::Map cannot be moved to other memory, so jobs keep the addresses of their buffers, and name the views of them in
// functions. Views are always inlined: what a caller does not use of a shape is not computed.
//
// The order of a sum is never left to Eigen, whose own (sum(), dot(), products) is not documented: a
// sum along a row is kernels/rows.h's, in four lanes; a sum over rows is sum_rows below; products are
// kernels/gemm.h's.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace headwise {

// A view by Eigen's maps takes several calls, which -Oz does not inline without this.
#define HEADWISE_VIEW [[gnu::always_inline]]

namespace matrix_detail {
template <class T, int kRows>
using Array = Eigen::Array<std::remove_const_t<T>, kRows, Eigen::Dynamic, Eigen::RowMajor>;
// Map<const Array> for a const scalar.
template <class T, class Array>
using MaybeConst = std::conditional_t<std::is_const_v<T>, const Array, Array>;
template <class T>
using MatrixMap =
    Eigen::Map<MaybeConst<T, Array<T, Eigen::Dynamic>>, Eigen::Unaligned, Eigen::OuterStride<>>;
template <class T>
using RowMap = Eigen::Map<MaybeConst<T, Array<T, 1>>>;

inline Eigen::Index index(std::int64_t n) { return static_cast<Eigen::Index>(n); }

// The address of item n of items `step` numbers apart: only this function adds to an address.
template <class T>
HEADWISE_VIEW inline T* at(T* data, std::int64_t n, std::int64_t step) {
  return data + index(n) * index(step);
}
}  // namespace matrix_detail

template <class T>
class Row : public matrix_detail::RowMap<T> {
  using Map = matrix_detail::RowMap<T>;

 public:
  HEADWISE_VIEW Row(T* data, std::int64_t size) : Map(data, matrix_detail::index(size)) {}
  HEADWISE_VIEW operator Row<const T>() const { return {data(), this->size()}; }
  using Map::operator=;

  HEADWISE_VIEW T* data() const { return this->m_data; }

  HEADWISE_VIEW T& operator[](std::int64_t j) const {
    eigen_assert(j >= 0 && j < this->size());
    return data()[j];
  }

  // Numbers first <= j < first + count.
  HEADWISE_VIEW Row segment(std::int64_t first, std::int64_t count) const {
    eigen_assert(first >= 0 && count >= 0 && first + count <= this->size());
    return {matrix_detail::at(data(), first, 1), count};
  }
};

// Rows are stride() numbers apart.
template <class T>
class Matrix : public matrix_detail::MatrixMap<T> {
  using Map = matrix_detail::MatrixMap<T>;

 public:
  HEADWISE_VIEW Matrix(T* data, std::int64_t rows, std::int64_t columns, std::int64_t stride)
      : Map(data, matrix_detail::index(rows), matrix_detail::index(columns),
            Eigen::OuterStride<>(matrix_detail::index(stride))) {}
  HEADWISE_VIEW Matrix(T* data, std::int64_t rows, std::int64_t columns)
      : Matrix(data, rows, columns, columns) {}
  HEADWISE_VIEW operator Matrix<const T>() const {
    return {data(), this->rows(), this->cols(), stride()};
  }
  using Map::operator=;

  HEADWISE_VIEW T* data() const { return this->m_data; }
  HEADWISE_VIEW Eigen::Index stride() const { return this->outerStride(); }

  HEADWISE_VIEW T& operator()(std::int64_t i, std::int64_t j) const { return row(i)[j]; }

  HEADWISE_VIEW Row<T> row(std::int64_t i) const {
    eigen_assert(i >= 0 && i < this->rows());
    return {matrix_detail::at(data(), i, stride()), this->cols()};
  }
  HEADWISE_VIEW Matrix middleRows(std::int64_t first, std::int64_t count) const {
    eigen_assert(first >= 0 && count >= 0 && first + count <= this->rows());
    return {matrix_detail::at(data(), first, stride()), count, this->cols(), stride()};
  }
  HEADWISE_VIEW Matrix middleCols(std::int64_t first, std::int64_t count) const {
    eigen_assert(first >= 0 && count >= 0 && first + count <= this->cols());
    return {matrix_detail::at(data(), first, 1), this->rows(), count, stride()};
  }
};

template <class T>
HEADWISE_VIEW inline Matrix<T> matrix(T* data, std::int64_t rows, std::int64_t columns,
                                      std::int64_t stride) {
  return {data, rows, columns, stride};
}

template <class T>
HEADWISE_VIEW inline Matrix<T> matrix(T* data, std::int64_t rows, std::int64_t columns) {
  return {data, rows, columns};
}

// Matrix n of consecutive matrices of one shape.
template <class T>
HEADWISE_VIEW inline Matrix<T> matrix_at(T* data, std::int64_t n, std::int64_t rows,
                                         std::int64_t columns) {
  return {matrix_detail::at(data, n, rows * columns), rows, columns};
}

template <class T>
HEADWISE_VIEW inline Row<T> row(T* data, std::int64_t size) {
  return {data, size};
}

// Rows first <= i < first + count of consecutive rows of one size.
template <class T>
HEADWISE_VIEW inline Matrix<T> rows_at(T* data, std::int64_t first, std::int64_t count,
                                       std::int64_t columns) {
  return {matrix_detail::at(data, first, columns), count, columns};
}

// Row n of consecutive rows of one size.
template <class T>
HEADWISE_VIEW inline Row<T> row_at(T* data, std::int64_t n, std::int64_t size) {
  return {matrix_detail::at(data, n, size), size};
}

// (batch, heads, len, width), the last contiguous and the others by strides.
template <class T>
struct Heads {
  T* data = nullptr;
  Eigen::Index len = 0, width = 0;
  Eigen::Index batch_stride = 0, head_stride = 0, row_stride = 0;

  HEADWISE_VIEW operator Heads<const T>() const {
    return {data, len, width, batch_stride, head_stride, row_stride};
  }
  // (len, width)
  HEADWISE_VIEW Matrix<T> head(std::int64_t batch, std::int64_t head) const {
    using matrix_detail::at;
    return {at(at(data, batch, batch_stride), head, head_stride), len, width, row_stride};
  }
};

// (batch, heads, len, width) in memory.
template <class T>
Heads<T> heads_apart(T* data, std::int64_t heads, std::int64_t len, std::int64_t width) {
  using matrix_detail::index;
  const Eigen::Index head = index(len) * index(width);
  return {data, index(len), index(width), index(heads) * head, head, index(width)};
}

// Side by side in rows of `columns` numbers: (batch, len, columns) in memory.
template <class T>
Heads<T> heads_in_rows(T* data, std::int64_t len, std::int64_t width, std::int64_t columns) {
  using matrix_detail::index;
  return {data,         index(len),    index(width), index(len) * index(columns),
          index(width), index(columns)};
}

// to = from, of equal sizes.
template <class T>
HEADWISE_VIEW inline void copy(const Row<const std::type_identity_t<T>>& from, const Row<T>& to) {
  eigen_assert(from.size() == to.size());
  std::copy_n(from.data(), from.size(), to.data());
}

template <class T>
HEADWISE_VIEW inline void fill(const Row<T>& row, std::type_identity_t<T> value) {
  std::fill_n(row.data(), row.size(), value);
}

// The numbers of a matrix with consecutive rows.
template <class T>
HEADWISE_VIEW inline void clear(const Matrix<T>& rows) {
  eigen_assert(rows.stride() == rows.cols());
  std::fill_n(rows.data(), rows.size(), T(0));
}

template <class T>
bool is_zero(Row<const T> row);

// sum[j] = rows[0][j] + rows[1][j] + ..., begun at 0 and added in ascending order.
template <class T>
void sum_rows(const Matrix<const T>& rows, Row<T> sum);

}  // namespace headwise
