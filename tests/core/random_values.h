// Values for tests, the same every time.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace headwise {

// In [-1, 1).
template <class T>
std::vector<T> random_values(std::int64_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<T> values(size);
  for (T& value : values) value = static_cast<T>(static_cast<float>(random()) * 0x1p-31f - 1.0f);
  return values;
}

}  // namespace headwise
