// The integers of quantised blocks as vectors of bytes, for the kernels that multiply them: 32 at a time.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "kernels/simd.h"
#include "kernels/stored_blocks.h"

namespace headwise::simd {

// The integers of a group: numbers 0 to 15, and 16 to 31.
struct Digits {
  I32x4 low, high;
};

// Groups after which the shifts that read a block repeat; the shifts are template arguments. Group kTurn + kTurns<Block> * round of
// a block is read by read<kTurn>(block, round). Q2_K and Q3_K compute their shifts, which saves 10 kB of the core and costs 5 % of their
// speed.
template <class Block>
inline constexpr int kTurns = 1;
template <>
inline constexpr int kTurns<Q4_K> = 2;
template <>
inline constexpr int kTurns<Q5_K> = 2;
template <>
inline constexpr int kTurns<Q6_K> = 4;

template <class Block>
inline constexpr int kGroupsOf = static_cast<int>(kNumbersOf<Block> / kBlock);

// add(integral_constant of kTurn, round) for each group of a block, in order.
template <class Block, class Add>
[[gnu::always_inline]] inline void for_each_group(const Add& add) {
  for (int round = 0; round < kGroupsOf<Block> / kTurns<Block>; ++round) {
    [&]<int... kTurn>(std::integer_sequence<int, kTurn...>) __attribute__((always_inline)) {
      (add(std::integral_constant<int, kTurn>{}, round), ...);
    }(std::make_integer_sequence<int, kTurns<Block>>{});
  }
}

// Reads the integers as they are stored; of IQ4_NL and IQ4_XS the levels, which have a sign, as have the integers of Q8_0.
class DigitReader {
 public:
  template <int>
  Digits read(const Q8_0& block, int) const {
    return {load_as<I32x4>(block.q), load_as<I32x4>(block.q + 16)};
  }
  template <int>
  Digits read(const Q5_0& block, int) const {
    return with_fifth(block.q, block.high);
  }
  template <int>
  Digits read(const Q5_1& block, int) const {
    return with_fifth(block.q, block.high);
  }
  template <int>
  Digits read(const Q2_K& block, int group) const {
    return two_bits(block.q, group);
  }
  template <int>
  Digits read(const Q3_K& block, int group) const {
    const Digits two = two_bits(block.q, group), high = load_two(block.high);
    return {two.low | ((high.low >> group & ones_) << 2),
            two.high | ((high.high >> group & ones_) << 2)};
  }
  template <int>
  Digits read(const IQ4_NL& block, int) const {
    return levels(block.q);
  }
  template <int>
  Digits read(const IQ4_XS& block, int group) const {
    return levels(block.q[group]);
  }
  template <int kTurn>
  Digits read(const Q5_K& block, int round) const {
    const Digits four = nibbles(side<kTurn>(block.q[round])), high = load_two(block.high);
    const int bit = 2 * round + kTurn;
    return {four.low | ((high.low >> bit & ones_) << 4),
            four.high | ((high.high >> bit & ones_) << 4)};
  }
  template <int kTurn>
  Digits read(const Q6_K& block, int round) const {
    const Digits four = nibbles(side<kTurn / 2>(block.low[round][kTurn % 2]));
    const Digits high = load_two(block.high[round]);
    return {four.low | (upper<kTurn>(high.low) & fifth_and_sixth_),
            four.high | (upper<kTurn>(high.high) & fifth_and_sixth_)};
  }

  template <int kTurn, class FourBits>
  Digits read(const FourBits& block, int round) const {
    return nibbles(read_loose<kTurn>(block, round));
  }

  // The same, but the upper four bits of each byte may be any.
  template <int>
  static Digits read_loose(const Q4_0& block, int) {
    return halves(block.q);
  }
  template <int>
  static Digits read_loose(const Q4_1& block, int) {
    return halves(block.q);
  }
  template <int kTurn>
  static Digits read_loose(const Q4_K& block, int round) {
    return side<kTurn>(block.q[round]);
  }

 private:
  static Digits load_two(const std::uint8_t* bytes) {
    return {load_as<I32x4>(bytes), load_as<I32x4>(bytes + 16)};
  }
  // Numbers that share their bytes, 0 and 16, 1 and 17 and so on.
  static Digits halves(const std::uint8_t* q) {
    const auto bytes = load_as<I32x4>(q);
    return {bytes, bytes >> 4};
  }
  // Low nibbles of 32 bytes, or high ones.
  template <int kWhich>
  static Digits side(const std::uint8_t* q) {
    const Digits bytes = load_two(q);
    return kWhich == 0 ? bytes : Digits{bytes.low >> 4, bytes.high >> 4};
  }
  Digits nibbles(const Digits& loose) const {
    return {loose.low & nibbles_, loose.high & nibbles_};
  }
  // The two bits of a group of Q2_K or Q3_K.
  Digits two_bits(const std::uint8_t (&q)[2][kBlock], int group) const {
    const Digits bytes = load_two(q[group / 4]);
    const int shift = 2 * (group % 4);
    return {bytes.low >> shift & threes_, bytes.high >> shift & threes_};
  }
  Digits levels(const std::uint8_t* q) const {
    const Digits four = nibbles(halves(q));
    return {(I32x4)lookup(levels_, (I8x16)four.low), (I32x4)lookup(levels_, (I8x16)four.high)};
  }
  Digits with_fifth(const std::uint8_t* q, const std::uint8_t* high) const {
    const Digits four = nibbles(halves(q));
    return {four.low | fifth(high), four.high | fifth(high + 2)};
  }
  // Bit i of two bytes as bit 4 of byte i.
  static I32x4 fifth(const std::uint8_t* bits) {
    return (I32x4)U64x2{kFifth[bits[0]], kFifth[bits[1]]};
  }
  // Bits 2 kTurn and the next of each byte, moved to bits 4 and 5.
  template <int kTurn>
  static I32x4 upper(I32x4 bytes) {
    return kTurn < 2 ? bytes << (4 - 2 * kTurn) : bytes >> (2 * kTurn - 4);
  }

  // Bit i of a byte as bit 4 of byte i.
  static constexpr auto kFifth = [] {
    std::array<std::uint64_t, 256> table = {};
    for (std::uint64_t bits = 0; bits < 256; ++bits)
      for (int i = 0; i < 8; ++i) table[bits] |= (bits >> i & 1) << (8 * i + 4);
    return table;
  }();

  I32x4 nibbles_ = splat_opaque(0x0f0f0f0f), ones_ = splat_opaque(0x01010101);
  I32x4 threes_ = splat_opaque(0x03030303), fifth_and_sixth_ = splat_opaque(0x30303030);
  I8x16 levels_ = load_opaque(kLevels);
};

struct Wide {
  I16x8 low, high;
};
inline Wide widen(I8x16 v) {
  using I8x8 = std::int8_t __attribute__((vector_size(8)));
  const I8x8 low = __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7);
  const I8x8 high = __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15);
  return {__builtin_convertvector(low, I16x8), __builtin_convertvector(high, I16x8)};
}

// half_to_float in four lanes, of the lower 16 bits of each.
inline F32x4 halves_to_floats(I32x4 halves) {
  const I32x4 magnitude = (halves & 0x7fff) << 13;
  const F32x4 moved = (F32x4)magnitude * 0x1p112f;
  const F32x4 infinite = (F32x4)(magnitude | 0x7f800000);
  const F32x4 value = select(magnitude >= 0x0f800000, infinite, moved);
  return (F32x4)((I32x4)value | (halves & 0x8000) << 16);
}

struct Words {
  I32x4 low, high;
};
inline Words widen(I16x8 v) {
  using I16x4 = std::int16_t __attribute__((vector_size(8)));
  const I16x4 low = __builtin_shufflevector(v, v, 0, 1, 2, 3);
  const I16x4 high = __builtin_shufflevector(v, v, 4, 5, 6, 7);
  return {__builtin_convertvector(low, I32x4), __builtin_convertvector(high, I32x4)};
}

// Whole numbers times a float.
inline void put_products(I16x8 numbers, float by, float* out) {
  const Words words = widen(numbers);
  store(out, __builtin_convertvector(words.low, F32x4) * splat(by));
  store(out + 4, __builtin_convertvector(words.high, F32x4) * splat(by));
}
inline void put_products(const HalfNumbers& numbers, float by, float* out) {
  const Wide wide = widen(load_as<I8x16>(numbers.data()));
  put_products(wide.low, by, out);
  put_products(wide.high, by, out + 8);
}

// Scales of a super block's groups as floats: d s_j and, where there is an m, -m t_j. In memory, from where one number is copied into
// all lanes.
struct Scales {
  float s[8], t[8];

  Scales() = default;

  template <class Block>
  explicit Scales(const Block& block) {
    const GroupScales bytes = group_scales(block.scales);
    const Wide both = widen(load_as<I8x16>(&bytes));  // of 6 bits: the signs are clear
    put_products(both.low, half_to_float(block.d), s);
    put_products(both.high, -half_to_float(block.m), t);
  }
  explicit Scales(const IQ4_XS& block) {
    const float d = half_to_float(block.d);
    for (int j = 0; j < 8; ++j) s[j] = d * group_scale(block, j);
  }
};

}  // namespace headwise::simd
