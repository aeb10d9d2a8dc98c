// Products of quantised weights with rows of x that are rounded to 8 bits, block by block of 32 numbers. Products within a block
// are sums of whole numbers, and exact, so the bits depend on neither the machine nor the variant.
//
//   x_k = round(x_k / s) s,   s = max |x_k| / 127           for each block of x; halves are rounded to even
//   y_o = (...(b_0 + b_1) + ...) + bias_o                   b_n: of block n, each sum and product below rounded to float32
//   b_n = float(sum of q_k x_k) (d s)   + m (s float(sum of x_k))
// d, m and q are the weights' own: d q, d (q - 8) or d q + m. The second addend, where there is an m, is added to y_o by itself.
#pragma once

#include <cstdint>

#include "kernels/stored_blocks.h"

namespace headwise {

// A block of x.
struct QuantisedBlock {
  float scale;       // s; NaN if a number is not finite, and 0 if all are below 2^-100
  float scaled_sum;  // s float(sum)
  std::int32_t sum;
  std::int32_t unused;         // so that the numbers begin at a multiple of 16
  std::int16_t wide[kBlock];   // -127 to 127
  std::int8_t narrow[kBlock];  // the same numbers
};

// Blocks first <= n < first + count of x.
void quantise(const float* x, std::int64_t first, std::int64_t count, QuantisedBlock* out);

// Bytes of scratch memory for a product of rows of `blocks` blocks.
std::int64_t int8_scratch(std::int64_t blocks);

// y[i * y_stride + o] = sum_k x[i][k] w[o][k] + bias[o]: w (outputs, blocks), x (rows, blocks); bias (outputs) or null.
template <class Block>
void multiply_int8(const StoredRows<Block>& w, std::int64_t outputs, const QuantisedBlock* x,
                   std::int64_t rows, const float* bias, std::uint8_t* scratch, float* y,
                   std::int64_t y_stride);

}  // namespace headwise
