// Attention's backward: its memory and stages, the passes over blocks of queries and keys, each with its formula, and the sums
// of what chunks, heads or a batch share.
#include "core/attention/attention_backward.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/base/error.h"
#include "core/base/matrix.h"
#include "core/base/size.h"
#include "kernels/gemm.h"
#include "kernels/rows.h"
#include "kernels/score_gradient.h"
#include "kernels/softmax.h"

namespace headwise {

namespace {
// Tasks to share among threads, whatever their number.
constexpr std::int64_t kTasks = 16;
// Floating-point operations of one task, a few milliseconds. A strip at a time is 5 % slower: the
// sums of another head take the place of this one's in the cache.
constexpr double kTaskCost = 1e8;

// The distance from row to row of a block: an odd number of cache lines, so that the rows of a
// column fall into different sets of the cache.
std::int64_t odd_lines(std::int64_t columns) {
  constexpr std::int64_t kLine = 16;
  return (divide_up(columns, kLine) | 1) * kLine;
}
}  // namespace

template <class T>
void AttentionBackwardJob<T>::lay_out(const SavedActivations<T>& saved,
                                      const AttentionGradients<T>& gradients, int threads,
                                      Workspace& scratch, const WantedGradients& wanted) {
  const AttentionRequest& request = saved.request;
  request.validate();
  require(request.keep, "keep: expected true, because the gradients are computed from a kept call");
  require(!request.replaced_query && !request.replaced_key && !request.replaced_value &&
              !request.replaced_dot_products && !request.replaced_scores &&
              !request.replaced_attention && !request.replaced_heads,
          "replace: expected none, because a replaced intermediate has no gradient");
  const auto masks = static_cast<std::int64_t>(request.masks.size());
  require(wanted.bias_mask < masks &&
              (wanted.bias_mask < 0 || request.masks[wanted.bias_mask].kind == MaskKind::kBias),
          "bias_mask: expected the index of a mask that is a bias");
  require(!wanted.slopes || request.config.alibi, "slopes: expected a call with slopes");
  attention_ = &saved.attention;
  gradients_ = gradients;
  wanted_ = wanted;
  config_ = request.config;
  rotary_ = request.rotary;
  rotary_config_ = request.rotary_config;
  extra_bias_ = request.extra_bias;

  const AttentionConfig& c = config_;
  const std::int64_t strips = c.num_heads / c.num_kv_heads * strips_per_head();
  const std::int64_t most =
      std::clamp<std::int64_t>(divide_up(kTasks, std::max<std::int64_t>(1, key_heads())), 1,
                               std::max<std::int64_t>(1, strips));
  strips_per_chunk_ = divide_up(strips, most);
  chunks_ =
      std::max<std::int64_t>(1, divide_up(strips, std::max<std::int64_t>(1, strips_per_chunk_)));
  strips_per_task_ =
      std::max<std::int64_t>(1, static_cast<std::int64_t>(kTaskCost / std::max(1.0, strip_cost())));
  rounds_ = std::max<std::int64_t>(1, divide_up(strips_per_chunk_, strips_per_task_));

  const std::int64_t total = c.total_len();
  block_stride_ = odd_lines(total);
  if (rotary_) {
    T* turns = scratch.add<T>({std::max(c.query_len, c.key_len), rotary_config_.dims});
    turns_.plan(rotary_config_, saved.frequencies, turns);
  }
  keys_ = scratch.add<T>({c.batch, c.num_kv_heads, total, round_up(c.head_dim, kPanelWidth)});
  values_ =
      scratch.add<T>({c.batch, c.num_kv_heads, c.value_head_dim, round_up(total, kPanelWidth)});
  partial_keys_ = scratch.add<T>({c.batch, c.num_kv_heads, chunks_, total, c.head_dim});
  partial_values_ = scratch.add<T>({c.batch, c.num_kv_heads, chunks_, total, c.value_head_dim});
  extra_ = extra_bias_ ? scratch.add<T>({c.batch, c.num_kv_heads, c.head_dim + c.value_head_dim})
                       : nullptr;
  cells_ = wanted.bias_mask >= 0
               ? scratch.add<T>({c.batch, c.num_heads, c.query_len, c.masked_len()})
               : nullptr;
  row_slopes_ = wanted.slopes ? scratch.add<T>({c.batch, c.num_heads, c.query_len}) : nullptr;
  maps_ = scratch.add<T>({threads, kRows, block_stride_});
  scores_ = scratch.add<T>({threads, kRows, block_stride_});
  slopes_ = scratch.add<T>({threads, block_stride_});
  dz_rows_ = scratch.add<T>({threads, kRows, c.value_head_dim});
  dq_rows_ = scratch.add<T>({threads, kRows, c.head_dim});
  queries_ = scratch.add<T>({threads, packed_size(kRows, c.head_dim)});
  outputs_ = scratch.add<T>({threads, packed_size(kRows, c.value_head_dim)});
  list_stages();
}

template <class T>
std::int64_t AttentionBackwardJob<T>::key_groups() const {
  return divide_up(config_.total_len(), kGroup);
}

template <class T>
std::int64_t AttentionBackwardJob<T>::strips_per_head() const {
  return divide_up(config_.query_len, kRows);
}

template <class T>
double AttentionBackwardJob<T>::strip_cost() const {
  const double cells = static_cast<double>(std::min(kRows, config_.query_len)) *
                       static_cast<double>(config_.total_len());
  return cells * static_cast<double>(6 * config_.head_dim + 4 * config_.value_head_dim + 40);
}

template <class T>
void AttentionBackwardJob<T>::list_stages() {
  const AttentionConfig& c = config_;
  const double row = static_cast<double>(c.head_dim + c.value_head_dim);
  this->clear_stages();
  this->add_stage({rotary_ ? std::max(c.query_len, c.key_len) : 0,
                   20.0 * static_cast<double>(rotary_config_.dims),
                   [this](std::int64_t task, int) { turns_.fill(config_.past_len, task); }});
  this->add_stage({key_heads(), row * static_cast<double>(c.total_len()),
                   [this](std::int64_t task, int) { pack(task); }});
  for (std::int64_t round = 0; round < rounds_; ++round) {
    this->add_stage(
        {key_heads() * chunks_,
         strip_cost() * static_cast<double>(strips_per_chunk_) / static_cast<double>(rounds_),
         [this, round](std::int64_t task, int worker) {
           work_on_chunk(task / chunks_, task % chunks_, round, worker);
         }});
  }
  this->add_stage({key_heads() * key_groups(), row * static_cast<double>(kGroup * chunks_),
                   [this](std::int64_t task, int) { reduce(task); }});
  this->add_stage({gradients_.extra_key ? c.num_kv_heads : 0, row * static_cast<double>(c.batch),
                   [this](std::int64_t task, int) { sum_extra(task); }});
  this->add_stage({gradients_.sinks ? c.num_heads : 0,
                   2.0 * static_cast<double>(c.batch * c.query_len) *
                       static_cast<double>(c.value_head_dim + 20),
                   [this](std::int64_t task, int) { sum_sink(task); }});
  if (cells_) {
    const double cells = static_cast<double>(c.batch * c.num_heads * c.query_len * c.masked_len());
    this->add_stage({bias_rows(), cells / std::max(1.0, static_cast<double>(bias_rows())),
                     [this](std::int64_t task, int) { sum_bias(task); }});
  }
  this->add_stage({row_slopes_ ? c.num_heads : 0, static_cast<double>(c.batch * c.query_len),
                   [this](std::int64_t task, int) { sum_slope(task); }});
}

template <class T>
T* AttentionBackwardJob<T>::partial(std::int64_t kv, std::int64_t chunk, bool keys) const {
  const std::int64_t row = keys ? config_.head_dim : config_.value_head_dim;
  return (keys ? partial_keys_ : partial_values_) +
         (kv * chunks_ + chunk) * config_.total_len() * row;
}

// Keys and values of one head, from the panels of the forward to those of the other products. A key
// that is not finite has made NaN of every row that attends to it; the others must not see it.
template <class T>
void AttentionBackwardJob<T>::pack(std::int64_t kv) {
  const AttentionConfig& c = config_;
  const std::int64_t total = c.total_len();
  const AttentionActivations<T>& saved = attention_->activations;
  T* keys = keys_ + kv * packed_size(total, c.head_dim);
  pack_transpose<T>({saved.packed_key + kv * saved.packed_key_stride, c.head_dim * kPanelWidth},
                    c.head_dim, total, keys);
  clear_irregular(keys, packed_size(total, c.head_dim));
  pack_transpose<T>({saved.packed_value + kv * saved.packed_value_stride, saved.value_panel_stride},
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
  const AttentionActivations<T>& saved = attention_->activations;
  const T* query = attention_->inputs.query + first_row * dim;
  const T* z = saved.output + batch * saved.output_batch_stride + head * saved.output_head_stride +
               first * saved.output_row_stride;
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
  const PackedPanels<T> products{saved.packed_key + kv * saved.packed_key_stride,
                                 dim * kPanelWidth};
  const PackedPanels<T> keys{keys_ + kv * packed_size(total, dim), total * kPanelWidth};
  const PackedPanels<T> values{values_ + kv * packed_size(value_dim, total),
                               value_dim * kPanelWidth};

  // 1. delta_i = sum_d dZ[i][d] Z[i][d], which is sum_j A[i][j] dA[i][j]
  T delta[kRows];
  for (std::int64_t i = 0; i < rows; ++i)
    delta[i] = dot_row(dz + i * dz_stride, z + i * saved.output_row_stride, value_dim);
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

// A sink's weight is in no column: the row loses what the sink gains.
template <class T>
void AttentionBackwardJob<T>::sum_sink(std::int64_t head) {
  const AttentionConfig& c = config_;
  const AttentionActivations<T>& saved = attention_->activations;
  double sum = 0;
  for (std::int64_t batch = 0; batch < c.batch; ++batch) {
    const T* z = saved.output + batch * saved.output_batch_stride + head * saved.output_head_stride;
    for (std::int64_t i = 0; i < c.query_len; ++i) {
      const std::int64_t row = attention_->row_index({batch, head, i});
      if (saved.row_sum[row] == 0) continue;
      const T sink = attention_->inputs.sinks[head] - saved.row_max[row];
      const double share = std::exp(static_cast<double>(sink)) / saved.row_sum[row];
      if (share == 0) continue;
      sum -= share * dot_row(gradients_.output.row(batch, head, i), z + i * saved.output_row_stride,
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

template class AttentionBackwardJob<float>;
template class AttentionBackwardJob<double>;

}  // namespace headwise
