// The fields of a layer's config. Written by `npm run make options` from
// src/js/layer/config.ts, which says what each is.
#pragma once

#include <cstdint>

#include "core/base/fields.h"

// X(type, name, default, name in JavaScript).
// clang-format off
#define HEADWISE_LAYER_CONFIG(X) \
  X(std::int64_t, embed_dim, 1, "embedDim") \
  X(std::int64_t, num_heads, 1, "numHeads") \
  X(std::int64_t, num_kv_heads, 1, "numKvHeads") \
  X(std::int64_t, head_dim, 1, "headDim") \
  X(std::int64_t, value_head_dim, 1, "valueHeadDim") \
  X(std::int64_t, key_dim, 1, "keyDim") \
  X(std::int64_t, value_dim, 1, "valueDim") \
  X(std::int64_t, output_dim, 1, "outputDim") \
  X(bool, add_bias_kv, false, "addBiasKv") \
  X(bool, add_zero_attention, false, "addZeroAttention")

#define HEADWISE_BIASES(X) \
  X(bool, query, true, "bias.query") \
  X(bool, key, true, "bias.key") \
  X(bool, value, true, "bias.value") \
  X(bool, output, true, "bias.output")
// clang-format on
