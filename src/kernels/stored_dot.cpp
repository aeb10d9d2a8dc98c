// The sums of stored_dot.h, in the order of dot_row_wide: sixteen lanes.
#include "kernels/stored_dot.h"

#include <cstddef>
#include <utility>

#include "kernels/digits.h"
#include "kernels/read_ahead.h"
#include "kernels/simd.h"

namespace headwise {
namespace {

using namespace simd;

// Bits `from` on of each word, moved to bits `to` on.
template <int from, int to>
I32x4 moved(I32x4 words) {
  return from < to ? words << (to - from) : words >> (from - to);
}

// The digits q of a block as floats t = kBase + q, without a conversion: bits kTo on of the mantissa. Both t d and (kBase + 8) d
// have at most 24 bits, and so has their difference d (q - 8): each is exact, fused or not.
template <int kBits, int kTo>
struct Placed {
  static constexpr int kBase = 1 << (23 - kTo);
  I32x4 mask = splat_opaque(((1 << kBits) - 1) << kTo);
  I32x4 exponent = splat_opaque((127 + 23 - kTo) << 23);

  template <int from>
  F32x4 at(I32x4 words) const {
    return (F32x4)((moved<from, kTo>(words) & mask) | exponent);
  }
};

struct Words {
  I32x4 low, high;
};
Words widen(I16x8 v) {
  using I16x4 = std::int16_t __attribute__((vector_size(8)));
  const I16x4 low = __builtin_shufflevector(v, v, 0, 1, 2, 3);
  const I16x4 high = __builtin_shufflevector(v, v, 4, 5, 6, 7);
  return {__builtin_convertvector(low, I32x4), __builtin_convertvector(high, I32x4)};
}

// Decodes one block after another. weights<n>() are four of the sixteen numbers from 16 (n / 4) on: numbers 4 (n % 4) on, or
// transposed: lane l is number 4 l + n % 4.
template <class Block>
class Decoder;

template <>
class Decoder<Q4_0> {
 public:
  static constexpr bool kTransposed = true;
  void read(const Q4_0& block) {
    const float d = half_to_float(block.d);
    words_ = load_as<I32x4>(block.q), d_ = splat(d),
    minus_ = splat(d * -static_cast<float>(digits_.kBase + 8));
  }
  template <int n>
  F32x4 weights() const {
    return multiply_add(digits_.at<8 * (n % 4) + 4 * (n / 4)>(words_), d_, minus_);
  }

 private:
  Placed<4, 12> digits_;
  I32x4 words_;
  F32x4 d_, minus_;
};

template <>
class Decoder<Q4_1> {
 public:
  static constexpr bool kTransposed = true;
  void read(const Q4_1& block) {
    words_ = load_as<I32x4>(block.q);
    d_ = splat(half_to_float(block.d)), m_ = splat(half_to_float(block.m));
  }
  template <int n>
  F32x4 weights() const {
    const I32x4 digits = moved<8 * (n % 4) + 4 * (n / 4), 0>(words_) & mask_;
    return multiply_add(__builtin_convertvector(digits, F32x4), d_, m_);
  }

 private:
  I32x4 mask_ = splat_opaque(15), words_;
  F32x4 d_, m_;
};

template <>
class Decoder<Q8_0> {
 public:
  static constexpr bool kTransposed = false;
  void read(const Q8_0& block) {
    d_ = splat(half_to_float(block.d));
    for (int half = 0; half < 2; ++half) {
      const Wide sixteen = simd::widen(load_as<I8x16>(block.q + 16 * half));
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

template <class Block, std::size_t... n>
[[gnu::always_inline]] inline void add_products(const float* x, const Decoder<Block>& of,
                                                F32x4 (&sums)[4], std::index_sequence<n...>) {
  ((sums[n % 4] = multiply_add(load(x + 4 * n), of.template weights<n>(), sums[n % 4])), ...);
}

}  // namespace

template <class Block>
const float* arrange(const float* x, std::int64_t size, float* out) {
  if constexpr (!Decoder<Block>::kTransposed) return x;
  for (std::ptrdiff_t at = 0; at < size; at += 16) {
    F32x4 rows[4];
    for (int j = 0; j < 4; ++j) rows[j] = load(x + at + 4 * j);
    transpose(rows[0], rows[1], rows[2], rows[3]);
    for (int j = 0; j < 4; ++j) store(out + at + 4 * j, rows[j]);
  }
  return out;
}

template <class Block>
void dot_stored(const float* x, const StoredRows<Block>& rows, std::int64_t count, float* y) {
  const auto blocks = static_cast<std::ptrdiff_t>(rows.blocks);
  const Block* w = rows.data;
  Decoder<Block> decoder;
  for (std::int64_t output = 0; output < count; ++output) {
    read_ahead(w, blocks * static_cast<std::ptrdiff_t>(sizeof(Block)), rows.end);
    F32x4 sums[4] = {};
    const float* own = x;
    for (const Block* const end = w + blocks; w < end; ++w, own += kBlock) {
      decoder.read(*w);
      add_products(own, decoder, sums, std::make_index_sequence<8>{});
    }
    if constexpr (Decoder<Block>::kTransposed) transpose(sums[0], sums[1], sums[2], sums[3]);
    const F32x4 sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    y[output] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  }
}

template const float* arrange<Q4_0>(const float*, std::int64_t, float*);
template void dot_stored(const float*, const StoredRows<Q4_0>&, std::int64_t, float*);
template const float* arrange<Q4_1>(const float*, std::int64_t, float*);
template void dot_stored(const float*, const StoredRows<Q4_1>&, std::int64_t, float*);
template const float* arrange<Q8_0>(const float*, std::int64_t, float*);
template void dot_stored(const float*, const StoredRows<Q8_0>&, std::int64_t, float*);

}  // namespace headwise
