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
  // The call as it was asked for: sizes, options, extra keys, and which intermediates were replaced.
  AttentionRequest request;

  // Everything below points into it.
  Workspace memory;

  // The call's attention. L queries, T = P + S + extra keys, as attention saw them:
  //   inputs.query              (B, H, L, E)    after rotary turns; the replaced ones if they were
  //   activations.key           (B, Hkv): packed (E, T)   past, new (turned), extra or replaced
  //   activations.value         (B, Hkv): packed (T, Ev)
  //   activations.irregular     (B, Hkv, irregular_len)
  //   activations.row_max       (B, H, L)       of the masked scores
  //   activations.row_sum       (B, H, L)       of exp(score - row_max), as softmax_row gave it
  //   activations.output        z (B, H, L, Ev): the layer's are side by side in `concatenated`; the
  //                             replaced ones if they were
  //   inputs.key_lengths, slopes, sinks, masks, replaced_dot_products, replaced_scores and
  //   replaced_attention as there; null where the call had none
  // inputs.key, inputs.value, activations.strips and all maps are null.
  //
  // attention_ij = exp(score_ij - row_max_i) * (1 / row_sum_i) has the bits of the call's own map.
  // row_max = -Infinity with row_sum = 0 is a query that may attend to nothing.
  Attention<T> attention;

  const double* frequencies =
      nullptr;  // of rotary turns, (dims / 2); null where nothing was turned

  // Inputs of the layer; null after scaledDotProductAttention.
  const T* query_input = nullptr;  // (B, L, D)
  const T* key_input = nullptr;    // (B, S, key_dim); query_input where that served as key
  const T* value_input = nullptr;  // (B, S, value_dim); key_input where that served as value
  bool key_is_query = false;
  bool value_is_key = false;
  ProjectionNorm<T> query_norm, key_norm;  // with query_key_norm: what the norms were given

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
