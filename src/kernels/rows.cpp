// The functions of rows.h. Sums of floats use four lanes; the rest of a row is added to its lanes.
#include "kernels/rows.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "kernels/simd.h"

namespace headwise {
namespace {

// The sum of at(j); four_at(j) is at(j) to at(j + 3).
template <class T, class At, class FourAt>
T sum(std::int64_t size, At at, FourAt four_at) {
  T lanes[4] = {};
  std::int64_t j = 0;
  if constexpr (std::is_same_v<T, float>) {
    simd::F32x4 sums = simd::splat(0.0f);
    for (; j + simd::kLanes <= size; j += simd::kLanes) sums += four_at(j);
    simd::store(lanes, sums);
  }
  for (; j < size; ++j) lanes[j % 4] += at(j);
  return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}

// Products are rounded before they are added (-ffp-contract=off).
template <class T>
auto four_of(const T* row) {
  return [row](std::int64_t j) {
    if constexpr (std::is_same_v<T, float>)
      return simd::load(row + j);
    else
      return row[j];
  };
}

}  // namespace

template <class T>
T sum_row(const T* row, std::int64_t size) {
  return sum<T>(size, [=](std::int64_t j) { return row[j]; }, four_of(row));
}

template <class T>
T dot_row(const T* a, const T* b, std::int64_t size) {
  const auto four_a = four_of(a), four_b = four_of(b);
  return sum<T>(
      size, [=](std::int64_t j) { return a[j] * b[j]; },
      [=](std::int64_t j) { return four_a(j) * four_b(j); });
}

// The loop has no early exit, so that the compiler vectorises it.
float dot_row_wide(const float* a, const float* b, std::int64_t size) {
  using namespace simd;
  F32x4 sums[4] = {};
  std::int64_t j = 0;
  for (; j + 16 <= size; j += 16) {
    for (int l = 0; l < 4; ++l)
      sums[l] = multiply_add(load(a + j + 4 * l), load(b + j + 4 * l), sums[l]);
  }
  const F32x4 sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  float rest = 0;
  for (; j < size; ++j) rest += a[j] * b[j];
  return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + rest;
}

template <class T>
bool all_finite(const T* values, std::int64_t size) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  constexpr Bits kExponent = std::bit_cast<Bits>(std::numeric_limits<T>::infinity());
  Bits found = 0;
  for (std::int64_t i = 0; i < size; ++i)
    found |= (std::bit_cast<Bits>(values[i]) & kExponent) == kExponent;
  return !found;
}

template <class T>
void clear_irregular(T* values, std::int64_t size) {
  if (all_finite(values, size)) return;
  std::replace_if(values, values + size, [](T x) { return !std::isfinite(x); }, T(0));
}

#define HEADWISE_INSTANTIATE(T)                         \
  template T sum_row(const T*, std::int64_t);           \
  template T dot_row(const T*, const T*, std::int64_t); \
  template bool all_finite(const T*, std::int64_t);     \
  template void clear_irregular(T*, std::int64_t);
HEADWISE_INSTANTIATE(float)
HEADWISE_INSTANTIATE(double)

}  // namespace headwise
