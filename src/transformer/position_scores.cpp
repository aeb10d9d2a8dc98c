// Products of queries or keys with all rows that a text's distances need, of which each score takes one.
#include "transformer/position_scores.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/base/product.h"
#include "core/base/size.h"

namespace headwise {
namespace {

// Rows of products that stay in the first-level cache while all queries read them.
constexpr std::int64_t kKeys = 64;

}  // namespace

// Near distances have a row each; from `buckets` / 2 on rows are shared.
std::int64_t PositionScores::row_of(std::int64_t distance) const {
  const std::int64_t middle = buckets / 2, away = std::abs(distance);
  std::int64_t bucket = away;
  if (buckets > 0 && away > middle) {
    const double unit = static_cast<double>(middle);
    const double share = std::log(static_cast<double>(away) / unit) /
                         std::log(static_cast<double>(farthest - 1) / unit);
    const double last = static_cast<double>(2 * span);
    bucket = static_cast<std::int64_t>(std::min(std::ceil(share * (unit - 1)) + unit, last));
  }
  return std::clamp<std::int64_t>(span + (distance < 0 ? -bucket : bucket), 0, 2 * span - 1);
}

std::vector<std::int32_t> PositionScores::rows_of(std::int64_t length) const {
  std::vector<std::int32_t> rows;
  rows.reserve(static_cast<std::size_t>(2 * length - 1));
  for (std::int64_t distance = 1 - length; distance < length; ++distance)
    rows.push_back(static_cast<std::int32_t>(row_of(distance)));
  return rows;
}

std::int64_t PositionScores::scratch(const std::vector<std::int32_t>& rows, std::int64_t length,
                                     std::int64_t head_dim) {
  const std::int64_t count = rows.back() - rows.front() + 1;
  return packed_size(head_dim, count) + checked_product({length, count});
}

void PositionScores::fill(std::int64_t head, std::int64_t num_heads,
                          const std::vector<std::int32_t>& rows, const Matrix<const float>& query,
                          const Matrix<const float>& key, float* scratch,
                          const Matrix<float>& out) const {
  const std::int64_t length = out.rows(), dim = query.cols();
  const std::int64_t first = rows.front(), count = rows.back() - first + 1;
  const std::int64_t packed = packed_size(dim, count);
  const Row<float> whole = row(scratch, packed + length * count);
  float* panels = whole.segment(0, packed).data();
  const Matrix<float> products =
      matrix(whole.segment(packed, length * count).data(), length, count);
  const auto multiply_rows = [&](const Matrix<const float>& x, const float* table) {
    const Matrix<const float> own = matrix(table, 2 * span, num_heads * dim);
    pack_transposed<float>(own.middleRows(first, count).middleCols(head * dim, dim), panels);
    multiply<float>(Into::kOverwrite, x, PackedPanels<float>{panels, dim * kPanelWidth}, products);
  };
  // Adds the product of row x with the position that the distance has.
  const auto add = [&](std::int64_t i, std::int64_t j, std::int64_t x) {
    out(i, j) += products(x, rows[static_cast<std::size_t>(i - j + length - 1)] - first);
  };
  clear(out);
  if (key_positions) {
    multiply_rows(query, key_positions);
    for (std::int64_t i = 0; i < length; ++i)
      for (std::int64_t j = 0; j < length; ++j) add(i, j, i);
  }
  if (query_positions) {
    multiply_rows(key, query_positions);
    for (std::int64_t some = 0; some < length; some += kKeys) {
      const std::int64_t end = std::min(some + kKeys, length);
      for (std::int64_t i = 0; i < length; ++i)
        for (std::int64_t j = some; j < end; ++j) add(i, j, j);
    }
  }
  for (std::int64_t i = 0; i < length; ++i) out.row(i) *= static_cast<float>(scale);
}

void PositionScores::fill_heads(std::int64_t num_heads, std::int64_t length, std::int64_t head_dim,
                                const float* query, const float* key, float* scratch,
                                float* out) const {
  const auto rows = rows_of(length);
  for (std::int64_t head = 0; head < num_heads; ++head)
    fill(head, num_heads, rows, matrix_at(query, head, length, head_dim),
         matrix_at(key, head, length, head_dim), scratch, matrix_at(out, head, length, length));
}

}  // namespace headwise
