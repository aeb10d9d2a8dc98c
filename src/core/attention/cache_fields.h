// The fields of a cache. Written by `npm run make options` from
// src/js/layer/cache.ts, which says what each is.
#pragma once

#include <cstdint>

#include "core/base/fields.h"

// X(type, name, default, name in JavaScript).
// clang-format off
#define HEADWISE_CACHE(X) \
  X(std::int64_t, batch, 1, "batch") \
  X(std::int64_t, num_kv_heads, 1, "numKvHeads") \
  X(std::int64_t, head_dim, 1, "headDim") \
  X(std::int64_t, value_head_dim, 1, "valueHeadDim") \
  X(std::int64_t, capacity, 0, "capacity") \
  X(std::int64_t, extra_len, 0, "extraLen")
// clang-format on
