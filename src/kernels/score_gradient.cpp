// The row kernels of score_gradient.h.
#include "kernels/score_gradient.h"

#include <algorithm>
#include <cmath>

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
T dot(const T* a, const T* b, std::int64_t size) {
  T lanes[4] = {};
  for (std::int64_t j = 0; j < size; ++j) lanes[j % 4] += a[j] * b[j];
  return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}

template <>
float dot(const float* a, const float* b, std::int64_t size) {
  using namespace simd;
  F32x4 lanes = splat(0.0f);
  std::int64_t j = 0;
  for (; j + kLanes <= size; j += kLanes) lanes += load(a + j) * load(b + j);
  for (int lane = 0; j < size; ++j, ++lane) lanes[lane] += a[j] * b[j];
  return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}

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

template <class T>
void clear_irregular(T* values, std::int64_t size) {
  T probe = 0;  // x * 0 is 0 or NaN, and the compiler may look at many at once
  for (std::int64_t j = 0; j < size; ++j) probe += values[j] * T(0);
  if (probe == 0) return;
  std::replace_if(values, values + size, [](T x) { return !std::isfinite(x); }, T(0));
}

template <>
void clear_irregular(float* values, std::int64_t size) {
  using namespace simd;
  const F32x4 zero = splat(0.0f);
  F32x4 probe = zero;
  std::int64_t j = 0;
  for (; j + kLanes <= size; j += kLanes) probe += load(values + j) * zero;
  float sum = (probe[0] + probe[1]) + (probe[2] + probe[3]);
  for (; j < size; ++j) sum += values[j] * 0.0f;
  if (sum == 0) return;
  std::replace_if(values, values + size, [](float x) { return !std::isfinite(x); }, 0.0f);
}

#define HEADWISE_INSTANTIATE(T)                                                       \
  template void attend_and_differentiate(const RowNumbers<T>&, std::int64_t, T*, T*); \
  template void clear_irregular(T*, std::int64_t);                                    \
  template T dot(const T*, const T*, std::int64_t);
HEADWISE_INSTANTIATE(double)

}  // namespace headwise
