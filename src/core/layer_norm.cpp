// Layer normalisation, row by row.
#include "core/layer_norm.h"

#include <algorithm>
#include <cmath>

#include "kernels/rows.h"

namespace headwise {

template <class T>
typename LayerNorm<T>::Moments LayerNorm<T>::forward_row(const T* x, T* y) const {
  const T share = T(1) / static_cast<T>(width);
  const T mean = sum_row(x, width) * share;
  for (std::int64_t d = 0; d < width; ++d) y[d] = x[d] - mean;
  const T variance = dot_row(y, y, width) * share;
  const T rstd = T(1) / std::sqrt(variance + static_cast<T>(epsilon));
  for (std::int64_t d = 0; d < width; ++d) y[d] *= rstd;
  for (std::int64_t d = 0; gamma && d < width; ++d) y[d] *= gamma[d];
  for (std::int64_t d = 0; beta && d < width; ++d) y[d] += beta[d];
  return {mean, variance, rstd};
}

template <class T>
void LayerNorm<T>::forward(const T* x, std::int64_t rows, T* y, T* stats) const {
  for (std::int64_t i = 0; i < rows; ++i, x += width, y += width, stats += 2) {
    const Moments row = forward_row(x, y);
    stats[0] = row.mean;
    stats[1] = row.rstd;
  }
}

template <class T>
void LayerNorm<T>::backward(const T* x, const T* stats, const T* dy, std::int64_t rows, bool add,
                            T* dx, T* dgamma, T* dbeta) const {
  const T share = T(1) / static_cast<T>(width);
  std::fill_n(dgamma, width, T(0));
  if (dbeta) std::fill_n(dbeta, width, T(0));
  for (std::int64_t i = 0; i < rows; ++i, x += width, dy += width, dx += width, stats += 2) {
    const T mean = stats[0], rstd = stats[1];
    for (std::int64_t d = 0; d < width; ++d) dgamma[d] += dy[d] * ((x[d] - mean) * rstd);
    for (std::int64_t d = 0; dbeta && d < width; ++d) dbeta[d] += dy[d];
    // Both sums of g = dy gamma, in the lanes of kernels/rows.h.
    T plain[4] = {}, weighted[4] = {};
    for (std::int64_t d = 0; d < width; ++d) {
      const T g = dy[d] * gamma[d];
      plain[d % 4] += g;
      weighted[d % 4] += g * ((x[d] - mean) * rstd);
    }
    const T mean_g = ((plain[0] + plain[1]) + (plain[2] + plain[3])) * share;
    const T mean_gx = ((weighted[0] + weighted[1]) + (weighted[2] + weighted[3])) * share;
    for (std::int64_t d = 0; d < width; ++d) {
      const T x_hat = (x[d] - mean) * rstd;
      const T gradient = rstd * (dy[d] * gamma[d] - mean_g - x_hat * mean_gx);
      dx[d] = add ? dx[d] + gradient : gradient;
    }
  }
}

template struct LayerNorm<float>;
template struct LayerNorm<double>;

}  // namespace headwise
