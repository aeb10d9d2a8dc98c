// What attention's backward adds up: the chunks' dK and dV, and the gradients of what a whole head or batch shares.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/attention/attention_backward.h"
#include "core/base/matrix.h"
#include "kernels/rows.h"

namespace headwise {

// The chunks' dK and dV of some keys, added in order, to where they belong.
template <class T>
void AttentionBackwardJob<T>::reduce(std::int64_t task) {
  const AttentionConfig& c = config_;
  const std::int64_t kv = task / key_groups(), batch = kv / c.num_kv_heads;
  const std::int64_t head = kv % c.num_kv_heads;
  const std::int64_t first = std::max(task % key_groups() * kGroup, c.past_len);
  const std::int64_t with_gradient = c.masked_len() + (extra_bias_ ? 1 : 0);
  const std::int64_t end = std::min((task % key_groups() + 1) * kGroup, with_gradient);
  for (const bool keys : {true, false}) {
    const std::int64_t dim = keys ? c.head_dim : c.value_head_dim;
    const HeadRows<T>& out = keys ? gradients_.key : gradients_.value;
    const auto chunk_of = [&](std::int64_t chunk) {
      return matrix(partial(kv, chunk, keys), c.total_len(), dim)
          .middleRows(first, std::max<std::int64_t>(0, end - first));
    };
    auto sums = chunk_of(0);
    for (std::int64_t chunk = 1; chunk < chunks_; ++chunk) sums += chunk_of(chunk);
    for (std::int64_t j = first; j < end; ++j) {
      const bool extra = j == c.masked_len();
      T* place = extra ? extra_ + kv * (c.head_dim + c.value_head_dim) + (keys ? 0 : c.head_dim)
                       : out.row(batch, head, j - c.past_len);
      row(place, dim) = sums.row(j - first);
      if (keys && rotary_ && !extra) turns_.rotate_back(j - c.past_len, place);
    }
  }
}

// The bias key is one for all of the batch: its gradient is the sum over it.
template <class T>
void AttentionBackwardJob<T>::sum_extra(std::int64_t kv_head) {
  const AttentionConfig& c = config_;
  const std::int64_t width = c.head_dim + c.value_head_dim, stride = c.num_kv_heads * width;
  const T* parts = extra_ + kv_head * width;
  sum_rows<T>(matrix(parts, c.batch, c.head_dim, stride),
              row(gradients_.extra_key + kv_head * c.head_dim, c.head_dim));
  sum_rows<T>(matrix(parts + c.head_dim, c.batch, c.value_head_dim, stride),
              row(gradients_.extra_value + kv_head * c.value_head_dim, c.value_head_dim));
}

// What a sink has of a row's shares is in no column: what it gains, the row loses.
template <class T>
void AttentionBackwardJob<T>::sum_sink(std::int64_t head) {
  const AttentionConfig& c = config_;
  const AttentionActivations<T>& kept = attention_->activations;
  double sum = 0;
  for (std::int64_t batch = 0; batch < c.batch; ++batch) {
    const T* z = kept.output + batch * kept.output_batch_stride + head * kept.output_head_stride;
    for (std::int64_t i = 0; i < c.query_len; ++i) {
      const std::int64_t row = attention_->row_index({batch, head, i});
      if (kept.row_sum[row] == 0) continue;
      const T sink = attention_->inputs.sinks[head] - kept.row_max[row];
      const double share = std::exp(static_cast<double>(sink)) / kept.row_sum[row];
      if (share == 0) continue;
      sum -= share * dot_row(gradients_.output.row(batch, head, i), z + i * kept.output_row_stride,
                             c.value_head_dim);
    }
  }
  gradients_.sinks[head] = static_cast<T>(sum);
}

// Biases and slopes are added to the scores of the keys that masks count.
template <class T>
void AttentionBackwardJob<T>::record_row(const Row& row, Range range, const T* scores) const {
  const std::int64_t index = attention_->row_index(row);
  const std::int64_t end = std::min(range.end, config_.masked_len());
  if (cells_ && range.begin < end) {
    std::copy(scores + range.begin, scores + end,
              cells_ + index * config_.masked_len() + range.begin);
  }
  if (!row_slopes_) return;
  const std::int64_t position = attention_->diagonal(row.batch) + row.query;
  for (std::int64_t j = range.begin; j < end; ++j)
    row_slopes_[index] += scores[j] * static_cast<T>(std::abs(position - j));
}

// Rows that the bias has of its own.
template <class T>
std::int64_t AttentionBackwardJob<T>::bias_rows() const {
  const AttentionConfig& c = config_;
  const auto& strides = attention_->inputs.masks[wanted_.bias_mask].strides;
  return (strides[0] ? c.batch : 1) * (strides[1] ? c.num_heads : 1) *
         (strides[2] ? c.query_len : 1);
}

// The gradient of one of its rows: the sum over all that it was added to, in ascending order.
template <class T>
void AttentionBackwardJob<T>::sum_bias(std::int64_t bias_row) {
  const AttentionConfig& c = config_;
  const auto& strides = attention_->inputs.masks[wanted_.bias_mask].strides;
  const std::int64_t sizes[3] = {c.batch, c.num_heads, c.query_len};
  std::int64_t begin[3], end[3], place = 0, keys = c.masked_len();
  for (int axis = 2; axis >= 0; --axis) {
    const bool own = strides[axis] != 0;
    begin[axis] = own ? bias_row % sizes[axis] : 0;
    end[axis] = own ? begin[axis] + 1 : sizes[axis];
    if (own) bias_row /= sizes[axis];
    place += begin[axis] * strides[axis];
  }
  auto sum = row(gradients_.bias + place, strides[3] ? keys : 1);
  sum.setZero();
  for (std::int64_t b = begin[0]; b < end[0]; ++b) {
    for (std::int64_t h = begin[1]; h < end[1]; ++h) {
      for (std::int64_t i = begin[2]; i < end[2]; ++i) {
        const T* cells = cells_ + attention_->row_index({b, h, i}) * keys;
        if (strides[3])
          sum += row(cells, keys);
        else
          sum += sum_row(cells, keys);
      }
    }
  }
}

template <class T>
void AttentionBackwardJob<T>::sum_slope(std::int64_t head) {
  double sum = 0;
  for (std::int64_t batch = 0; batch < config_.batch; ++batch) {
    for (std::int64_t i = 0; i < config_.query_len; ++i)
      sum -= row_slopes_[attention_->row_index({batch, head, i})];
  }
  gradients_.slopes[head] = static_cast<T>(sum);
}

template void AttentionBackwardJob<float>::reduce(std::int64_t);
template void AttentionBackwardJob<float>::sum_extra(std::int64_t);
template void AttentionBackwardJob<float>::sum_sink(std::int64_t);
template void AttentionBackwardJob<float>::record_row(const Row&, Range, const float*) const;
template std::int64_t AttentionBackwardJob<float>::bias_rows() const;
template void AttentionBackwardJob<float>::sum_bias(std::int64_t);
template void AttentionBackwardJob<float>::sum_slope(std::int64_t);
template void AttentionBackwardJob<double>::reduce(std::int64_t);
template void AttentionBackwardJob<double>::sum_extra(std::int64_t);
template void AttentionBackwardJob<double>::sum_sink(std::int64_t);
template void AttentionBackwardJob<double>::record_row(const Row&, Range, const double*) const;
template std::int64_t AttentionBackwardJob<double>::bias_rows() const;
template void AttentionBackwardJob<double>::sum_bias(std::int64_t);
template void AttentionBackwardJob<double>::sum_slope(std::int64_t);

}  // namespace headwise
