// The row kernels of softmax.h. Float uses four lanes; the rest of a row runs the same code in a
// padded vector.
#include "kernels/softmax.h"

#include <algorithm>
#include <limits>

#include "kernels/exp.h"
#include "kernels/simd.h"

namespace headwise {

template <class T>
void scale_row(T* row, std::int64_t size, T scale) {
  for (std::int64_t j = 0; j < size; ++j) row[j] *= scale;
}

template <class T>
T row_max(const T* row, std::int64_t size) {
  T max = -std::numeric_limits<T>::infinity();
  for (std::int64_t j = 0; j < size; ++j) max = row[j] > max ? row[j] : max;
  return max;
}

template <>
float row_max(const float* row, std::int64_t size) {
  using namespace simd;
  constexpr int kChains = 4;  // one waits for its latency: 0.06 ns per number instead of 0.2
  F32x4 chains[kChains];
  std::fill_n(chains, kChains, splat(-std::numeric_limits<float>::infinity()));
  std::int64_t j = 0;
  for (; j + kChains * kLanes <= size; j += kChains * kLanes) {
#pragma unroll
    for (int chain = 0; chain < kChains; ++chain)
      chains[chain] = simd::max(load(row + j + chain * kLanes), chains[chain]);
  }
  for (; j + kLanes <= size; j += kLanes) chains[0] = simd::max(load(row + j), chains[0]);
  const F32x4 lanes = simd::max(simd::max(chains[0], chains[1]), simd::max(chains[2], chains[3]));
  float max = lanes[0];
  for (int lane = 1; lane < kLanes; ++lane) max = std::max(max, lanes[lane]);
  for (; j < size; ++j) max = row[j] > max ? row[j] : max;
  return max;
}

namespace {
template <class T>
T share_of(T sink, T max) {
  return sink == -std::numeric_limits<T>::infinity() ? T(0) : exp_nonpositive(sink - max);
}
}  // namespace

template <class T>
SoftmaxSums<T> softmax_row(T* row, std::int64_t size, T scale, T max, std::int64_t extra, T sink) {
  T lanes[4] = {};
  for (std::int64_t j = 0; j < size; ++j) row[j] = exp_nonpositive(row[j] * scale - max);
  for (std::int64_t j = 0; j < size - extra; ++j) lanes[j % 4] += row[j];
  T sum = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
  for (std::int64_t j = size - extra; j < size; ++j) sum += row[j];
  sum += share_of(sink, max);
  scale_row(row, size, T(1) / sum);
  return {max, sum};
}

template <>
SoftmaxSums<float> softmax_row(float* row, std::int64_t size, float scale, float max,
                               std::int64_t extra, float sink) {
  using namespace simd;
  const float* constants = exp_constants::table();
  const F32x4 scale4 = splat(scale), max4 = splat(max);
  const auto exponential = [&](F32x4 x) { return exp_nonpositive(x * scale4 - max4, constants); };
  const auto exponentials = [&](std::int64_t first, std::int64_t count) {
    F32x4 x = splat(-std::numeric_limits<float>::infinity());
    for (std::int64_t lane = 0; lane < count; ++lane) x[lane] = row[first + lane];
    const F32x4 e = exponential(x);
    for (std::int64_t lane = 0; lane < count; ++lane) row[first + lane] = e[lane];
    return e;
  };
  const std::int64_t laned = size - extra;
  F32x4 lanes = splat(0.0f);
  std::int64_t j = 0;
  for (; j + 2 * kLanes <= laned; j += 2 * kLanes) {  // two at a time hide each other's latency
    const F32x4 a = exponential(load(row + j)), b = exponential(load(row + j + kLanes));
    store(row + j, a);
    store(row + j + kLanes, b);
    lanes += a;
    lanes += b;
  }
  for (; j < laned; j += kLanes)
    lanes += exponentials(j, std::min<std::int64_t>(laned - j, kLanes));
  float sum = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
  const F32x4 last = extra > 0 ? exponentials(laned, extra) : splat(0.0f);
  for (std::int64_t lane = 0; lane < extra; ++lane) sum += last[lane];
  sum += share_of(sink, max);
  scale_row(row, size, 1.0f / sum);
  return {max, sum};
}

void exponentials_row(const float* row, std::int64_t size, float max, float* out) {
  for (std::int64_t j = 0; j < size; ++j) out[j] = exp_nonpositive(row[j] - max);
}

template <class T>
void softmax_again(T* row, std::int64_t size, T max, T sum) {
  for (std::int64_t j = 0; j < size; ++j) row[j] = exp_nonpositive(row[j] - max);
  scale_row(row, size, T(1) / sum);
}

template <>
void softmax_again(float* row, std::int64_t size, float max, float sum) {
  using namespace simd;
  const float* constants = exp_constants::table();
  std::int64_t j = 0;
  for (; j + kLanes <= size; j += kLanes) {
    store(row + j, exp_nonpositive(load(row + j) - splat(max), constants));
  }
  for (; j < size; ++j) row[j] = exp_nonpositive(row[j] - max);
  scale_row(row, size, 1.0f / sum);
}

template void scale_row(float*, std::int64_t, float);
template void scale_row(double*, std::int64_t, double);
template double row_max(const double*, std::int64_t);
template SoftmaxSums<double> softmax_row(double*, std::int64_t, double, double, std::int64_t,
                                         double);
template void softmax_again(double*, std::int64_t, double, double);

}  // namespace headwise
