// Weights as files store them: numbers of 16 bits, and blocks in ggml's layouts (ggml-common.h), small integers with a scale, all
// little-endian. Structures of bytes, which may begin at any address.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace headwise {

inline constexpr std::int64_t kBlock = 32;  // numbers of Q8_0, Q4_0, Q4_1, Q5_0, Q5_1 and IQ4_NL
inline constexpr std::int64_t kSuperBlock = 256;  // numbers of the others: eight groups of 32

struct Half {  // IEEE 754 binary16
  std::uint8_t bytes[2];
};
struct Brain {  // bfloat16: the upper half of a float32
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
// x = d (q - 16). high: the fifth bit of number i is bit i of these bytes as one integer.
struct Q5_0 {
  Half d;
  std::uint8_t high[kBlock / 8];
  std::uint8_t q[kBlock / 2];
};
struct Q5_1 {  // x = d q + m
  Half d, m;
  std::uint8_t high[kBlock / 8];
  std::uint8_t q[kBlock / 2];
};
// x = d s q - m t, q of 2 bits: halves of 128 numbers, in each four groups of 32 that share their bytes. scales: s and t of 16 numbers
// each, in the low and high nibbles.
struct Q2_K {
  std::uint8_t scales[16];
  std::uint8_t q[2][kBlock];
  Half d, m;
};
// x = d s (q - 4). high: the third bit of number i of group j is bit j of byte i, the other two are as in Q2_K. scales: s + 32 of 16
// numbers each, 6 bits; the nibbles of bytes 0 to 7, low ones first, have their lower four, the last bytes their upper two.
struct Q3_K {
  std::uint8_t high[kBlock];
  std::uint8_t q[2][kBlock];
  std::uint8_t scales[12];
  Half d;
};
// x = d s_j q - m t_j for 8 groups j of 32. scales: 6 bits each for s and t; groups 4 to 7 have their upper two bits in the
// bytes of groups 0 to 3. Two groups share the nibbles of their bytes.
struct Q4_K {
  Half d, m;
  std::uint8_t scales[12];
  std::uint8_t q[4][kBlock];
};
struct Q5_K {  // high: the fifth bit of number i of group j is bit j of byte i
  Half d, m;
  std::uint8_t scales[12];
  std::uint8_t high[kBlock];
  std::uint8_t q[4][kBlock];
};
// x = d s (q - 32), q of 6 bits: halves of 128 numbers, in each four groups of 32 that share their bytes.
struct Q6_K {
  std::uint8_t low[2][2][kBlock];
  std::uint8_t high[2][kBlock];
  std::int8_t scales[16];
  Half d;
};

// The numbers that the nibbles of IQ4_NL and IQ4_XS mean.
inline constexpr std::int8_t kLevels[16] = {-127, -104, -83, -65, -49, -35, -22, -10,
                                            1,    13,   25,  38,  53,  69,  89,  113};
struct IQ4_NL {  // x = d kLevels[q]; nibbles as in Q4_0
  Half d;
  std::uint8_t q[kBlock / 2];
};
// x = d s_j kLevels[q] for 8 groups j of 32. s_j + 32 has 6 bits: its lower four are nibble j of low, its upper two in high.
struct IQ4_XS {
  Half d;
  std::uint8_t high[2], low[4];
  std::uint8_t q[8][kBlock / 2];
};

// ONE(Block) for each quantised type.
#define HEADWISE_BLOCKS(ONE) ONE(Q8_0) ONE(Q4_0) ONE(Q4_1) ONE(Q5_0) ONE(Q5_1)
#define HEADWISE_SUPER_BLOCKS(ONE) ONE(Q2_K) ONE(Q3_K) ONE(Q4_K) ONE(Q5_K) ONE(Q6_K)
#define HEADWISE_LEVELS(ONE) ONE(IQ4_NL) ONE(IQ4_XS)
#define HEADWISE_QUANTISED(ONE) HEADWISE_BLOCKS(ONE) HEADWISE_SUPER_BLOCKS(ONE) HEADWISE_LEVELS(ONE)

// Numbers of a block; 1: the type is that of a number.
template <class Block>
inline constexpr std::int64_t kNumbersOf = kBlock;
template <>
inline constexpr std::int64_t kNumbersOf<float> = 1;
template <>
inline constexpr std::int64_t kNumbersOf<Half> = 1;
template <>
inline constexpr std::int64_t kNumbersOf<Brain> = 1;
template <>
inline constexpr std::int64_t kNumbersOf<Q2_K> = kSuperBlock;
template <>
inline constexpr std::int64_t kNumbersOf<Q3_K> = kSuperBlock;
template <>
inline constexpr std::int64_t kNumbersOf<Q4_K> = kSuperBlock;
template <>
inline constexpr std::int64_t kNumbersOf<Q5_K> = kSuperBlock;
template <>
inline constexpr std::int64_t kNumbersOf<Q6_K> = kSuperBlock;
template <>
inline constexpr std::int64_t kNumbersOf<IQ4_XS> = kSuperBlock;

// Consecutive rows of a matrix.
template <class Block>
struct StoredRows {
  const Block* data;    // the first
  std::int64_t blocks;  // of a row
  const void* end;      // of the matrix: kernels read ahead, and no further
};

inline float float_of(std::uint32_t bits) { return std::bit_cast<float>(bits); }

// The exponent is moved by a product, which also normalises subnormals.
inline float half_to_float(Half number) {
  const auto half = std::bit_cast<std::uint16_t>(number);
  const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000) << 16;
  const std::uint32_t magnitude = static_cast<std::uint32_t>(half & 0x7fff) << 13;
  const float moved = float_of(magnitude) * 0x1p112f;
  auto bits = std::bit_cast<std::uint32_t>(moved);
  if (magnitude >= 0x0f800000) bits = magnitude | 0x7f800000;  // infinite or NaN
  return float_of(bits | sign);
}

// s of the groups 0 to 3 and 4 to 7, then t of both: a byte for each group.
struct GroupScales {
  std::uint32_t s[2], t[2];
};
inline GroupScales group_scales(const std::uint8_t (&scales)[12]) {
  const auto [a, b, c] = std::bit_cast<std::array<std::uint32_t, 3>>(scales);
  constexpr std::uint32_t kSix = 0x3f3f3f3f, kFour = 0x0f0f0f0f, kTwo = 0x03030303;
  return {{a & kSix, (c & kFour) | (a >> 6 & kTwo) << 4},
          {b & kSix, (c >> 4 & kFour) | (b >> 6 & kTwo) << 4}};
}
// The byte of group j.
inline float group_scale(const std::uint32_t (&bytes)[2], int j) {
  return static_cast<float>(bytes[j / 4] >> 8 * (j % 4) & 255);
}
// s_j.
inline float group_scale(const IQ4_XS& block, int j) {
  const int four = block.low[j / 2] >> 4 * (j % 2) & 15, two = block.high[j / 4] >> 2 * (j % 4) & 3;
  return static_cast<float>((four | two << 4) - 32);
}

// A whole number for each 16 numbers of a block, and the same as words of four.
using HalfNumbers = std::array<std::int8_t, 16>;
using HalfWords = std::array<std::uint32_t, 4>;
// s, without the 32 that Q3_K adds.
inline HalfNumbers half_scales(const Q6_K& block) {
  return std::bit_cast<HalfNumbers>(block.scales);
}
inline HalfNumbers half_scales(const Q2_K& block) {
  auto words = std::bit_cast<HalfWords>(block.scales);
  for (auto& word : words) word &= 0x0f0f0f0f;
  return std::bit_cast<HalfNumbers>(words);
}
inline HalfNumbers half_scales(const Q3_K& block) {
  const auto [a, b, c] = std::bit_cast<std::array<std::uint32_t, 3>>(block.scales);
  HalfWords words = {a, b, a >> 4, b >> 4};
  for (int i = 0; i < 4; ++i) {
    const std::uint32_t six = (words[i] & 0x0f0f0f0f) | (c >> 2 * i & 0x03030303) << 4;
    words[i] = (six + 0x60606060) ^ 0x80808080;  // six - 32 in each byte
  }
  return std::bit_cast<HalfNumbers>(words);
}
// t.
inline HalfNumbers half_least(const Q2_K& block) {
  auto words = std::bit_cast<HalfWords>(block.scales);
  for (auto& word : words) word = word >> 4 & 0x0f0f0f0f;
  return std::bit_cast<HalfNumbers>(words);
}

}  // namespace headwise
