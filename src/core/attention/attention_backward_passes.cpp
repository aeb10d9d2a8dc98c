// The passes of attention's backward over blocks of queries and keys, each with its formula.
#include <algorithm>
#include <cmath>

#include "core/attention/attention_backward.h"
#include "core/base/matrix.h"
#include "core/base/size.h"
#include "kernels/gemm.h"
#include "kernels/rows.h"
#include "kernels/score_gradient.h"
#include "kernels/softmax.h"

namespace headwise {

// Keys and values of one head, from the panels of the forward to those of the other products. A key
// that is not finite has made NaN of every row that attends to it; the others must not see it.
template <class T>
void AttentionBackwardJob<T>::pack(std::int64_t kv) {
  const AttentionConfig& c = config_;
  const std::int64_t total = c.total_len();
  const AttentionActivations<T>& kept = attention_->activations;
  T* keys = keys_ + kv * packed_size(total, c.head_dim);
  pack_transpose<T>({kept.packed_key + kv * kept.packed_key_stride, c.head_dim * kPanelWidth},
                    c.head_dim, total, keys);
  clear_irregular(keys, packed_size(total, c.head_dim));
  pack_transpose<T>({kept.packed_value + kv * kept.packed_value_stride, kept.value_panel_stride},
                    total, c.value_head_dim, values_ + kv * packed_size(c.value_head_dim, total));
}

template <class T>
void AttentionBackwardJob<T>::work_on_chunk(std::int64_t kv, std::int64_t chunk, std::int64_t round,
                                            int worker) {
  const AttentionConfig& c = config_;
  const std::int64_t strips = c.num_heads / c.num_kv_heads * strips_per_head();
  const std::int64_t begin = chunk * strips_per_chunk_;
  const std::int64_t end = std::min(begin + strips_per_chunk_, strips);
  if (begin >= end) {  // no queries
    std::fill_n(partial(kv, chunk, true), c.total_len() * c.head_dim, T(0));
    std::fill_n(partial(kv, chunk, false), c.total_len() * c.value_head_dim, T(0));
  }
  const std::int64_t first = begin + round * strips_per_task_;
  const std::int64_t last = std::min(first + strips_per_task_, end);
  for (std::int64_t strip = first; strip < last; ++strip)
    work_on_strip(kv, chunk, strip, strip == begin, worker);
}

template <class T>
void AttentionBackwardJob<T>::work_on_strip(std::int64_t kv, std::int64_t chunk, std::int64_t strip,
                                            bool fresh, int worker) {
  const AttentionConfig& c = config_;
  const std::int64_t total = c.total_len(), dim = c.head_dim, value_dim = c.value_head_dim;
  const std::int64_t batch = kv / c.num_kv_heads;
  const std::int64_t head =
      kv % c.num_kv_heads * (c.num_heads / c.num_kv_heads) + strip / strips_per_head();
  const std::int64_t first = strip % strips_per_head() * kRows;
  const std::int64_t rows = std::min(kRows, c.query_len - first);
  const std::int64_t first_row = (batch * c.num_heads + head) * c.query_len + first;
  const AttentionActivations<T>& kept = attention_->activations;
  const T* query = attention_->inputs.query + first_row * dim;
  const T* z = kept.output + batch * kept.output_batch_stride + head * kept.output_head_stride +
               first * kept.output_row_stride;
  const T* dz = gradients_.output.row(batch, head, first);
  const std::int64_t dz_stride = gradients_.output.row_stride;
  T* dz_rows = dz_rows_ + worker * kRows * value_dim;
  T* dq_rows = dq_rows_ + worker * kRows * dim;
  T* dq = gradients_.query.row(batch, head, first);
  const std::int64_t dq_stride = gradients_.query.row_stride;
  T* dk = partial(kv, chunk, true);
  T* dv = partial(kv, chunk, false);
  const std::int64_t block = worker * kRows * block_stride_;
  T *maps = maps_ + block, *scores = scores_ + block;
  T* packed_query = queries_ + worker * packed_size(kRows, dim);
  T* packed_dz = outputs_ + worker * packed_size(kRows, value_dim);
  const PackedPanels<T> products{kept.packed_key + kv * kept.packed_key_stride, dim * kPanelWidth};
  const PackedPanels<T> keys{keys_ + kv * packed_size(total, dim), total * kPanelWidth};
  const PackedPanels<T> values{values_ + kv * packed_size(value_dim, total),
                               value_dim * kPanelWidth};

  // 1. delta_i = sum_d dZ[i][d] Z[i][d], which is sum_j A[i][j] dA[i][j]
  T delta[kRows];
  for (std::int64_t i = 0; i < rows; ++i)
    delta[i] = dot_row(dz + i * dz_stride, z + i * kept.output_row_stride, value_dim);
  for (std::int64_t i = 0; i < rows; ++i)
    std::copy_n(dz + i * dz_stride, value_dim, dz_rows + i * value_dim);
  headwise::pack(query, dim, rows, dim, packed_query, rows * kPanelWidth);
  clear_irregular(packed_query, packed_size(rows, dim));
  headwise::pack(dz, dz_stride, rows, value_dim, packed_dz, rows * kPanelWidth);

  const auto range = attention_->columns(batch, first, rows);
  if (cells_) std::fill_n(cells_ + first_row * c.masked_len(), rows * c.masked_len(), T(0));
  if (row_slopes_) std::fill_n(row_slopes_ + first_row, rows, T(0));
  for (std::int64_t k = range.begin; k < range.end; k += kKeys) {
    const std::int64_t columns = std::min(kKeys, range.end - k);
    // 2. dot products and dA[i][j] = sum_d dZ[i][d] V[j][d]
    gemm<T>(rows, columns, dim, query, dim, products.from(k / kPanelWidth, 0), nullptr, maps + k,
            block_stride_);
    gemm<T>(rows, columns, value_dim, dz_rows, value_dim, values.from(k / kPanelWidth, 0), nullptr,
            scores + k, block_stride_);
    // 3. attention as the forward had it, and dD[i][j] = A[i][j] (dA[i][j] - delta_i) scale
    for (std::int64_t i = 0; i < rows; ++i) {
      differentiate_row({batch, head, first + i}, {k, k + columns}, delta[i],
                        maps + i * block_stride_, scores + i * block_stride_,
                        slopes_ + worker * block_stride_);
    }
    // 4. dV[j][d] += sum_i A[i][j] dZ[i][d]      dK[j][e] += sum_i dD[i][j] Q[i][e]
    const Into into = fresh ? Into::kOverwrite : Into::kAccumulate;
    gemm_transposed<T>(into, columns, value_dim, rows, maps + k, block_stride_,
                       {packed_dz, rows * kPanelWidth}, dv + k * value_dim, value_dim);
    gemm_transposed<T>(into, columns, dim, rows, scores + k, block_stride_,
                       {packed_query, rows * kPanelWidth}, dk + k * dim, dim);
    // 5. dQ[i][e] += sum_j dD[i][j] K[j][e]
    gemm_add<T>(k == range.begin ? Into::kOverwrite : Into::kAccumulate, rows, dim, columns,
                scores + k, block_stride_, keys.from(0, k), dq_rows, dim);
  }
  if (fresh) {  // keys that this strip does not reach have nothing to be added to yet
    std::fill(dk, dk + range.begin * dim, T(0));
    std::fill(dk + range.end * dim, dk + total * dim, T(0));
    std::fill(dv, dv + range.begin * value_dim, T(0));
    std::fill(dv + range.end * value_dim, dv + total * value_dim, T(0));
  }
  for (std::int64_t i = 0; i < rows; ++i) {
    if (range.begin == range.end)
      std::fill_n(dq + i * dq_stride, dim, T(0));
    else
      std::copy_n(dq_rows + i * dim, dim, dq + i * dq_stride);
    if (rotary_) turns_.rotate_back(first + i, dq + i * dq_stride);
  }
}

// Part of one row, by the passes of the forward: `maps` has dot products and gets attention as it
// weighs the values, `scores` has the gradient of that and gets the one of the dot products.
template <class T>
void AttentionBackwardJob<T>::differentiate_row(const Row& row, Range range, T delta, T* maps,
                                                T* scores, T* slopes) const {
  const Attention<T>& a = *attention_;
  const std::int64_t index = a.row_index(row), size = range.end - range.begin;
  T *map = maps + range.begin, *score = scores + range.begin, *slope = slopes + range.begin;
  const T scale = static_cast<T>(config_.scale), softcap = static_cast<T>(config_.softcap);
  const bool records = cells_ || row_slopes_;  // dS, before it is scaled
  RowNumbers<T> numbers{scale, a.activations.row_max[index], a.activations.row_sum[index], delta,
                        records ? T(1) : scale};
  if (numbers.sum == 0) {  // nothing to attend to
    std::fill_n(map, size, T(0));
    std::fill_n(score, size, T(0));
    return;
  }
  if (!(scale > 0) || a.looks_at_scores()) {
    a.score_row(row, maps, range);
    numbers.scale = 1;
  }
  for (std::int64_t j = 0; softcap > 0 && j < size; ++j) {
    const T tangent = map[j] / softcap;
    slope[j] = 1 - tangent * tangent;
  }
  if (range.begin < config_.masked_len()) a.mask_row(row, maps, range);
  const Dropout* dropout = a.inputs.dropout;
  if (dropout) drop(*dropout, index, range.begin, size, score);
  attend_and_differentiate(numbers, size, map, score);
  for (std::int64_t j = 0; std::isnan(numbers.sum) && j < size; ++j) {
    if (!a.may_attend(row, range.begin + j)) map[j] = score[j] = 0;  // all of the row is NaN
  }
  if (records) {
    record_row(row, range, scores);
    scale_row(score, size, scale);
  }
  for (std::int64_t j = 0; softcap > 0 && j < size; ++j) {
    if (score[j] != 0) score[j] *= slope[j];  // that of a masked key may be NaN
  }
  if (dropout) drop(*dropout, index, range.begin, size, map);
}

template void AttentionBackwardJob<float>::pack(std::int64_t);
template void AttentionBackwardJob<float>::work_on_chunk(std::int64_t, std::int64_t, std::int64_t,
                                                         int);
template void AttentionBackwardJob<double>::pack(std::int64_t);
template void AttentionBackwardJob<double>::work_on_chunk(std::int64_t, std::int64_t, std::int64_t,
                                                          int);

}  // namespace headwise
