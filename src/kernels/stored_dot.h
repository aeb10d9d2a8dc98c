// The products of one row of x with rows of stored weights, decoded on the way: the bits of dot_row_wide (rows.h) with the decoded
// rows; but NaN where a scale of Q4_0 or Q5_0 is infinite.
#pragma once

#include <cstdint>

#include "kernels/stored_blocks.h"

namespace headwise {

// Whether dot_stored reads each sixteen numbers of x as a matrix of 4 x 4, transposed: then each vector of weights is a vector of
// stored bytes, shifted and masked.
template <class Block>
inline constexpr bool kIsTransposed = kNumbersOf<Block> > 1;
template <>
inline constexpr bool kIsTransposed<Q8_0> = false;

void transpose_sixteens(const float* x, std::int64_t size, float* out);

// x in the order in which dot_stored reads it: x itself, or transposed into `out`.
template <class Block>
const float* arrange(const float* x, std::int64_t size, float* out) {
  if constexpr (!kIsTransposed<Block>) return x;
  transpose_sixteens(x, size, out);
  return out;
}

// y[i]: the sum of x[j] rows[i][j], x by arrange.
template <class Block>
void dot_stored(const float* x, const StoredRows<Block>& rows, std::int64_t count, float* y);

}  // namespace headwise
