// Which numbers are dropped: one Philox block for four columns.
#include "core/attention/dropout.h"

#include <cmath>

#include "core/base/random.h"

namespace headwise {

template <class T>
void drop(const Dropout& dropout, std::int64_t row, std::int64_t first, std::int64_t size,
          T* values) {
  if (!(dropout.probability > 0)) return;
  const T scale = static_cast<T>(1 / (1 - dropout.probability));
  const std::uint64_t threshold =
      static_cast<std::uint64_t>(std::ceil(dropout.probability * 0x1p32));
  const std::array<std::uint32_t, 2> key{static_cast<std::uint32_t>(dropout.seed),
                                         static_cast<std::uint32_t>(dropout.seed >> 32)};
  std::array<std::uint32_t, 4> words{};
  for (std::int64_t column = first; column < first + size; ++column) {
    if (column == first || column % 4 == 0) {
      words = philox({static_cast<std::uint32_t>(column / 4), static_cast<std::uint32_t>(row),
                      dropout.step, dropout.place},
                     key);
    }
    T& value = values[column - first];
    value = words[column % 4] < threshold ? T(0) : value * scale;
  }
}

template void drop(const Dropout&, std::int64_t, std::int64_t, std::int64_t, float*);
template void drop(const Dropout&, std::int64_t, std::int64_t, std::int64_t, double*);

}  // namespace headwise
