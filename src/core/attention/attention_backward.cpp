// Attention's backward: its memory and stages, the passes over blocks of queries and keys, each with its formula, and the sums
// of what chunks, heads or a batch share.
#include "core/attention/attention_backward.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/base/error.h"
#include "core/base/product.h"
#include "core/base/size.h"
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
    T* rotations = scratch.add<T>({std::max(c.query_len, c.key_len), rotary_config_.dims});
    rotations_.plan(rotary_config_, saved.frequencies, rotations);
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
  packed_queries_ = scratch.add<T>({threads, packed_size(kRows, c.head_dim)});
  packed_dz_ = scratch.add<T>({threads, packed_size(kRows, c.value_head_dim)});
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
                   [this](std::int64_t task, int) { rotations_.fill(config_.past_len, task); }});
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
Matrix<T> AttentionBackwardJob<T>::partial(std::int64_t kv, std::int64_t chunk, bool keys) const {
  return matrix_at(keys ? partial_keys_ : partial_values_, kv * chunks_ + chunk,
                   config_.total_len(), keys ? config_.head_dim : config_.value_head_dim);
}

// Keys and values of one head, from the panels of the forward to those of the other products. A key
// that is not finite has made NaN of every row that attends to it; the others must not see it.
template <class T>
void AttentionBackwardJob<T>::pack(std::int64_t kv) {
  const AttentionConfig& c = config_;
  const AttentionActivations<T>& saved = attention_->activations;
  const std::int64_t total = c.total_len();
  const Row<T> keys = row_at(keys_, kv, packed_size(total, c.head_dim));
  pack_transpose(saved.key[kv], c.head_dim, total, keys.data());
  clear_irregular(keys.data(), keys.size());
  pack_transpose(saved.value[kv], total, c.value_head_dim,
                 row_at(values_, kv, packed_size(c.value_head_dim, total)).data());
}

template <class T>
void AttentionBackwardJob<T>::work_on_chunk(std::int64_t kv, std::int64_t chunk, std::int64_t round,
                                            int worker) {
  const AttentionConfig& c = config_;
  const std::int64_t strips = c.num_heads / c.num_kv_heads * strips_per_head();
  const std::int64_t begin = chunk * strips_per_chunk_;
  const std::int64_t end = std::min(begin + strips_per_chunk_, strips);
  if (begin >= end) {  // no queries
    for (const bool keys : {true, false}) clear(partial(kv, chunk, keys));
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
  const std::int64_t dim = c.head_dim, value_dim = c.value_head_dim;
  const std::int64_t batch = kv / c.num_kv_heads;
  const std::int64_t head =
      kv % c.num_kv_heads * (c.num_heads / c.num_kv_heads) + strip / strips_per_head();
  const std::int64_t first = strip % strips_per_head() * kRows;
  const std::int64_t rows = std::min(kRows, c.query_len - first);
  const std::int64_t first_row = attention_->row_index({batch, head, first});
  const AttentionActivations<T>& saved = attention_->activations;
  const auto strip_of = [&](const auto& heads) {
    return heads.head(batch, head).middleRows(first, rows);
  };
  const Matrix<const T> query = rows_at(attention_->inputs.query, first_row, rows, dim);
  const Matrix<T> z = strip_of(saved.output), dq = strip_of(gradients_.query);
  const Matrix<const T> dz = strip_of(gradients_.output);
  const auto scratch = [&](T* data, std::int64_t columns) {
    return matrix_at(data, worker, kRows, columns).middleRows(0, rows);
  };
  const Matrix<T> dz_rows = scratch(dz_rows_, value_dim), dq_rows = scratch(dq_rows_, dim);
  const Matrix<T> maps = scratch(maps_, block_stride_), scores = scratch(scores_, block_stride_);
  const Row<T> slopes = row_at(slopes_, worker, block_stride_);
  const Matrix<T> dk = partial(kv, chunk, true), dv = partial(kv, chunk, false);
  const PackedPanels<T> keys = packed_operands(keys_, c.total_len(), dim)[kv];
  const PackedPanels<T> values = packed_operands(values_, value_dim, c.total_len())[kv];
  T* packed_query = row_at(packed_queries_, worker, packed_size(kRows, dim)).data();
  T* packed_dz = row_at(packed_dz_, worker, packed_size(kRows, value_dim)).data();

  // 1. delta_i = sum_d dZ[i][d] Z[i][d], which is sum_j A[i][j] dA[i][j]
  T delta[kRows];
  for (std::int64_t i = 0; i < rows; ++i) {
    delta[i] = dot<T>(dz.row(i), z.row(i));
    copy(dz.row(i), dz_rows.row(i));
  }
  headwise::pack(query, packed_query, rows * kPanelWidth);
  clear_irregular(packed_query, packed_size(rows, dim));
  headwise::pack(dz, packed_dz, rows * kPanelWidth);

  const auto range = attention_->columns(batch, first, rows);
  if (cells_) clear(rows_at(cells_, first_row, rows, c.masked_len()));
  if (row_slopes_) clear(rows_at(row_slopes_, first_row, rows, 1));
  for (std::int64_t k = range.begin; k < range.end; k += kKeys) {
    const std::int64_t columns = std::min(kKeys, range.end - k), panel = k / kPanelWidth;
    const Matrix<T> some_maps = maps.middleCols(k, columns);
    const Matrix<T> some_scores = scores.middleCols(k, columns);
    // 2. dot products and dA[i][j] = sum_d dZ[i][d] V[j][d]
    multiply(query, saved.key[kv].from(panel, 0), some_maps);
    multiply(dz_rows, values.from(panel, 0), some_scores);
    // 3. attention as the forward had it, and dD[i][j] = A[i][j] (dA[i][j] - delta_i) scale
    for (std::int64_t i = 0; i < rows; ++i) {
      differentiate_row({batch, head, first + i}, {k, k + columns}, delta[i], maps.row(i),
                        scores.row(i), slopes);
    }
    // 4. dV[j][d] += sum_i A[i][j] dZ[i][d]      dK[j][e] += sum_i dD[i][j] Q[i][e]
    const Into into = fresh ? Into::kOverwrite : Into::kAccumulate;
    multiply_transposed(into, some_maps, {packed_dz, rows * kPanelWidth},
                        dv.middleRows(k, columns));
    multiply_transposed(into, some_scores, {packed_query, rows * kPanelWidth},
                        dk.middleRows(k, columns));
    // 5. dQ[i][e] += sum_j dD[i][j] K[j][e]
    multiply(k == range.begin ? Into::kOverwrite : Into::kAccumulate, some_scores, keys.from(0, k),
             dq_rows);
  }
  for (const Matrix<T>& sums : {dk, dv}) {
    if (!fresh) break;  // keys that this strip does not reach have nothing to be added to yet
    clear(sums.middleRows(0, range.begin));
    clear(sums.middleRows(range.end, c.total_len() - range.end));
  }
  for (std::int64_t i = 0; i < rows; ++i) {
    if (range.begin == range.end)
      fill(dq.row(i), 0);
    else
      copy(dq_rows.row(i), dq.row(i));
    if (rotary_) rotations_.rotate_back(first + i, dq.row(i).data());
  }
}

// Part of one row, by the passes of the forward: `maps` has dot products and gets attention as it
// weighs the values, `scores` has the gradient of that and gets the one of the dot products.
template <class T>
void AttentionBackwardJob<T>::differentiate_row(const Query& row, Range range, T delta,
                                                const Row<T>& maps, const Row<T>& scores,
                                                const Row<T>& slopes) const {
  const Attention<T>& a = *attention_;
  const std::int64_t index = a.row_index(row), size = range.size();
  const Row<T> map = a.cells(maps, range), score = a.cells(scores, range);
  const Row<T> slope = a.cells(slopes, range);
  const T scale = static_cast<T>(config_.scale), softcap = static_cast<T>(config_.softcap);
  const bool records = cells_ || row_slopes_;  // dS, before it is scaled
  RowNumbers<T> numbers{scale, a.activations.row_max[index], a.activations.row_sum[index], delta,
                        records ? T(1) : scale};
  if (numbers.sum == 0) {  // nothing to attend to
    fill(map, 0);
    fill(score, 0);
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
  if (dropout) drop(*dropout, index, range.begin, size, score.data());
  attend_and_differentiate(numbers, size, map.data(), score.data());
  for (std::int64_t j = 0; std::isnan(numbers.sum) && j < size; ++j) {
    if (!a.may_attend(row, range.begin + j)) map[j] = score[j] = 0;  // all of the row is NaN
  }
  if (records) {
    record_row(row, range, scores);
    scale_row(score.data(), size, scale);
  }
  for (std::int64_t j = 0; softcap > 0 && j < size; ++j) {
    if (score[j] != 0) score[j] *= slope[j];  // that of a masked key may be NaN
  }
  if (dropout) drop(*dropout, index, range.begin, size, map.data());
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
    const Heads<T>& heads = keys ? gradients_.key : gradients_.value;
    const auto chunk_of = [&](std::int64_t chunk) {
      return partial(kv, chunk, keys).middleRows(first, std::max<std::int64_t>(0, end - first));
    };
    Matrix<T> sums = chunk_of(0);
    for (std::int64_t chunk = 1; chunk < chunks_; ++chunk) sums += chunk_of(chunk);
    for (std::int64_t j = first; j < end; ++j) {
      const bool extra = j == c.masked_len();
      const Row<T> out = extra ? extra_of(kv, keys) : heads.head(batch, head).row(j - c.past_len);
      copy(sums.row(j - first), out);
      if (keys && rotary_ && !extra) rotations_.rotate_back(j - c.past_len, out.data());
    }
  }
}

// The bias key is one for all of the batch: its gradient is the sum over it.
template <class T>
void AttentionBackwardJob<T>::sum_extra(std::int64_t kv_head) {
  const AttentionConfig& c = config_;
  const std::int64_t width = c.head_dim + c.value_head_dim;
  const Matrix<T> parts =
      matrix(row_at(extra_, kv_head, width).data(), c.batch, width, c.num_kv_heads * width);
  sum_rows<T>(parts.middleCols(0, c.head_dim), row_at(gradients_.extra_key, kv_head, c.head_dim));
  sum_rows<T>(parts.middleCols(c.head_dim, c.value_head_dim),
              row_at(gradients_.extra_value, kv_head, c.value_head_dim));
}

// A sink's weight is in no column: the row loses what the sink gains.
template <class T>
void AttentionBackwardJob<T>::sum_sink(std::int64_t head) {
  const AttentionConfig& c = config_;
  const AttentionActivations<T>& saved = attention_->activations;
  double sum = 0;
  for (std::int64_t batch = 0; batch < c.batch; ++batch) {
    const Matrix<const T> z = saved.output.head(batch, head);
    const Matrix<const T> dz = gradients_.output.head(batch, head);
    for (std::int64_t i = 0; i < c.query_len; ++i) {
      const std::int64_t row = attention_->row_index({batch, head, i});
      if (saved.row_sum[row] == 0) continue;
      const T sink = attention_->inputs.sinks[head] - saved.row_max[row];
      const double share = std::exp(static_cast<double>(sink)) / saved.row_sum[row];
      if (share == 0) continue;
      sum -= share * dot<T>(dz.row(i), z.row(i));
    }
  }
  gradients_.sinks[head] = static_cast<T>(sum);
}

// Biases and slopes are added to the scores of the keys that masks count.
template <class T>
void AttentionBackwardJob<T>::record_row(const Query& row, Range range,
                                         const Row<T>& scores) const {
  const std::int64_t index = attention_->row_index(row);
  const std::int64_t end = std::min(range.end, config_.masked_len());
  if (cells_ && range.begin < end) {
    const Range masked{range.begin, end};
    copy(attention_->cells(scores, masked),
         attention_->cells(row_at(cells_, index, config_.masked_len()), masked));
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
  const std::int64_t size = strides[3] ? keys : 1;
  auto sum = row(gradients_.bias, place + size).segment(place, size);
  sum.setZero();
  for (std::int64_t b = begin[0]; b < end[0]; ++b) {
    for (std::int64_t h = begin[1]; h < end[1]; ++h) {
      for (std::int64_t i = begin[2]; i < end[2]; ++i) {
        const Row<T> cells = row_at(cells_, attention_->row_index({b, h, i}), keys);
        if (strides[3])
          sum += cells;
        else
          sum += sum_row(cells.data(), keys);
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
