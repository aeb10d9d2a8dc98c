// Converts whole numbers and addresses between C++ and JavaScript, which has only float64.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/base/error.h"

namespace headwise {

inline std::int64_t to_index(double number) {
  constexpr double kLimit = 9007199254740992.0;
  require(number == std::floor(number) && std::abs(number) <= kLimit,
          "sizes: expected whole numbers below 2^53");
  return static_cast<std::int64_t>(number);
}

inline double address_of(const void* pointer) {
  return static_cast<double>(reinterpret_cast<std::uintptr_t>(pointer));
}

}  // namespace headwise
