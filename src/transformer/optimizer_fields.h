// The fields of an optimiser's config. Written by `npm run make options` from
// src/js/transformer/optimizer.ts, which says what each is.
#pragma once

#include <cstdint>

#include "core/base/fields.h"

// X(type, name, default, name in JavaScript).
// clang-format off
#define HEADWISE_OPTIMIZER_CONFIG(X) \
  X(double, learning_rate, 0.001, "learningRate") \
  X(OptimizerKind, kind, OptimizerKind::kAdamw, "kind") \
  X(double, momentum, 0, "momentum") \
  X(double, beta1, 0.9, "beta1") \
  X(double, beta2, 0.999, "beta2") \
  X(double, epsilon, 1e-8, "epsilon") \
  X(double, weight_decay, 0, "weightDecay") \
  X(double, clip_norm, 0, "clipNorm") \
  X(Schedule, schedule, Schedule::kConstant, "schedule") \
  X(std::int64_t, warm_up, 0, "warmUp") \
  X(std::int64_t, steps, 0, "steps") \
  X(double, final_share, 0, "finalShare")
// clang-format on
