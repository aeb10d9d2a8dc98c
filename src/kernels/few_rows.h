// Products of one or two rows with packed panels: a decoding step, where reading B is the work. The
// tile of gemm.h has two sums for one row, and waits for each addition; here a few panels pass
// together. The sums and their order are those of gemm.h, so the bits are too.
#pragma once

#include <cstdint>

#include "kernels/gemm.h"

namespace headwise {

inline constexpr std::int64_t kFewRows = 2;

// c[i][j] = sum_k a[i][k] b[k][j] + bias[j] for rows of at most kFewRows, as gemm has it, for the
// first columns; returns how many those are. The rest, less than four panels, is gemm's.
template <class T>
std::int64_t multiply_few_rows(std::int64_t rows, std::int64_t columns, std::int64_t depth,
                               const T* a, std::int64_t a_stride, PackedPanels<T> b, const T* bias,
                               T* c, std::int64_t c_stride);

}  // namespace headwise
