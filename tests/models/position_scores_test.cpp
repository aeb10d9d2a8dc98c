// Tests scores by relative positions against their formula in double, on their own and in a pass.

#include "transformer/position_scores.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "random_values.h"

namespace headwise {
namespace {

constexpr std::int64_t kHeads = 3, kDim = 5, kSpan = 6;

// DeBERTa's tables of both directions.
struct Tables {
  std::vector<float> keys = random_values<float>(2 * kSpan * kHeads * kDim, 3);
  std::vector<float> queries = random_values<float>(2 * kSpan * kHeads * kDim, 4);

  PositionScores scores(std::int64_t buckets) const {
    return {keys.data(), queries.data(), kSpan, buckets, 20, 0.3};
  }
};

std::vector<float> filled(const PositionScores& scores, std::int64_t length,
                          const std::vector<float>& query, const std::vector<float>& key) {
  const auto rows = scores.rows_of(length);
  std::vector<float> out(static_cast<std::size_t>(kHeads * length * length), NAN);
  std::vector<float> scratch(static_cast<std::size_t>(PositionScores::scratch(rows, length, kDim)),
                             NAN);
  scores.fill_heads(kHeads, length, kDim, query.data(), key.data(), scratch.data(), out.data());
  return out;
}

// Distances up to half of the buckets have rows of their own, the others share; beyond the span all have the last.
TEST(PositionScores, RowsOfDistances) {
  const Tables tables;
  const PositionScores shared = tables.scores(6), own = tables.scores(0);
  const std::vector<std::int64_t> rows = {6, 7, 8, 9, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11};
  for (std::int64_t away = 0; away < 14; ++away) {
    EXPECT_EQ(shared.row_of(away), rows[static_cast<std::size_t>(away)]) << away;
    EXPECT_EQ(shared.row_of(-away), 12 - rows[static_cast<std::size_t>(away)]) << away;
    EXPECT_EQ(own.row_of(away), std::min<std::int64_t>(6 + away, 11));
    EXPECT_EQ(own.row_of(-away), std::max<std::int64_t>(6 - away, 0));
  }
  EXPECT_EQ(shared.row_of(std::int64_t{1} << 40), 11);
  EXPECT_EQ(shared.rows_of(1), std::vector<std::int32_t>{6});
}

TEST(PositionScores, EachIsItsFormula) {
  const Tables tables;
  for (const std::int64_t length : {1, 2, 9, 17}) {
    const auto query = random_values<float>(kHeads * length * kDim, 5),
               key = random_values<float>(kHeads * length * kDim, 6);
    for (const std::int64_t buckets : {0, 6}) {
      const PositionScores both = tables.scores(buckets);
      PositionScores of_queries = both, of_keys = both;
      of_queries.query_positions = nullptr;
      of_keys.key_positions = nullptr;
      const auto all = filled(both, length, query, key),
                 one = filled(of_queries, length, query, key),
                 other = filled(of_keys, length, query, key);
      for (std::int64_t head = 0; head < kHeads; ++head) {
        for (std::int64_t i = 0; i < length; ++i) {
          for (std::int64_t j = 0; j < length; ++j) {
            const auto dot = [&](const std::vector<float>& x, std::int64_t row,
                                 const std::vector<float>& table) {
              double sum = 0;
              const std::int64_t at = both.row_of(i - j) * kHeads + head;
              for (std::int64_t e = 0; e < kDim; ++e)
                sum += double{x[static_cast<std::size_t>((head * length + row) * kDim + e)]} *
                       table[static_cast<std::size_t>(at * kDim + e)];
              return sum;
            };
            const double first = dot(query, i, tables.keys), second = dot(key, j, tables.queries);
            const auto at = static_cast<std::size_t>((head * length + i) * length + j);
            EXPECT_NEAR(one[at], 0.3 * first, 1e-6);
            EXPECT_NEAR(other[at], 0.3 * second, 1e-6);
            EXPECT_NEAR(all[at], 0.3 * (first + second), 1e-6);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace headwise
