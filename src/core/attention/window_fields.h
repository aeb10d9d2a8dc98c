// The fields of a window of a map. Written by `npm run make options` from
// src/js/attention/map-window.ts, which says what each is.
#pragma once

#include <cstdint>

#include "core/base/fields.h"

// X(type, name, default, name in JavaScript).
// clang-format off
#define HEADWISE_WINDOW(X) \
  X(std::int64_t, batch, 0, "batch") \
  X(std::int64_t, head, 0, "head") \
  X(std::int64_t, row_begin, 0, "rowBegin") \
  X(std::int64_t, row_end, 0, "rowEnd") \
  X(std::int64_t, column_begin, 0, "columnBegin") \
  X(std::int64_t, column_end, 0, "columnEnd") \
  X(std::int64_t, height, 0, "height") \
  X(std::int64_t, width, 0, "width") \
  X(Pooling, pooling, Pooling::kMean, "pooling")
// clang-format on
