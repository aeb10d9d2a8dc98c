// Activations saved for the backward and for windows: any part of a call's maps, and its gradients, can be
// computed from them. They own their memory, which the call's job wrote directly, and outlive the call. attention_window.h and attention_backward.h compute from it.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/attention/attention.h"
#include "core/attention/attention_job.h"
#include "core/base/workspace.h"
#include "core/nn/query_key_norm.h"

namespace headwise {

template <class T>
struct SavedActivations {
  // The request of the call: sizes, options, extra keys, and which intermediates were replaced.
  AttentionRequest request;

  // Everything below points into it.
  Workspace memory;

  // The call's attention. L queries, T = P + S + extra keys, as attention saw them:
  //   inputs.query              (B, H, L, E)    after rotary positions, or the replaced ones
  //   activations.key           (B, Hkv): packed (E, T)   past, new (rotated), extra or replaced
  //   activations.value         (B, Hkv): packed (T, Ev)
  //   activations.irregular     (B, Hkv, irregular_len)
  //   activations.row_max       (B, H, L)       of the masked scores
  //   activations.row_sum       (B, H, L)       of exp(score - row_max), by softmax_row
  //   activations.output        z (B, H, L, Ev), or the replaced ones; the layer's are side by side in
  //                             `concatenated`
  //   inputs.key_lengths, slopes, sinks, masks, replaced_dot_products, replaced_scores and
  //   replaced_attention: the request's; null if it had none
  // inputs.key, inputs.value, activations.strips and all maps are null.
  //
  // attention_ij = exp(score_ij - row_max_i) * (1 / row_sum_i) has the bits of the call's own map.
  // row_max = -Infinity with row_sum = 0 is a query that may attend to nothing.
  Attention<T> attention;

  const double* frequencies = nullptr;  // of rotary positions, (dims / 2); null without them

  // Inputs of the layer; null after scaledDotProductAttention.
  const T* query_input = nullptr;  // (B, L, D)
  const T* key_input = nullptr;    // (B, S, key_dim); query_input if it was also the key
  const T* value_input = nullptr;  // (B, S, value_dim); key_input if it was also the value
  bool key_is_query = false;
  bool value_is_key = false;
  ProjectionNorm<T> query_norm, key_norm;  // with query_key_norm: inputs of the norms

  std::int64_t bytes() const { return memory.bytes(); }

  // The natural logarithm of the sum of exp over the masked scores of row (b H + h) L + i.
  T log_sum_exp(std::int64_t row) const {
    const auto& a = attention.activations;
    return a.row_sum[row] == 0 ? a.row_max[row] : a.row_max[row] + std::log(a.row_sum[row]);
  }

  // Keys first <= j < first + count of one key head (b Hkv + h) as rows (count, E), and their
  // values as rows (count, Ev).
  void unpack_keys(std::int64_t kv, std::int64_t first, std::int64_t count, T* rows) const;
  void unpack_values(std::int64_t kv, std::int64_t first, std::int64_t count, T* rows) const;
};

}  // namespace headwise
