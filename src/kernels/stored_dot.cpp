// The sums of stored_dot.h, in the order of dot_row_wide: sixteen lanes.
#include "kernels/stored_dot.h"

#include <cstddef>
#include <initializer_list>

#include "kernels/digits.h"
#include "kernels/read_ahead.h"
#include "kernels/simd.h"

namespace headwise {
namespace {

using namespace simd;

// The weights of a block from its digits.
struct Decoded {
  F32x4 d, m;
};
Decoded decoded(const Q4_0& block) { return {splat(half_to_float(block.d)), {}}; }
Decoded decoded(const Q8_0& block) { return {splat(half_to_float(block.d)), {}}; }
Decoded decoded(const Q4_1& block) {
  return {splat(half_to_float(block.d)), splat(half_to_float(block.m))};
}
template <class Block>
F32x4 weights(const Block&, const Decoded& of, I32x4 q) {
  return of.d * __builtin_convertvector(q, F32x4);
}
F32x4 weights(const Q4_1&, const Decoded& of, I32x4 q) {
  return of.d * __builtin_convertvector(q, F32x4) + of.m;
}

// Q4_0's are moved here, sixteen at a time: moved four at a time, they take half as long again.
template <class Block>
Digits moved(const Block& block) {
  return digits_of(block);
}
template <>
Digits moved(const Q4_0& block) {
  const Digits digits = digits_of(block);
  return {digits.low - 8, digits.high - 8};
}

struct Words {
  I32x4 low, high;
};
Words widen(I16x8 v) {
  using I16x4 = std::int16_t __attribute__((vector_size(8)));
  const I16x4 low = __builtin_shufflevector(v, v, 0, 1, 2, 3);
  const I16x4 high = __builtin_shufflevector(v, v, 4, 5, 6, 7);
  return {__builtin_convertvector(low, I32x4), __builtin_convertvector(high, I32x4)};
}

}  // namespace

template <class Block>
float dot_stored(const float* x, const StoredRows<Block>& row) {
  const auto blocks = static_cast<std::ptrdiff_t>(row.blocks);
  read_ahead(row.data, blocks * static_cast<std::ptrdiff_t>(sizeof(Block)), row.end);
  F32x4 sums[4] = {};
  const Block* const end = row.data + blocks;
  for (const Block* w = row.data; w < end; ++w) {
    const Digits digits = moved(*w);
    const Decoded of = decoded(*w);
#pragma unroll
    for (const I8x16 sixteen : {digits.low, digits.high}) {
      const Wide wide = simd::widen(sixteen);
      const Words a = widen(wide.low), b = widen(wide.high);
      sums[0] += load(x) * weights(*w, of, a.low);
      sums[1] += load(x + 4) * weights(*w, of, a.high);
      sums[2] += load(x + 8) * weights(*w, of, b.low);
      sums[3] += load(x + 12) * weights(*w, of, b.high);
      x += 16;
    }
  }
  const F32x4 sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

template float dot_stored(const float*, const StoredRows<Q4_0>&);
template float dot_stored(const float*, const StoredRows<Q4_1>&);
template float dot_stored(const float*, const StoredRows<Q8_0>&);

}  // namespace headwise
