// Tests the exponential against the C library, and the softmax in its documented order.
#include "kernels/softmax.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "kernels/exp.h"
#include "random_values.h"

namespace headwise {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

TEST(Exp, IsWithinOneUnitInTheLastPlace) {
  double worst = 0;
  for (float x = 0; x > -83; x -= 0.000731f) {
    const double exact = std::exp(static_cast<double>(x));
    const float nearest = static_cast<float>(exact);
    const double unit = std::nextafter(nearest, kInfinity) - static_cast<double>(nearest);
    worst = std::max(worst, std::abs(exp_nonpositive(x) - exact) / unit);
  }
  EXPECT_LE(worst, 1.0);
  RecordProperty("worst_ulp", std::to_string(worst));
}

TEST(Exp, EndsAtZeroAndKeepsNaN) {
  EXPECT_EQ(exp_nonpositive(0.0f), 1.0f);
  EXPECT_EQ(exp_nonpositive(-83.1f), 0.0f);
  EXPECT_EQ(exp_nonpositive(-kInfinity), 0.0f);
  EXPECT_EQ(exp_nonpositive(-std::numeric_limits<float>::max()), 0.0f);
  EXPECT_TRUE(std::isnan(exp_nonpositive(kNaN)));
}

TEST(Softmax, AddsInFourLanes) {
  for (const float scale : {1.0f, 0.37f}) {
    for (int size = 1; size <= 40; ++size) {
      auto row = random_values<float>(size, 7);
      const auto before = row;
      const float max = row_max(row.data(), size) * scale;
      EXPECT_EQ(max, *std::max_element(before.begin(), before.end()) * scale);
      const auto sums = softmax_row(row.data(), size, scale, max);
      float lanes[4] = {};
      for (int j = 0; j < size; ++j) lanes[j % 4] += exp_nonpositive(before[j] * scale - max);
      const float sum = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
      EXPECT_EQ(sums.sum, sum) << size;
      for (int j = 0; j < size; ++j)
        EXPECT_EQ(row[j], exp_nonpositive(before[j] * scale - max) * (1.0f / sum)) << size;
    }
  }
}

TEST(Softmax, AddsTheExtraCellsAfterTheOthers) {
  for (int size = 1; size <= 40; ++size) {
    for (int extra = 0; extra <= std::min(size, 4); ++extra) {
      auto row = random_values<float>(size, 7);
      std::vector<float> others(row.begin(), row.end() - extra), alone = row;
      const float max = row_max(row.data(), size);
      const float sum = softmax_row<float>(row.data(), size, 1, max, extra).sum;
      float expected = softmax_row<float>(others.data(), size - extra, 1, max).sum;
      for (int j = size - extra; j < size; ++j) expected += exp_nonpositive(alone[j] - max);
      EXPECT_EQ(sum, expected) << size << " " << extra;
      for (int j = 0; j < size; ++j)
        EXPECT_EQ(row[j], exp_nonpositive(alone[j] - max) * (1.0f / sum)) << size << " " << extra;
    }
  }
}

TEST(Softmax, TheMaximumPassesOverNaN) {
  for (const int size : {11, 40}) {
    for (int at = 0; at < size; ++at) {
      std::vector<float> row(size, -2.0f);
      row[(at + 4) % size] = 3.0f;
      row[at] = kNaN;
      EXPECT_EQ(row_max(row.data(), size), 3.0f) << at;
    }
  }
}

TEST(Softmax, SkippedCellsAddNothing) {
  std::vector<float> row = random_values<float>(24, 8);
  for (const int j : {0, 1, 2, 3, 4, 5, 20, 21, 22, 23}) row[j] = -kInfinity;
  std::vector<float> inner(row.begin() + 4, row.begin() + 20);
  const float max = row_max(row.data(), 24);
  softmax_row<float>(row.data(), 24, 1, max);
  softmax_row<float>(inner.data(), 16, 1, max);
  EXPECT_TRUE(std::equal(inner.begin(), inner.end(), row.begin() + 4));
}

TEST(Softmax, NaNMakesTheWholeRowNaN) {
  std::vector<float> row{1, 2, kNaN, 0, -1, -2};
  softmax_row<float>(row.data(), 6, 1, row_max(row.data(), 6));
  for (const float p : row) EXPECT_TRUE(std::isnan(p));
}

}  // namespace
}  // namespace headwise
