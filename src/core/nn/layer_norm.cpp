// Layer normalisation and its backward, row by row.
#include "core/nn/layer_norm.h"

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
  for (std::int64_t i = 0; i < rows; ++i) {
    const Moments moments = forward_row(row_at(x, i, width).data(), row_at(y, i, width).data());
    if (!stats) continue;
    row_at(stats, i, 2)[0] = moments.mean;
    row_at(stats, i, 2)[1] = moments.rstd;
  }
}

template <class T>
void LayerNorm<T>::backward(const T* x, const T* stats, const T* dy, std::int64_t rows, bool add,
                            T* dx, T* dgamma, T* dbeta) const {
  row(dgamma, width).setZero();
  if (dbeta) row(dbeta, width).setZero();
  for (std::int64_t i = 0; i < rows; ++i) {
    backward_row(row_at(x, i, width).data(), row_at(stats, i, 2).data(),
                 row_at(dy, i, width).data(), add, row_at(dx, i, width).data(), dgamma, dbeta);
  }
}

template <class T>
void LayerNorm<T>::backward_row(const T* x, const T* stats, const T* dy, bool add, T* dx, T* dgamma,
                                T* dbeta) const {
  const T share = T(1) / static_cast<T>(width);
  const T mean = stats[0], rstd = stats[1], one = plus_one ? T(1) : T(0);
  const auto x_hat = [&](std::int64_t d) { return (x[d] - mean) * rstd; };
  const auto g = [&](std::int64_t d) { return dy[d] * (gamma[d] + one); };
  T sums[4] = {}, sums_x[4] = {};  // of g and of g x_hat, in four lanes as in kernels/rows.h
  for (std::int64_t d = 0; d < width; ++d) {
    dgamma[d] += dy[d] * x_hat(d);
    if (dbeta) dbeta[d] += dy[d];
    sums[d % 4] += g(d);
    sums_x[d % 4] += g(d) * x_hat(d);
  }
  const T mean_g = centered ? ((sums[0] + sums[1]) + (sums[2] + sums[3])) * share : T(0);
  const T mean_gx = ((sums_x[0] + sums_x[1]) + (sums_x[2] + sums_x[3])) * share;
  for (std::int64_t d = 0; d < width; ++d) {
    const T gradient = rstd * (g(d) - mean_g - x_hat(d) * mean_gx);
    dx[d] = add ? dx[d] + gradient : gradient;
  }
}

template struct LayerNorm<float>;
template struct LayerNorm<double>;

}  // namespace headwise
