// Tests the parts of a transformer, each against its formula in double: activations, norms, the
// loss, optimisers and schedules, embeddings.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/base/error.h"
#include "core/nn/activation.h"
#include "core/nn/layer_norm.h"
#include "kernels/activations.h"
#include "kernels/rows.h"
#include "random_values.h"
#include "transformer/cross_entropy.h"
#include "transformer/embedding.h"
#include "transformer/optimizer.h"

namespace headwise {
namespace {

TEST(Rows, AddInFourLanes) {
  for (const std::int64_t size : {0, 1, 3, 4, 7, 64, 65}) {
    const auto a = random_values<float>(size, 1), b = random_values<float>(size, 2);
    float sums[4] = {}, products[4] = {};
    for (std::int64_t j = 0; j < size; ++j) {
      sums[j % 4] += a[j];
      products[j % 4] += a[j] * b[j];
    }
    EXPECT_EQ(sum_row(a.data(), size), (sums[0] + sums[1]) + (sums[2] + sums[3]));
    EXPECT_EQ(dot_row(a.data(), b.data(), size),
              (products[0] + products[1]) + (products[2] + products[3]));
  }
}

// Value and slope of a row function against the same in double, over the whole range of floats that
// matter and beyond; lanes and the rest of a row alike. The argument of the exponential has `roundings`
// roundings, which it multiplies.
template <class Row, class SlopeRow, class Exact>
void expect_near_exact(Row row, SlopeRow slope_row, double roundings, Exact exact) {
  std::vector<float> x;
  for (double at = -15; at <= 15; at += 0.0037) x.push_back(static_cast<float>(at));
  const auto size = static_cast<std::int64_t>(x.size());
  const std::vector<float> ones(x.size(), 1);
  std::vector<float> y(x.size()), slope(x.size());
  row(x.data(), size, y.data());
  slope_row(x.data(), ones.data(), size, slope.data());
  for (std::int64_t j = 0; j < size; ++j) {
    const auto [value, derivative] = exact(double{x[j]});
    const double units = 4 + roundings * std::max(0.0, std::log(x[j] / value));
    ASSERT_NEAR(y[j], value, units * 0x1p-23 * std::abs(value) + 1e-34) << x[j];
    ASSERT_NEAR(slope[j], derivative, 1e-6) << x[j];
  }
  for (std::int64_t rest = 1; rest < 4; ++rest) {
    float last[3];
    row(x.data() + 5, rest, last);
    for (std::int64_t j = 0; j < rest; ++j) EXPECT_EQ(last[j], y[5 + j]);
  }
}

TEST(Gelu, IsExact) {
  expect_near_exact(gelu_row<float>, gelu_gradient_row<float>, 1, [](double x) {
    const double cumulative = 0.5 * std::erfc(-x / std::sqrt(2.0));
    const double density = std::exp(-0.5 * x * x) / std::sqrt(2 * std::acos(-1.0));
    return std::pair(x * cumulative, cumulative + x * density);
  });
}

TEST(Gelu, IsTheTanhFormula) {
  expect_near_exact(gelu_tanh_row<float>, gelu_tanh_gradient_row<float>, 2, [](double x) {
    const double scale = std::sqrt(2 / std::acos(-1.0));
    const double u = scale * (x + 0.044715 * x * x * x), t = std::tanh(u);
    const double slope = scale * (1 + 3 * 0.044715 * x * x);
    // (1 + tanh u) / 2 without its loss of digits far below 0
    return std::pair(x / (1 + std::exp(-2 * u)), 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * slope);
  });
}

TEST(Swish, IsExact) {
  for (const double steepness : {1.0, 1.702}) {
    expect_near_exact(
        [=](const float* x, std::int64_t size, float* y) { swish_row(x, steepness, size, y); },
        [=](const float* x, const float* dy, std::int64_t size, float* dx) {
          swish_gradient_row(x, steepness, dy, size, dx);
        },
        1,
        [=](double x) {
          const double s = 1 / (1 + std::exp(-steepness * x));
          return std::pair(x * s, s + x * steepness * s * (1 - s));
        });
  }
}

TEST(Activation, OfInfinityIsWhatItTendsTo) {
  const float x = std::numeric_limits<float>::infinity();
  for (int kind = 0; kind <= static_cast<int>(Activation::kTanh); ++kind) {
    const auto activation = static_cast<Activation>(kind);
    float y = 0;
    activate_row(activation, &x, 1, &y);
    EXPECT_EQ(y, activation == Activation::kTanh ? 1 : x) << kind;
  }
}

TEST(Activation, KeepsNaN) {
  const float x = std::numeric_limits<float>::quiet_NaN();
  for (int kind = 0; kind <= static_cast<int>(Activation::kTanh); ++kind) {
    float y = 0;
    activate_row(static_cast<Activation>(kind), &x, 1, &y);
    EXPECT_TRUE(std::isnan(y)) << kind;
  }
}

TEST(LayerNorm, HasMeanBetaAndDeviationGamma) {
  const std::int64_t width = 13;
  auto x = random_values<float>(2 * width, 3);
  std::fill_n(x.begin() + width, width, 2.5f);  // no deviation at all
  const std::vector<float> gamma(width, 3), beta(width, -1);
  std::vector<float> y(2 * width), stats(4);
  LayerNorm<float>{width, 1e-5, gamma.data(), beta.data()}.forward(x.data(), 2, y.data(),
                                                                   stats.data());
  double mean = 0, variance = 0;
  for (std::int64_t d = 0; d < width; ++d) mean += y[d] / static_cast<double>(width);
  for (std::int64_t d = 0; d < width; ++d)
    variance += (y[d] - mean) * (y[d] - mean) / static_cast<double>(width);
  EXPECT_NEAR(mean, -1, 1e-6);
  EXPECT_NEAR(std::sqrt(variance), 3, 1e-3);
  for (std::int64_t d = 0; d < width; ++d) EXPECT_EQ(y[width + d], -1);
}

TEST(CrossEntropy, IsTheNegativeLogOfTheTargetsShare) {
  std::vector<double> logits = {1, -2, 0.5, 3};
  double sum = 0;
  for (const double x : logits) sum += std::exp(x);
  const auto before = logits;
  const RowLoss<double> row = cross_entropy<double>(logits.data(), 4, 2, 0.25);
  EXPECT_NEAR(row.loss, std::log(sum) - 0.5, 1e-15);
  EXPECT_FALSE(row.correct);
  for (int j = 0; j < 4; ++j)
    EXPECT_NEAR(logits[j], 0.25 * (std::exp(before[j]) / sum - (j == 2)), 1e-15);
  std::vector<float> tie = {2, 2, 1};
  EXPECT_TRUE(cross_entropy<float>(tie.data(), 3, 0, 1).correct);
  tie = {2, 2, 1};
  EXPECT_FALSE(cross_entropy<float>(tie.data(), 3, 1, 1).correct);
}

TEST(CrossEntropy, OfLargeLogitsIsFiniteAndOfNaNIsNaN) {
  std::vector<float> logits = {3e38f, -3e38f, 0};
  EXPECT_EQ(cross_entropy<float>(logits.data(), 3, 0, 1).loss, 0);
  std::vector<float> nan = {1, std::numeric_limits<float>::quiet_NaN(), 0};
  EXPECT_TRUE(std::isnan(cross_entropy<float>(nan.data(), 3, 0, 1).loss));
}

TEST(Embedding, AddsTheRowsOfItsTables) {
  const std::vector<double> tokens = {1, 2, 3, 4, 5, 6}, positions = {10, 20, 30, 40};
  const Embedding<double> embedding{2, 3, 2, tokens.data(), positions.data()};
  const std::int32_t ids[] = {2, 0, 2, 1};
  std::vector<double> x(8);
  embedding.forward(ids, 0, 4, x.data());
  EXPECT_EQ(x, (std::vector<double>{15, 26, 31, 42, 15, 26, 33, 44}));
  std::vector<double> dtokens(6), dpositions(4), strip(2);
  for (const std::int64_t d : {0, 1})
    embedding.backward(ids, x.data(), 4, d, d + 1, dtokens.data(), dpositions.data());
  EXPECT_EQ(dtokens, (std::vector<double>{31, 42, 33, 44, 30, 52}));
  EXPECT_EQ(dpositions, (std::vector<double>{30, 52, 64, 86}));
  embedding.forward(ids + 3, 3, 1, strip.data());  // a strip's rows keep their positions
  EXPECT_EQ(strip, (std::vector<double>{33, 44}));
}

// Three steps of each optimiser on two numbers, by its formula.
TEST(Optimizer, FollowsItsFormula) {
  for (const OptimizerKind kind :
       {OptimizerKind::kSgd, OptimizerKind::kAdam, OptimizerKind::kAdamw}) {
    OptimizerConfig c;
    c.kind = kind;
    c.learning_rate = 0.05;
    c.momentum = 0.9;
    c.weight_decay = 0.1;
    c.clip_norm = 1;
    std::vector<double> p = {0.5, -1.5}, expected = p, first(2), second(2), m(2), v(2);
    for (int step = 1; step <= 3; ++step) {
      const std::vector<double> gradient = {0.3 * step, -2.0 / step};
      const double norm = std::sqrt(sum_of_squares(gradient.data(), 2));
      EXPECT_NEAR(norm, std::hypot(gradient[0], gradient[1]), 1e-15);
      const double factor = norm > 1 ? 1 / (norm + 1e-6) : 1;
      Update<double>(c, step, c.clip_factor(norm))
          .apply(2, gradient.data(), first.data(), second.data(), p.data());
      for (int j = 0; j < 2; ++j) {
        double g = gradient[j] * factor;
        if (kind != OptimizerKind::kAdamw) g += 0.1 * expected[j];
        if (kind == OptimizerKind::kSgd) {
          m[j] = 0.9 * m[j] + g;
          expected[j] -= 0.05 * m[j];
          continue;
        }
        if (kind == OptimizerKind::kAdamw) expected[j] -= 0.05 * 0.1 * expected[j];
        m[j] = 0.9 * m[j] + 0.1 * g;
        v[j] = 0.999 * v[j] + 0.001 * g * g;
        const double m_hat = m[j] / (1 - std::pow(0.9, step));
        const double v_hat = v[j] / (1 - std::pow(0.999, step));
        expected[j] -= 0.05 * m_hat / (std::sqrt(v_hat) + 1e-8);
      }
      for (int j = 0; j < 2; ++j) ASSERT_NEAR(p[j], expected[j], 1e-14) << step;
    }
  }
}

TEST(Optimizer, WarmsUpAndCoolsDown) {
  OptimizerConfig c;
  c.learning_rate = 8;
  c.warm_up = 4;
  EXPECT_EQ(c.rate_at(1), 2);
  EXPECT_EQ(c.rate_at(4), 8);
  EXPECT_EQ(c.rate_at(100), 8);
  c.schedule = Schedule::kCosine;
  c.steps = 24;
  c.final_share = 0.25;
  EXPECT_EQ(c.rate_at(3), 6);
  EXPECT_NEAR(c.rate_at(14), 5, 1e-15);
  EXPECT_EQ(c.rate_at(24), 2);
  EXPECT_EQ(c.rate_at(1000), 2);
}

TEST(Optimizer, RefusesNumbersOutOfRange) {
  const auto refused = [](auto change) {
    OptimizerConfig c;
    change(c);
    EXPECT_THROW(c.validate(), InvalidArgument);
  };
  OptimizerConfig().validate();
  refused([](auto& c) { c.learning_rate = -1; });
  refused([](auto& c) { c.learning_rate = std::numeric_limits<double>::infinity(); });
  refused([](auto& c) { c.momentum = 1; });
  refused([](auto& c) { c.beta1 = -0.1; });
  refused([](auto& c) { c.beta2 = 1; });
  refused([](auto& c) { c.epsilon = -1; });
  refused([](auto& c) { c.weight_decay = -1; });
  refused([](auto& c) { c.clip_norm = -1; });
  refused([](auto& c) { c.warm_up = -1; });
  refused([](auto& c) { c.steps = -1; });
  refused([](auto& c) { c.final_share = 2; });
}

}  // namespace
}  // namespace headwise
