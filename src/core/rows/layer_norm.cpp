// Layer normalisation, row by row.
#include "core/rows/layer_norm.h"

#include <cmath>

#include "core/base/matrix.h"
#include "kernels/rows.h"

namespace headwise {

template <class T>
typename LayerNorm<T>::Moments LayerNorm<T>::forward_row(const T* x, T* y) const {
  const T share = T(1) / static_cast<T>(width);
  auto out = row(y, width);
  const T mean = centered ? sum_row(x, width) * share : T(0);
  out = row(x, width) - mean;
  const T variance = dot_row(y, y, width) * share;
  const T rstd = T(1) / std::sqrt(variance + static_cast<T>(epsilon));
  out *= rstd;
  if (gamma) out *= row(gamma, width) + (plus_one ? T(1) : T(0));
  if (beta) out += row(beta, width);
  return {mean, variance, rstd};
}

template <class T>
void LayerNorm<T>::forward(const T* x, std::int64_t rows, T* y, T* stats) const {
  for (std::int64_t i = 0; i < rows; ++i, x += width, y += width, stats += 2) {
    const Moments moments = forward_row(x, y);
    stats[0] = moments.mean;
    stats[1] = moments.rstd;
  }
}

template struct LayerNorm<float>;
template struct LayerNorm<double>;

}  // namespace headwise
