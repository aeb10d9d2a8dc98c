// The sizes of the multi-head layer, and its parameters.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/workspace.h"
#include "core/rows/linear.h"
#include "core/rows/query_key_norm.h"

namespace headwise {

// Which of the four linear maps have a bias.
struct Biases {
  bool query, key, value, output;
  Biases(bool all) : query(all), key(all), value(all), output(all) {}
};

struct MultiHeadAttentionConfig {
  std::int64_t embed_dim = 1;       // D, width of the query input
  std::int64_t num_heads = 1;       // H
  std::int64_t num_kv_heads = 1;    // Hkv
  std::int64_t head_dim = 1;        // E
  std::int64_t value_head_dim = 1;  // Ev
  std::int64_t key_dim = 1;         // width of the key input
  std::int64_t value_dim = 1;       // width of the value input
  std::int64_t output_dim = 1;
  Biases bias = true;
  bool add_bias_kv = false;
  bool add_zero_attention = false;
  QueryKeyNormConfig query_key_norm;

  void validate() const;
};

// Weights are (out features, in features) as torch.nn.Linear has them; the rows of a head stand together.
//   w_q (H E, D)           b_q* (H E)          * with its bias
//   w_k (Hkv E, key_dim)   b_k* (Hkv E)
//   w_v (Hkv Ev, value_dim)  b_v* (Hkv Ev)
//   w_o (output_dim, H Ev) b_o* (output_dim)
//   bias_k (Hkv E)         bias_v (Hkv Ev)     with add_bias_kv
//   q_norm, k_norm (E)     q_norm_bias, k_norm_bias    with query_key_norm; over all heads (H E), (Hkv E)
template <class T>
class MultiHeadAttentionParameters {
 public:
  explicit MultiHeadAttentionParameters(const MultiHeadAttentionConfig& config);

  const MultiHeadAttentionConfig config;

  // Xavier uniform (Glorot and Bengio 2010, equation 16) for every matrix, from
  // numbered streams of the seed; biases 0.
  void initialize(std::uint64_t seed);

  // Call it after changing a parameter, before the next forward.
  void pack();

  T* find(std::string_view name) const { return memory_.find<T>(name); }

  // The memory of a layer's parameters, in two blocks.
  static std::int64_t bytes(const MultiHeadAttentionConfig& config);

  // Calls visit(name, shape) for each parameter that a layer has.
  template <class Visit>
  static void for_each(const MultiHeadAttentionConfig& c, Visit visit) {
    visit("w_q", {c.num_heads, c.head_dim, c.embed_dim});
    visit("w_k", {c.num_kv_heads, c.head_dim, c.key_dim});
    visit("w_v", {c.num_kv_heads, c.value_head_dim, c.value_dim});
    visit("w_o", {c.output_dim, c.num_heads, c.value_head_dim});
    if (c.bias.query) visit("b_q", {c.num_heads, c.head_dim});
    if (c.bias.key) visit("b_k", {c.num_kv_heads, c.head_dim});
    if (c.bias.value) visit("b_v", {c.num_kv_heads, c.value_head_dim});
    if (c.bias.output) visit("b_o", {c.output_dim});
    if (c.add_bias_kv) {
      visit("bias_k", {c.num_kv_heads, c.head_dim});
      visit("bias_v", {c.num_kv_heads, c.value_head_dim});
    }
    const QueryKeyNormConfig& norm = c.query_key_norm;
    if (!norm.on) return;
    visit("q_norm", {norm.width(c.num_heads, c.head_dim)});
    visit("k_norm", {norm.width(c.num_kv_heads, c.head_dim)});
    if (!norm.centered) return;
    visit("q_norm_bias", {norm.width(c.num_heads, c.head_dim)});
    visit("k_norm_bias", {norm.width(c.num_kv_heads, c.head_dim)});
  }

  // Packed by pack().
  Linear<T> query, key, value, output;

 private:
  static void lay_out(const MultiHeadAttentionConfig& config, Workspace& memory, Workspace& packed);

  Workspace memory_, packed_;
};

}  // namespace headwise
