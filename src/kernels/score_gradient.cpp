// The row kernels of score_gradient.h.
#include "kernels/score_gradient.h"

#include <algorithm>
#include <cmath>

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
void score_gradient(const T* attention, T delta, T scale, std::int64_t size, T* gradient) {
  for (std::int64_t j = 0; j < size; ++j)
    gradient[j] = gradient_of_score(attention[j], gradient[j], delta, scale);
}

template <>
void score_gradient(const float* attention, float delta, float scale, std::int64_t size,
                    float* gradient) {
  using namespace simd;
  const F32x4 delta4 = splat(delta), scale4 = splat(scale), zero = splat(0.0f);
  std::int64_t j = 0;
  for (; j + kLanes <= size; j += kLanes) {
    const F32x4 a = load(attention + j);
    store(gradient + j, and_not(a * (load(gradient + j) - delta4) * scale4, a == zero));
  }
  for (; j < size; ++j) gradient[j] = gradient_of_score(attention[j], gradient[j], delta, scale);
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

#define HEADWISE_INSTANTIATE(T)                                   \
  template void score_gradient(const T*, T, T, std::int64_t, T*); \
  template void clear_irregular(T*, std::int64_t);                \
  template T dot(const T*, const T*, std::int64_t);
HEADWISE_INSTANTIATE(double)

}  // namespace headwise
