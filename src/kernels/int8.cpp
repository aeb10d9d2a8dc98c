// The products of int8.h: a few rows of x with the weights as stored, more rows with panels of weights that are unpacked once.
// Both give the same bits.
#include "kernels/int8.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

#include "kernels/digits.h"
#include "kernels/read_ahead.h"
#include "kernels/simd.h"

namespace headwise {
namespace {

using namespace simd;

// Outputs that are computed side by side, one in each lane.
constexpr int kSide = kLanes;
// Sides of a panel.
constexpr int kSides = 2;
constexpr int kPanel = kSides * kSide;
// Rows of x of a tile: eight sums, two vectors of weights and one of x stay in registers.
constexpr int kRows = 4;
// Rows of x from which unpacking is faster.
constexpr std::int64_t kUnpackFrom = 3;

// ---- formats ---------------------------------------------------------------------------------------------------

// The same place of `kSide` rows.
template <class Block>
using Side = const Block* (&)[kSide];

// How sums are weighed. kHasLeast: there is an m. kHasHalves: each half of a group has a scale of its own, a whole number, and an m
// of its own.
template <bool kLeast, bool kHalves = false>
struct Form {
  static constexpr bool kHasLeast = kLeast, kHasHalves = kHalves;
};

// kOffset is added to every digit; kMost: the largest digit.
template <int kAdded, int kLargest, class HasForm>
struct FormatOf {
  static constexpr int kOffset = kAdded, kMost = kLargest;
  using Form = HasForm;
};
template <class Block>
struct Format;
template <>
struct Format<Q8_0> : FormatOf<0, 128, Form<false>> {};  // and with a sign
template <>
struct Format<Q4_0> : FormatOf<-8, 15, Form<false>> {};
template <>
struct Format<Q4_1> : FormatOf<0, 15, Form<true>> {};
template <>
struct Format<Q5_0> : FormatOf<-16, 31, Form<false>> {};
template <>
struct Format<Q5_1> : FormatOf<0, 31, Form<true>> {};
template <>
struct Format<Q2_K> : FormatOf<0, 3, Form<true, true>> {};
template <>
struct Format<Q3_K> : FormatOf<-4, 7, Form<false, true>> {};
template <>
struct Format<Q4_K> : FormatOf<0, 15, Form<true>> {};
template <>
struct Format<Q5_K> : FormatOf<0, 31, Form<true>> {};
template <>
struct Format<Q6_K> : FormatOf<-32, 63, Form<false, true>> {};
template <>
struct Format<IQ4_NL> : Format<Q8_0> {};
template <>
struct Format<IQ4_XS> : Format<Q8_0> {};

template <class Block>
using FormOf = typename Format<Block>::Form;

// d and m of the groups of four blocks: of one block in each lane.
template <class Block>
class SideScales {
 public:
  explicit SideScales(Side<Block> side) {
    if constexpr (kOwn) {
      const Scales rows[kSide] = {Scales(*side[0]), Scales(*side[1]), Scales(*side[2]),
                                  Scales(*side[3])};
      for (int j = 0; j < kGroupsOf<Block>; j += kSide) {
        put(rows[0].s + j, rows[1].s + j, rows[2].s + j, rows[3].s + j, scales_ + j);
        if constexpr (kHasLeast)
          put(rows[0].t + j, rows[1].t + j, rows[2].t + j, rows[3].t + j, least_ + j);
      }
    } else {
      const I32x4 words = {word_of(*side[0]), word_of(*side[1]), word_of(*side[2]),
                           word_of(*side[3])};
      scales_[0] = halves_to_floats(words);
      if constexpr (kHasLeast && !kHasHalves) least_[0] = halves_to_floats(words >> 16);
    }
    if constexpr (kHasHalves)
      for (int o = 0; o < kSide; ++o) halves_[o] = half_scales(*side[o]);
    if constexpr (kHasLeast && kHasHalves) {
      float rows[kSide][kLeasts];
      for (int o = 0; o < kSide; ++o)
        put_products(half_least(*side[o]), -half_to_float(side[o]->m), rows[o]);
      for (int j = 0; j < kLeasts; j += kSide)
        put(rows[0] + j, rows[1] + j, rows[2] + j, rows[3] + j, least_ + j);
    }
  }
  F32x4 scales(int group) const { return scales_[kOwn ? group : 0]; }
  // m of a group, or of its halves.
  const F32x4* least(int group) const { return least_ + (kHasHalves ? 2 : kOwn ? 1 : 0) * group; }
  // The scales of the halves of a group of block `o`.
  const std::int8_t* halves(int o, int group) const { return halves_[o].data() + 2 * group; }

 private:
  static constexpr bool kHasLeast = FormOf<Block>::kHasLeast,
                        kHasHalves = FormOf<Block>::kHasHalves;
  // Whether each group has its own.
  static constexpr bool kOwn = kGroupsOf<Block> > 1 && !kHasHalves;
  static constexpr int kCount = kOwn ? kGroupsOf<Block> : 1;
  static constexpr int kLeasts = kHasHalves ? 2 * kGroupsOf<Block> : kCount;

  // d in the lower half, and where there is an m, that in the upper one. A load of four bytes goes into a lane at once.
  static std::int32_t word_of(const Block& block) {
    if constexpr (kHasHalves && !kHasLeast)  // d is at the end
      return load_as<std::int32_t>(block.scales + sizeof block.scales - sizeof(Half)) >> 16;
    else
      return load_as<std::int32_t>(&block.d);
  }
  static void put(const float* a, const float* b, const float* c, const float* d, F32x4* out) {
    out[0] = load(a), out[1] = load(b), out[2] = load(c), out[3] = load(d);
    transpose(out[0], out[1], out[2], out[3]);
  }

  F32x4 scales_[kCount], least_[kLeasts];
  HalfNumbers halves_[kSide];
};

// sum += sum of the group, weighed.
template <class Form>
[[gnu::always_inline]] inline F32x4 add_group(F32x4 sum, I32x4 products, F32x4 scales,
                                              const F32x4* least, const QuantisedBlock& x) {
  sum += __builtin_convertvector(products, F32x4) * (scales * load_splat(&x.scale));
  if constexpr (Form::kHasLeast && Form::kHasHalves)
    for (int half = 0; half < 2; ++half)
      sum += least[half] * splat(x.scale * static_cast<float>(x.sums[half]));
  else if constexpr (Form::kHasLeast)
    sum += *least * load_splat(&x.scaled_sum);
  return sum;
}

// The part of a group's sum that comes from the offset of the digits.
std::int32_t offset_of(const QuantisedBlock& x, int offset) {
  return offset * (x.sums[0] + x.sums[1]);
}

I32x4 splat_word(std::int32_t word) { return I32x4{word, word, word, word}; }

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

// sum + the products of sixteen numbers, in any lanes.
template <class Steps>
[[gnu::always_inline]] inline I32x4 dot_half(I32x4 sum, I32x4 digits, const QuantisedBlock& x,
                                             int half) {
  constexpr int kVectors = kVectorsOf<Steps>;
  I32x4 words[kVectors];
  Steps::unpack((I8x16)digits, words);
#pragma unroll
  for (int n = 0; n < kVectors; ++n) {
    const auto* from = static_cast<const std::uint8_t*>(Steps::words(x));
    sum = Steps::dot(load_as<I32x4>(from + 16 * (kVectors * half + n)), words[n], sum);
  }
  return sum;
}

// The sum of group `group` of a block, in any lanes; without the offset, unless its halves have scales. It stays below 2^24, so
// its conversion to a float is exact, too. scales: of the halves.
template <class Block, class Steps>
[[gnu::always_inline]] inline I32x4 dot_group(const std::int8_t* scales, const Digits& w,
                                              const QuantisedBlock& x) {
  if constexpr (FormOf<Block>::kHasHalves) {
    I32x4 halves[2];
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const I32x4 offset = {Format<Block>::kOffset * x.sums[half]};
      halves[half] = dot_half<Steps>(offset, half == 0 ? w.low : w.high, x, half);
    }
    return halves[0] * splat_word(scales[0]) + halves[1] * splat_word(scales[1]);
  } else {
    return dot_half<Steps>(dot_half<Steps>(I32x4{}, w.low, x, 0), w.high, x, 1);
  }
}

// kSide outputs of one row of x, without the bias.
template <class Block, class Steps>
[[gnu::noinline]] void multiply_side(const void* const (&from)[kSide], std::ptrdiff_t blocks,
                                     const QuantisedBlock* x, float* y) {
  const Block* rows[kSide];
  for (int o = 0; o < kSide; ++o) rows[o] = static_cast<const Block*>(from[o]);
  const DigitReader reader;
  F32x4 sum = splat(0);
  for (std::ptrdiff_t n = 0; n < blocks; ++n) {
    const Block* side[kSide] = {rows[0] + n, rows[1] + n, rows[2] + n, rows[3] + n};
    const SideScales<Block> by(side);
    for_each_group<Block>([&](auto turn, int round) {
      const int group = kTurns<Block> * round + turn();
      const auto dot = [&](int o) {
        return dot_group<Block, Steps>(by.halves(o, group),
                                       reader.template read<turn()>(*side[o], round), *x);
      };
      I32x4 a = dot(0), b = dot(1), c = dot(2), d = dot(3);
      transpose(a, b, c, d);
      I32x4 products = (a + b) + (c + d);
      if constexpr (!FormOf<Block>::kHasHalves)
        products += splat_word(offset_of(*x, Format<Block>::kOffset));
      sum = add_group<FormOf<Block>>(sum, products, by.scales(group), by.least(group), *x);
      ++x;
    });
  }
  store(y, sum);
}

// ---- more rows of x ----------------------------------------------------------------------------------------------

// The words of each step, of kSides sides of outputs.
template <class Steps>
inline constexpr int kStepsOf = static_cast<int>(kBlock) / Steps::kCount;
template <class Steps>
using PanelWords = std::int32_t[kStepsOf<Steps>][kSides][kSide];

// How many m a group has, where it has any.
template <class Form>
inline constexpr int kLeastsOf = Form::kHasHalves ? 2 : 1;

// A group of a panel.
template <int kCount>
struct Least {
  float least[kCount][kPanel];
};
struct Halves {
  std::int32_t halves[2][kPanel];
};
struct LeastHalves : Least<2>, Halves {};
template <class Form>
using PanelScales = std::conditional_t<!Form::kHasHalves, Least<1>,
                                       std::conditional_t<Form::kHasLeast, LeastHalves, Halves>>;
template <class Form, class Steps>
struct PanelGroup : PanelScales<Form> {
  float scales[kPanel];
  PanelWords<Steps> words;
};

// The digits of a group of kSide outputs, as words of a panel.
template <class Steps>
[[gnu::noinline]] void put_words(const Digits (&digits)[kSide], int side, PanelWords<Steps>& out) {
  constexpr int kVectors = kVectorsOf<Steps>;
  I32x4 words[kSide][2 * kVectors];
  for (int o = 0; o < kSide; ++o) {
    Steps::unpack((I8x16)digits[o].low, words[o]);
    Steps::unpack((I8x16)digits[o].high, words[o] + kVectors);
  }
  for (int v = 0; v < 2 * kVectors; ++v) {
    transpose(words[0][v], words[1][v], words[2][v], words[3][v]);
    for (int step = 0; step < kSide; ++step) store(out[kSide * v + step][side], words[step][v]);
  }
}

template <class Block, class Steps>
[[gnu::noinline]] void unpack(const void* const (&from)[kPanel], std::ptrdiff_t blocks,
                              std::uint8_t* scratch) {
  auto* out = reinterpret_cast<PanelGroup<FormOf<Block>, Steps>*>(scratch);
  const DigitReader reader;
  for (std::ptrdiff_t n = 0; n < blocks; ++n, out += kGroupsOf<Block>) {
#pragma clang loop unroll(disable)
    for (int at = 0; at < kPanel; at += kSide) {
      const Block* side[kSide];
      for (int o = 0; o < kSide; ++o) side[o] = static_cast<const Block*>(from[at + o]) + n;
      const SideScales<Block> by(side);
      for_each_group<Block>([&](auto turn, int round) {
        const int group = kTurns<Block> * round + turn();
        auto& own = out[group];
        Digits digits[kSide];
        for (int o = 0; o < kSide; ++o) {
          digits[o] = reader.template read<turn()>(*side[o], round);
          if constexpr (FormOf<Block>::kHasHalves)
            for (int half = 0; half < 2; ++half)
              own.halves[half][at + o] = by.halves(o, group)[half];
        }
        store(own.scales + at, by.scales(group));
        if constexpr (FormOf<Block>::kHasLeast)
          for (int m = 0; m < kLeastsOf<FormOf<Block>>; ++m)
            store(own.least[m] + at, by.least(group)[m]);
        put_words<Steps>(digits, at / kSide, own.words);
      });
    }
  }
}

// Steps first <= n < end of a group.
template <class Steps, int kFirst, int kEnd, int kCount>
[[gnu::always_inline]] inline void add_steps(const PanelWords<Steps>& panel,
                                             const std::uint8_t* const (&words)[kCount],
                                             I32x4 (&sums)[kCount][kSides]) {
#pragma unroll 4
  for (int step = kFirst; step < kEnd; ++step) {
    I32x4 w[kSides];
#pragma unroll
    for (int g = 0; g < kSides; ++g) w[g] = load_as<I32x4>(panel[step][g]);
#pragma unroll
    for (int i = 0; i < kCount; ++i) {
      const I32x4 word = load_splat_word(words[i] + 4 * step);
#pragma unroll
      for (int g = 0; g < kSides; ++g) sums[i][g] = Steps::dot(word, w[g], sums[i][g]);
    }
  }
}

// A panel of outputs of some rows of x, `groups` apart, without the bias. offset: what is added to every digit.
template <class Form, class Steps, int kCount>
[[gnu::noinline]] void multiply_tile(const std::uint8_t* scratch, std::ptrdiff_t groups,
                                     const QuantisedBlock* x, int offset, float* y) {
  constexpr int kSteps = kStepsOf<Steps>;
  const auto* panel = reinterpret_cast<const PanelGroup<Form, Steps>*>(scratch);
  for (int at = 0; at < kCount * kPanel; at += kSide) store(y + at, splat(0));
  for (std::ptrdiff_t n = 0; n < groups; ++n, ++panel, ++x) {
    I32x4 sums[kCount][kSides];
    const std::uint8_t* words[kCount];
#pragma unroll
    for (int i = 0; i < kCount; ++i) {
      const QuantisedBlock& own = x[i * groups];
      words[i] = static_cast<const std::uint8_t*>(Steps::words(own));
      const std::int32_t first = Form::kHasHalves ? offset * own.sums[0] : offset_of(own, offset);
#pragma unroll
      for (int g = 0; g < kSides; ++g) sums[i][g] = splat_word(first);
    }
    if constexpr (Form::kHasHalves) {
      I32x4 second[kCount][kSides];
      add_steps<Steps, 0, kSteps / 2>(panel->words, words, sums);
#pragma unroll
      for (int i = 0; i < kCount; ++i)
#pragma unroll
        for (int g = 0; g < kSides; ++g) second[i][g] = splat_word(offset * x[i * groups].sums[1]);
      add_steps<Steps, kSteps / 2, kSteps>(panel->words, words, second);
#pragma unroll
      for (int g = 0; g < kSides; ++g) {
        const auto a = load_as<I32x4>(panel->halves[0] + g * kSide);
        const auto b = load_as<I32x4>(panel->halves[1] + g * kSide);
#pragma unroll
        for (int i = 0; i < kCount; ++i) sums[i][g] = sums[i][g] * a + second[i][g] * b;
      }
    } else {
      add_steps<Steps, 0, kSteps>(panel->words, words, sums);
    }
#pragma unroll
    for (int g = 0; g < kSides; ++g) {
      const F32x4 scales = load(panel->scales + g * kSide);
      F32x4 least[2];
      if constexpr (Form::kHasLeast)
        for (int m = 0; m < kLeastsOf<Form>; ++m) least[m] = load(panel->least[m] + g * kSide);
#pragma unroll
      for (int i = 0; i < kCount; ++i) {
        float* own = y + i * kPanel + g * kSide;
        store(own, add_group<Form>(load(own), sums[i][g], scales, least, x[i * groups]));
      }
    }
  }
}

// The kernels of one type of weights, as the driver calls them.
struct Kernels {
  std::ptrdiff_t block_bytes;
  std::int64_t groups_of_block;
  int offset;
  void (*side)(const void* const (&rows)[kSide], std::ptrdiff_t blocks, const QuantisedBlock* x,
               float* y);
  void (*unpack)(const void* const (&rows)[kPanel], std::ptrdiff_t blocks, std::uint8_t* panel);
  void (*tiles[kRows])(const std::uint8_t* panel, std::ptrdiff_t groups, const QuantisedBlock* x,
                       int offset, float* y);
};

template <class Block, class Steps, int... kBefore>
constexpr Kernels kernels_of(std::integer_sequence<int, kBefore...>) {
  return {sizeof(Block),          kGroupsOf<Block>,
          Format<Block>::kOffset, multiply_side<Block, Steps>,
          unpack<Block, Steps>,   {multiply_tile<FormOf<Block>, Steps, kBefore + 1>...}};
}
template <class Block, class Steps>
constexpr Kernels kKernels = kernels_of<Block, Steps>(std::make_integer_sequence<int, kRows>{});

// Rows first <= o < first + kCount of w; rows after the last are the last.
template <int kCount>
struct Rows {
  const void* at[kCount];

  Rows(const void* w, std::int64_t first, std::int64_t outputs, std::ptrdiff_t row_bytes) {
    for (int o = 0; o < kCount; ++o) {
      const auto row = static_cast<std::ptrdiff_t>(std::min(first + o, outputs - 1));
      at[o] = static_cast<const std::uint8_t*>(w) + row * row_bytes;
    }
  }
};

// The arguments of multiply_int8.
struct Call {
  const void* w;
  const void* end;
  std::int64_t blocks, outputs;
  const QuantisedBlock* x;
  std::int64_t rows;
  const float* bias;
  std::uint8_t* scratch;
  float* y;
  std::int64_t y_stride;
};

void multiply_by(const Kernels& by, const Call& call) {
  const auto depth = static_cast<std::ptrdiff_t>(call.blocks);
  const std::ptrdiff_t row_bytes = depth * by.block_bytes;
  const std::int64_t groups = call.blocks * by.groups_of_block, outputs = call.outputs;
  alignas(16) float sums[kRows * kPanel];
  const auto put = [&](std::int64_t row, std::int64_t first, const float* from, std::int64_t side) {
    const std::int64_t count = std::min(side, outputs - first);
    float* to = call.y + row * call.y_stride + first;
    for (std::int64_t o = 0; o < count; ++o)
      to[o] = from[o] + (call.bias ? call.bias[first + o] : 0);
  };
  if (call.rows < kUnpackFrom) {
    for (std::int64_t first = 0; first < outputs; first += kSide) {
      const Rows<kSide> side(call.w, first, outputs, row_bytes);
      read_ahead(side.at[0], kSide * row_bytes, call.end);
      for (std::int64_t i = 0; i < call.rows; ++i) {
        by.side(side.at, depth, call.x + i * groups, sums);
        put(i, first, sums, kSide);
      }
    }
    return;
  }
  for (std::int64_t first = 0; first < outputs; first += kPanel) {
    by.unpack(Rows<kPanel>(call.w, first, outputs, row_bytes).at, depth, call.scratch);
    for (std::int64_t i = 0; i < call.rows; i += kRows) {
      const std::int64_t count = std::min<std::int64_t>(kRows, call.rows - i);
      by.tiles[count - 1](call.scratch, static_cast<std::ptrdiff_t>(groups), call.x + i * groups,
                          by.offset, sums);
      for (std::int64_t row = 0; row < count; ++row)
        put(i + row, first, sums + row * kPanel, kPanel);
    }
  }
}

// Node 20, which has relaxed SIMD behind a flag, reads the operands of dot_quads in an earlier order in code that
// it has not optimised yet. So this is asked once, of the first code of all.
[[maybe_unused]] bool reads_quads() {
  static const bool does = [] {
    volatile std::int8_t minus = -1, most = 127;  // wasm-opt 120 fails at constants
    return dot_quads(I8x16{} + minus, I8x16{} + most, I32x4{})[0] == -4 * 127;
  }();
  return does;
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
    std::int32_t sums[2] = {};
    for (int k = 0; k < kBlock; ++k) {
      const float moved = x[k] * inverse + kNearest;
      const std::int32_t rounded = irregular || none ? 0
                                                     : std::bit_cast<std::int32_t>(moved) -
                                                           std::bit_cast<std::int32_t>(kNearest);
      block.wide[k] = static_cast<std::int16_t>(rounded);
      block.narrow[k] = static_cast<std::int8_t>(rounded);
      sums[k / (kBlock / 2)] += rounded;
    }
    for (int half = 0; half < 2; ++half) block.sums[half] = sums[half];
    block.scaled_sum = block.scale * static_cast<float>(sums[0] + sums[1]);
  }
}

std::int64_t int8_scratch(std::int64_t groups) {
  using Largest = PanelGroup<Form<true, true>, Pairs>;
  static_assert(sizeof(PanelGroup<Form<true>, Pairs>) < sizeof(Largest));
  static_assert(sizeof(PanelGroup<Form<true, true>, Quads>) < sizeof(Largest));
  return groups * static_cast<std::int64_t>(sizeof(Largest));
}

template <class Block>
void multiply_int8(const StoredRows<Block>& w, std::int64_t outputs, const QuantisedBlock* x,
                   std::int64_t rows, const float* bias, std::uint8_t* scratch, float* y,
                   std::int64_t y_stride) {
  const Call call = {w.data, w.end, w.blocks, outputs, x, rows, bias, scratch, y, y_stride};
  if constexpr (kHasDotQuads && Format<Block>::kMost <= 127) {
    if (reads_quads()) return multiply_by(kKernels<Block, Quads>, call);
  }
  multiply_by(kKernels<Block, Pairs>, call);
}

#define HEADWISE_INSTANTIATE(Block)                                                          \
  template void multiply_int8(const StoredRows<Block>&, std::int64_t, const QuantisedBlock*, \
                              std::int64_t, const float*, std::uint8_t*, float*, std::int64_t);
HEADWISE_QUANTISED(HEADWISE_INSTANTIATE)

}  // namespace headwise
