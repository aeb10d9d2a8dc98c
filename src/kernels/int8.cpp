// The products of int8.h: a few rows of x with the weights as stored, more rows with panels of weights that are unpacked once.
// Both give the same bits.
#include "kernels/int8.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include "kernels/digits.h"
#include "kernels/read_ahead.h"
#include "kernels/simd.h"

namespace headwise {
namespace {

using namespace simd;

// Outputs that are computed side by side, one in each lane.
constexpr int kSide = kLanes;
// The number of groups in a panel.
constexpr int kGroups = 2;
constexpr int kPanel = kGroups * kSide;
// Rows of x of a tile: eight sums, two vectors of weights and one of x stay in registers.
constexpr int kRows = 4;
// Rows of x from which unpacking is faster.
constexpr std::int64_t kUnpackFrom = 3;

// ---- formats ---------------------------------------------------------------------------------------------------

// The same place of `kSide` rows.
template <class Block>
using Side = const Block* const (&)[kSide];

F32x4 floats_of(const Half& a, const Half& b, const Half& c, const Half& d) {
  const auto bits = [](const Half& half) {
    return static_cast<std::int32_t>(load_as<std::uint16_t>(&half));
  };
  const I32x4 halves = {bits(a), bits(b), bits(c), bits(d)};
  // half_to_float in four lanes
  const I32x4 magnitude = (halves & 0x7fff) << 13;
  const F32x4 moved = (F32x4)magnitude * 0x1p112f;
  const F32x4 infinite = (F32x4)(magnitude | 0x7f800000);
  const F32x4 value = select(magnitude >= 0x0f800000, infinite, moved);
  return (F32x4)((I32x4)value | (halves & 0x8000) << 16);
}

template <class Block>
struct Format;

// kOffset is added to every digit; kMost: the largest digit; kHasLeast: whether blocks have an m.
template <>
struct Format<Q4_0> {
  static constexpr int kOffset = -8, kMost = 15;
  static constexpr bool kHasLeast = false;
};
template <>
struct Format<Q4_1> {
  static constexpr int kOffset = 0, kMost = 15;
  static constexpr bool kHasLeast = true;
};
template <>
struct Format<Q8_0> {
  static constexpr int kOffset = 0, kMost = 128;  // and with a sign
  static constexpr bool kHasLeast = false;
};

template <class Block>
F32x4 scales_of(Side<Block> side) {
  return floats_of(side[0]->d, side[1]->d, side[2]->d, side[3]->d);
}
template <class Block>
F32x4 least_of(Side<Block> side) {
  if constexpr (Format<Block>::kHasLeast)
    return floats_of(side[0]->m, side[1]->m, side[2]->m, side[3]->m);
  else
    return splat(0);
}

// sum += sum of the block, weighed.
template <class Block>
[[gnu::always_inline]] inline F32x4 add_block(F32x4 sum, I32x4 products, F32x4 scales, F32x4 least,
                                              const QuantisedBlock& x) {
  sum += __builtin_convertvector(products, F32x4) * (scales * load_splat(&x.scale));
  if constexpr (Format<Block>::kHasLeast) sum += least * load_splat(&x.scaled_sum);
  return sum;
}

template <class Block>
I32x4 offset_of(const QuantisedBlock& x) {
  const std::int32_t offset = Format<Block>::kOffset * x.sum;
  return I32x4{offset, offset, offset, offset};
}

// ---- sums of a block: pairs of 16 bits, or quads of 8 ------------------------------------------------------------

// A step multiplies one word of x, of kCount numbers, with the words of kSide outputs.
struct Pairs {
  static constexpr int kCount = 2;
  static const void* words(const QuantisedBlock& x) { return x.wide; }
  static I32x4 dot(I32x4 x, I32x4 w, I32x4 sum) { return dot_pairs((I16x8)x, (I16x8)w, sum); }
  // The words of sixteen digits, four to a vector.
  static void unpack(I8x16 digits, I32x4* out) {
    const Wide wide = widen(digits);
    out[0] = (I32x4)wide.low, out[1] = (I32x4)wide.high;
  }
};
struct Quads {
  static constexpr int kCount = 4;
  static const void* words(const QuantisedBlock& x) { return x.narrow; }
  static I32x4 dot(I32x4 x, I32x4 w, I32x4 sum) { return dot_quads((I8x16)x, (I8x16)w, sum); }
  static void unpack(I8x16 digits, I32x4* out) { out[0] = (I32x4)digits; }
};

template <class Steps>
inline constexpr int kVectorsOf = 4 / Steps::kCount;

// ---- a few rows of x ---------------------------------------------------------------------------------------------

// The sum of a block's products, in any lanes.
template <class Steps>
[[gnu::always_inline]] inline I32x4 dot_block(const Digits& w, const QuantisedBlock& x) {
  constexpr int kVectors = kVectorsOf<Steps>;
  I32x4 words[2 * kVectors], sum = {};
  Steps::unpack(w.low, words);
  Steps::unpack(w.high, words + kVectors);
#pragma unroll
  for (int n = 0; n < 2 * kVectors; ++n) {
    const auto* from = static_cast<const std::uint8_t*>(Steps::words(x)) + 16 * n;
    sum = Steps::dot(load_as<I32x4>(from), words[n], sum);
  }
  return sum;
}

// kSide outputs of one row of x, without the bias.
template <class Block, class Steps>
[[gnu::noinline]] void multiply_side(const Block* const (&rows)[kSide], std::ptrdiff_t blocks,
                                     const QuantisedBlock* x, float* y) {
  const I32x4 nibbles = nibble_mask();
  F32x4 sum = splat(0);
  for (std::ptrdiff_t n = 0; n < blocks; ++n) {
    const Block* const side[kSide] = {rows[0] + n, rows[1] + n, rows[2] + n, rows[3] + n};
    I32x4 a = dot_block<Steps>(digits_of(*side[0], nibbles), x[n]);
    I32x4 b = dot_block<Steps>(digits_of(*side[1], nibbles), x[n]);
    I32x4 c = dot_block<Steps>(digits_of(*side[2], nibbles), x[n]);
    I32x4 d = dot_block<Steps>(digits_of(*side[3], nibbles), x[n]);
    transpose(a, b, c, d);
    const I32x4 products = ((a + b) + (c + d)) + offset_of<Block>(x[n]);
    sum = add_block<Block>(sum, products, scales_of<Block>(side), least_of<Block>(side), x[n]);
  }
  store(y, sum);
}

// ---- more rows of x ----------------------------------------------------------------------------------------------

// A block of a panel: the words of each step, of kGroups groups of outputs side by side.
template <class Steps>
struct PanelBlock {
  static constexpr int kSteps = static_cast<int>(kBlock) / Steps::kCount;
  float scales[kPanel], least[kPanel];
  std::int32_t words[kSteps][kGroups][kSide];
};

static_assert(sizeof(PanelBlock<Quads>) < sizeof(PanelBlock<Pairs>));  // scratch memory has room

template <class Block, class Steps>
void unpack(const Block* const (&rows)[kPanel], std::ptrdiff_t blocks, PanelBlock<Steps>* out) {
  constexpr int kVectors = 2 * kVectorsOf<Steps>;
  const I32x4 nibbles = nibble_mask();
  for (std::ptrdiff_t n = 0; n < blocks; ++n) {
    for (int group = 0; group < kGroups; ++group) {
      const Block* side[kSide];
      I32x4 words[kSide][kVectors];
      for (int o = 0; o < kSide; ++o) {
        side[o] = rows[group * kSide + o] + n;
        const Digits digits = digits_of(*side[o], nibbles);
        Steps::unpack(digits.low, words[o]);
        Steps::unpack(digits.high, words[o] + kVectorsOf<Steps>);
      }
      const Block* const same[kSide] = {side[0], side[1], side[2], side[3]};
      store(out[n].scales + group * kSide, scales_of<Block>(same));
      store(out[n].least + group * kSide, least_of<Block>(same));
      for (int v = 0; v < kVectors; ++v) {
        transpose(words[0][v], words[1][v], words[2][v], words[3][v]);
        for (int step = 0; step < kSide; ++step)
          store(out[n].words[kSide * v + step][group], words[step][v]);
      }
    }
  }
}

// A panel of outputs of some rows of x, `blocks` apart, without the bias.
template <class Block, class Steps, int kCount>
[[gnu::noinline]] void multiply_tile(const PanelBlock<Steps>* panel, std::ptrdiff_t blocks,
                                     const QuantisedBlock* x, float* y) {
  for (int at = 0; at < kCount * kPanel; at += kSide) store(y + at, splat(0));
  for (std::ptrdiff_t n = 0; n < blocks; ++n, ++panel, ++x) {
    I32x4 sums[kCount][kGroups];
    const std::uint8_t* words[kCount];
#pragma unroll
    for (int i = 0; i < kCount; ++i) {
      words[i] = static_cast<const std::uint8_t*>(Steps::words(x[i * blocks]));
#pragma unroll
      for (int g = 0; g < kGroups; ++g) sums[i][g] = offset_of<Block>(x[i * blocks]);
    }
#pragma unroll 4
    for (int step = 0; step < PanelBlock<Steps>::kSteps; ++step) {
      I32x4 w[kGroups];
#pragma unroll
      for (int g = 0; g < kGroups; ++g) w[g] = load_as<I32x4>(panel->words[step][g]);
#pragma unroll
      for (int i = 0; i < kCount; ++i) {
        const I32x4 word = load_splat_word(words[i] + 4 * step);
#pragma unroll
        for (int g = 0; g < kGroups; ++g) sums[i][g] = Steps::dot(word, w[g], sums[i][g]);
      }
    }
#pragma unroll
    for (int g = 0; g < kGroups; ++g) {
      const F32x4 scales = load(panel->scales + g * kSide), least = load(panel->least + g * kSide);
#pragma unroll
      for (int i = 0; i < kCount; ++i) {
        float* own = y + i * kPanel + g * kSide;
        store(own, add_block<Block>(load(own), sums[i][g], scales, least, x[i * blocks]));
      }
    }
  }
}

template <class Steps>
using TileKernel = void (*)(const PanelBlock<Steps>*, std::ptrdiff_t, const QuantisedBlock*,
                            float*);

template <class Block, class Steps, int... kBefore>
TileKernel<Steps> tile_of(std::int64_t rows, std::integer_sequence<int, kBefore...>) {
  static constexpr TileKernel<Steps> kKernels[] = {multiply_tile<Block, Steps, kBefore + 1>...};
  return kKernels[rows - 1];
}

// Rows first <= o < first + kCount of w; rows after the last are the last.
template <class Block, int kCount>
struct Rows {
  const Block* at[kCount];

  Rows(const Block* w, std::int64_t first, std::int64_t outputs, std::int64_t blocks) {
    for (int o = 0; o < kCount; ++o)
      at[o] = w + static_cast<std::ptrdiff_t>(std::min(first + o, outputs - 1) * blocks);
  }
};

template <class Block, class Steps>
void multiply_by(const StoredRows<Block>& w, std::int64_t outputs, const QuantisedBlock* x,
                 std::int64_t rows, const float* bias, std::uint8_t* scratch, float* y,
                 std::int64_t y_stride) {
  const std::int64_t blocks = w.blocks;
  const auto depth = static_cast<std::ptrdiff_t>(blocks);
  alignas(16) float sums[kRows * kPanel];
  const auto put = [&](std::int64_t row, std::int64_t first, const float* from, std::int64_t side) {
    const std::int64_t count = std::min(side, outputs - first);
    float* to = y + row * y_stride + first;
    for (std::int64_t o = 0; o < count; ++o) to[o] = from[o] + (bias ? bias[first + o] : 0);
  };
  if (rows < kUnpackFrom) {
    for (std::int64_t first = 0; first < outputs; first += kSide) {
      const Rows<Block, kSide> side(w.data, first, outputs, blocks);
      read_ahead(side.at[0], kSide * depth * static_cast<std::ptrdiff_t>(sizeof(Block)), w.end);
      for (std::int64_t i = 0; i < rows; ++i) {
        multiply_side<Block, Steps>(side.at, depth, x + i * blocks, sums);
        put(i, first, sums, kSide);
      }
    }
    return;
  }
  auto* panel = reinterpret_cast<PanelBlock<Steps>*>(scratch);
  for (std::int64_t first = 0; first < outputs; first += kPanel) {
    unpack<Block>(Rows<Block, kPanel>(w.data, first, outputs, blocks).at, depth, panel);
    for (std::int64_t i = 0; i < rows; i += kRows) {
      const std::int64_t count = std::min<std::int64_t>(kRows, rows - i);
      tile_of<Block, Steps>(count, std::make_integer_sequence<int, kRows>{})(panel, depth,
                                                                             x + i * blocks, sums);
      for (std::int64_t row = 0; row < count; ++row)
        put(i + row, first, sums + row * kPanel, kPanel);
    }
  }
}

// Node 20, which has relaxed SIMD behind a flag, reads the operands of dot_quads in an earlier order.
[[maybe_unused]] bool reads_quads() {
  volatile std::int8_t minus = -1, most = 127;  // wasm-opt 120 fails at constants
  return dot_quads(I8x16{} + minus, I8x16{} + most, I32x4{})[0] == -4 * 127;
}

}  // namespace

void quantise(const float* x, std::int64_t first, std::int64_t count, QuantisedBlock* out) {
  constexpr float kNearest = 0x1.8p23f;  // what is added to it is rounded to a whole number
  x += first * kBlock;
  for (std::int64_t n = first; n < first + count; ++n, x += kBlock) {
    QuantisedBlock& block = out[n];
    I32x4 most = {};
    for (int k = 0; k < kBlock; k += kLanes) {
      const I32x4 magnitude = (I32x4)load(x + k) & 0x7fffffff;
      most = magnitude > most ? magnitude : most;
    }
    const std::int32_t largest = std::max({most[0], most[1], most[2], most[3]});
    const bool irregular = largest >= 0x7f800000, none = largest < (27 << 23);  // 2^-100
    const float magnitude = float_of(static_cast<std::uint32_t>(largest));
    const float scale = irregular ? std::numeric_limits<float>::quiet_NaN() : magnitude / 127;
    const float inverse = 127 / magnitude;
    block.scale = none ? 0 : scale;
    std::int32_t sum = 0;
    for (int k = 0; k < kBlock; ++k) {
      const float moved = x[k] * inverse + kNearest;
      const std::int32_t rounded = irregular || none ? 0
                                                     : std::bit_cast<std::int32_t>(moved) -
                                                           std::bit_cast<std::int32_t>(kNearest);
      block.wide[k] = static_cast<std::int16_t>(rounded);
      block.narrow[k] = static_cast<std::int8_t>(rounded);
      sum += rounded;
    }
    block.sum = sum;
    block.scaled_sum = block.scale * static_cast<float>(sum);
  }
}

std::int64_t int8_scratch(std::int64_t blocks) {
  return blocks * static_cast<std::int64_t>(sizeof(PanelBlock<Pairs>));
}

template <class Block>
void multiply_int8(const StoredRows<Block>& w, std::int64_t outputs, const QuantisedBlock* x,
                   std::int64_t rows, const float* bias, std::uint8_t* scratch, float* y,
                   std::int64_t y_stride) {
  if constexpr (kHasDotQuads && Format<Block>::kMost <= 127) {
    if (reads_quads())
      return multiply_by<Block, Quads>(w, outputs, x, rows, bias, scratch, y, y_stride);
  }
  multiply_by<Block, Pairs>(w, outputs, x, rows, bias, scratch, y, y_stride);
}

#define HEADWISE_INSTANTIATE(Block)                                                          \
  template void multiply_int8(const StoredRows<Block>&, std::int64_t, const QuantisedBlock*, \
                              std::int64_t, const float*, std::uint8_t*, float*, std::int64_t);
HEADWISE_INSTANTIATE(Q4_0)
HEADWISE_INSTANTIATE(Q4_1)
HEADWISE_INSTANTIATE(Q8_0)

}  // namespace headwise
