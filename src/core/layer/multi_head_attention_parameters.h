// The sizes of the multi-head layer, and its parameters.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/workspace.h"
#include "core/layer/layer_fields.h"
#include "core/nn/linear.h"
#include "core/nn/query_key_norm.h"

namespace headwise {

// Whether each of the four linear maps has a bias.
struct Biases {
  HEADWISE_BIASES(HEADWISE_DECLARE)

  Biases(bool all) : query(all), key(all), value(all), output(all) {}
};

// D is embed_dim, H num_heads, Hkv num_kv_heads, E head_dim and Ev value_head_dim.
struct MultiHeadAttentionConfig {
  HEADWISE_LAYER_CONFIG(HEADWISE_DECLARE)
  Biases bias = true;
  QueryKeyNormConfig query_key_norm;

  void validate() const;
};

// The layer's parameters, or the gradients of them. Weights are (out features, in features), torch.nn.Linear's layout; the
// rows of a head are consecutive. Null where the layer has no such parameter.
template <class T>
struct MultiHeadAttentionWeights {
  T *w_q = nullptr, *b_q = nullptr;             // (H E, D), (H E)
  T *w_k = nullptr, *b_k = nullptr;             // (Hkv E, key_dim), (Hkv E)
  T *w_v = nullptr, *b_v = nullptr;             // (Hkv Ev, value_dim), (Hkv Ev)
  T *w_o = nullptr, *b_o = nullptr;             // (output_dim, H Ev), (output_dim)
  T *bias_k = nullptr, *bias_v = nullptr;       // (Hkv E), (Hkv Ev), with add_bias_kv
  T *q_norm = nullptr, *q_norm_bias = nullptr;  // (E), over all heads (H E), with query_key_norm
  T *k_norm = nullptr, *k_norm_bias = nullptr;  // (E), over all heads (Hkv E)

  // Calls visit(name, field, shape) for each parameter that a layer has.
  template <class Visit>
  static void for_each(const MultiHeadAttentionConfig& c, Visit visit) {
    using W = MultiHeadAttentionWeights;
    visit("w_q", &W::w_q, {c.num_heads, c.head_dim, c.embed_dim});
    visit("w_k", &W::w_k, {c.num_kv_heads, c.head_dim, c.key_dim});
    visit("w_v", &W::w_v, {c.num_kv_heads, c.value_head_dim, c.value_dim});
    visit("w_o", &W::w_o, {c.output_dim, c.num_heads, c.value_head_dim});
    if (c.bias.query) visit("b_q", &W::b_q, {c.num_heads, c.head_dim});
    if (c.bias.key) visit("b_k", &W::b_k, {c.num_kv_heads, c.head_dim});
    if (c.bias.value) visit("b_v", &W::b_v, {c.num_kv_heads, c.value_head_dim});
    if (c.bias.output) visit("b_o", &W::b_o, {c.output_dim});
    if (c.add_bias_kv) {
      visit("bias_k", &W::bias_k, {c.num_kv_heads, c.head_dim});
      visit("bias_v", &W::bias_v, {c.num_kv_heads, c.value_head_dim});
    }
    const QueryKeyNormConfig& norm = c.query_key_norm;
    if (!norm.on) return;
    visit("q_norm", &W::q_norm, {norm.width(c.num_heads, c.head_dim)});
    visit("k_norm", &W::k_norm, {norm.width(c.num_kv_heads, c.head_dim)});
    if (!norm.centered) return;
    visit("q_norm_bias", &W::q_norm_bias, {norm.width(c.num_heads, c.head_dim)});
    visit("k_norm_bias", &W::k_norm_bias, {norm.width(c.num_kv_heads, c.head_dim)});
  }
};

template <class T>
class MultiHeadAttentionParameters {
 public:
  explicit MultiHeadAttentionParameters(const MultiHeadAttentionConfig& config);

  const MultiHeadAttentionConfig config;
  const MultiHeadAttentionWeights<T>& weights() const { return weights_; }

  // Xavier uniform (Glorot and Bengio 2010, equation 16) for every matrix, from
  // numbered streams of the seed; biases 0.
  void initialize(std::uint64_t seed);

  // Call it after changing a parameter, before the next forward.
  void pack();

  // A parameter by its name in MultiHeadAttentionWeights::for_each; null if the layer has none.
  T* find(std::string_view name) const { return memory_.find<T>(name); }

  // The memory of a layer's parameters.
  static std::int64_t bytes(const MultiHeadAttentionConfig& config);

  // Packed by pack().
  Linear<T> query, key, value, output;

 private:
  struct Measured {};
  MultiHeadAttentionParameters(const MultiHeadAttentionConfig& config, Measured);
  void lay_out();

  Workspace memory_;
  MultiHeadAttentionWeights<T> weights_;
};

}  // namespace headwise
