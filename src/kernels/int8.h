// Products of quantised weights with rows of x that are rounded to 8 bits, in groups of 32 numbers. Products within a group are
// sums of whole numbers, and exact, so the bits depend on neither the machine nor the variant.
//
//   n_k = round(x_k (127 / max |x_k|)),   s = max |x_k| / 127    for each group of x, in float32; a product that ends in .5
//                                                              goes to the even integer
//   y_o = (...(b_0 + b_1) + ...) + bias_o                      b_n: of group n, each sum and product below rounded to float32
//   b_n = float(sum of q_k n_k) (d s)   + m (s float(sum of n_k))
// q_k: the integers less their centre: q, q - 4, q - 8, q - 16 or q - 32, or a level. d and m: of the block; of Q4_K, Q5_K and IQ4_XS
// d s_j and -m t_j of the group, which float32 holds exactly. Q2_K, Q3_K and Q6_K multiply each q_k by the scale of its half before the
// sum. The second addend, where there is an m, is added to y_o by itself; Q2_K has one for each half, with -m t of the half and the sum of its n_k.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/stored_blocks.h"

namespace headwise {

// A group of x.
struct QuantisedBlock {
  float scale;                 // s; NaN if a number is not finite, and 0 if all are below 2^-100
  float scaled_sum;            // s float(sum)
  std::int32_t sums[2];        // of numbers 0 to 15, and 16 to 31
  std::int16_t wide[kBlock];   // -127 to 127
  std::int8_t narrow[kBlock];  // the same numbers
};
static_assert(offsetof(QuantisedBlock, wide) == 16);  // vectors are loaded from multiples of 16

// Groups first <= n < first + count of x.
void quantise(const float* x, std::int64_t first, std::int64_t count, QuantisedBlock* out);

// Bytes of scratch memory for a product of rows of `groups` groups.
std::int64_t int8_scratch(std::int64_t groups);

// y[i * y_stride + o] = sum_k x[i][k] w[o][k] + bias[o]: w (outputs, blocks), x (rows, groups); bias (outputs) or null.
template <class Block>
void multiply_int8(const StoredRows<Block>& w, std::int64_t outputs, const QuantisedBlock* x,
                   std::int64_t rows, const float* bias, std::uint8_t* scratch, float* y,
                   std::int64_t y_stride);

}  // namespace headwise
