// The fields of the norm of queries and keys. Written by `npm run make options` from
// src/js/layer/config.ts, which says what each is.
#pragma once

#include <cstdint>

#include "core/base/fields.h"

// X(type, name, default, name in JavaScript).
// clang-format off
#define HEADWISE_QUERY_KEY_NORM(X) \
  X(bool, on, false, "queryKeyNorm.on") \
  X(bool, centered, false, "queryKeyNorm.centered") \
  X(bool, per_head, true, "queryKeyNorm.perHead") \
  X(bool, plus_one, false, "queryKeyNorm.plusOne") \
  X(double, epsilon, 0.000001, "queryKeyNorm.epsilon")
// clang-format on
