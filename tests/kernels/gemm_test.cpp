// Tests the products and the packing against plain loops, over sizes around and between their
// tiles.
#include "kernels/gemm.h"

#include <gtest/gtest.h>

#include <limits>
#include <utility>
#include <vector>

#include "kernels/rows.h"
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
  pack(b.data(), columns, depth, columns, one.data(), depth * kPanelWidth);
  pack_transposed(transposed.data(), depth, columns, depth, other.data());
  EXPECT_EQ(one, other);
}

TYPED_TEST(Gemm, StartsAtAnyPanelAndDepth) {
  using T = TypeParam;
  const int depth = 20, columns = 24, from = 6;
  const auto a = random_values<T>(3 * depth, 5), b = random_values<T>(depth * columns, 6);
  std::vector<T> packed(packed_size(depth, columns)), c(3 * 5);
  pack(b.data(), columns, depth, columns, packed.data(), depth * kPanelWidth);
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

// Tails of every kind, overwriting and accumulating.
TYPED_TEST(Gemm, AccumulatesAndTransposes) {
  using T = TypeParam;
  for (const std::int64_t rows : {1, 2, 5, 6, 13}) {
    for (const std::int64_t columns : {1, 8, 19, 40}) {
      for (const std::int64_t depth : {0, 1, 30}) {
        const std::int64_t stride = columns + 3;
        const auto a = random_values<T>(rows * depth + 1, 1), at = [&] {
          std::vector<T> turned(rows * depth + 1);
          for (std::int64_t i = 0; i < rows; ++i)
            for (std::int64_t k = 0; k < depth; ++k) turned[k * rows + i] = a[i * depth + k];
          return turned;
        }();
        const auto b = random_values<T>(depth * columns + 1, 2);
        std::vector<T> packed(packed_size(depth, columns) + 1), there_and_back(packed),
            turned(packed_size(columns, depth) + 1), tiles(round_up(rows, tile_rows()) * depth + 1);
        pack(b.data(), columns, depth, columns, packed.data(), depth * kPanelWidth);
        pack_transpose<T>({packed.data(), depth * kPanelWidth}, depth, columns, turned.data());
        pack_transpose<T>({turned.data(), columns * kPanelWidth}, columns, depth,
                          there_and_back.data());
        EXPECT_EQ(there_and_back, packed);
        pack_tiles(at.data(), rows, depth, rows, tiles.data());
        const PackedPanels<T> panels{packed.data(), depth * kPanelWidth};
        for (const Into into : {Into::kOverwrite, Into::kAccumulate}) {
          const auto before = random_values<T>(rows * stride, 3);
          auto expected = before;
          for (std::int64_t i = 0; i < rows; ++i) {
            for (std::int64_t j = 0; j < columns; ++j) {
              T sum = into == Into::kAccumulate ? before[i * stride + j] : T(0);
              for (std::int64_t k = 0; k < depth; ++k) sum += a[i * depth + k] * b[k * columns + j];
              expected[i * stride + j] = sum;
            }
          }
          auto c = before;
          gemm_add<T>(into, rows, columns, depth, a.data(), depth, panels, c.data(), stride);
          EXPECT_EQ(c, expected);
          c = before;
          gemm_transposed<T>(into, rows, columns, depth, at.data(), rows, panels, c.data(), stride);
          EXPECT_EQ(c, expected);
          c = before;
          gemm_tiles<T>(into, rows, columns, depth, tiles.data(), depth * tile_rows(), panels,
                        c.data(), stride);
          EXPECT_EQ(c, expected);
        }
      }
    }
  }
}

TEST(Rows, TellsWhetherAllIsFinite) {
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

}  // namespace
}  // namespace headwise
