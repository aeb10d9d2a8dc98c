// Requests and layers of every kind, drawn from a source of choices: the random tests' or the
// fuzzer's. Sizes are small, around the tiles and strips.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/attention/attention_job.h"
#include "core/layer/multi_head_attention.h"

namespace headwise {

// A broadcast mask with the strides of a contiguous one, 0 along the axes that it leaves out.
inline MaskLayout mask_of(MaskKind kind, const AttentionConfig& c, bool batch, bool heads,
                          bool queries, bool keys) {
  const bool has[4] = {batch, heads, queries, keys};
  const std::int64_t sizes[4] = {c.batch, c.num_heads, c.query_len, c.masked_len()};
  MaskLayout mask{kind, 1, {}};
  for (int axis = 3; axis >= 0; --axis) {
    if (!has[axis]) continue;
    mask.strides[axis] = mask.elements;
    mask.elements *= sizes[axis];
  }
  return mask;
}

// choose(low, high) gives an integer between the two, both included.
template <class Choose>
AttentionRequest any_request(Choose&& choose) {
  AttentionRequest r;
  AttentionConfig& c = r.config;
  const auto maybe = [&](int one_in) { return choose(1, one_in) == one_in; };
  const auto size = [&] { return maybe(8) ? choose(0, 150) : choose(0, 21); };
  c.batch = maybe(16) ? 0 : choose(1, 3);
  c.num_kv_heads = choose(1, 3);
  c.num_heads = c.num_kv_heads * choose(1, 3);
  c.query_len = size();
  c.key_len = size();
  if (maybe(16)) {  // more keys than one task packs
    c.query_len = choose(1, 6);
    c.key_len = choose(500, 1100);
  }
  c.past_len = maybe(3) ? size() : 0;
  c.head_dim = choose(1, 19);
  c.value_head_dim = choose(1, 19);
  c.causal = static_cast<Causal>(choose(0, 3));
  c.window_left = maybe(3) ? choose(0, 12) : -1;
  c.window_right = maybe(3) ? choose(0, 12) : -1;
  c.scale = static_cast<double>(choose(-8, 8)) / 8;
  c.softcap = maybe(3) ? static_cast<double>(choose(1, 40)) / 8 : 0;
  c.alibi = maybe(3);
  r.key_lengths = maybe(3);
  r.rotary = c.head_dim > 1 && maybe(3);
  if (r.rotary) {
    r.rotary_config.dims = 2 * choose(1, c.head_dim / 2);
    r.rotary_config.theta = maybe(2) ? 10000 : static_cast<double>(choose(1, 1000));
    r.rotary_config.interleaved = maybe(2);
    r.rotary_config.offset = maybe(2) ? choose(-50, 5000) : 0;
    r.rotary_config.factor = maybe(4) ? static_cast<double>(choose(1, 12)) / 8 : 1;
  }
  r.extra_zero = maybe(4);
  c.extra_len = r.extra_zero ? 1 : 0;
  for (auto left = maybe(2) ? choose(0, 3) : 0; left > 0; --left) {
    const auto kind = static_cast<MaskKind>(choose(0, 2));
    const auto axes = choose(0, 15);
    r.masks.push_back(mask_of(kind, c, axes & 1, axes & 2, axes & 4, axes & 8));
  }
  r.attention = maybe(2);
  r.trace = maybe(3);
  r.replaced_query = maybe(12);
  r.replaced_key = maybe(12);
  r.replaced_value = maybe(12);
  r.replaced_dot_products = maybe(12);
  r.replaced_scores = maybe(12);
  r.replaced_attention = maybe(12);
  r.sinks = maybe(4);
  return r;
}

// A layer, and a forward through it.
template <class Choose>
std::pair<MultiHeadAttentionConfig, ForwardRequest> any_forward(Choose&& choose) {
  const auto maybe = [&](int one_in) { return choose(1, one_in) == one_in; };
  ForwardRequest forward;
  AttentionRequest& r = forward.attention;
  r = any_request(choose);
  MultiHeadAttentionConfig layer;
  layer.num_heads = r.config.num_heads;
  layer.num_kv_heads = r.config.num_kv_heads;
  layer.head_dim = r.config.head_dim;
  layer.value_head_dim = r.config.value_head_dim;
  layer.embed_dim = choose(1, 20);
  layer.key_dim = choose(1, 20);
  layer.value_dim = choose(1, 20);
  layer.output_dim = choose(1, 20);
  layer.bias = maybe(2);
  if (maybe(4)) layer.bias.query = !layer.bias.query;
  if (maybe(4)) layer.bias.key = !layer.bias.key;
  if (maybe(4)) layer.bias.value = !layer.bias.value;
  if (maybe(4)) layer.bias.output = !layer.bias.output;
  layer.add_bias_kv = r.extra_bias = maybe(3);
  layer.add_zero_attention = r.extra_zero;
  r.config.extra_len = (r.extra_bias ? 1 : 0) + (r.extra_zero ? 1 : 0);
  r.replaced_heads = maybe(12);
  forward.average_heads = maybe(3);
  forward.key_is_query = r.config.key_len == r.config.query_len && maybe(2);
  if (forward.key_is_query) layer.key_dim = layer.embed_dim;
  forward.value_is_key = maybe(2);
  if (forward.value_is_key) layer.value_dim = layer.key_dim;
  QueryKeyNormConfig& norm = layer.query_key_norm;
  norm.on = maybe(3);
  norm.centered = maybe(2);
  norm.per_head = maybe(2);
  norm.plus_one = maybe(2);
  norm.epsilon = 0.1;  // or one number by itself would be normalised to its sign
  return {layer, forward};
}

}  // namespace headwise
