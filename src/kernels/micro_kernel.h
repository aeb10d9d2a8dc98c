// The micro-kernel of every matrix product: some rows of A times one or more panels of B, with all
// sums in registers. gemm.cpp chooses its shape.
#pragma once

#include <cstddef>

#include "kernels/pack.h"
#include "kernels/simd.h"

namespace headwise {

// A tile of A (kRows, depth) and kPanels panels of B. Element (i, k) of A is a[i * a_stride + k], or
// a[k * a_stride + i] if A is transposed.
template <class T>
struct Tile {
  const T* a;
  std::ptrdiff_t a_stride;
  const T* b;
  std::ptrdiff_t panel_stride;
  std::ptrdiff_t depth;
  const T* bias;  // kPanels * kPanelWidth numbers, added to the sums; or null
  T* c;
  std::ptrdiff_t c_stride;
  bool accumulates;  // the sums begin with c, else with +0
};

template <class T, bool kTransposed, int kRows, int kPanels>
[[gnu::always_inline]] inline void multiply_tile(const Tile<T>& tile) {
  using namespace simd;
  using V = Vector<T>;
  constexpr int kVectors = static_cast<int>(kPanelWidth) / kLanesOf<T>;  // per row of a panel
  V sums[kRows][kPanels][kVectors] = {};  // registers: all loops but the one over k are unrolled
  // Row by row: then V8 can pair neighbouring stores, and with them all vectors of the tile, behind a flag: (512, 512, 8) in 23.8 ms
  // instead of 29.7 ms.
  const auto for_each_sum = [&](auto use) {
#pragma unroll
    for (int n = 0; n < kPanels; ++n) {
#pragma unroll
      for (int i = 0; i < kRows; ++i) {
#pragma unroll
        for (int v = 0; v < kVectors; ++v)
          use(sums[i][n][v], i, n * static_cast<int>(kPanelWidth) + v * kLanesOf<T>);
      }
    }
  };
  if (tile.accumulates)
    for_each_sum([&](V& sum, int i, int j) { sum = load(tile.c + i * tile.c_stride + j); });
  const T* a[kRows];
  const T* b[kPanels];
#pragma unroll
  for (int i = 0; i < kRows; ++i) a[i] = tile.a + i * tile.a_stride;
#pragma unroll
  for (int n = 0; n < kPanels; ++n) b[n] = tile.b + n * tile.panel_stride;
  // If A is transposed, one address serves all rows, and V8 folds the distances into the loads;
  // with an address for each row, 35 instead of 46 GFLOP/s.
  const T* column = tile.a;
  for (std::ptrdiff_t k = 0; k < tile.depth; ++k, column += tile.a_stride) {
    V x[kRows];
#pragma unroll
    for (int i = 0; i < kRows; ++i) x[i] = load_splat(kTransposed ? column + i : a[i] + k);
#pragma unroll
    for (int n = 0; n < kPanels; ++n) {
      V panel[kVectors];
#pragma unroll
      for (int v = 0; v < kVectors; ++v) panel[v] = load(b[n] + k * kPanelWidth + v * kLanesOf<T>);
#pragma unroll
      for (int i = 0; i < kRows; ++i) {
#pragma unroll
        for (int v = 0; v < kVectors; ++v)
          sums[i][n][v] = multiply_add(x[i], panel[v], sums[i][n][v]);
      }
    }
  }
  if (tile.bias) for_each_sum([&](V& sum, int, int j) { sum += load(tile.bias + j); });
  for_each_sum([&](V& sum, int i, int j) { store(tile.c + i * tile.c_stride + j, sum); });
}

// `count` consecutive products, and the distances from one to the next.
template <class T>
struct Walk {
  std::ptrdiff_t count, a, b, bias, c;
};

// Functions that are not inlined: V8 has no on-stack replacement, optimises functions that are called
// often, and optimises small functions better. One call for many tiles of one panel: a call for each
// tile cost 8 % at a depth of 64. Several panels are one call each: with a loop around them V8 runs
// out of registers (a decoding step took 1.5 times as long).
template <class T, bool kTransposed, int kRows>
[[gnu::noinline]] void multiply_tiles(Tile<T> tile, const Walk<T>& walk) {
  for (std::ptrdiff_t left = walk.count; left > 0; --left) {
    multiply_tile<T, kTransposed, kRows, 1>(tile);
    tile.a += walk.a;
    tile.b += walk.b;
    tile.c += walk.c;
    if (tile.bias) tile.bias += walk.bias;
  }
}

template <class T, int kRows, int kPanels>
[[gnu::noinline]] void multiply_panels(const Tile<T>& tile) {
  multiply_tile<T, false, kRows, kPanels>(tile);
}

}  // namespace headwise
