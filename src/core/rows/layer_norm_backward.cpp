// The backward of layer_norm.h. A file of its own, compiled for size: it runs once for each row of a training step.
#include "core/base/matrix.h"
#include "core/rows/layer_norm.h"

namespace headwise {

template <class T>
void LayerNorm<T>::backward(const T* x, const T* stats, const T* dy, std::int64_t rows, bool add,
                            T* dx, T* dgamma, T* dbeta) const {
  row(dgamma, width).setZero();
  if (dbeta) row(dbeta, width).setZero();
  for (std::int64_t i = 0; i < rows; ++i, x += width, dy += width, dx += width, stats += 2)
    backward_row(x, stats, dy, add, dx, dgamma, dbeta);
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

template void LayerNorm<float>::backward(const float*, const float*, const float*, std::int64_t,
                                         bool, float*, float*, float*) const;
template void LayerNorm<float>::backward_row(const float*, const float*, const float*, bool, float*,
                                             float*, float*) const;
template void LayerNorm<double>::backward(const double*, const double*, const double*, std::int64_t,
                                          bool, double*, double*, double*) const;
template void LayerNorm<double>::backward_row(const double*, const double*, const double*, bool,
                                              double*, double*, double*) const;

}  // namespace headwise
