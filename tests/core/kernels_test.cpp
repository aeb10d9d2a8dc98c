// The kernels against plain loops in double, over sizes around and between
// their tiles.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "kernels/exp.h"
#include "kernels/gemm.h"
#include "kernels/softmax.h"
#include "random_values.h"

namespace headwise {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

template <class T>
class Gemm : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Gemm, Scalars);

TYPED_TEST(Gemm, IsTheSumInAscendingOrderAtEverySize) {
  using T = TypeParam;
  for (const int rows : {1, 2, 3, 4, 5, 7, 8, 33}) {
    for (const int columns : {1, 3, 7, 8, 9, 16, 17, 32, 45, 64, 70}) {
      for (const int depth : {0, 1, 2, 5, 64}) {
        const auto a = random_values<T>(rows * depth, 1), b = random_values<T>(columns * depth, 2);
        const auto bias = random_values<T>(columns, 3);
        std::vector<T> packed(packed_size(depth, columns), T(7)), c(rows * columns, T(7));
        pack_transposed(b.data(), depth, columns, depth, packed.data());
        gemm<T>(rows, columns, depth, a.data(), depth, {packed.data(), depth * kPanelWidth},
                bias.data(), c.data(), columns);
        for (int i = 0; i < rows; ++i) {
          for (int j = 0; j < columns; ++j) {
            T sum = 0;
            for (int k = 0; k < depth; ++k) {
              const T product = a[i * depth + k] * b[j * depth + k];
              sum += product;
            }
            ASSERT_EQ(c[i * columns + j], sum + bias[j])
                << rows << " x " << columns << " x " << depth;
          }
        }
      }
    }
  }
}

TYPED_TEST(Gemm, PackAndPackTransposedAgree) {
  using T = TypeParam;
  const int depth = 11, columns = 19;
  const auto b = random_values<T>(depth * columns, 4);
  std::vector<T> transposed(depth * columns);
  for (int k = 0; k < depth; ++k) {
    for (int j = 0; j < columns; ++j) transposed[j * depth + k] = b[k * columns + j];
  }
  std::vector<T> one(packed_size(depth, columns)), other(packed_size(depth, columns));
  pack(b.data(), columns, depth, columns, one.data());
  pack_transposed(transposed.data(), depth, columns, depth, other.data());
  EXPECT_EQ(one, other);
}

TYPED_TEST(Gemm, StartsAtAnyPanelAndDepth) {
  using T = TypeParam;
  const int depth = 20, columns = 24, from = 6;
  const auto a = random_values<T>(3 * depth, 5), b = random_values<T>(depth * columns, 6);
  std::vector<T> packed(packed_size(depth, columns)), c(3 * 5);
  pack(b.data(), columns, depth, columns, packed.data());
  const PackedPanels<T> panels{packed.data(), depth * kPanelWidth};
  gemm<T>(3, 5, depth - from, a.data() + from, depth, panels.from(2, from), nullptr, c.data(), 5);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 5; ++j) {
      T sum = 0;
      for (int k = from; k < depth; ++k) {
        const T product = a[i * depth + k] * b[k * columns + 16 + j];
        sum += product;
      }
      EXPECT_EQ(c[i * 5 + j], sum);
    }
  }
}

TEST(Gemm, TellsWhetherAllIsFinite) {
  for (const std::int64_t size : {0, 1, 3, 17, 64}) {
    auto values = random_values<float>(size, 5);
    if (size > 1) values[1] = -std::numeric_limits<float>::max();
    EXPECT_TRUE(all_finite(values.data(), size));
    for (std::int64_t i = 0; i < size; ++i) {
      for (const float irregular : {kInfinity, -kInfinity, kNaN}) {
        const float before = std::exchange(values[i], irregular);
        EXPECT_FALSE(all_finite(values.data(), size)) << i;
        values[i] = before;
      }
    }
  }
}

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
