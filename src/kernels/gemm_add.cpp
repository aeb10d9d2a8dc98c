// The tile kernels and packings behind gemm_add.h, in float (SIMD) and double (plain loops, native
// only).
#include "kernels/gemm_add.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

#include "kernels/simd.h"

namespace headwise {
namespace {

// Numbers of B that stay in the first-level cache beside a tile of A: 32 of its 32 or 48 KB.
constexpr std::int64_t kSmall = 8192;

// Products of tiles of A and panels of B, one after the other: all tiles with one panel, or all
// panels with one tile. Element (i, k) of A stands at i * step + k, or at k * step + i where A is
// transposed.
template <class T>
struct Tiles {
  const T* a;
  std::ptrdiff_t step;
  const T* panel;
  std::ptrdiff_t depth;
  T* c;
  std::ptrdiff_t c_stride;
  bool adds;
  std::ptrdiff_t count;
  std::ptrdiff_t next_a, next_panel, next_c;  // from one product to the next
};

template <class T, bool kTransposed, int kRows>
void multiply_tiles(const Tiles<T>& tiles) {
  for (std::ptrdiff_t tile = 0; tile < tiles.count; ++tile) {
    const T* a = tiles.a + tile * tiles.next_a;
    const T* panel = tiles.panel + tile * tiles.next_panel;
    T* c = tiles.c + tile * tiles.next_c;
    T sums[kRows][kPanelWidth] = {};
    for (int i = 0; tiles.adds && i < kRows; ++i)
      std::copy_n(c + i * tiles.c_stride, kPanelWidth, sums[i]);
    for (std::ptrdiff_t k = 0; k < tiles.depth; ++k) {
      for (int i = 0; i < kRows; ++i) {
        const T x = a[kTransposed ? k * tiles.step + i : i * tiles.step + k];
        for (int j = 0; j < kPanelWidth; ++j) sums[i][j] += x * panel[k * kPanelWidth + j];
      }
    }
    for (int i = 0; i < kRows; ++i) std::copy_n(sums[i], kPanelWidth, c + i * tiles.c_stride);
  }
}

template <bool kTransposed, int kRows>
void multiply_tiles_simd(const Tiles<float>& tiles) {
  using namespace simd;
  constexpr int kVectors = kPanelWidth / kLanes;
  const float* first = tiles.a;
  const float* first_b = tiles.panel;
  float* c = tiles.c;
  for (std::ptrdiff_t left = tiles.count; left > 0; --left) {
    F32x4 sums[kRows][kVectors] = {};  // all loops over rows unroll, so these are registers
    if (tiles.adds) {
#pragma unroll
      for (int i = 0; i < kRows; ++i) {
#pragma unroll
        for (int v = 0; v < kVectors; ++v) sums[i][v] = load(c + i * tiles.c_stride + v * kLanes);
      }
    }
    const float* a[kRows];
#pragma unroll
    for (int i = 0; i < kRows; ++i) a[i] = first + i * tiles.step;
    // Where A is transposed one address serves all rows, and V8 folds the distances into the
    // loads; with an address for each, 35 instead of 46 GFLOP/s.
    const float* column = first;
    const float* b = first_b;
    for (std::ptrdiff_t k = 0; k < tiles.depth; ++k, b += kPanelWidth, column += tiles.step) {
      F32x4 panel[kVectors];
#pragma unroll
      for (int v = 0; v < kVectors; ++v) panel[v] = load(b + v * kLanes);
#pragma unroll
      for (int i = 0; i < kRows; ++i) {
        const F32x4 x = load_splat(kTransposed ? column + i : a[i] + k);
#pragma unroll
        for (int v = 0; v < kVectors; ++v) sums[i][v] = multiply_add(x, panel[v], sums[i][v]);
      }
    }
#pragma unroll
    for (int i = 0; i < kRows; ++i) {
#pragma unroll
      for (int v = 0; v < kVectors; ++v) store(c + i * tiles.c_stride + v * kLanes, sums[i][v]);
    }
    first += tiles.next_a;
    first_b += tiles.next_panel;
    c += tiles.next_c;
  }
}

// The kernel for each number of rows: functions of their own, called once a panel, as in gemm.cpp.
template <class T>
using Kernel = void (*)(const Tiles<T>&);

template <class T, bool kTransposed, int... kRows>
Kernel<T> kernel_for(std::int64_t rows, std::integer_sequence<int, kRows...>) {
  if constexpr (std::is_same_v<T, float>) {
    static constexpr Kernel<T> kKernels[] = {multiply_tiles_simd<kTransposed, kRows + 1>...};
    return kKernels[rows - 1];
  } else {
    static constexpr Kernel<T> kKernels[] = {multiply_tiles<T, kTransposed, kRows + 1>...};
    return kKernels[rows - 1];
  }
}

// Where a tile or a panel is not whole: by way of a whole tile of C.
template <class T, bool kTransposed>
void multiply_edge(Tiles<T> tiles, std::int64_t height, std::int64_t width) {
  alignas(16) T edge[kTileRows * kPanelWidth] = {};
  T* c = tiles.c;
  const std::ptrdiff_t stride = tiles.c_stride;
  for (std::int64_t i = 0; tiles.adds && i < height; ++i)
    std::copy_n(c + i * stride, width, edge + i * kPanelWidth);
  tiles.c = edge;
  tiles.c_stride = kPanelWidth;
  tiles.count = 1;
  kernel_for<T, kTransposed>(height, std::make_integer_sequence<int, kTileRows>{})(tiles);
  for (std::int64_t i = 0; i < height; ++i)
    std::copy_n(edge + i * kPanelWidth, width, c + i * stride);
}

// Tile t of A begins at a + t * tile_stride.
template <class T, bool kTransposed>
void multiply(Into into, std::int64_t rows, std::int64_t columns, std::int64_t depth, const T* a,
              std::int64_t tile_stride, std::int64_t step, PackedPanels<T> b, T* c,
              std::int64_t c_stride) {
  const auto kernel = [](std::int64_t height) {
    return kernel_for<T, kTransposed>(height, std::make_integer_sequence<int, kTileRows>{});
  };
  Tiles<T> tiles{};
  tiles.step = static_cast<std::ptrdiff_t>(step);
  tiles.depth = static_cast<std::ptrdiff_t>(depth);
  tiles.c_stride = static_cast<std::ptrdiff_t>(c_stride);
  tiles.adds = into == Into::kSum;
  const std::int64_t whole_tiles = rows / kTileRows, whole_panels = columns / kPanelWidth;
  const auto begin_at = [&](std::int64_t tile, std::int64_t panel) {
    tiles.a = a + tile * tile_stride;
    tiles.panel = b.from(panel, 0).data;
    tiles.c = c + tile * kTileRows * c_stride + panel * kPanelWidth;
  };
  if (columns * depth <= kSmall) {  // all of B stays in the first-level cache while A passes once
    tiles.next_panel = static_cast<std::ptrdiff_t>(b.panel_stride);
    tiles.next_c = kPanelWidth;
    tiles.count = static_cast<std::ptrdiff_t>(whole_panels);
    for (std::int64_t tile = 0; whole_panels > 0 && tile * kTileRows < rows; ++tile) {
      begin_at(tile, 0);
      kernel(std::min(kTileRows, rows - tile * kTileRows))(tiles);
    }
  } else {  // one panel of it does, while A passes for each
    tiles.next_a = static_cast<std::ptrdiff_t>(tile_stride);
    tiles.next_c = static_cast<std::ptrdiff_t>(kTileRows * c_stride);
    for (std::int64_t panel = 0; panel < whole_panels; ++panel) {
      begin_at(0, panel);
      tiles.count = static_cast<std::ptrdiff_t>(whole_tiles);
      if (whole_tiles > 0) kernel(kTileRows)(tiles);
      begin_at(whole_tiles, panel);
      tiles.count = 1;
      if (rows % kTileRows > 0) kernel(rows % kTileRows)(tiles);
    }
  }
  if (columns % kPanelWidth == 0) return;
  for (std::int64_t tile = 0; tile * kTileRows < rows; ++tile) {
    begin_at(tile, whole_panels);
    multiply_edge<T, kTransposed>(tiles, std::min(kTileRows, rows - tile * kTileRows),
                                  columns % kPanelWidth);
  }
}

// Blocks of kWidth columns, each (depth, kWidth), the last filled up with zeros. A copy of a width
// that the compiler knows is a few instructions, one that it does not is a call. Some rows at a
// time: rows that are far apart push each other out of the first-level cache, and all their columns
// are to be read before.
template <int kWidth, class T>
void pack_columns(const T* rows, std::int64_t stride, std::int64_t depth, std::int64_t columns,
                  T* packed, std::int64_t block_stride) {
  constexpr std::int64_t kRowsAtOnce = 8;
  const std::int64_t whole = columns / kWidth, rest = columns % kWidth;
  for (std::int64_t first = 0; first < depth; first += kRowsAtOnce) {
    const std::int64_t end = std::min(first + kRowsAtOnce, depth);
    for (std::int64_t block = 0; block < whole; ++block) {
      const T* from = rows + first * stride + block * kWidth;
      T* to = packed + block * block_stride + first * kWidth;
      for (std::int64_t k = first; k < end; ++k, from += stride, to += kWidth)
        std::memcpy(to, from, kWidth * sizeof(T));
    }
    for (std::int64_t k = first; rest > 0 && k < end; ++k) {
      T* to = packed + whole * block_stride + k * kWidth;
      std::copy_n(rows + k * stride + whole * kWidth, rest, to);
      std::fill_n(to + rest, kWidth - rest, T(0));
    }
  }
}

// The transpose of a square of kPanelWidth, both contiguous.
template <class T>
void transpose_square(const T* in, T* out) {
  for (std::int64_t i = 0; i < kPanelWidth; ++i) {
    for (std::int64_t j = 0; j < kPanelWidth; ++j)
      out[j * kPanelWidth + i] = in[i * kPanelWidth + j];
  }
}

template <>
void transpose_square(const float* in, float* out) {
  using namespace simd;
  for (std::int64_t i = 0; i < kPanelWidth; i += kLanes) {
    for (std::int64_t j = 0; j < kPanelWidth; j += kLanes) {
      const float* from = in + i * kPanelWidth + j;
      F32x4 a = load(from), b = load(from + kPanelWidth);
      F32x4 c = load(from + 2 * kPanelWidth), d = load(from + 3 * kPanelWidth);
      transpose(a, b, c, d);
      float* to = out + j * kPanelWidth + i;
      store(to, a), store(to + kPanelWidth, b);
      store(to + 2 * kPanelWidth, c), store(to + 3 * kPanelWidth, d);
    }
  }
}

}  // namespace

template <class T>
void gemm_add(Into into, std::int64_t rows, std::int64_t columns, std::int64_t depth, const T* a,
              std::int64_t a_stride, PackedPanels<T> b, T* c, std::int64_t c_stride) {
  multiply<T, false>(into, rows, columns, depth, a, kTileRows * a_stride, a_stride, b, c, c_stride);
}

template <class T>
void gemm_transposed(Into into, std::int64_t rows, std::int64_t columns, std::int64_t depth,
                     const T* a, std::int64_t a_stride, PackedPanels<T> b, T* c,
                     std::int64_t c_stride) {
  multiply<T, true>(into, rows, columns, depth, a, kTileRows, a_stride, b, c, c_stride);
}

template <class T>
void gemm_tiles(Into into, std::int64_t rows, std::int64_t columns, std::int64_t depth,
                const T* tiles, std::int64_t tile_stride, PackedPanels<T> b, T* c,
                std::int64_t c_stride) {
  multiply<T, true>(into, rows, columns, depth, tiles, tile_stride, kTileRows, b, c, c_stride);
}

template <class T>
void pack_tiles(const T* a, std::int64_t a_stride, std::int64_t depth, std::int64_t columns,
                T* tiles) {
  pack_columns<kTileRows>(a, a_stride, depth, columns, tiles, depth * kTileRows);
}

template <class T>
void pack_panels(const T* rows, std::int64_t stride, std::int64_t depth, std::int64_t columns,
                 T* packed, std::int64_t panel_stride) {
  pack_columns<kPanelWidth>(rows, stride, depth, columns, packed, panel_stride);
}

template <class T>
void pack_transpose(PackedPanels<T> b, std::int64_t depth, std::int64_t columns, T* packed) {
  alignas(16) T square[kPanelWidth * kPanelWidth], turned[kPanelWidth * kPanelWidth];
  for (std::int64_t k0 = 0; k0 < depth; k0 += kPanelWidth, packed += columns * kPanelWidth) {
    const std::int64_t height = std::min(kPanelWidth, depth - k0);
    for (std::int64_t j0 = 0; j0 < columns; j0 += kPanelWidth) {
      const std::int64_t width = std::min(kPanelWidth, columns - j0);
      const T* in = b.from(j0 / kPanelWidth, k0).data;
      T* out = packed + j0 * kPanelWidth;
      if (height == kPanelWidth && width == kPanelWidth) {
        transpose_square(in, out);
        continue;
      }
      std::fill(std::copy_n(in, height * kPanelWidth, square), square + kPanelWidth * kPanelWidth,
                T(0));
      transpose_square(square, turned);
      std::copy_n(turned, width * kPanelWidth, out);
    }
  }
}

#define HEADWISE_INSTANTIATE(T)                                                                    \
  template void gemm_add(Into, std::int64_t, std::int64_t, std::int64_t, const T*, std::int64_t,   \
                         PackedPanels<T>, T*, std::int64_t);                                       \
  template void gemm_transposed(Into, std::int64_t, std::int64_t, std::int64_t, const T*,          \
                                std::int64_t, PackedPanels<T>, T*, std::int64_t);                  \
  template void gemm_tiles(Into, std::int64_t, std::int64_t, std::int64_t, const T*, std::int64_t, \
                           PackedPanels<T>, T*, std::int64_t);                                     \
  template void pack_tiles(const T*, std::int64_t, std::int64_t, std::int64_t, T*);                \
  template void pack_panels(const T*, std::int64_t, std::int64_t, std::int64_t, T*, std::int64_t); \
  template void pack_transpose(PackedPanels<T>, std::int64_t, std::int64_t, T*);
HEADWISE_INSTANTIATE(float)
HEADWISE_INSTANTIATE(double)

}  // namespace headwise
