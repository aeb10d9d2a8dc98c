// Dropout (Srivastava et al. 2014): every number is dropped with a probability, and the others
// are scaled up so that the mean is the same. The choice depends on a seed and on indices alone
// (random.h), so any thread, and the backward, makes the same one.
#pragma once

#include <cstdint>

namespace headwise {

// Owned by the training loop, which advances `step`. The operations that drop numbers hold its address.
struct Dropout {
  double probability = 0;  // 0 <= p < 1; 0: nothing is dropped
  std::uint64_t seed = 0;
  std::uint32_t step = 0;
  std::uint32_t place =
      0;  // different wherever one model drops something: a layer's attention, ...
};

// values[j] becomes 0 or values[j] / (1 - p), for columns first <= j < first + size of one row of
// a matrix; values[0] is column `first`. Draws by (seed, step, place, row, j), and by nothing else.
template <class T>
void drop(const Dropout& dropout, std::int64_t row, std::int64_t first, std::int64_t size,
          T* values);

}  // namespace headwise
