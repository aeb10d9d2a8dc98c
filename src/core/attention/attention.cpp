// Attention over one strip of query rows: which keys a query may attend to, and the passes, each with its formula. Products
// and exponentials are in kernels/.
#include "core/attention/attention.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/product.h"
#include "core/base/size.h"
#include "kernels/rows.h"
#include "kernels/softmax.h"

namespace headwise {

void AttentionConfig::validate() const {
  require(batch >= 0 && query_len >= 0 && past_len >= 0 && key_len >= 0 && extra_len >= 0,
          "batch, query_len, past_len, key_len and extra_len: expected at least 0");
  require(num_heads > 0 && num_kv_heads > 0 && head_dim > 0 && value_head_dim > 0,
          "num_heads, num_kv_heads, head_dim and value_head_dim: expected at least 1");
  require(num_heads % num_kv_heads == 0, "num_kv_heads: expected a divisor of num_heads");
  require(window_left >= -1 && window_right >= -1,
          "window: expected bounds of at least 0, or -1 for none");
  require(std::isfinite(scale), "scale: expected a finite number");
  require(std::isfinite(softcap) && softcap >= 0,
          "softcap: expected a finite number of at least 0");
  // 2^31 rows or columns fit no memory, and leave room for every sum of positions below.
  constexpr std::int64_t kLimit = std::int64_t{1} << 31;
  require(batch < kLimit && query_len < kLimit && past_len < kLimit && key_len < kLimit &&
              num_heads < kLimit && head_dim < kLimit && value_head_dim < kLimit &&
              window_left < kLimit && window_right < kLimit,
          "sizes: expected less than 2^31");
}

namespace {
constexpr std::int64_t kStripElements = 49152, kMostRows = 48;
}

template <class T>
std::int64_t Attention<T>::most_strip_elements(std::int64_t total_len) {
  const std::int64_t columns = round_up(total_len, kPanelWidth);
  return std::min(kMostRows * columns, std::max(kStripElements, tile_rows() * columns));
}

template <class T>
std::int64_t Attention<T>::strip_rows(std::int64_t total_len) {
  const std::int64_t rows =
      kStripElements / std::max<std::int64_t>(round_up(total_len, kPanelWidth), 1);
  return std::clamp(rows / tile_rows() * tile_rows(), tile_rows(), kMostRows);
}

template <class T>
double Attention<T>::pack_cost() const {
  constexpr double kPerNumber = 20;  // operations that take as long
  return kPerNumber * static_cast<double>(std::min(config.total_len(), kPackKeys) *
                                          (config.head_dim + config.value_head_dim));
}

template <class T>
void Attention<T>::pack_keys_and_values(std::int64_t task) {
  const std::int64_t total = config.total_len();
  const std::int64_t kv = task / pack_strips(), first = task % pack_strips() * kPackKeys;
  const std::int64_t keys = std::min(kPackKeys, total - first);
  const auto rows_of = [&](const T* data, std::int64_t dim) {
    return matrix_at(data, kv, total, dim).middleRows(first, keys);
  };
  pack_transposed(rows_of(inputs.key, config.head_dim),
                  activations.key.at(kv, first / kPanelWidth));
  const Matrix<const T> value = rows_of(inputs.value, config.value_head_dim);
  pack(value, activations.value.at(kv, 0, first), activations.value.panel_stride);
  activations.irregular[task] = !all_finite(value.data(), value.size());
}

template <class T>
typename Attention<T>::Range Attention<T>::reach(std::int64_t batch, std::int64_t first,
                                                 std::int64_t rows) const {
  Range reach{config.masked_len(), 0};
  for (std::int64_t i = 0; i < rows; ++i) {
    const Range keys = key_range(batch, first + i);
    if (keys.begin >= keys.end) continue;
    reach = {std::min(reach.begin, keys.begin), std::max(reach.end, keys.end)};
  }
  return {std::min(reach.begin, reach.end), reach.end};
}

template <class T>
typename Attention<T>::Range Attention<T>::columns(std::int64_t batch, std::int64_t first,
                                                   std::int64_t rows) const {
  if (config.extra_len > 0 || activations.dot_products || inputs.replaced_attention)
    return {0, config.total_len()};
  const Range keys = reach(batch, first, rows);
  return {keys.begin / kPanelWidth * kPanelWidth, keys.end};
}

// The position of query 0 among the keys.
template <class T>
std::int64_t Attention<T>::diagonal(std::int64_t batch) const {
  switch (config.causal) {
    case Causal::kBottomRight:
      return config.masked_len() - config.query_len;
    case Causal::kByLength:
      return (inputs.key_lengths ? inputs.key_lengths[batch] : config.masked_len()) -
             config.query_len;
    default:
      return config.past_len;
  }
}

template <class T>
typename Attention<T>::Range Attention<T>::key_range(std::int64_t batch, std::int64_t query) const {
  const std::int64_t position = diagonal(batch) + query;
  Range range{0, config.masked_len()};
  if (config.causal != Causal::kNone) range.end = std::min(range.end, position + 1);
  if (config.window_left >= 0) range.begin = std::max(range.begin, position - config.window_left);
  if (config.window_right >= 0) range.end = std::min(range.end, position + config.window_right + 1);
  if (inputs.key_lengths) range.end = std::min<std::int64_t>(range.end, inputs.key_lengths[batch]);
  range.end = std::max<std::int64_t>(range.end, 0);
  range.begin = std::min(range.begin, range.end);
  return range;
}

template <class T>
bool Attention<T>::may_attend(const Query& row, std::int64_t key) const {
  if (key >= config.masked_len()) return true;
  const Range range = key_range(row.batch, row.query);
  return key >= range.begin && key < range.end && masks_allow(row, key);
}

template <class T>
bool Attention<T>::masks_allow(const Query& row, std::int64_t key) const {
  for (const Mask& mask : inputs.masks) {
    const std::int64_t at = row.batch * mask.strides[0] + row.head * mask.strides[1] +
                            row.query * mask.strides[2] + key * mask.strides[3];
    if (mask.kind == MaskKind::kBias ? static_cast<const T*>(mask.data)[at] == kMasked<T>
                                     : (static_cast<const std::uint8_t*>(mask.data)[at] != 0) ==
                                           (mask.kind == MaskKind::kIgnore)) {
      return false;
    }
  }
  return true;
}

template <class T>
bool Attention<T>::may_attend_to_any(const Query& row) const {
  if (config.extra_len > 0) return true;
  const Range range = key_range(row.batch, row.query);
  for (std::int64_t j = range.begin; j < range.end; ++j) {
    if (masks_allow(row, j)) return true;
  }
  return false;
}

template <class T>
void Attention<T>::mask_row(const Query& row, const Row<T>& values, Range range) const {
  const Range keys = key_range(row.batch, row.query);
  const std::int64_t end = std::min(range.end, config.masked_len());
  if (config.alibi) {
    const std::int64_t position = diagonal(row.batch) + row.query;
    for (std::int64_t j = range.begin; j < end; ++j) {
      values[j] -= inputs.slopes[row.head] * static_cast<T>(std::abs(position - j));
    }
  }
  const auto first_cell = [&](const Mask& mask) {
    return row.batch * mask.strides[0] + row.head * mask.strides[1] + row.query * mask.strides[2];
  };
  // All sums before all masks: a masked cell must stay at -Infinity whatever a later bias adds.
  for (const Mask& mask : inputs.masks) {
    if (mask.kind != MaskKind::kBias) continue;
    const auto* bias = static_cast<const T*>(mask.data);
    const std::int64_t first = first_cell(mask);
    for (std::int64_t j = range.begin; j < end; ++j) values[j] += bias[first + j * mask.strides[3]];
  }
  for (const Mask& mask : inputs.masks) {
    const std::int64_t first = first_cell(mask);
    if (mask.kind == MaskKind::kBias) {
      const auto* bias = static_cast<const T*>(mask.data);
      for (std::int64_t j = range.begin; j < end; ++j) {
        if (bias[first + j * mask.strides[3]] == kMasked<T>) values[j] = kMasked<T>;
      }
    } else {
      const auto* marks = static_cast<const std::uint8_t*>(mask.data);
      const bool ignore = mask.kind == MaskKind::kIgnore;
      for (std::int64_t j = range.begin; j < end; ++j) {
        if ((marks[first + j * mask.strides[3]] != 0) == ignore) values[j] = kMasked<T>;
      }
    }
  }
  fill(cells(values, {range.begin, std::clamp(keys.begin, range.begin, end)}), kMasked<T>);
  fill(cells(values, {std::clamp(keys.end, range.begin, end), end}), kMasked<T>);
  record(activations.masked, row, values, range, kMasked<T>);
}

template <class T>
std::int64_t Attention<T>::strip_tasks() const {
  return config.batch * config.num_heads *
         divide_up(config.query_len, strip_rows(config.total_len()));
}

template <class T>
std::int64_t Attention<T>::first_row(std::int64_t strip_task) const {
  const std::int64_t rows = strip_rows(config.total_len());
  const std::int64_t strips_per_head = divide_up(config.query_len, rows);
  return strip_task / strips_per_head * config.query_len + strip_task % strips_per_head * rows;
}

template <class T>
double Attention<T>::strip_cost() const {
  return 2.0 * static_cast<double>(strip_rows(config.total_len()) * config.total_len()) *
         static_cast<double>(config.head_dim + config.value_head_dim + 16);
}

template <class T>
typename Attention<T>::Strip Attention<T>::strip_of(std::int64_t task, int worker) const {
  const std::int64_t total = config.total_len(), most_rows = strip_rows(total);
  const std::int64_t strips_per_head = divide_up(config.query_len, most_rows);
  const std::int64_t first = task % strips_per_head * most_rows;
  const std::int64_t rows = std::min(most_rows, config.query_len - first);
  const std::int64_t head = task / strips_per_head % config.num_heads;
  const std::int64_t batch = task / strips_per_head / config.num_heads;
  const std::int64_t first_row = row_index({batch, head, first});
  const std::int64_t kv = batch * config.num_kv_heads + config.kv_head(head);
  const AttentionActivations<T>& out = activations;
  const Row<const std::uint8_t> irregular = row_at(out.irregular, kv, out.irregular_len);
  const std::int64_t stride = round_up(total, kPanelWidth);
  return {
      batch, head, first, rows, columns(batch, first, rows),
      rows_at(inputs.query, first_row, rows, config.head_dim), out.key[kv], out.value[kv],
      // With maps a strip is computed in its place in them: copying it there took 5 % of the call at
      // (1024, 512, 8).
      out.attention ? rows_at(out.attention, first_row - out.attention_first_row, rows, total)
                    : matrix_at(out.strips, worker, most_rows, stride).middleRows(0, rows),
      out.output.head(batch, head).middleRows(first, rows),
      std::find(irregular.begin(), irregular.end(), 1) != irregular.end()};
}

template <class T>
void Attention<T>::attend_strip(std::int64_t task, int worker) {
  const Strip s = strip_of(task, worker);
  const Range keys = s.keys;
  const Matrix<T> scores = s.scores.middleCols(keys.begin, keys.size());
  // Unless the scores are needed, they are scaled on the way into the exponential. The largest
  // is then the largest product, scaled: rounding keeps the order, so the bits are the same.
  const T scale = static_cast<T>(config.scale);
  const bool scales_early = !(scale > 0) || looks_at_scores();

  // 1. dot products    d[i][j] = sum_e query[i][e] key[j][e]
  multiply(s.query, s.key.from(keys.begin / kPanelWidth, 0), scores);
  for (std::int64_t i = 0; i < s.rows; ++i) {
    const Query row = s.row(i);
    const Row<T> values = s.scores.row(i);
    // 2. scores        s[i][j] = d[i][j] * scale, with softcap c: c tanh(s[i][j] / c)
    if (scales_early) score_row(row, values, keys);
    // 3. masked        m[i][j] = s[i][j] + biases, or -Infinity where i may not attend to j
    mask_row(row, values, keys);
    // 4. attention     a[i][j] = exp(m[i][j]) / (sum_k exp(m[i][k]) + exp(sink)), and what dropout
    //                  leaves of it
    softmax_row(row, values, keys, scales_early ? T(1) : scale);
    if (inputs.dropout)
      drop(*inputs.dropout, row_index(row), keys.begin, keys.size(), scores.row(i).data());
  }
  // 5. z               z[i][d] = sum_j a[i][j] value[j][d]
  multiply(scores, s.value.from(0, keys.begin), s.output);
  for (std::int64_t i = 0; s.irregular && i < s.rows; ++i)
    weigh_irregular_values(s.row(i), s.scores.middleRows(i, 1), keys, s.value,
                           s.output.middleRows(i, 1));
}

template <class T>
void Attention<T>::record(T* map, const Query& row, const Row<T>& values, Range range,
                          T outside) const {
  if (!map) return;
  const Row<T> out = map_row(map, row);
  fill(cells(out, {0, range.begin}), outside);
  copy(cells(values, range), cells(out, range));
  fill(cells(out, {range.end, config.total_len()}), outside);
}

template <class T>
void Attention<T>::score_row(const Query& row, const Row<T>& values, Range range) const {
  const Row<T> scores = cells(values, range);
  const auto replace = [&](const T* map) {
    if (map) copy(cells(map_row(map, row), range), scores);
  };
  replace(inputs.replaced_dot_products);
  record(activations.dot_products, row, values, range, T(0));
  scale_row(scores.data(), scores.size(), static_cast<T>(config.scale));
  replace(inputs.replaced_scores);
  record(activations.scores, row, values, range, T(0));
  if (config.softcap > 0) {
    const T softcap = static_cast<T>(config.softcap);
    for (std::int64_t j = range.begin; j < range.end; ++j)
      values[j] = softcap * std::tanh(values[j] / softcap);
  }
  record(activations.softcapped, row, values, range, T(0));
}

template <class T>
bool Attention<T>::looks_at_scores() const {
  const auto biased = [](const Mask& mask) { return mask.kind == MaskKind::kBias; };
  return config.softcap > 0 || config.alibi || inputs.replaced_dot_products ||
         inputs.replaced_scores || activations.dot_products ||
         std::any_of(inputs.masks.begin(), inputs.masks.end(), biased);
}

template <class T>
void Attention<T>::softmax_row(const Query& row, const Row<T>& values, Range range, T scale) const {
  const Row<T> scores = cells(values, range);
  const T sink = inputs.sinks ? inputs.sinks[row.head] : kMasked<T>;
  const T max = std::max(row_max(scores.data(), scores.size()) * scale, sink);
  SoftmaxSums<T> sums{kMasked<T>, 0};
  if (max == kMasked<T> && !may_attend_to_any(row)) {
    fill(scores, 0);
  } else {
    sums = headwise::softmax_row(scores.data(), scores.size(), scale, max, config.extra_len, sink);
    // 0 * NaN is NaN: a masked cell stays 0, whether or not it is in the range.
    for (std::int64_t j = range.begin; std::isnan(sums.sum) && j < range.end; ++j) {
      if (!may_attend(row, j)) values[j] = 0;
    }
  }
  const std::int64_t at = row_index(row);
  if (activations.log_sum_exp) {
    activations.log_sum_exp[at] = sums.sum == 0 ? kMasked<T> : sums.max + std::log(sums.sum);
  }
  if (activations.row_max) activations.row_max[at] = sums.max;
  if (activations.row_sum) activations.row_sum[at] = sums.sum;
  if (inputs.replaced_attention)
    copy(cells(map_row(inputs.replaced_attention, row), range), scores);
  if (!activations.attention) return;
  fill(cells(values, {0, range.begin}), 0);
  fill(cells(values, {range.end, config.total_len()}), 0);
}

// 0 * NaN is NaN, and a masked value must not matter: where a value is not finite only the runs of
// keys that may be attended to are multiplied. The order, and the way that products are rounded, are
// gemm's, so that the other columns keep their bits.
template <class T>
void Attention<T>::weigh_irregular_values(const Query& row, const Matrix<T>& attention, Range range,
                                          PackedPanels<T> value, const Matrix<T>& z) const {
  const Row<T> weights = attention.row(0);
  const auto is_masked = [&](std::int64_t j) { return weights[j] == 0 && !may_attend(row, j); };
  fill(z.row(0), 0);
  for (std::int64_t j = range.begin; j < range.end; ++j) {
    const std::int64_t first = j;
    while (j < range.end && !is_masked(j)) ++j;
    multiply(Into::kAccumulate, attention.middleCols(first, j - first), value.from(0, first), z);
  }
}

template class Attention<float>;
template class Attention<double>;

}  // namespace headwise
