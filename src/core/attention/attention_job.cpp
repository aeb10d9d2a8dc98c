// One attention call: its memory, the stages that join, rotate, pack and attend, and the parts in which its maps are taken.
#include "core/attention/attention_job.h"

#include <algorithm>
#include <string>

#include "core/attention/cache.h"
#include "core/attention/saved_activations.h"
#include "core/base/error.h"
#include "core/base/matrix.h"
#include "core/base/size.h"

namespace headwise {

namespace {
template <class T>
std::int64_t element_size(const MaskLayout& mask) {
  return mask.kind == MaskKind::kBias ? sizeof(T) : 1;
}
}  // namespace

// Buffers of all keys and values, unless attention reads new_key and new_value directly. With a cache: buffers of the keys and
// values to append, and of all of them for a trace.
template <class T>
void AttentionJob<T>::add_gathered(Workspace& workspace) {
  const AttentionConfig& c = request_.config;
  const auto rows = [&](const char* name, std::int64_t len, std::int64_t dim) {
    T* data = workspace.add<T>({c.batch, c.num_kv_heads, len, dim});
    return name ? workspace.named(name, data) : data;
  };
  const bool traced = request_.cached && request_.trace;
  if (gathers_keys())
    key_ = rows(request_.cached ? nullptr : "gathered_key", gathered_len(), c.head_dim);
  if (gathers_values())
    value_ = rows(request_.cached ? nullptr : "gathered_value", gathered_len(), c.value_head_dim);
  all_keys_ = traced ? rows("gathered_key", c.total_len(), c.head_dim) : nullptr;
  all_values_ = traced ? rows("gathered_value", c.total_len(), c.value_head_dim) : nullptr;
}

// Scores of one worker's strip. With a cache there is room for its whole capacity, so that the
// workspace does not grow a little at every step.
template <class T>
std::int64_t AttentionJob<T>::strips_size() const {
  const AttentionConfig& c = request_.config;
  const std::int64_t total = c.total_len();
  if (c.batch * c.query_len == 0) return 0;
  const std::int64_t size =
      checked_product({Attention<T>::strip_rows(total), round_up(total, kPanelWidth)});
  return cache_ ? std::max(size, Attention<T>::most_strip_elements(cache_->config.room())) : size;
}

template <class T>
std::int64_t AttentionJob<T>::rotated_positions() const {
  return request_.rotary ? std::max(request_.config.query_len, request_.config.key_len) : 0;
}

namespace {
template <class T>
void expect_fit(const AttentionRequest& request, const Cache<T>& cache) {
  const AttentionConfig& c = request.config;
  require(cache.config.batch == c.batch && cache.config.num_kv_heads == c.num_kv_heads &&
              cache.config.head_dim == c.head_dim &&
              cache.config.value_head_dim == c.value_head_dim &&
              cache.config.extra_len == c.extra_len,
          "cache: expected one of the sizes of the call");
  require(c.past_len == cache.length(), "past_len: expected the length of the cache");
  require(c.key_len <= cache.config.capacity - c.past_len, "cache: expected room for the new keys");
  require(!request.replaced_key && !request.replaced_value,
          "replaced_key and replaced_value: expected none beside a cache");
}
}  // namespace

template <class T>
void AttentionJob<T>::lay_out(const AttentionRequest& request, int threads, Workspace& workspace,
                              Cache<T>* cache) {
  request.validate();
  require(request.cached == (cache != nullptr), "cached: expected a cache, or none");
  if (cache) expect_fit(request, *cache);
  request_ = request;
  threads_ = threads;
  cache_ = cache;
  attention_ = {};
  attention_.config = request.config;
  lay_out_inputs(workspace);
  lay_out_activations(workspace);
  list_stages();
}

template <class T>
void AttentionJob<T>::lay_out_inputs(Workspace& workspace) {
  const AttentionConfig& c = request_.config;
  Workspace& lasting = workspace.lasting();
  AttentionInputs<T>& in = attention_.inputs;
  in.query = query_ = lasting.add<T>("query", {c.batch, c.num_heads, c.query_len, c.head_dim});
  const auto keys = [&](bool wanted, const char* name, std::int64_t len, std::int64_t dim) -> T* {
    return wanted ? workspace.add<T>(name, {c.batch, c.num_kv_heads, len, dim}) : nullptr;
  };
  key_ = new_key_ = keys(true, "new_key", c.key_len, c.head_dim);
  value_ = new_value_ = keys(true, "new_value", c.key_len, c.value_head_dim);
  const bool past = c.past_len > 0 && !cache_;
  past_key_ = keys(past, "past_key", c.past_len, c.head_dim);
  past_value_ = keys(past, "past_value", c.past_len, c.value_head_dim);
  replaced_key_ = keys(request_.replaced_key, "replaced_key", c.masked_len(), c.head_dim);
  replaced_value_ =
      keys(request_.replaced_value, "replaced_value", c.masked_len(), c.value_head_dim);
  add_gathered(workspace);
  in.key = key_;
  in.value = value_;
  if (request_.rotary) {
    const RotaryConfig& rotary = request_.rotary_config;
    T* rotations = workspace.add<T>({rotated_positions(), rotary.dims});
    frequencies_ = lasting.add<double>("frequencies", {rotary.dims / 2});
    if (!workspace.measures()) fill_frequencies(rotary, frequencies_);
    rotary_.plan(rotary, frequencies_, rotations);
  }
  if (c.alibi) {
    in.slopes = slopes_ = lasting.add<T>("slopes", {c.num_heads});
    for (std::int64_t head = 0; !workspace.measures() && head < c.num_heads; ++head)
      slopes_[head] = static_cast<T>(alibi_slope(head, c.num_heads));
  }
  if (request_.sinks) in.sinks = lasting.add<T>("sinks", {c.num_heads});
  if (request_.key_lengths) in.key_lengths = lasting.add<std::int32_t>("key_lengths", {c.batch});
  for (const MaskLayout& mask : request_.masks) {
    const std::string name = "mask" + std::to_string(in.masks.size());
    const void* data =
        lasting.add<std::uint8_t>(name, {checked_product({element_size<T>(mask), mask.elements})});
    in.masks.push_back({mask.kind, data, mask.strides});
  }
  const auto map = [&](bool wanted, const char* name) -> const T* {
    return wanted ? lasting.add<T>(name, {c.batch, c.num_heads, c.query_len, c.total_len()})
                  : nullptr;
  };
  in.replaced_dot_products = map(request_.replaced_dot_products, "replaced_dot_products");
  in.replaced_scores = map(request_.replaced_scores, "replaced_scores");
  in.replaced_attention = map(request_.replaced_attention, "replaced_attention");
}

template <class T>
void AttentionJob<T>::lay_out_activations(Workspace& workspace) {
  const AttentionConfig& c = request_.config;
  const std::int64_t total = c.total_len();
  Workspace& lasting = workspace.lasting();
  AttentionActivations<T>& out = attention_.activations;
  if (!cache_ || request_.keep) {
    T* key = lasting.add<T>({c.batch, c.num_kv_heads, c.head_dim, round_up(total, kPanelWidth)});
    T* value =
        lasting.add<T>({c.batch, c.num_kv_heads, total, round_up(c.value_head_dim, kPanelWidth)});
    out.key = saved_key_ = packed_operands(key, c.head_dim, total);
    out.value = saved_value_ = packed_operands(value, total, c.value_head_dim);
  }
  if (cache_) {
    out.key = cache_->keys();
    out.value = cache_->values();
  }
  out.irregular_len = cache_ ? 1 : attention_.pack_strips();
  out.irregular = lasting.add<std::uint8_t>({c.batch, c.num_kv_heads, out.irregular_len});
  out.strips = workspace.add<T>({threads_, strips_size()});
  if (request_.keep) {
    out.row_max = lasting.add<T>({c.batch, c.num_heads, c.query_len});
    out.row_sum = lasting.add<T>({c.batch, c.num_heads, c.query_len});
  }
  const auto map = [&](const char* name) {
    return workspace.add<T>(name, {c.batch, c.num_heads, c.query_len, total});
  };
  if (request_.trace) {
#define HEADWISE_LAY_OUT(name, condition) \
  if (condition) out.name = map(#name);
    HEADWISE_TRACE_MAPS(HEADWISE_LAY_OUT)
#undef HEADWISE_LAY_OUT
    out.log_sum_exp = workspace.add<T>("log_sum_exp", {c.batch, c.num_heads, c.query_len});
  }
  if (request_.in_parts) {
    // While the caller takes one part the threads write the next.
    const std::int64_t rows = part_rows_at_most() * (threads_ > 1 ? 2 : 1);
    out.attention =
        workspace.add<T>("attention", {std::min(rows, c.batch * c.num_heads * c.query_len), total});
  } else if (request_.trace || request_.attention) {
    out.attention = map("attention");
  }
}

template <class T>
void AttentionJob<T>::hand_over(SavedActivations<T>& saved) const {
  saved.request = request_;
  saved.frequencies = request_.rotary ? rotary_.frequencies() : nullptr;
  saved.attention = attention_;
  AttentionInputs<T>& in = saved.attention.inputs;
  in.key = in.value = nullptr;
  AttentionActivations<T>& out = saved.attention.activations;
#define HEADWISE_LEAVE(name, condition) out.name = nullptr;
  HEADWISE_TRACE_MAPS(HEADWISE_LEAVE)
#undef HEADWISE_LEAVE
  out.strips = out.attention = out.log_sum_exp = nullptr;
  out.key = saved_key_;
  out.value = saved_value_;
}

template <class T>
void AttentionJob<T>::set_positions(const std::vector<double>& values) {
  if (request_.rotary) std::copy(values.begin(), values.end(), frequencies_);
  if (request_.config.alibi) std::copy(values.begin(), values.end(), slopes_);
}

template <class T>
void AttentionJob<T>::add_bias(const T* bias, std::int64_t batch_stride) {
  const AttentionConfig& c = request_.config;
  const std::int64_t keys = c.masked_len();
  attention_.inputs.masks.push_back(
      {MaskKind::kBias, bias, {batch_stride, c.query_len * keys, keys, 1}});
}

template <class T>
void AttentionJob<T>::set_extra_bias(const T* key, const T* value) {
  extra_key_ = key;
  extra_value_ = value;
}

template <class T>
void AttentionJob<T>::list_stages() {
  const AttentionConfig& c = request_.config;
  const double row = static_cast<double>(c.head_dim + c.value_head_dim);
  const std::int64_t key_heads = c.batch * c.num_kv_heads;
  const bool gathers = gathers_keys() || gathers_values() || rotates_in_place();
  this->clear_stages();
  // 1. rotations      R_j: cos(j f) and sin(j f) for each frequency f
  this->add_stage(
      {rotated_positions(), 20.0 * static_cast<double>(request_.rotary_config.dims),
       [this](std::int64_t task, int) { rotary_.fill(request_.config.past_len, task); }});
  // 2. queries        q_i = R_i q_i
  this->add_stage({c.batch * c.num_heads * query_strips(), 10.0 * kGatherRows * row,
                   [this](std::int64_t task, int) { rotate_queries(task); }});
  // 3. keys, values   K = (past; R_j k_j; extra)      V = (past; v_j; extra)
  this->add_stage({gathers ? key_heads * key_strips() : 0, 10.0 * kGatherRows * row,
                   [this](std::int64_t task, int) { gather_keys_and_values(task); }});
  // 4. panels         K^T and V, packed for the products: into the cache, or the call's own
  if (cache_) {
    const bool copies = request_.keep || request_.trace;
    this->add_stage({key_heads * key_strips(), kGatherRows * row,
                     [this](std::int64_t task, int) { append(task); }});
    this->add_stage({key_heads, static_cast<double>(c.total_len()) * (copies ? row : 1),
                     [this](std::int64_t task, int) { unpack(task); }});
  } else {
    this->add_stage({attention_.pack_tasks(), attention_.pack_cost(),
                     [this](std::int64_t task, int) { attention_.pack_keys_and_values(task); }});
  }
  // 5. attention      z = softmax(mask(softcap(q K^T scale))) V
  parts_.job = this;
  this->add_stage({attention_.strip_tasks(), attention_.strip_cost(),
                   [this](std::int64_t task, int worker) { attention_.attend_strip(task, worker); },
                   request_.in_parts ? &parts_ : nullptr});
}

// A part stays in the cache until the caller has it: writing whole maps to memory and reading them back
// took 6 % of the call at (1024, 512, 8). With threads it is larger: reading from another core is slow,
// and faster through the cache that they share (two threads were 1.74 times as fast as one with a
// quarter of this, and 1.82 times with it).
template <class T>
std::int64_t AttentionJob<T>::part_strips() const {
  const std::int64_t numbers = threads_ > 1 ? 786432 : 65536;  // for each thread
  const std::int64_t total = request_.config.total_len();
  const std::int64_t strip = Attention<T>::strip_rows(total) * std::max<std::int64_t>(total, 1);
  return std::max<std::int64_t>(numbers / strip, 1) * threads_;
}

template <class T>
void AttentionJob<T>::MapParts::begin(std::int64_t first_task) {
  Attention<T>& attention = job->attention_;
  const std::int64_t end = std::min(first_task + tasks(), attention.strip_tasks());
  const std::int64_t first = attention.first_row(first_task);
  const std::int64_t count = attention.first_row(end) - first;
  const AttentionConfig& c = attention.config;
  const bool beside = job->threads_ > 1 && current.place == 0 && first_task > 0;
  // The last strip of a head may be short, and so may a buffer that holds all rows.
  const std::int64_t most = c.batch * c.num_heads * c.query_len - count;
  const std::int64_t place = beside ? std::min(job->part_rows_at_most(), most) : 0;
  current = {first, count, place};
  attention.activations.attention_first_row = first - place;
}

template <class T>
std::int64_t AttentionJob<T>::part_rows_at_most() const {
  return part_strips() * Attention<T>::strip_rows(request_.config.total_len());
}

template <class T>
std::int64_t AttentionJob<T>::query_strips() const {
  const bool rotates = request_.rotary && !request_.replaced_query;
  return rotates ? divide_up(request_.config.query_len, kGatherRows) : 0;
}

template <class T>
std::int64_t AttentionJob<T>::key_strips() const {
  return divide_up(gathered_len(), kGatherRows);
}

template <class T>
void AttentionJob<T>::rotate_queries(std::int64_t task) {
  const AttentionConfig& c = request_.config;
  const std::int64_t first = task % query_strips() * kGatherRows;
  const std::int64_t end = std::min(first + kGatherRows, c.query_len);
  const Matrix<T> head = matrix_at(query_, task / query_strips(), c.query_len, c.head_dim);
  for (std::int64_t i = first; i < end; ++i) {
    T* row = head.row(i).data();
    rotary_.rotate(i, row, c.head_dim, row);
  }
}

template <class T>
void AttentionJob<T>::gather(std::int64_t task, bool keys) {
  const AttentionConfig& c = request_.config;
  const std::int64_t dim = keys ? c.head_dim : c.value_head_dim;
  const std::int64_t batch_and_head = task / key_strips();
  const std::int64_t first = task % key_strips() * kGatherRows;
  const std::int64_t end = std::min(first + kGatherRows, gathered_len());
  const bool rotates = keys && request_.rotary && !request_.replaced_key;
  const Matrix<T> gathered = matrix_at(keys ? key_ : value_, batch_and_head, gathered_len(), dim);
  for (std::int64_t i = first; i < end; ++i) {
    const std::int64_t j = first_gathered() + i;
    const Row<const T> from = key_row(batch_and_head, j, keys);
    const Row<T> row = gathered.row(i);
    if (!from.data())
      fill(row, 0);
    else if (rotates && j >= c.past_len && j < c.masked_len())
      rotary_.rotate(j - c.past_len, from.data(), dim, row.data());
    else
      copy(from, row);
  }
}

template <class T>
void AttentionJob<T>::gather_keys_and_values(std::int64_t task) {
  if (gathers_keys() || rotates_in_place()) gather(task, true);
  if (gathers_values()) gather(task, false);
}

// New and extra keys go into the cache, after the past.
template <class T>
void AttentionJob<T>::append(std::int64_t task) {
  const AttentionConfig& c = request_.config;
  const std::int64_t kv = task / key_strips(), first = task % key_strips() * kGatherRows;
  cache_->write(kv, c.past_len + first, std::min(kGatherRows, gathered_len() - first),
                matrix_at(key_, kv, gathered_len(), c.head_dim).row(first).data(),
                matrix_at(value_, kv, gathered_len(), c.value_head_dim).row(first).data());
}

// Notes whether the cache holds irregular values, and copies its keys and values where the call keeps
// or traces them.
template <class T>
void AttentionJob<T>::unpack(std::int64_t kv) {
  const std::int64_t total = request_.config.total_len();
  attention_.activations.irregular[kv] = cache_->is_irregular(kv, total) ? 1 : 0;
  if (request_.keep) cache_->copy_panels(kv, total, saved_key_, saved_value_);
  if (request_.trace) cache_->unpack(kv, total, all_keys_, all_values_);
}

// Key j, or its value: from the past, the new ones, or the layer's own bias; null for the zero key.
template <class T>
Row<const T> AttentionJob<T>::key_row(std::int64_t batch_and_head, std::int64_t j,
                                      bool keys) const {
  const AttentionConfig& c = request_.config;
  const std::int64_t dim = keys ? c.head_dim : c.value_head_dim;
  const T* replaced = keys ? replaced_key_ : replaced_value_;
  if (j >= c.masked_len()) {
    if (!request_.extra_bias || j > c.masked_len()) return {nullptr, dim};
    return row_at(keys ? extra_key_ : extra_value_, batch_and_head % c.num_kv_heads, dim);
  }
  if (replaced) return matrix_at(replaced, batch_and_head, c.masked_len(), dim).row(j);
  if (j < c.past_len) {
    const T* past = keys ? past_key_ : past_value_;
    return matrix_at(past, batch_and_head, c.past_len, dim).row(j);
  }
  const T* added = keys ? new_key_ : new_value_;
  return matrix_at(added, batch_and_head, c.key_len, dim).row(j - c.past_len);
}

template <class T>
void ScaledDotProductAttentionJob<T>::lay_out(const AttentionRequest& request, int threads,
                                              Workspace& workspace) {
  const AttentionConfig& c = request.config;
  require(!request.extra_bias, "extra_bias: expected a call of a layer, which owns that parameter");
  AttentionJob<T>::lay_out(request, threads, workspace);
  T* output =
      workspace.lasting().add<T>("output", {c.batch, c.num_heads, c.query_len, c.value_head_dim});
  this->set_output(heads_apart(output, c.num_heads, c.query_len, c.value_head_dim));
}

template class AttentionJob<float>;
template class AttentionJob<double>;
template class ScaledDotProductAttentionJob<float>;
template class ScaledDotProductAttentionJob<double>;

}  // namespace headwise
