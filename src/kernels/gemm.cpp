// Chooses the micro-kernel of a product, and the order of its tiles and panels. Float is SIMD; double,
// for native tests only, is the same code with one lane.
#include "kernels/gemm.h"

#include <algorithm>
#include <utility>

#include "kernels/micro_kernel.h"
#include "kernels/tile.h"

namespace headwise {
namespace {

// The size of B, in numbers, that fits into the first-level cache beside a tile of A: 32 of 32 or 48 KB.
constexpr std::int64_t kSmall = 8192;

// One or two rows, as in a decoding step, whose main cost is to read B: a tile of one panel has two
// sums for one row, and waits for each addition. Both kernels have eight sums, as many as hide the
// latency of an addition. GB/s of B read, on a Xeon, 64 numbers per key and per value, Node 20 / 24,
// against the tile of one panel: from the second-level cache, one row 67 / 64 against 41 / 43
// (relaxed, Node 24: 72 against 46), two rows 41 / 41 against 30 / 33. Beyond the caches both
// reach the memory's bandwidth, 29. More panels gain little (6: 77 / 80) and leave more columns to
// the tile of one panel.
constexpr std::int64_t kFewRows = 2;
constexpr int kOneRowPanels = 4, kTwoRowPanels = 2;

template <class T>
using Kernel = void (*)(Tile<T>, const Walk<T>&);

// The kernel of one panel for each number of rows.
template <class T, bool kTransposed, int... kRows>
Kernel<T> kernel_for(std::int64_t rows, std::integer_sequence<int, kRows...>) {
  static constexpr Kernel<T> kKernels[] = {multiply_tiles<T, kTransposed, kRows + 1>...};
  return kKernels[rows - 1];
}

template <class T, bool kTransposed>
Kernel<T> kernel_for(std::int64_t rows) {
  return kernel_for<T, kTransposed>(rows, std::make_integer_sequence<int, kTileRows>{});
}

// c = a b + bias, or c + a b. Tile t of A begins at a + t * tile_stride, and its rows (its columns,
// if transposed) are `a_stride` apart.
template <class T>
struct Product {
  std::int64_t rows, columns, depth;
  const T* a;
  std::int64_t tile_stride, a_stride;
  PackedPanels<T> b;
  const T* bias;
  T* c;
  std::int64_t c_stride;
  Into into;

  std::int64_t tiles() const { return (rows + kTileRows - 1) / kTileRows; }
  std::int64_t tile_rows(std::int64_t tile) const {
    return std::min(kTileRows, rows - tile * kTileRows);
  }

  Tile<T> at(std::int64_t tile, std::int64_t panel) const {
    return {a + tile * tile_stride,
            static_cast<std::ptrdiff_t>(a_stride),
            b.from(panel, 0).data,
            static_cast<std::ptrdiff_t>(b.panel_stride),
            static_cast<std::ptrdiff_t>(depth),
            bias ? bias + panel * kPanelWidth : nullptr,
            c + tile * kTileRows * c_stride + panel * kPanelWidth,
            static_cast<std::ptrdiff_t>(c_stride),
            into == Into::kAccumulate};
  }
  // Steps from tile to tile (down) or from panel to panel (along).
  Walk<T> down(std::int64_t count) const {
    return {static_cast<std::ptrdiff_t>(count), static_cast<std::ptrdiff_t>(tile_stride), 0, 0,
            static_cast<std::ptrdiff_t>(kTileRows * c_stride)};
  }
  Walk<T> along(std::int64_t count) const {
    return {static_cast<std::ptrdiff_t>(count), 0, static_cast<std::ptrdiff_t>(b.panel_stride),
            kPanelWidth, kPanelWidth};
  }
};

// Computes the first panels of a product of few rows, several at a time; returns their number.
template <class T, int kRows, int kPanels>
std::int64_t multiply_few_rows(const Product<T>& p) {
  std::int64_t panel = 0;
  for (; (panel + kPanels) * kPanelWidth <= p.columns; panel += kPanels)
    multiply_panels<T, kRows, kPanels>(p.at(0, panel));
  return panel;
}

// Computes an incomplete panel through a whole tile of C.
template <class T, bool kTransposed>
void multiply_edge(const Product<T>& p, std::int64_t panel) {
  alignas(16) T edge[kTileRows * kPanelWidth] = {}, bias[kPanelWidth] = {};
  const std::int64_t width = p.columns - panel * kPanelWidth;
  if (p.bias) std::copy_n(p.bias + panel * kPanelWidth, width, bias);
  for (std::int64_t tile = 0; tile < p.tiles(); ++tile) {
    const std::int64_t height = p.tile_rows(tile);
    Tile<T> whole = p.at(tile, panel);
    T* c = std::exchange(whole.c, edge);
    whole.c_stride = kPanelWidth;
    if (p.bias) whole.bias = bias;
    for (std::int64_t i = 0; whole.accumulates && i < height; ++i)
      std::copy_n(c + i * p.c_stride, width, edge + i * kPanelWidth);
    kernel_for<T, kTransposed>(height)(whole, p.along(1));
    for (std::int64_t i = 0; i < height; ++i)
      std::copy_n(edge + i * kPanelWidth, width, c + i * p.c_stride);
  }
}

template <class T, bool kTransposed>
void multiply(const Product<T>& p) {
  const std::int64_t panels = p.columns / kPanelWidth;
  std::int64_t first = 0;
  if (!kTransposed && p.rows == 1) first = multiply_few_rows<T, 1, kOneRowPanels>(p);
  if (!kTransposed && p.rows == kFewRows) first = multiply_few_rows<T, kFewRows, kTwoRowPanels>(p);
  // Along the columns, all of B stays in the first-level cache while A passes once, tile by tile;
  // down the rows, one panel of B stays while A passes for each panel. The columns of a transposed A
  // are far apart, and better read once; otherwise the order with fewer kernel calls wins.
  const bool along = p.columns * p.depth <= kSmall && (kTransposed || panels - first >= p.tiles());
  if (along) {
    for (std::int64_t tile = 0; first < panels && tile < p.tiles(); ++tile) {
      kernel_for<T, kTransposed>(p.tile_rows(tile))(p.at(tile, first), p.along(panels - first));
    }
  } else {
    const std::int64_t whole = p.rows / kTileRows;
    for (std::int64_t panel = first; panel < panels; ++panel) {
      if (whole > 0) kernel_for<T, kTransposed>(kTileRows)(p.at(0, panel), p.down(whole));
      if (whole < p.tiles())
        kernel_for<T, kTransposed>(p.tile_rows(whole))(p.at(whole, panel), p.down(1));
    }
  }
  if (p.columns % kPanelWidth > 0) multiply_edge<T, kTransposed>(p, panels);
}

}  // namespace

template <class T>
void gemm(std::int64_t rows, std::int64_t columns, std::int64_t depth, const T* a,
          std::int64_t a_stride, PackedPanels<T> b, const T* bias, T* c, std::int64_t c_stride) {
  multiply<T, false>({rows, columns, depth, a, kTileRows * a_stride, a_stride, b, bias, c, c_stride,
                      Into::kOverwrite});
}

template <class T>
void gemm_add(Into into, std::int64_t rows, std::int64_t columns, std::int64_t depth, const T* a,
              std::int64_t a_stride, PackedPanels<T> b, T* c, std::int64_t c_stride) {
  multiply<T, false>(
      {rows, columns, depth, a, kTileRows * a_stride, a_stride, b, nullptr, c, c_stride, into});
}

template <class T>
void gemm_transposed(Into into, std::int64_t rows, std::int64_t columns, std::int64_t depth,
                     const T* a, std::int64_t a_stride, PackedPanels<T> b, T* c,
                     std::int64_t c_stride) {
  multiply<T, true>({rows, columns, depth, a, kTileRows, a_stride, b, nullptr, c, c_stride, into});
}

template <class T>
void gemm_tiles(Into into, std::int64_t rows, std::int64_t columns, std::int64_t depth,
                const T* tiles, std::int64_t tile_stride, PackedPanels<T> b, T* c,
                std::int64_t c_stride) {
  multiply<T, true>(
      {rows, columns, depth, tiles, tile_stride, kTileRows, b, nullptr, c, c_stride, into});
}

#define HEADWISE_INSTANTIATE(T)                                                                    \
  template void gemm(std::int64_t, std::int64_t, std::int64_t, const T*, std::int64_t,             \
                     PackedPanels<T>, const T*, T*, std::int64_t);                                 \
  template void gemm_add(Into, std::int64_t, std::int64_t, std::int64_t, const T*, std::int64_t,   \
                         PackedPanels<T>, T*, std::int64_t);                                       \
  template void gemm_transposed(Into, std::int64_t, std::int64_t, std::int64_t, const T*,          \
                                std::int64_t, PackedPanels<T>, T*, std::int64_t);                  \
  template void gemm_tiles(Into, std::int64_t, std::int64_t, std::int64_t, const T*, std::int64_t, \
                           PackedPanels<T>, T*, std::int64_t);
HEADWISE_INSTANTIATE(float)
HEADWISE_INSTANTIATE(double)

}  // namespace headwise
