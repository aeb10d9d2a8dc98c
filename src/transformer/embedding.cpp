// Rows taken from the tables, and gradients added to theirs.
#include "transformer/embedding.h"

#include "core/base/matrix.h"

namespace headwise {

template <class T>
void Embedding<T>::forward(const std::int32_t* ids, std::int64_t first, std::int64_t rows,
                           T* x) const {
  const auto table = matrix(tokens, vocab_size, width);
  auto out = matrix(x, rows, width);
  for (std::int64_t i = 0; i < rows; ++i) {
    out.row(i) = table.row(ids[i]);
    if (positions) out.row(i) += matrix(positions, length, width).row((first + i) % length);
  }
}

template <class T>
void Embedding<T>::backward(const std::int32_t* ids, const T* dx, std::int64_t rows,
                            std::int64_t begin, std::int64_t end, T* dtokens, T* dpositions) const {
  const auto gradients = matrix(dx, rows, width).middleCols(begin, end - begin);
  auto of_tokens = matrix(dtokens, vocab_size, width).middleCols(begin, end - begin);
  auto of_positions =
      matrix(dpositions, dpositions ? length : 0, width).middleCols(begin, end - begin);
  for (std::int64_t i = 0; i < rows; ++i) {
    of_tokens.row(ids[i]) += gradients.row(i);
    if (dpositions) of_positions.row(i % length) += gradients.row(i);
  }
}

template struct Embedding<float>;
template struct Embedding<double>;

}  // namespace headwise
