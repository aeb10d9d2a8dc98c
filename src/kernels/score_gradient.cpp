// The row kernel of score_gradient.h.
#include "kernels/score_gradient.h"

#include "kernels/exp.h"
#include "kernels/simd.h"

namespace headwise {
namespace {

template <class T>
T gradient_of_score(T attention, T gradient, T delta, T scale) {
  return attention == 0 ? T(0) : attention * (gradient - delta) * scale;
}

}  // namespace

template <class T>
void attend_and_differentiate(const RowNumbers<T>& row, std::int64_t size, T* scores, T* gradient) {
  const T factor = 1 / row.sum;
  for (std::int64_t j = 0; j < size; ++j) {
    scores[j] = exp_nonpositive(scores[j] * row.scale - row.max) * factor;
    gradient[j] = gradient_of_score(scores[j], gradient[j], row.delta, row.gradient_scale);
  }
}

template <>
void attend_and_differentiate(const RowNumbers<float>& row, std::int64_t size, float* scores,
                              float* gradient) {
  using namespace simd;
  const float* constants = exp_constants::table();
  const F32x4 scale = splat(row.scale), max = splat(row.max), factor = splat(1 / row.sum);
  const F32x4 delta = splat(row.delta), gradient_scale = splat(row.gradient_scale);
  const F32x4 zero = splat(0.0f);
  const auto at = [&](float* score, float* slope) {
    const F32x4 a = exp_nonpositive(load(score) * scale - max, constants) * factor;
    store(score, a);
    store(slope, and_not(a * (load(slope) - delta) * gradient_scale, a == zero));
  };
  std::int64_t j = 0;
  for (; j + 2 * kLanes <= size; j += 2 * kLanes) {  // two at a time hide each other's latency
    at(scores + j, gradient + j);
    at(scores + j + kLanes, gradient + j + kLanes);
  }
  for (; j < size; ++j) {
    scores[j] = exp_nonpositive(scores[j] * row.scale - row.max) * (1 / row.sum);
    gradient[j] = gradient_of_score(scores[j], gradient[j], row.delta, row.gradient_scale);
  }
}

template void attend_and_differentiate(const RowNumbers<double>&, std::int64_t, double*, double*);

}  // namespace headwise
