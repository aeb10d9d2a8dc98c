// The fields of a call of attention that JavaScript sets, and the maps of a trace. Written by `npm run make options` from
// src/js/attention/schema.ts, which says what each is.
#pragma once

#include <cstdint>

#include "core/base/fields.h"

// Options: X(type, name, default, name in JavaScript). Other fields: X(name, name in JavaScript). Maps: X(name, condition on the
// config c).
// clang-format off
#define HEADWISE_SIZES(X) \
  X(batch, "batch") \
  X(num_heads, "numHeads") \
  X(num_kv_heads, "numKvHeads") \
  X(query_len, "queryLen") \
  X(past_len, "pastLen") \
  X(key_len, "keyLen") \
  X(extra_len, "extraLen") \
  X(head_dim, "headDim") \
  X(value_head_dim, "valueHeadDim")

#define HEADWISE_SCORE_OPTIONS(X) \
  X(Causal, causal, Causal::kNone, "causal") \
  X(std::int64_t, window_left, -1, "windowLeft") \
  X(std::int64_t, window_right, -1, "windowRight") \
  X(double, scale, 1, "scale") \
  X(double, softcap, 0, "softcap") \
  X(bool, alibi, false, "alibi")

#define HEADWISE_REQUEST_OPTIONS(X) \
  X(bool, key_lengths, false, "keyLengths") \
  X(bool, rotary, false, "rotary") \
  X(bool, sinks, false, "sinks") \
  X(bool, attention, false, "attention") \
  X(bool, trace, false, "trace") \
  X(bool, keep, false, "keep")

#define HEADWISE_LAYOUT(X) \
  X(extra_bias, "extraBias") \
  X(extra_zero, "extraZero") \
  X(in_parts, "inParts") \
  X(present, "present") \
  X(cached, "cached") \
  X(replaced_query, "replacedQuery") \
  X(replaced_key, "replacedKey") \
  X(replaced_value, "replacedValue") \
  X(replaced_dot_products, "replacedDotProducts") \
  X(replaced_scores, "replacedScores") \
  X(replaced_attention, "replacedAttention") \
  X(replaced_heads, "replacedHeads")

#define HEADWISE_TRACE_MAPS(X) \
  X(dot_products, true) \
  X(scores, true) \
  X(softcapped, c.softcap > 0) \
  X(masked, true)
// clang-format on
