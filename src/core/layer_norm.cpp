// Layer normalisation, row by row.
#include "core/layer_norm.h"

#include <cmath>

#include "core/matrix.h"
#include "kernels/rows.h"

namespace headwise {

template <class T>
typename LayerNorm<T>::Moments LayerNorm<T>::forward_row(const T* x, T* y) const {
  const T share = T(1) / static_cast<T>(width);
  auto out = row(y, width);
  const T mean = sum_row(x, width) * share;
  out = row(x, width) - mean;
  const T variance = dot_row(y, y, width) * share;
  const T rstd = T(1) / std::sqrt(variance + static_cast<T>(epsilon));
  out *= rstd;
  if (gamma) out *= row(gamma, width);
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

template <class T>
void LayerNorm<T>::backward(const T* x, const T* stats, const T* dy, std::int64_t rows, bool add,
                            T* dx, T* dgamma, T* dbeta) const {
  const T share = T(1) / static_cast<T>(width);
  row(dgamma, width).setZero();
  if (dbeta) row(dbeta, width).setZero();
  for (std::int64_t i = 0; i < rows; ++i, x += width, dy += width, dx += width, stats += 2) {
    const T mean = stats[0], rstd = stats[1];
    const auto x_hat = (row(x, width) - mean) * rstd;
    const auto g = row(dy, width) * row(gamma, width);
    row(dgamma, width) += row(dy, width) * x_hat;
    if (dbeta) row(dbeta, width) += row(dy, width);
    T lanes[4] = {};  // of the sum of g x_hat, as in kernels/rows.h
    for (std::int64_t d = 0; d < width; ++d) lanes[d % 4] += g(d) * x_hat(d);
    const T mean_g = dot_row(dy, gamma, width) * share;
    const T mean_gx = ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) * share;
    const auto gradient = rstd * (g - mean_g - x_hat * mean_gx);
    if (add)
      row(dx, width) += gradient;
    else
      row(dx, width) = gradient;
  }
}

template struct LayerNorm<float>;
template struct LayerNorm<double>;

}  // namespace headwise
