// The sums of stored_dot.h, in the order of dot_row_wide: sixteen lanes.
#include "kernels/stored_dot.h"

#include <cstddef>
#include <type_traits>
#include <utility>

#include "kernels/digits.h"
#include "kernels/read_ahead.h"
#include "kernels/rows.h"
#include "kernels/simd.h"

namespace headwise {
namespace {

using namespace simd;

// Four of 32 numbers: of each lane the byte n % 4, moved to bit kTo, so that lane l is number 4 l + n % 4 of a half.
template <int n, int kTo = 0>
I32x4 byte_of(const Digits& digits, I32x4 mask) {
  constexpr int kFrom = 8 * (n % 4);
  const I32x4 words = n < 4 ? digits.low : digits.high;
  return (kFrom < kTo ? words << (kTo - kFrom) : words >> (kFrom - kTo)) & mask;
}

// Four-bit integers are read without a mask of their own: byte_of's is enough.
template <class Block>
inline constexpr bool kIsLoose = requires(Block block) { DigitReader::read_loose<0>(block, 0); };
template <class Block, int kTurn>
Digits read_digits(const DigitReader& reader, const Block& block, int round) {
  if constexpr (kIsLoose<Block>)
    return reader.read_loose<kTurn>(block, round);
  else
    return reader.read<kTurn>(block, round);
}
template <class Block>
inline constexpr int kDigits = kIsLoose<Block> ? 15 : 255;

// Decodes blocks: begin(block), then for each group read<kTurn>(block, round) and weights<n>(), which are the numbers of byte_of
// as floats. Q8_0 stores each number in a byte: its weights<n>() returns numbers 4 n to 4 n + 3.
template <class Block>
class Decoder {};

// d (q - kCentre). The integers become floats t = kBase + q without a conversion: bits kTo on of the mantissa. t and kBase + kCentre
// have 12 bits, d has 11, and the difference of their products at most 16: each is exact, fused or not.
template <class Block, int kCentre>
class Centred {
 public:
  void begin(const Block& block) {
    const float d = half_to_float(block.d);
    d_ = splat(d), minus_ = splat(d * -static_cast<float>(kBase + kCentre));
  }
  template <int kTurn>
  void read(const Block& block, int round) {
    digits_ = read_digits<Block, kTurn>(reader_, block, round);
  }
  template <int n>
  F32x4 weights() const {
    return multiply_add((F32x4)(byte_of<n, kTo>(digits_, mask_) | exponent_), d_, minus_);
  }

 private:
  static constexpr int kTo = 12, kBase = 1 << (23 - kTo);
  DigitReader reader_;
  I32x4 mask_ = splat_opaque(kDigits<Block> << kTo),
        exponent_ = splat_opaque((127 + 23 - kTo) << 23);
  Digits digits_;
  F32x4 d_, minus_;
};
template <>
class Decoder<Q4_0> : public Centred<Q4_0, 8> {};
template <>
class Decoder<Q5_0> : public Centred<Q5_0, 16> {};

template <>
class Decoder<Q8_0> {
 public:
  void begin(const Q8_0& block) { d_ = splat(half_to_float(block.d)); }
  template <int kTurn>
  void read(const Q8_0& block, int) {
    for (int half = 0; half < 2; ++half) {
      const Wide sixteen = widen(load_as<I8x16>(block.q + 16 * half));
      const Words a = widen(sixteen.low), b = widen(sixteen.high);
      words_[4 * half] = a.low, words_[4 * half + 1] = a.high;
      words_[4 * half + 2] = b.low, words_[4 * half + 3] = b.high;
    }
  }
  template <int n>
  F32x4 weights() const {
    return __builtin_convertvector(words_[n], F32x4) * d_;
  }

 private:
  I32x4 words_[8];
  F32x4 d_;
};

// d q + m. A product d q has at most 22 bits, so it is exact, fused or not.
template <class Block>
class Affine {
 public:
  void begin(const Block& block) {
    if constexpr (kIsSuper)
      scales_ = Scales(block);
    else
      d_ = splat(half_to_float(block.d)), m_ = splat(half_to_float(block.m));
  }
  template <int kTurn>
  void read(const Block& block, int round) {
    digits_ = read_digits<Block, kTurn>(reader_, block, round);
    if constexpr (kIsSuper) {
      const int group = kTurns<Block> * round + kTurn;
      d_ = load_splat(scales_.s + group), m_ = load_splat(scales_.t + group);
    }
  }
  template <int n>
  F32x4 weights() const {
    return multiply_add(__builtin_convertvector(byte_of<n>(digits_, mask_), F32x4), d_, m_);
  }

 private:
  static constexpr bool kIsSuper = kGroupsOf<Block> > 1;
  DigitReader reader_;
  I32x4 mask_ = splat_opaque(kDigits<Block>);
  Digits digits_;
  Scales scales_;
  F32x4 d_, m_;
};
template <>
class Decoder<Q4_1> : public Affine<Q4_1> {};
template <>
class Decoder<Q5_1> : public Affine<Q5_1> {};
template <>
class Decoder<Q4_K> : public Affine<Q4_K> {};
template <>
class Decoder<Q5_K> : public Affine<Q5_K> {};

// d s (q - kCentre), whose last product is rounded; or, where there is an m, d s q - m t, where d s q has at most 17 bits.
template <class Block, int kCentre>
class Halved {
 public:
  void begin(const Block& block) {
    put_products(half_scales(block), half_to_float(block.d), scales_);
    if constexpr (kHasLeast) put_products(half_least(block), -half_to_float(block.m), least_);
  }
  template <int kTurn>
  void read(const Block& block, int round) {
    digits_ = reader_.read<kTurn>(block, round);
    const int first = 2 * (kTurns<Block> * round + kTurn);
    for (int half = 0; half < 2; ++half) {
      d_[half] = load_splat(scales_ + first + half);
      if constexpr (kHasLeast) m_[half] = load_splat(least_ + first + half);
    }
  }
  template <int n>
  F32x4 weights() const {
    const F32x4 q = __builtin_convertvector(byte_of<n>(digits_, mask_), F32x4);
    if constexpr (kHasLeast)
      return multiply_add(q, d_[n / 4], m_[n / 4]);
    else
      return (q - centre_) * d_[n / 4];
  }

 private:
  static constexpr bool kHasLeast = requires(Block block) { block.m; };
  DigitReader reader_;
  I32x4 mask_ = splat_opaque(255);
  F32x4 centre_ = __builtin_convertvector(splat_opaque(kCentre), F32x4);
  Digits digits_;
  float scales_[16], least_[16];
  F32x4 d_[2], m_[2];
};
template <>
class Decoder<Q2_K> : public Halved<Q2_K, 0> {};
template <>
class Decoder<Q3_K> : public Halved<Q3_K, 4> {};
template <>
class Decoder<Q6_K> : public Halved<Q6_K, 32> {};

// d q, where q has a sign.
template <class Block>
class Levelled {
 public:
  void begin(const Block& block) {
    if constexpr (kIsSuper)
      scales_ = Scales(block);
    else
      d_ = splat(half_to_float(block.d));
  }
  template <int kTurn>
  void read(const Block& block, int round) {
    digits_ = reader_.read<kTurn>(block, round);
    if constexpr (kIsSuper) d_ = load_splat(scales_.s + round);
  }
  template <int n>
  F32x4 weights() const {
    const I32x4 words = n < 4 ? digits_.low : digits_.high;
    return __builtin_convertvector(words << (24 - 8 * (n % 4)) >> 24, F32x4) * d_;
  }

 private:
  static constexpr bool kIsSuper = kGroupsOf<Block> > 1;
  DigitReader reader_;
  Digits digits_;
  Scales scales_;
  F32x4 d_;
};
template <>
class Decoder<IQ4_NL> : public Levelled<IQ4_NL> {};
template <>
class Decoder<IQ4_XS> : public Levelled<IQ4_XS> {};

template <class Block, std::size_t... n>
[[gnu::always_inline]] inline void add_products(const float* x, const Decoder<Block>& of,
                                                F32x4 (&sums)[4], std::index_sequence<n...>) {
  ((sums[n % 4] = multiply_add(load(x + 4 * n), of.template weights<n>(), sums[n % 4])), ...);
}

// ---- numbers of 16 bits, and floats ------------------------------------------------------------------------------

// Eight numbers as the upper halves of two vectors of words.
Words upper_halves(const void* from) {
  const I16x8 zero = {}, halves = load_as<I16x8>(from);
  return {(I32x4)__builtin_shufflevector(zero, halves, 0, 8, 1, 9, 2, 10, 3, 11),
          (I32x4)__builtin_shufflevector(zero, halves, 4, 12, 5, 13, 6, 14, 7, 15)};
}

// Loads eight numbers of a row, and one.
struct LoadBrains {
  void eight(const Brain* row, F32x4 (&out)[2]) {
    const Words words = upper_halves(row);
    out[0] = (F32x4)words.low, out[1] = (F32x4)words.high;
  }
  static float one(Brain number) {
    return float_of(static_cast<std::uint32_t>(load_as<std::uint16_t>(&number)) << 16);
  }
};
// half_to_float in four lanes, of finite numbers: an arithmetic shift keeps the sign. failed(): an eight had another.
class LoadHalves {
 public:
  void eight(const Half* row, F32x4 (&out)[2]) {
    const Words words = upper_halves(row);
    out[0] = (F32x4)(words.low >> 3 & mask_) * scale_,
    out[1] = (F32x4)(words.high >> 3 & mask_) * scale_;
    const I16x8 magnitudes = load_as<I16x8>(row) & (I16x8)magnitude_;
    largest_ = magnitudes > largest_ ? magnitudes : largest_;
  }
  static float one(Half number) { return half_to_float(number); }
  bool failed() const {
    const I16x8 irregular = largest_ > 0x7bff;
    bool any = false;
    for (int l = 0; l < 8; ++l) any |= irregular[l] != 0;
    return any;
  }

 private:
  I32x4 mask_ = splat_opaque(static_cast<std::int32_t>(0x8fffe000)),
        magnitude_ = splat_opaque(0x7fff7fff);
  F32x4 scale_ = (F32x4)splat_opaque((127 + 112) << 23);
  I16x8 largest_ = {};
};
struct LoadAnyHalves {
  void eight(const Half* row, F32x4 (&out)[2]) {
    const Words words = widen(load_as<I16x8>(row));
    out[0] = halves_to_floats(words.low), out[1] = halves_to_floats(words.high);
  }
  static float one(Half number) { return half_to_float(number); }
};

// The sum of x[j] row[j] in the order of dot_row_wide.
template <class Load, class Number>
[[gnu::always_inline]] inline float dot_numbers(const float* x, const Number* row,
                                                std::ptrdiff_t size, Load& loader) {
  F32x4 sums[4] = {};
  std::ptrdiff_t j = 0;
  for (; j + 16 <= size; j += 16) {
    for (int half = 0; half < 2; ++half) {
      F32x4 weights[2];
      loader.eight(row + j + 8 * half, weights);
      for (int l = 0; l < 2; ++l) {
        F32x4& sum = sums[2 * half + l];
        sum = multiply_add(load(x + j + 8 * half + 4 * l), weights[l], sum);
      }
    }
  }
  const F32x4 sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  float rest = 0;
  for (; j < size; ++j) rest += x[j] * Load::one(row[j]);
  return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + rest;
}

float dot_one(const float* x, const float* row, std::ptrdiff_t size) {
  return dot_row_wide(x, row, size);
}
float dot_one(const float* x, const Brain* row, std::ptrdiff_t size) {
  LoadBrains brains;
  return dot_numbers(x, row, size, brains);
}
float dot_one(const float* x, const Half* row, std::ptrdiff_t size) {
  LoadHalves halves;
  const float sum = dot_numbers(x, row, size, halves);
  LoadAnyHalves any;
  return halves.failed() ? dot_numbers(x, row, size, any) : sum;
}

// The sum of x[j] w[j] over the blocks of a row.
template <class Block>
[[gnu::always_inline]] inline float dot_blocks(const float* x, const Block* w,
                                               std::ptrdiff_t blocks, Decoder<Block>& decoder) {
  F32x4 sums[4] = {};
  for (const Block* const end = w + blocks; w < end; ++w) {
    decoder.begin(*w);
    for_each_group<Block>([&](auto turn, int round) __attribute__((always_inline)) {
      decoder.template read<turn()>(*w, round);
      add_products(x, decoder, sums, std::make_index_sequence<8>{});
      x += kBlock;
    });
  }
  if constexpr (kIsTransposed<Block>) transpose(sums[0], sums[1], sums[2], sums[3]);
  const F32x4 sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  return ((sum[0] + sum[1]) + (sum[2] + sum[3])) +
         0.0f;  // dot_row_wide adds its rest, so -0 becomes 0
}

}  // namespace

void transpose_sixteens(const float* x, std::int64_t size, float* out) {
  for (std::ptrdiff_t at = 0; at < size; at += 16) {
    F32x4 rows[4];
    for (int j = 0; j < 4; ++j) rows[j] = load(x + at + 4 * j);
    transpose(rows[0], rows[1], rows[2], rows[3]);
    for (int j = 0; j < 4; ++j) store(out + at + 4 * j, rows[j]);
  }
}

template <class Block>
void dot_stored(const float* x, const StoredRows<Block>& rows, std::int64_t count, float* y) {
  const auto blocks = static_cast<std::ptrdiff_t>(rows.blocks);
  const Block* row = rows.data;
  [[maybe_unused]] Decoder<Block> decoder;
  for (std::int64_t output = 0; output < count; ++output, row += blocks) {
    read_ahead(row, blocks * static_cast<std::ptrdiff_t>(sizeof(Block)), rows.end);
    if constexpr (kNumbersOf<Block> == 1)
      y[output] = dot_one(x, row, blocks);
    else
      y[output] = dot_blocks(x, row, blocks, decoder);
  }
}

#define HEADWISE_INSTANTIATE(Block) \
  template void dot_stored(const float*, const StoredRows<Block>&, std::int64_t, float*);
HEADWISE_INSTANTIATE(float)
HEADWISE_INSTANTIATE(Half)
HEADWISE_INSTANTIATE(Brain)
HEADWISE_QUANTISED(HEADWISE_INSTANTIATE)

}  // namespace headwise
