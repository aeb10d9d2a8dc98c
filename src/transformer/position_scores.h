// The addend of scores by relative positions that have contents of their own (DeBERTa, He et al. 2021): each query is
// multiplied with the position of a key, and each key with the position of a query.
//
//   a[i][j] = (q_i . P[r(i - j)] + k_j . R[r(i - j)]) scale
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/matrix.h"

namespace headwise {

struct PositionScores {
  const float* key_positions = nullptr;  // P (2 span, num_heads * head_dim), or null: no such part
  const float* query_positions = nullptr;  // R, likewise
  std::int64_t span = 0;                   // rows for one direction; 0: there is no addend
  std::int64_t buckets = 0;   // farther distances share rows, by the logarithm; 0: each has its own
  std::int64_t farthest = 0;  // the first distance that has the last row
  double scale = 1;

  bool on() const { return span > 0; }

  // r of a distance i - j: the row of a table.
  std::int64_t row_of(std::int64_t distance) const;

  // r of the distances 1 - length, 2 - length ... length - 1.
  std::vector<std::int32_t> rows_of(std::int64_t length) const;

  // Numbers of scratch that fill() takes, for the rows of a length.
  static std::int64_t scratch(const std::vector<std::int32_t>& rows, std::int64_t length,
                              std::int64_t head_dim);

  // Writes out (length, length) of one head, from its queries and keys, (length, head_dim) each. Products are sums in ascending
  // order; the query's is added first, then the key's, and the scale multiplies both.
  void fill(std::int64_t head, std::int64_t num_heads, const std::vector<std::int32_t>& rows,
            const Matrix<const float>& query, const Matrix<const float>& key, float* scratch,
            const Matrix<float>& out) const;

  // All heads of queries and keys (num_heads, length, head_dim): out (num_heads, length, length).
  void fill_heads(std::int64_t num_heads, std::int64_t length, std::int64_t head_dim,
                  const float* query, const float* key, float* scratch, float* out) const;
};

}  // namespace headwise
