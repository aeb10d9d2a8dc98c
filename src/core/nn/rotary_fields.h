// The fields of rotary positions. Written by `npm run make options` from
// src/js/attention/positions.ts, which says what each is.
#pragma once

#include <cstdint>

#include "core/base/fields.h"

// X(type, name, default, name in JavaScript).
// clang-format off
#define HEADWISE_ROTARY(X) \
  X(double, theta, 10000, "theta") \
  X(bool, interleaved, false, "interleaved") \
  X(std::int64_t, dims, 0, "dims") \
  X(std::int64_t, offset, 0, "offset") \
  X(double, factor, 1, "factor")
// clang-format on
