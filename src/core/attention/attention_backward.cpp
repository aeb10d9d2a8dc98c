// The memory and the stages of attention's backward. Its passes are in attention_backward_passes.cpp, its sums in
// attention_backward_sums.cpp.
#include "core/attention/attention_backward.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/size.h"
#include "kernels/gemm.h"

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
void AttentionBackwardJob<T>::lay_out(const Kept<T>& kept, const AttentionGradients<T>& gradients,
                                      int threads, Workspace& scratch,
                                      const WantedGradients& wanted) {
  const AttentionRequest& request = kept.request;
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
  attention_ = &kept.attention;
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
    turns_.plan(rotary_config_, kept.frequencies, turns);
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

template class AttentionBackwardJob<float>;
template class AttentionBackwardJob<double>;

}  // namespace headwise
