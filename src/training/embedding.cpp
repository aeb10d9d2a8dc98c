// Rows taken from the tables, and gradients added to theirs.
#include "training/embedding.h"

#include <algorithm>

namespace headwise {

template <class T>
void Embedding<T>::forward(const std::int32_t* ids, std::int64_t first, std::int64_t rows,
                           T* x) const {
  for (std::int64_t i = 0; i < rows; ++i, x += width) {
    std::copy_n(tokens + ids[i] * width, width, x);
    if (!positions) continue;
    const T* position = positions + (first + i) % length * width;
    for (std::int64_t d = 0; d < width; ++d) x[d] += position[d];
  }
}

template <class T>
void Embedding<T>::backward(const std::int32_t* ids, const T* dx, std::int64_t rows,
                            std::int64_t begin, std::int64_t end, T* dtokens, T* dpositions) const {
  for (std::int64_t i = 0; i < rows; ++i, dx += width) {
    T* token = dtokens + ids[i] * width;
    for (std::int64_t d = begin; d < end; ++d) token[d] += dx[d];
    if (!dpositions) continue;
    T* position = dpositions + i % length * width;
    for (std::int64_t d = begin; d < end; ++d) position[d] += dx[d];
  }
}

template struct Embedding<float>;
template struct Embedding<double>;

}  // namespace headwise
