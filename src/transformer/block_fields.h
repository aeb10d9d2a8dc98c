// The fields of a block that JavaScript sets, in the order of the numbers that describe one: src/js/models/stack.ts writes them.
// An address 0 means that there is no such weight, and a norm of width 0 that there is none.
#pragma once

#include "core/attention/attention_fields.h"

// clang-format off
#define HEADWISE_LINEAR(X) \
  X(weight) \
  X(bias)

#define HEADWISE_NORM(X) \
  X(width) \
  X(centered) \
  X(epsilon) \
  X(gamma) \
  X(beta)

// After the four maps and two norms, and before HEADWISE_SCORE_OPTIONS.
#define HEADWISE_BLOCK_ATTENTION(X) \
  X(config.num_heads) \
  X(config.num_kv_heads) \
  X(config.head_dim) \
  X(clip) \
  X(rotary.dims) \
  X(rotary.interleaved) \
  X(bias.form) \
  X(bias.values) \
  X(bias.buckets) \
  X(bias.farthest) \
  X(bias.scale) \
  X(positions.key_positions) \
  X(positions.query_positions) \
  X(positions.span) \
  X(positions.buckets) \
  X(positions.farthest) \
  X(positions.scale)

// After the three norms.
#define HEADWISE_BLOCK_SUBLAYER(X) \
  X(layer_scale) \
  X(keeps_normed)
// clang-format on
