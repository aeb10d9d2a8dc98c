// The integers of quantised blocks as vectors, for the kernels that multiply them.
#pragma once

#include "kernels/simd.h"
#include "kernels/stored_blocks.h"

namespace headwise::simd {

// The integers of a block: numbers 0 to 15, and 16 to 31.
struct Digits {
  I8x16 low, high;
};

inline Digits nibbles(const std::uint8_t* q) {
  const auto both = load_as<U8x16>(q);
  return {(I8x16)(both & 15), (I8x16)(both >> 4)};
}

inline Digits digits_of(const Q4_0& block) { return nibbles(block.q); }
inline Digits digits_of(const Q4_1& block) { return nibbles(block.q); }
inline Digits digits_of(const Q8_0& block) {
  return {load_as<I8x16>(block.q), load_as<I8x16>(block.q + 16)};
}

struct Wide {
  I16x8 low, high;
};
inline Wide widen(I8x16 v) {
  using I8x8 = std::int8_t __attribute__((vector_size(8)));
  const I8x8 low = __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7);
  const I8x8 high = __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15);
  return {__builtin_convertvector(low, I16x8), __builtin_convertvector(high, I16x8)};
}

}  // namespace headwise::simd
