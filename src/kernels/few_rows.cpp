// The kernels behind few_rows.h, in float (SIMD); double has none.
#include "kernels/few_rows.h"

#include <cstddef>

#include "kernels/simd.h"

namespace headwise {
namespace {

// Eight sums, as many as hide the latency of an addition, in both. GB/s of B read, on a Xeon, keys
// of 64 numbers and as many values, Node 20 / 24, against the tile of gemm.h: from the second-level
// cache, one row 67 / 64 against 41 / 43 (relaxed, Node 24: 72 against 46), two rows 41 / 41
// against 30 / 33. Beyond the caches either reaches what the memory gives, 29. More panels gain
// little (6: 77 / 80) and leave more columns to gemm.
constexpr int kOneRowPanels = 4, kTwoRowPanels = 2;

struct Panels {
  const float* a;
  std::ptrdiff_t a_stride;
  const float* first;
  std::ptrdiff_t panel_stride;
  const float* bias;  // kPanels * kPanelWidth numbers, or null
  std::ptrdiff_t depth;
};

// Not inlined: V8 optimises what is called often, and smaller functions better.
template <int kRows, int kPanels>
[[gnu::noinline]] void multiply_panels(const Panels& p, float* c, std::ptrdiff_t c_stride) {
  using namespace simd;
  F32x4 sums[kRows][kPanels][2] = {};  // all loops unroll, so these are registers
  const float* a[kRows];
  const float* b[kPanels];
#pragma unroll
  for (int i = 0; i < kRows; ++i) a[i] = p.a + i * p.a_stride;
#pragma unroll
  for (int n = 0; n < kPanels; ++n) b[n] = p.first + n * p.panel_stride;
  for (std::ptrdiff_t k = 0; k < p.depth; ++k) {
    F32x4 x[kRows];
#pragma unroll
    for (int i = 0; i < kRows; ++i) x[i] = load_splat(a[i] + k);
#pragma unroll
    for (int n = 0; n < kPanels; ++n) {
      const F32x4 b0 = load(b[n] + k * kPanelWidth), b1 = load(b[n] + k * kPanelWidth + kLanes);
#pragma unroll
      for (int i = 0; i < kRows; ++i) {
        sums[i][n][0] = multiply_add(x[i], b0, sums[i][n][0]);
        sums[i][n][1] = multiply_add(x[i], b1, sums[i][n][1]);
      }
    }
  }
#pragma unroll
  for (int n = 0; n < kPanels; ++n) {
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const std::ptrdiff_t j = n * kPanelWidth + half * kLanes;
#pragma unroll
      for (int i = 0; i < kRows; ++i) {
        const F32x4 sum = sums[i][n][half];
        store(c + i * c_stride + j, p.bias ? sum + load(p.bias + j) : sum);
      }
    }
  }
}

template <int kRows, int kPanels>
std::int64_t multiply_all(std::int64_t columns, Panels p, float* c, std::ptrdiff_t c_stride) {
  constexpr std::int64_t kColumns = kPanels * kPanelWidth;
  std::int64_t j = 0;
  for (; j + kColumns <= columns; j += kColumns) {
    multiply_panels<kRows, kPanels>(p, c + j, c_stride);
    p.first += kPanels * p.panel_stride;
    if (p.bias) p.bias += kColumns;
  }
  return j;
}

}  // namespace

template <>
std::int64_t multiply_few_rows(std::int64_t rows, std::int64_t columns, std::int64_t depth,
                               const float* a, std::int64_t a_stride, PackedPanels<float> b,
                               const float* bias, float* c, std::int64_t c_stride) {
  const Panels panels{a,      static_cast<std::ptrdiff_t>(a_stride),
                      b.data, static_cast<std::ptrdiff_t>(b.panel_stride),
                      bias,   static_cast<std::ptrdiff_t>(depth)};
  const auto stride = static_cast<std::ptrdiff_t>(c_stride);
  return rows == 1 ? multiply_all<1, kOneRowPanels>(columns, panels, c, stride)
                   : multiply_all<2, kTwoRowPanels>(columns, panels, c, stride);
}

template <>
std::int64_t multiply_few_rows(std::int64_t, std::int64_t, std::int64_t, const double*,
                               std::int64_t, PackedPanels<double>, const double*, double*,
                               std::int64_t) {
  return 0;
}

}  // namespace headwise
