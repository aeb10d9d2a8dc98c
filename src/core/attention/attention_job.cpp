// The memory of one attention call: which buffers it has, and where they are. Its stages are in attention_stages.cpp.
#include "core/attention/attention_job.h"

#include <algorithm>
#include <string>

#include "core/attention/cache.h"
#include "core/attention/kept.h"
#include "core/base/error.h"
#include "core/base/size.h"
#include "kernels/gemm.h"

namespace headwise {

namespace {
template <class T>
std::int64_t element_size(const MaskLayout& mask) {
  return mask.kind == MaskKind::kBias ? sizeof(T) : 1;
}
}  // namespace

template <class T>
void AttentionJob<T>::add_gathered(Workspace& workspace) const {
  const AttentionConfig& c = request_.config;
  const auto add = [&](bool wanted, const char* name, std::int64_t len, std::int64_t dim) {
    if (wanted) workspace.add<T>(name, {c.batch, c.num_kv_heads, len, dim});
  };
  const bool cached = request_.cached, traced = cached && request_.trace;
  add(gathers_keys(), cached ? "appended_key" : "gathered_key", gathered_len(), c.head_dim);
  add(gathers_values(), cached ? "appended_value" : "gathered_value", gathered_len(),
      c.value_head_dim);
  add(traced, "gathered_key", c.total_len(), c.head_dim);
  add(traced, "gathered_value", c.total_len(), c.value_head_dim);
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
std::int64_t AttentionJob<T>::turned_positions() const {
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
  const AttentionConfig& c = request_.config;
  const std::int64_t total = c.total_len();
  const auto add_map = [&](const char* name) {
    workspace.add<T>(name, {c.batch, c.num_heads, c.query_len, total});
  };
  const auto add_lasting_map = [&](const char* name) {
    workspace.add_lasting<T>(name, {c.batch, c.num_heads, c.query_len, total});
  };

  workspace.add_lasting<T>("query", {c.batch, c.num_heads, c.query_len, c.head_dim});
  workspace.add<T>("new_key", {c.batch, c.num_kv_heads, c.key_len, c.head_dim});
  workspace.add<T>("new_value", {c.batch, c.num_kv_heads, c.key_len, c.value_head_dim});
  if (c.past_len > 0 && !cache) {
    workspace.add<T>("past_key", {c.batch, c.num_kv_heads, c.past_len, c.head_dim});
    workspace.add<T>("past_value", {c.batch, c.num_kv_heads, c.past_len, c.value_head_dim});
  }
  if (request_.replaced_key)
    workspace.add<T>("replaced_key", {c.batch, c.num_kv_heads, c.masked_len(), c.head_dim});
  if (request_.replaced_value) {
    workspace.add<T>("replaced_value", {c.batch, c.num_kv_heads, c.masked_len(), c.value_head_dim});
  }
  add_gathered(workspace);
  if (request_.rotary) {
    workspace.add<T>("turns", {turned_positions(), request_.rotary_config.dims});
    workspace.add_lasting<double>("frequencies", {request_.rotary_config.dims / 2});
  }
  if (c.alibi) workspace.add_lasting<T>("slopes", {c.num_heads});
  if (request_.sinks) workspace.add_lasting<T>("sinks", {c.num_heads});
  if (request_.key_lengths) workspace.add_lasting<std::int32_t>("key_lengths", {c.batch});
  for (std::size_t i = 0; i < request_.masks.size(); ++i) {
    const MaskLayout& mask = request_.masks[i];
    workspace.add_lasting("mask" + std::to_string(i), element_size<T>(mask), {mask.elements});
  }
  if (request_.replaced_dot_products) add_lasting_map("replaced_dot_products");
  if (request_.replaced_scores) add_lasting_map("replaced_scores");
  if (request_.replaced_attention) add_lasting_map("replaced_attention");

  if (!cache || request_.keep) {
    workspace.add_lasting<T>("packed_key",
                             {c.batch, c.num_kv_heads, c.head_dim, round_up(total, kPanelWidth)});
    workspace.add_lasting<T>(
        "packed_value", {c.batch, c.num_kv_heads, total, round_up(c.value_head_dim, kPanelWidth)});
  }
  workspace.add_lasting<std::uint8_t>(
      "irregular",
      {c.batch, c.num_kv_heads, cache ? 1 : divide_up(total, Attention<T>::kPackKeys)});
  workspace.add<T>("strips", {threads, strips_size()});
  if (request_.keep) {
    workspace.add_lasting<T>("row_max", {c.batch, c.num_heads, c.query_len});
    workspace.add_lasting<T>("row_sum", {c.batch, c.num_heads, c.query_len});
  }
  if (request_.trace) {
    add_map("dot_products");
    add_map("scores");
    if (c.softcap > 0) add_map("softcapped");
    add_map("masked");
    workspace.add<T>("log_sum_exp", {c.batch, c.num_heads, c.query_len});
  }
  if (request_.in_parts) {
    // While the caller takes one part the threads write the next.
    const std::int64_t rows = part_rows_at_most() * (threads > 1 ? 2 : 1);
    workspace.add<T>("attention", {std::min(rows, c.batch * c.num_heads * c.query_len), total});
  } else if (request_.trace || request_.attention) {
    add_map("attention");
  }
}

template <class T>
void AttentionJob<T>::bind(const Workspace& workspace) {
  const auto find = [&](const char* name) { return workspace.find<T>(name); };
  query_ = find("query");
  new_key_ = find("new_key");
  new_value_ = find("new_value");
  past_key_ = find("past_key");
  past_value_ = find("past_value");
  replaced_key_ = find("replaced_key");
  replaced_value_ = find("replaced_value");
  key_ = find(!gathers_keys() ? "new_key" : cache_ ? "appended_key" : "gathered_key");
  value_ = find(!gathers_values() ? "new_value" : cache_ ? "appended_value" : "gathered_value");
  all_keys_ = cache_ ? find("gathered_key") : nullptr;
  all_values_ = cache_ ? find("gathered_value") : nullptr;
  if (request_.rotary) {
    auto* frequencies = workspace.find<double>("frequencies");
    fill_frequencies(request_.rotary_config, frequencies);
    rotary_.plan(request_.rotary_config, frequencies, find("turns"));
  }

  attention_.config = request_.config;
  AttentionInputs<T>& in = attention_.inputs;
  in.query = query_;
  in.key = key_;
  in.value = value_;
  in.key_lengths = workspace.find<std::int32_t>("key_lengths");
  T* slopes = find("slopes");
  for (std::int64_t head = 0; slopes && head < request_.config.num_heads; ++head) {
    slopes[head] = static_cast<T>(alibi_slope(head, request_.config.num_heads));
  }
  in.slopes = slopes;
  in.sinks = find("sinks");
  in.masks.clear();
  auto* place = workspace.find<std::uint8_t>("mask0");  // the others follow it
  for (const MaskLayout& mask : request_.masks) {
    in.masks.push_back({mask.kind, place, mask.strides});
    place += round_up(mask.elements * element_size<T>(mask), Workspace::kAlignment);
  }
  in.replaced_dot_products = find("replaced_dot_products");
  in.replaced_scores = find("replaced_scores");
  in.replaced_attention = find("replaced_attention");

  AttentionActivations<T>& out = attention_.activations;
  set_panels(find("packed_key"), find("packed_value"), out);
  out.irregular = workspace.find<std::uint8_t>("irregular");
  out.irregular_len = cache_ ? 1 : attention_.pack_strips();
  if (cache_) {
    kept_key_ = out.packed_key;
    kept_value_ = out.packed_value;
    out.packed_key = cache_->key();
    out.packed_value = cache_->value();
    out.packed_key_stride = cache_->key_stride();
    out.packed_value_stride = cache_->value_stride();
    out.value_panel_stride = cache_->value_panel_stride();
  }
  out.strips = find("strips");
  out.dot_products = find("dot_products");
  out.scores = find("scores");
  out.softcapped = find("softcapped");
  out.masked = find("masked");
  out.attention = find("attention");
  out.attention_first_row = 0;
  out.log_sum_exp = find("log_sum_exp");
  out.row_max = find("row_max");
  out.row_sum = find("row_sum");
  list_stages();
}

// Panels of the call's own: no wider than its keys.
template <class T>
void AttentionJob<T>::set_panels(T* key, T* value, AttentionActivations<T>& out) const {
  const AttentionConfig& c = request_.config;
  out.packed_key = key;
  out.packed_value = value;
  out.packed_key_stride = packed_size(c.head_dim, c.total_len());
  out.packed_value_stride = packed_size(c.total_len(), c.value_head_dim);
  out.value_panel_stride = c.total_len() * kPanelWidth;
}

template <class T>
void AttentionJob<T>::hand_over(Kept<T>& kept) const {
  kept.request = request_;
  kept.frequencies = request_.rotary ? rotary_.frequencies() : nullptr;
  kept.attention = attention_;
  AttentionInputs<T>& in = kept.attention.inputs;
  in.key = in.value = nullptr;
  AttentionActivations<T>& out = kept.attention.activations;
  out.strips = out.dot_products = out.scores = out.softcapped = out.masked = nullptr;
  out.attention = out.log_sum_exp = nullptr;
  if (cache_) set_panels(kept_key_, kept_value_, out);
}

template <class T>
void AttentionJob<T>::set_output(T* output, std::int64_t batch_stride, std::int64_t head_stride,
                                 std::int64_t row_stride) {
  AttentionActivations<T>& out = attention_.activations;
  out.output = output;
  out.output_batch_stride = batch_stride;
  out.output_head_stride = head_stride;
  out.output_row_stride = row_stride;
}

template <class T>
void AttentionJob<T>::set_extra_bias(const T* key, const T* value) {
  extra_key_ = key;
  extra_value_ = value;
}

template <class T>
void ScaledDotProductAttentionJob<T>::lay_out(const AttentionRequest& request, int threads,
                                              Workspace& workspace) {
  const AttentionConfig& c = request.config;
  require(!request.extra_bias, "extra_bias: expected a call of a layer, which owns that parameter");
  AttentionJob<T>::lay_out(request, threads, workspace);
  workspace.add_lasting<T>("output", {c.batch, c.num_heads, c.query_len, c.value_head_dim});
}

template <class T>
void ScaledDotProductAttentionJob<T>::bind(const Workspace& workspace) {
  const AttentionConfig& c = this->request().config;
  AttentionJob<T>::bind(workspace);
  const std::int64_t head_size = c.query_len * c.value_head_dim;
  this->set_output(workspace.find<T>("output"), c.num_heads * head_size, head_size,
                   c.value_head_dim);
}

template class AttentionJob<float>;
template class AttentionJob<double>;
template class ScaledDotProductAttentionJob<float>;
template class ScaledDotProductAttentionJob<double>;

}  // namespace headwise
