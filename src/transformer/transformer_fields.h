// The fields of a transformer's config, without its attention's. Written by `npm run make options` from
// src/js/transformer/config.ts, which says what each is.
#pragma once

#include <cstdint>

#include "core/base/fields.h"

// X(type, name, default, name in JavaScript).
// clang-format off
#define HEADWISE_TRANSFORMER_CONFIG(X) \
  X(std::int64_t, vocab_size, 1, "vocabSize") \
  X(std::int64_t, context_len, 1, "contextLen") \
  X(std::int64_t, num_layers, 1, "numLayers") \
  X(std::int64_t, mlp_dim, 0, "mlpDim") \
  X(PositionKind, positions, PositionKind::kLearned, "positions") \
  X(NormKind, norm, NormKind::kPre, "norm") \
  X(bool, rms, false, "rms") \
  X(bool, final_norm, true, "finalNorm") \
  X(bool, tied, false, "tied") \
  X(bool, mlp_bias, true, "mlpBias") \
  X(bool, norm_bias, true, "normBias") \
  X(Activation, activation, Activation::kRelu, "activation") \
  X(bool, gated, false, "gated") \
  X(double, dropout, 0, "dropout") \
  X(double, norm_epsilon, 0.00001, "normEpsilon")
// clang-format on
