// Tests the products of quantised weights with rows of x of 8 bits against their formula, number by number, and their distance
// from exact products.
#include "kernels/int8.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "random_values.h"

namespace headwise {
namespace {

std::vector<QuantisedBlock> quantised(const std::vector<float>& x) {
  std::vector<QuantisedBlock> out(x.size() / kBlock);
  quantise(x.data(), 0, static_cast<std::int64_t>(out.size()), out.data());
  return out;
}

TEST(Int8, RoundsABlockToItsLargestNumber) {
  std::vector<float> x = random_values<float>(3 * kBlock, 1);
  x[5] = -127;  // the largest of the first block
  x[6] = 2.5f;  // halves are rounded to even
  x[7] = -3.5f;
  for (int k = 0; k < kBlock; ++k) x[kBlock + k] = 0;
  const auto blocks = quantised(x);
  EXPECT_EQ(blocks[0].scale, 1);
  EXPECT_EQ(blocks[0].wide[5], -127);
  EXPECT_EQ(blocks[0].wide[6], 2);
  EXPECT_EQ(blocks[0].wide[7], -4);
  EXPECT_EQ(blocks[1].scale, 0);
  for (const QuantisedBlock& block : blocks) {
    const auto n = static_cast<std::size_t>(&block - blocks.data());
    std::int32_t sums[2] = {};
    for (int k = 0; k < kBlock; ++k) {
      EXPECT_EQ(block.wide[k], block.narrow[k]);
      EXPECT_LE(std::abs(x[n * kBlock + k] - block.scale * block.wide[k]), block.scale * 0.50001f);
      sums[k / 16] += block.wide[k];
    }
    EXPECT_EQ(block.sums[0], sums[0]);
    EXPECT_EQ(block.sums[1], sums[1]);
    EXPECT_EQ(block.scaled_sum, block.scale * static_cast<float>(sums[0] + sums[1]));
  }
}

TEST(Int8, KeepsWhatIsNotFiniteAndDropsTheTiny) {
  for (const float irregular :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
        -std::numeric_limits<float>::infinity()}) {
    std::vector<float> x(2 * kBlock, 1);
    x[9] = irregular;
    const auto blocks = quantised(x);
    EXPECT_TRUE(std::isnan(blocks[0].scale) && std::isnan(blocks[0].scaled_sum));
    EXPECT_EQ(blocks[0].sums[0], 0);
    EXPECT_EQ(blocks[1].sums[1], 127 * kBlock / 2);
  }
  const auto tiny = quantised(std::vector<float>(kBlock, 0x1p-101f));
  EXPECT_EQ(tiny[0].scale, 0);
  EXPECT_EQ(tiny[0].wide[0], 0);
  const auto huge = quantised(std::vector<float>(kBlock, std::numeric_limits<float>::max()));
  EXPECT_EQ(huge[0].wide[31], 127);
  const auto smallest = quantised(std::vector<float>(kBlock, 0x1p-100f));
  EXPECT_EQ(smallest[0].wide[31], 127);
}

// A group of 32 numbers d s_h q_k + m_h, where h is the half of number k, read by the formulas of each type.
struct Group {
  int q[kBlock], s[2] = {1, 1};
  float d, m[2] = {0, 0};
};

int nibble(const std::uint8_t* q, int k) { return k < 16 ? q[k] % 16 : q[k - 16] / 16; }
int nibble_of_group(const std::uint8_t (&q)[4][kBlock], int group, int k) {
  return group % 2 == 0 ? q[group / 2][k] % 16 : q[group / 2][k] / 16;
}
template <class Block>
void set_scales(const Block& block, int group, Group& out) {
  const std::uint8_t* s = block.scales;
  const int other = group - 4;
  out.d *= static_cast<float>(group < 4 ? s[group] % 64 : s[8 + other] % 16 + s[other] / 64 * 16);
  const float m = -half_to_float(block.m) *
                  static_cast<float>(group < 4 ? s[4 + group] % 64
                                               : s[8 + other] / 16 + s[4 + other] / 64 * 16);
  out.m[0] = out.m[1] = m;
}
void set_scales(const Q2_K& block, int group, Group& out) {
  for (int half = 0; half < 2; ++half) {
    const int both = block.scales[2 * group + half];
    out.s[half] = both % 16;
    out.m[half] = -half_to_float(block.m) * static_cast<float>(both / 16);
  }
}
void set_scales(const Q3_K& block, int group, Group& out) {
  for (int half = 0; half < 2; ++half) {
    const int at = 2 * group + half, low = block.scales[at % 8];
    out.s[half] =
        (at < 8 ? low % 16 : low / 16) + (block.scales[8 + at % 4] >> at / 4 * 2) % 4 * 16 - 32;
  }
}
void set_scales(const Q6_K& block, int group, Group& out) {
  for (int half = 0; half < 2; ++half) out.s[half] = block.scales[2 * group + half];
}
void set_scales(const IQ4_XS& block, int group, Group& out) {
  const int low = block.low[group / 2], four = group % 2 ? low / 16 : low % 16;
  out.d *= static_cast<float>(four + (block.high[group / 4] >> group % 4 * 2) % 4 * 16 - 32);
}

int digit(const Q8_0& block, int, int k) { return block.q[k]; }
int digit(const Q4_0& block, int, int k) { return nibble(block.q, k) - 8; }
int digit(const Q4_1& block, int, int k) { return nibble(block.q, k); }
template <class Block>
int five(const Block& block, int k) {
  return nibble(block.q, k) + (block.high[k / 8] >> k % 8) % 2 * 16;
}
int digit(const Q5_0& block, int, int k) { return five(block, k) - 16; }
int digit(const Q5_1& block, int, int k) { return five(block, k); }
int two_bits(const std::uint8_t (&q)[2][kBlock], int group, int k) {
  return (q[group / 4][k] >> group % 4 * 2) % 4;
}
int digit(const Q2_K& block, int group, int k) { return two_bits(block.q, group, k); }
int digit(const Q3_K& block, int group, int k) {
  return two_bits(block.q, group, k) + (block.high[k] >> group) % 2 * 4 - 4;
}
int digit(const Q4_K& block, int group, int k) { return nibble_of_group(block.q, group, k); }
int digit(const Q5_K& block, int group, int k) {
  return nibble_of_group(block.q, group, k) + (block.high[k] >> group) % 2 * 16;
}
int digit(const Q6_K& block, int group, int k) {
  const int side = group / 4, turn = group % 4;
  const int low = block.low[side][turn % 2][k];
  const int four = turn < 2 ? low % 16 : low / 16;
  return four + (block.high[side][k] >> (2 * turn)) % 4 * 16 - 32;
}

int digit(const IQ4_NL& block, int, int k) { return kLevels[nibble(block.q, k)]; }
int digit(const IQ4_XS& block, int group, int k) { return kLevels[nibble(block.q[group], k)]; }

template <class Block>
Group group_of(const Block& block, int group) {
  Group out;
  for (int k = 0; k < kBlock; ++k) out.q[k] = digit(block, group, k);
  out.d = half_to_float(block.d);
  if constexpr (kNumbersOf<Block> == kSuperBlock)
    set_scales(block, group, out);
  else if constexpr (requires { block.m; })
    out.m[0] = out.m[1] = half_to_float(block.m);
  return out;
}

// Bytes at random, with scales of ordinary size and some that are infinite's neighbours, subnormal and negative.
template <class Block>
std::vector<Block> random_blocks(std::int64_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Block> blocks(static_cast<std::size_t>(count));
  for (Block& block : blocks) {
    std::uint8_t bytes[sizeof(Block)];
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
    std::memcpy(&block, bytes, sizeof bytes);
    const auto half = [&] {
      const unsigned bits = random();
      const std::uint8_t high = bits % 16 == 0 ? 0x7b : bits % 16 == 1 ? 0 : 0x10 + bits / 16 % 16;
      return Half{{static_cast<std::uint8_t>(bits >> 8),
                   static_cast<std::uint8_t>(high | (bits >> 16 & 0x80))}};
    };
    block.d = half();
    if constexpr (requires { block.m; }) block.m = half();
  }
  return blocks;
}

template <class Block>
class Int8Product : public testing::Test {};
using Blocks =
    testing::Types<Q8_0, Q4_0, Q4_1, Q5_0, Q5_1, Q2_K, Q3_K, Q4_K, Q5_K, Q6_K, IQ4_NL, IQ4_XS>;
TYPED_TEST_SUITE(Int8Product, Blocks);

template <class Block>
inline constexpr int kGroups = static_cast<int>(kNumbersOf<Block> / kBlock);

template <class Block>
std::vector<float> product(const std::vector<Block>& w, std::int64_t outputs, std::int64_t blocks,
                           const std::vector<QuantisedBlock>& x, std::int64_t rows,
                           const float* bias) {
  std::vector<std::uint8_t> scratch(
      static_cast<std::size_t>(int8_scratch(blocks * kGroups<Block>)));
  std::vector<float> y(static_cast<std::size_t>(rows * outputs), 7);
  multiply_int8<Block>({w.data(), blocks, w.data() + w.size()}, outputs, x.data(), rows, bias,
                       scratch.data(), y.data(), outputs);
  return y;
}

TYPED_TEST(Int8Product, IsItsFormulaForFewRowsAndMany) {
  constexpr std::int64_t kOutputs = 33, kRows = 9;
  for (const std::int64_t blocks : {1, 5}) {
    const std::int64_t groups = blocks * kGroups<TypeParam>;
    const auto w = random_blocks<TypeParam>(kOutputs * blocks, 3);
    const auto x = quantised(random_values<float>(kRows * groups * kBlock, 5));
    const auto bias = random_values<float>(kOutputs, 7);
    std::vector<float> expected;
    for (std::int64_t i = 0; i < kRows; ++i) {
      for (std::int64_t o = 0; o < kOutputs; ++o) {
        float sum = 0;
        for (std::int64_t n = 0; n < groups; ++n) {
          const auto at = static_cast<int>(n % kGroups<TypeParam>);
          const Group own = group_of(w[o * blocks + n / kGroups<TypeParam>], at);
          const QuantisedBlock& numbers = x[i * groups + n];
          std::int32_t dot = 0;
          for (int k = 0; k < kBlock; ++k) dot += own.s[k / 16] * own.q[k] * numbers.wide[k];
          const float scale = own.d * numbers.scale;
          sum += static_cast<float>(dot) * scale;
          if constexpr (std::is_same_v<TypeParam, Q2_K>)
            for (int half = 0; half < 2; ++half)
              sum += own.m[half] * (numbers.scale * static_cast<float>(numbers.sums[half]));
          else if constexpr (requires(TypeParam block) { block.m; })
            sum += own.m[0] * numbers.scaled_sum;
        }
        expected.push_back(sum + bias[o]);
      }
    }
    for (const std::int64_t rows : {1, 2, 3, 4, 5, 6, 9}) {
      for (const std::int64_t outputs : {1, 3, 4, 8, 11, 33}) {
        const auto y = product(w, outputs, blocks, x, rows, bias.data());
        for (std::int64_t i = 0; i < rows; ++i) {
          for (std::int64_t o = 0; o < outputs; ++o)
            ASSERT_EQ(y[i * outputs + o], expected[i * kOutputs + o]) << rows << " x " << outputs;
        }
      }
    }
    const auto plain = product(w, kOutputs, blocks, x, 1, nullptr);
    const auto zeros = std::vector<float>(kOutputs);
    EXPECT_EQ(plain, product(w, kOutputs, blocks, x, 1, zeros.data()));
  }
}

// Each x_k is at most half a step, s / 2, from the number that is multiplied: a block is at most s / 2 sum |w_k| away from the
// exact one. Each of at most three sums of a block adds at most 2^-24 of the sum of all |w_k x_k|, and all roundings of the products
// together at most four times as much.
TYPED_TEST(Int8Product, IsWithinHalfAStepOfTheExactProduct) {
  constexpr std::int64_t kOutputs = 40, kRows = 4, kBlocks = 18 / kGroups<TypeParam> + 1;
  constexpr std::int64_t kAll = kBlocks * kGroups<TypeParam>;
  const auto w = random_blocks<TypeParam>(kOutputs * kBlocks, 11);
  const auto x = random_values<float>(kRows * kAll * kBlock, 13);
  const auto blocks = quantised(x);
  const auto y = product(w, kOutputs, kBlocks, blocks, kRows, nullptr);
  double farthest = 0;
  for (std::int64_t i = 0; i < kRows; ++i) {
    for (std::int64_t o = 0; o < kOutputs; ++o) {
      double exact = 0, steps = 0, size = 0;
      for (std::int64_t n = 0; n < kAll; ++n) {
        const auto at = static_cast<int>(n % kGroups<TypeParam>);
        const Group own = group_of(w[o * kBlocks + n / kGroups<TypeParam>], at);
        double weights = 0;
        for (int k = 0; k < kBlock; ++k) {
          const double digit = own.s[k / 16] * own.q[k], d = own.d, m = own.m[k / 16],
                       number = x[(i * kAll + n) * kBlock + k];
          exact += (d * digit + m) * number;
          weights += std::abs(d * digit + m);
          size += (std::abs(d * digit) + std::abs(m)) * std::abs(number);
        }
        steps += blocks[i * kAll + n].scale / 2.0 * weights;
      }
      const double bound = steps * 1.0001 + 4 * kAll * 0x1p-24 * 1.01 * size;
      const double error = std::abs(y[i * kOutputs + o] - exact);
      ASSERT_LE(error, bound) << i << ", " << o;
      farthest = std::max(farthest, error / bound);
    }
  }
  EXPECT_GT(farthest, 0.05);  // the products are not the exact ones
}

}  // namespace
}  // namespace headwise
