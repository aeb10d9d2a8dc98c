// Blocks of quantised weights as files store them, in ggml's layouts (ggml-common.h), all little-endian: small integers with a
// scale. Structures of bytes, which may begin at any address.
#pragma once

#include <bit>
#include <cstdint>

namespace headwise {

inline constexpr std::int64_t kBlock = 32;        // numbers of Q8_0, Q4_0 and Q4_1
inline constexpr std::int64_t kSuperBlock = 256;  // numbers of Q4_K and Q6_K

struct Half {
  std::uint8_t bytes[2];
};
struct Q8_0 {  // x = d q
  Half d;
  std::int8_t q[kBlock];
};
struct Q4_0 {  // x = d (q - 8); low nibbles are the first half
  Half d;
  std::uint8_t q[kBlock / 2];
};
struct Q4_1 {  // x = d q + m
  Half d, m;
  std::uint8_t q[kBlock / 2];
};
// x = d s_j q - m t_j for 8 groups j of 32. scales: 6 bits each for s and t; groups 4 to 7 have their upper two bits in the
// bytes of groups 0 to 3. Two groups share the nibbles of their bytes.
struct Q4_K {
  Half d, m;
  std::uint8_t scales[12];
  std::uint8_t q[4][kBlock];
};
// x = d s (q - 32), q of 6 bits: halves of 128 numbers, in each four groups of 32 that share their bytes.
struct Q6_K {
  std::uint8_t low[2][2][kBlock];
  std::uint8_t high[2][kBlock];
  std::int8_t scales[2][8];
  Half d;
};

// Consecutive rows of a matrix.
template <class Block>
struct StoredRows {
  const Block* data;    // the first
  std::int64_t blocks;  // of a row
  const void* end;      // of the matrix: kernels read ahead, and no further
};

inline float float_of(std::uint32_t bits) { return std::bit_cast<float>(bits); }

// IEEE 754 binary16: the exponent is moved by a product, which also normalises subnormals.
inline float half_to_float(Half number) {
  const auto half = std::bit_cast<std::uint16_t>(number);
  const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000) << 16;
  const std::uint32_t magnitude = static_cast<std::uint32_t>(half & 0x7fff) << 13;
  const float moved = float_of(magnitude) * 0x1p112f;
  auto bits = std::bit_cast<std::uint32_t>(moved);
  if (magnitude >= 0x0f800000) bits = magnitude | 0x7f800000;  // infinite or NaN
  return float_of(bits | sign);
}

// s and t of group j.
struct GroupScales {
  int s, t;
};
inline GroupScales group_scales(const Q4_K& block, int j) {
  const auto& scales = block.scales;
  return {j < 4 ? scales[j] & 63 : (scales[j + 4] & 15) | (scales[j - 4] >> 6 << 4),
          j < 4 ? scales[j + 4] & 63 : (scales[j + 4] >> 4) | (scales[j] >> 6 << 4)};
}

}  // namespace headwise
