// Token and position vectors: x = E[token] + P[position], forward for strips of rows, backward for
// blocks of columns.
#pragma once

#include <cstdint>

namespace headwise {

template <class T>
struct Embedding {
  std::int64_t width = 1;        // D
  std::int64_t vocab_size = 1;   // V
  std::int64_t length = 1;       // L, the positions of one sequence
  const T* tokens = nullptr;     // (V, D)
  const T* positions = nullptr;  // (at least L, D), or null: none

  // ids (rows); x (rows, D). Row `first` is at position first mod L.
  void forward(const std::int32_t* ids, std::int64_t first, std::int64_t rows, T* x) const;

  // Adds to columns begin <= d < end of dtokens (V, D) and, if not null, dpositions (L, D) the rows
  // of dx (rows, D), in ascending order.
  void backward(const std::int32_t* ids, const T* dx, std::int64_t rows, std::int64_t begin,
                std::int64_t end, T* dtokens, T* dpositions) const;
};

}  // namespace headwise
