// The row kernels of softmax.h. Float works on four lanes; the rest of a row
// goes through the same code in a padded vector.
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
  F32x4 lanes = splat(-std::numeric_limits<float>::infinity());
  std::int64_t j = 0;
  for (; j + kLanes <= size; j += kLanes) lanes = simd::max(load(row + j), lanes);
  float max = lanes[0];
  for (int lane = 1; lane < kLanes; ++lane) max = std::max(max, lanes[lane]);
  for (; j < size; ++j) max = row[j] > max ? row[j] : max;
  return max;
}

template <class T>
SoftmaxSums<T> softmax_row(T* row, std::int64_t size, T max) {
  T lanes[4] = {};
  for (std::int64_t j = 0; j < size; ++j) {
    row[j] = exp_nonpositive(row[j] - max);
    lanes[j % 4] += row[j];
  }
  const T sum = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
  scale_row(row, size, T(1) / sum);
  return {max, sum};
}

template <>
SoftmaxSums<float> softmax_row(float* row, std::int64_t size, float max) {
  using namespace simd;
  const F32x4 max4 = splat(max);
  F32x4 lanes = splat(0.0f);
  std::int64_t j = 0;
  for (; j + kLanes <= size; j += kLanes) {
    const F32x4 e = exp_nonpositive(load(row + j) - max4);
    store(row + j, e);
    lanes += e;
  }
  if (j < size) {
    F32x4 last = splat(-std::numeric_limits<float>::infinity());
    for (std::int64_t lane = 0; j + lane < size; ++lane) last[lane] = row[j + lane];
    const F32x4 e = exp_nonpositive(last - max4);
    for (std::int64_t lane = 0; j + lane < size; ++lane) row[j + lane] = e[lane];
    lanes += e;
  }
  const float sum = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
  scale_row(row, size, 1.0f / sum);
  return {max, sum};
}

template void scale_row(float*, std::int64_t, float);
template void scale_row(double*, std::int64_t, double);
template double row_max(const double*, std::int64_t);
template SoftmaxSums<double> softmax_row(double*, std::int64_t, double);

}  // namespace headwise
