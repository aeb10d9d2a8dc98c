// Tests the products of quantised weights with rows of x of 8 bits against their formula, number by number, and their distance
// from exact products.
#include "kernels/int8.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
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
    std::int32_t sum = 0;
    for (int k = 0; k < kBlock; ++k) {
      EXPECT_EQ(block.wide[k], block.narrow[k]);
      EXPECT_LE(std::abs(x[n * kBlock + k] - block.scale * block.wide[k]), block.scale * 0.50001f);
      sum += block.wide[k];
    }
    EXPECT_EQ(block.sum, sum);
    EXPECT_EQ(block.scaled_sum, block.scale * static_cast<float>(sum));
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
    EXPECT_EQ(blocks[0].sum, 0);
    EXPECT_EQ(blocks[1].sum, 127 * kBlock);
  }
  const auto tiny = quantised(std::vector<float>(kBlock, 0x1p-101f));
  EXPECT_EQ(tiny[0].scale, 0);
  EXPECT_EQ(tiny[0].wide[0], 0);
  const auto huge = quantised(std::vector<float>(kBlock, std::numeric_limits<float>::max()));
  EXPECT_EQ(huge[0].wide[31], 127);
  const auto smallest = quantised(std::vector<float>(kBlock, 0x1p-100f));
  EXPECT_EQ(smallest[0].wide[31], 127);
}

// The integers of a block.
template <class Block>
std::vector<int> digits(const Block& block) {
  std::vector<int> out(kBlock);
  for (int k = 0; k < kBlock; ++k) {
    if constexpr (sizeof block.q == kBlock)
      out[k] = block.q[k];
    else
      out[k] = k < 16 ? block.q[k] & 15 : block.q[k - 16] >> 4;
  }
  return out;
}
constexpr int offset_of(const Q4_0&) { return -8; }
template <class Block>
constexpr int offset_of(const Block&) {
  return 0;
}
float least_of(const Q4_1& block) { return half_to_float(block.m); }
template <class Block>
float least_of(const Block&) {
  return 0;
}

// Bytes at random, with scales of ordinary size and some that are infinite's neighbours, subnormal and negative.
template <class Block>
std::vector<Block> random_blocks(std::int64_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Block> blocks(static_cast<std::size_t>(count));
  for (Block& block : blocks) {
    for (auto& q : block.q) q = static_cast<std::remove_reference_t<decltype(q)>>(random());
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
using Blocks = testing::Types<Q4_0, Q4_1, Q8_0>;
TYPED_TEST_SUITE(Int8Product, Blocks);

template <class Block>
std::vector<float> product(const std::vector<Block>& w, std::int64_t outputs, std::int64_t blocks,
                           const std::vector<QuantisedBlock>& x, std::int64_t rows,
                           const float* bias) {
  std::vector<std::uint8_t> scratch(static_cast<std::size_t>(int8_scratch(blocks)));
  std::vector<float> y(static_cast<std::size_t>(rows * outputs), 7);
  multiply_int8<Block>({w.data(), blocks, w.data() + w.size()}, outputs, x.data(), rows, bias,
                       scratch.data(), y.data(), outputs);
  return y;
}

TYPED_TEST(Int8Product, IsItsFormulaForFewRowsAndMany) {
  constexpr std::int64_t kOutputs = 33, kRows = 9;
  for (const std::int64_t blocks : {1, 5}) {
    const auto w = random_blocks<TypeParam>(kOutputs * blocks, 3);
    const auto x = quantised(random_values<float>(kRows * blocks * kBlock, 5));
    const auto bias = random_values<float>(kOutputs, 7);
    std::vector<float> expected;
    for (std::int64_t i = 0; i < kRows; ++i) {
      for (std::int64_t o = 0; o < kOutputs; ++o) {
        float sum = 0;
        for (std::int64_t n = 0; n < blocks; ++n) {
          const TypeParam& block = w[o * blocks + n];
          const QuantisedBlock& numbers = x[i * blocks + n];
          std::int32_t dot = 0;
          const auto own = digits(block);
          for (int k = 0; k < kBlock; ++k) dot += (own[k] + offset_of(block)) * numbers.wide[k];
          const float scale = half_to_float(block.d) * numbers.scale;
          sum += static_cast<float>(dot) * scale;
          if constexpr (requires { block.m; }) sum += least_of(block) * numbers.scaled_sum;
        }
        expected.push_back(sum + bias[o]);
      }
    }
    for (const std::int64_t rows : {1, 2, 3, 4, 5, 9}) {
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
// exact one. Each of its four roundings to float32 adds at most 2^-24 of the sum of all |w_k x_k|.
TYPED_TEST(Int8Product, IsWithinHalfAStepOfTheExactProduct) {
  constexpr std::int64_t kOutputs = 40, kRows = 4, kBlocks = 18;
  const auto w = random_blocks<TypeParam>(kOutputs * kBlocks, 11);
  const auto x = random_values<float>(kRows * kBlocks * kBlock, 13);
  const auto blocks = quantised(x);
  const auto y = product(w, kOutputs, kBlocks, blocks, kRows, nullptr);
  double farthest = 0;
  for (std::int64_t i = 0; i < kRows; ++i) {
    for (std::int64_t o = 0; o < kOutputs; ++o) {
      double exact = 0, steps = 0, size = 0;
      for (std::int64_t n = 0; n < kBlocks; ++n) {
        const TypeParam& block = w[o * kBlocks + n];
        const double d = half_to_float(block.d), m = least_of(block);
        const auto own = digits(block);
        double weights = 0;
        for (int k = 0; k < kBlock; ++k) {
          const double digit = own[k] + offset_of(block),
                       number = x[(i * kBlocks + n) * kBlock + k];
          exact += (d * digit + m) * number;
          weights += std::abs(d * digit + m);
          size += (std::abs(d * digit) + std::abs(m)) * std::abs(number);
        }
        steps += blocks[i * kBlocks + n].scale / 2.0 * weights;
      }
      const double bound = steps * 1.0001 + 4 * kBlocks * 0x1p-24 * 1.01 * size;
      const double error = std::abs(y[i * kOutputs + o] - exact);
      ASSERT_LE(error, bound) << i << ", " << o;
      farthest = std::max(farthest, error / bound);
    }
  }
  EXPECT_GT(farthest, 0.05);  // the products are not the exact ones
}

}  // namespace
}  // namespace headwise
