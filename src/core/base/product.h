// Products and packing, of kernels/gemm.h, pack.h and rows.h, over views: shapes are taken from the views, and checked in native
// and sanitizer builds.
#pragma once

#include "core/base/matrix.h"
#include "kernels/gemm.h"
#include "kernels/rows.h"

namespace headwise {

// c = a b, plus `bias` in each row if it is not null. a (rows, depth), b (depth, columns), c (rows, columns).
template <class T>
HEADWISE_VIEW inline void multiply(const Matrix<const std::type_identity_t<T>>& a,
                                   PackedPanels<T> b, const Matrix<T>& c, const T* bias = nullptr) {
  eigen_assert(a.rows() == c.rows());
  gemm<T>(c.rows(), c.cols(), a.cols(), a.data(), a.stride(), b, bias, c.data(), c.stride());
}

// c = a b, or c += a b.
template <class T>
HEADWISE_VIEW inline void multiply(Into into, const Matrix<const std::type_identity_t<T>>& a,
                                   PackedPanels<T> b, const Matrix<T>& c) {
  eigen_assert(a.rows() == c.rows());
  gemm_add<T>(into, c.rows(), c.cols(), a.cols(), a.data(), a.stride(), b, c.data(), c.stride());
}

// c = a^T b, or c += a^T b. a (depth, rows).
template <class T>
HEADWISE_VIEW inline void multiply_transposed(Into into,
                                              const Matrix<const std::type_identity_t<T>>& a,
                                              PackedPanels<T> b, const Matrix<T>& c) {
  eigen_assert(a.cols() == c.rows());
  gemm_transposed<T>(into, c.rows(), c.cols(), a.rows(), a.data(), a.stride(), b, c.data(),
                     c.stride());
}

// sum_j a[j] b[j], in the order of kernels/rows.h.
template <class T>
HEADWISE_VIEW inline T dot(const Row<const T>& a, const Row<const T>& b) {
  eigen_assert(a.size() == b.size());
  return dot_row(a.data(), b.data(), a.size());
}

// The packed operand B = rows, in panels `panel_stride` apart.
template <class T>
HEADWISE_VIEW inline void pack(const Matrix<const std::type_identity_t<T>>& rows, T* packed,
                               std::int64_t panel_stride) {
  pack(rows.data(), rows.stride(), rows.rows(), rows.cols(), packed, panel_stride);
}

// The packed operand B = rows^T.
template <class T>
HEADWISE_VIEW inline void pack_transposed(const Matrix<const std::type_identity_t<T>>& rows,
                                          T* packed) {
  pack_transposed(rows.data(), rows.stride(), rows.rows(), rows.cols(), packed);
}

}  // namespace headwise
