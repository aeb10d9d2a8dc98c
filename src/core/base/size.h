// Sizes and offsets, checked in 64 bits: on wasm32 size_t wraps at 2^32, and a
// product that wraps to a small number is how buffers come to be too short.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>

#include "core/base/error.h"

namespace headwise {

inline std::int64_t checked_product(std::initializer_list<std::int64_t> factors) {
  std::int64_t product = 1;
  for (const std::int64_t factor : factors) {
    if (factor == 0) return 0;
  }
  for (const std::int64_t factor : factors) {
    if (factor < 0 || __builtin_mul_overflow(product, factor, &product)) {
      throw OutOfMemory(std::numeric_limits<double>::infinity());
    }
  }
  return product;
}

inline std::int64_t checked_sum(std::int64_t a, std::int64_t b) {
  std::int64_t sum;
  if (__builtin_add_overflow(a, b, &sum)) {
    throw OutOfMemory(std::numeric_limits<double>::infinity());
  }
  return sum;
}

inline std::int64_t divide_up(std::int64_t n, std::int64_t by) { return n / by + (n % by != 0); }

}  // namespace headwise
