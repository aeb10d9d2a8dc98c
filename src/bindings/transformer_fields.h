// Descriptions of a transformer and of its calls, filled by JavaScript.
#pragma once

#include "bindings/fields.h"
#include "bindings/guard.h"
#include "bindings/index.h"
#include "transformer/transformer_job.h"

namespace headwise {

template <>
inline constexpr PositionKind kLast<PositionKind> = PositionKind::kAlibi;
template <>
inline constexpr NormKind kLast<NormKind> = NormKind::kSandwich;
template <>
inline constexpr OptimizerKind kLast<OptimizerKind> = OptimizerKind::kAdamw;
template <>
inline constexpr Schedule kLast<Schedule> = Schedule::kCosine;

// Attention has the fields of a layer and of a call.
inline void set_attention(TransformerConfig& c, const MultiHeadAttentionConfig& layer,
                          const AttentionRequest& call) {
  c.embed_dim = layer.embed_dim;
  c.num_heads = layer.num_heads;
  c.num_kv_heads = layer.num_kv_heads;
  c.head_dim = layer.head_dim;
  c.bias = layer.bias;
  c.query_key_norm = layer.query_key_norm;
  static_cast<ScoreConfig&>(c) = call.config;
  c.rotary = call.rotary_config;
}

inline void add_position(TransformerConfig& config, double value) {
  guard([&] { config.position_values.push_back(value); });
}

inline void clear_positions(TransformerConfig& config) { config.position_values = {}; }

inline void remove_head(TransformerRequest& request, double head) {
  guard([&] {
    const auto place = static_cast<std::size_t>(to_index(head));
    if (place >= request.removed.size()) request.removed.resize(place + 1);
    request.removed[place] = 1;
  });
}

inline void clear_removed(TransformerRequest& request) { request.removed.clear(); }

}  // namespace headwise
