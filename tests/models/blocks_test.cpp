// Tests the operations of opened models against their formulas in double, and that threads change
// no bit.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "random_values.h"
#include "transformer/row_operations.h"
#include "transformer/stored_product.h"

namespace headwise {
namespace {

// Float32 weights (rows, columns).
struct Weights {
  Weights(std::int64_t rows, std::int64_t columns)
      : numbers(random_values<float>(rows * columns, 3)) {
    matrix = {StoredType::kF32, rows, columns,
              reinterpret_cast<const std::uint8_t*>(numbers.data())};
  }
  std::vector<float> numbers;
  StoredMatrix matrix;
};

std::vector<float> multiplied(const Weights& weights, const std::vector<float>& bias,
                              const std::vector<float>& x, std::int64_t rows, int threads) {
  ThreadPool pool(threads);
  std::vector<float> scratch(
      static_cast<std::size_t>(multiply_scratch(weights.matrix.columns) * pool.threads()));
  std::vector<float> y(static_cast<std::size_t>(rows * weights.matrix.rows), NAN);
  multiply(pool, weights.matrix, bias.empty() ? nullptr : bias.data(), {x.data(), nullptr, rows},
           scratch.data(), y.data());
  return y;
}

// Few rows and many, whole panels and a rest, more outputs than one task has.
TEST(Blocks, MultiplyIsTheSumOfProducts) {
  for (const std::int64_t outputs : {1, 33, 70, 300}) {
    for (const std::int64_t inputs : {1, 5, 64}) {
      for (const std::int64_t rows : {1, 2, 3, 50}) {
        const Weights weights(outputs, inputs);
        const auto bias = random_values<float>(outputs, 5),
                   x = random_values<float>(rows * inputs, 7);
        const auto y = multiplied(weights, bias, x, rows, 1);
        const auto plain = multiplied(weights, {}, x, rows, 1);
        for (std::int64_t i = 0; i < rows; ++i) {
          for (std::int64_t out = 0; out < outputs; ++out) {
            double sum = 0;
            for (std::int64_t j = 0; j < inputs; ++j)
              sum += double{x[i * inputs + j]} * weights.numbers[out * inputs + j];
            ASSERT_NEAR(plain[i * outputs + out], sum, 1e-5)
                << outputs << " " << inputs << " " << rows;
            ASSERT_NEAR(y[i * outputs + out], sum + bias[out], 1e-5);
          }
        }
        EXPECT_EQ(multiplied(weights, bias, x, rows, 3), y);
      }
    }
  }
}

TEST(Blocks, EmbedTakesRows) {
  const Weights table(5, 3);
  const std::vector<std::int32_t> ids = {4, 0, 4};
  std::vector<float> out(9);
  embed(table.matrix, ids.data(), 3, out.data());
  for (int i = 0; i < 9; ++i) EXPECT_EQ(out[i], table.numbers[ids[i / 3] * 3 + i % 3]);
}

TEST(Blocks, NormalizeHasBothForms) {
  constexpr std::int64_t kRows = 3, kWidth = 13;
  const auto x = random_values<float>(kRows * kWidth, 1);
  const auto gain = random_values<float>(kWidth, 2), shift = random_values<float>(kWidth, 3);
  for (const NormForm form : {NormForm::kLayer, NormForm::kRms}) {
    std::vector<float> y(x), plain(x);  // in place
    normalize(form, y.data(), kRows, kWidth, 0.01, gain.data(), shift.data(), y.data());
    normalize(form, plain.data(), kRows, kWidth, 0.01, nullptr, nullptr, plain.data());
    for (std::int64_t i = 0; i < kRows; ++i) {
      double mean = 0, square = 0;
      for (std::int64_t j = 0; j < kWidth; ++j) mean += x[i * kWidth + j] / double{kWidth};
      if (form == NormForm::kRms) mean = 0;
      for (std::int64_t j = 0; j < kWidth; ++j)
        square += std::pow(x[i * kWidth + j] - mean, 2) / double{kWidth};
      for (std::int64_t j = 0; j < kWidth; ++j) {
        const double expected = (x[i * kWidth + j] - mean) / std::sqrt(square + 0.01);
        EXPECT_NEAR(plain[i * kWidth + j], expected, 1e-6);
        EXPECT_NEAR(y[i * kWidth + j], expected * gain[j] + shift[j], 1e-6);
      }
    }
  }
}

TEST(Blocks, ActivateTimesAGate) {
  constexpr std::int64_t kSize = 10000;  // more than one task
  const auto x = random_values<float>(kSize, 1), gate = random_values<float>(kSize, 2);
  ThreadPool pool(2);
  for (const Activation activation : {Activation::kSilu, Activation::kRelu}) {
    std::vector<float> y(kSize), gated(kSize);
    activate(pool, activation, x.data(), nullptr, kSize, y.data());
    activate(pool, activation, x.data(), gate.data(), kSize, gated.data());
    for (std::int64_t j = 0; j < kSize; ++j) {
      const double silu = x[j] / (1 + std::exp(-double{x[j]}));
      const double expected = activation == Activation::kSilu ? silu : std::max(x[j], 0.0f);
      ASSERT_NEAR(y[j], expected, 1e-6) << j;
      ASSERT_EQ(gated[j], y[j] * gate[j]) << j;
    }
  }
}

TEST(Blocks, TurnTurnsPairsOfTheFirstNumbers) {
  constexpr std::int64_t kRows = 4, kHeads = 2, kDim = 6, kDims = 4;
  const std::vector<double> frequencies = {0.7, 0.01};
  for (const bool interleaved : {false, true}) {
    const auto x = random_values<float>(kRows * kHeads * kDim, 1);
    auto y = x;
    rotate_rows({0, interleaved, kDims, 9, 1.5}, frequencies.data(), kRows, kHeads, kDim, y.data());
    for (std::int64_t at = 0; at < kRows * kHeads; ++at) {
      const double position = static_cast<double>(9 + at / kHeads);
      const float *from = x.data() + at * kDim, *to = y.data() + at * kDim;
      for (int pair = 0; pair < 2; ++pair) {
        const int first = interleaved ? 2 * pair : pair,
                  second = interleaved ? first + 1 : first + 2;
        const double angle = position * frequencies[pair];
        const double cosine = 1.5 * std::cos(angle), sine = 1.5 * std::sin(angle);
        EXPECT_NEAR(to[first], from[first] * cosine - from[second] * sine, 1e-6);
        EXPECT_NEAR(to[second], from[second] * cosine + from[first] * sine, 1e-6);
      }
      for (std::int64_t e = kDims; e < kDim; ++e) EXPECT_EQ(to[e], from[e]);
    }
  }
}

}  // namespace
}  // namespace headwise
