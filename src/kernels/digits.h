// The integers of quantised blocks as vectors, for the kernels that multiply them.
#pragma once

#include "kernels/simd.h"
#include "kernels/stored_blocks.h"

namespace headwise::simd {

// The integers of a block: numbers 0 to 15, and 16 to 31.
struct Digits {
  I8x16 low, high;
};

// `nibbles`: 15 in each byte, opaque.
inline I32x4 nibble_mask() { return splat_opaque(0x0f0f0f0f); }

inline Digits digits_at(const std::uint8_t* q, I32x4 nibbles) {
  const auto both = load_as<I32x4>(q);
  return {(I8x16)(both & nibbles), (I8x16)(both >> 4 & nibbles)};
}

inline Digits digits_of(const Q4_0& block, I32x4 nibbles) { return digits_at(block.q, nibbles); }
inline Digits digits_of(const Q4_1& block, I32x4 nibbles) { return digits_at(block.q, nibbles); }
inline Digits digits_of(const Q8_0& block, I32x4) {
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
