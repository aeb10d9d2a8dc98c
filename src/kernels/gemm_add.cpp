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

// Up to kTileRows rows of A times one panel of B. Element (i, k) of A stands at i * row_step +
// k * step, one of which is 1.
template <class T>
struct Tile {
  const T* a;
  std::ptrdiff_t step;  // that is not 1
  const T* panel;
  std::ptrdiff_t depth;
  bool adds;
};

template <class T, bool kTransposed, int kRows>
void multiply_tile(const Tile<T>& tile, T* c, std::ptrdiff_t c_stride) {
  T sums[kRows][kPanelWidth] = {};
  for (int i = 0; tile.adds && i < kRows; ++i) std::copy_n(c + i * c_stride, kPanelWidth, sums[i]);
  for (std::ptrdiff_t k = 0; k < tile.depth; ++k) {
    for (int i = 0; i < kRows; ++i) {
      const T a = tile.a[kTransposed ? k * tile.step + i : i * tile.step + k];
      for (int j = 0; j < kPanelWidth; ++j) sums[i][j] += a * tile.panel[k * kPanelWidth + j];
    }
  }
  for (int i = 0; i < kRows; ++i) std::copy_n(sums[i], kPanelWidth, c + i * c_stride);
}

template <bool kTransposed, int kRows>
void multiply_tile_simd(const Tile<float>& tile, float* c, std::ptrdiff_t c_stride) {
  using namespace simd;
  constexpr int kVectors = kPanelWidth / kLanes;
  F32x4 sums[kRows][kVectors] = {};  // all loops over rows unroll, so these are registers
  if (tile.adds) {
#pragma unroll
    for (int i = 0; i < kRows; ++i) {
#pragma unroll
      for (int v = 0; v < kVectors; ++v) sums[i][v] = load(c + i * c_stride + v * kLanes);
    }
  }
  const float* a[kRows];
#pragma unroll
  for (int i = 0; i < kRows; ++i) a[i] = kTransposed ? tile.a + i : tile.a + i * tile.step;
  const std::ptrdiff_t step = kTransposed ? tile.step : 1;
  const float* b = tile.panel;
  for (std::ptrdiff_t k = 0; k < tile.depth; ++k, b += kPanelWidth) {
    F32x4 panel[kVectors];
#pragma unroll
    for (int v = 0; v < kVectors; ++v) panel[v] = load(b + v * kLanes);
#pragma unroll
    for (int i = 0; i < kRows; ++i) {
      const F32x4 x = load_splat(a[i] + k * step);
#pragma unroll
      for (int v = 0; v < kVectors; ++v) sums[i][v] = multiply_add(x, panel[v], sums[i][v]);
    }
  }
#pragma unroll
  for (int i = 0; i < kRows; ++i) {
#pragma unroll
    for (int v = 0; v < kVectors; ++v) store(c + i * c_stride + v * kLanes, sums[i][v]);
  }
}

// The kernel for each number of rows: a function of its own, as in gemm.cpp.
template <class T>
using Kernel = void (*)(const Tile<T>&, T*, std::ptrdiff_t);

template <class T, bool kTransposed, int... kRows>
Kernel<T> kernel_for(std::int64_t rows, std::integer_sequence<int, kRows...>) {
  if constexpr (std::is_same_v<T, float>) {
    static constexpr Kernel<T> kKernels[] = {multiply_tile_simd<kTransposed, kRows + 1>...};
    return kKernels[rows - 1];
  } else {
    static constexpr Kernel<T> kKernels[] = {multiply_tile<T, kTransposed, kRows + 1>...};
    return kKernels[rows - 1];
  }
}

// All tiles: tile t of A begins at a + t * a_tile_stride.
template <class T, bool kTransposed>
void multiply(Into into, std::int64_t rows, std::int64_t columns, std::int64_t depth, const T* a,
              std::int64_t a_tile_stride, std::int64_t a_step, PackedPanels<T> b, T* c,
              std::int64_t c_stride) {
  using Rows = std::make_integer_sequence<int, kTileRows>;
  alignas(16) T edge[kTileRows * kPanelWidth] = {};
  const Kernel<T> full = kernel_for<T, kTransposed>(kTileRows, Rows{});
  const std::int64_t rest = rows % kTileRows;
  const Kernel<T> last = rest ? kernel_for<T, kTransposed>(rest, Rows{}) : nullptr;
  Tile<T> tile{};
  tile.step = static_cast<std::ptrdiff_t>(a_step);
  tile.depth = static_cast<std::ptrdiff_t>(depth);
  tile.adds = into == Into::kSum;
  for (std::int64_t j0 = 0; j0 < columns; j0 += kPanelWidth) {
    const std::int64_t width = std::min(kPanelWidth, columns - j0);
    tile.panel = b.from(j0 / kPanelWidth, 0).data;
    for (std::int64_t i0 = 0; i0 < rows; i0 += kTileRows) {
      const std::int64_t height = std::min(kTileRows, rows - i0);
      const Kernel<T> kernel = height == kTileRows ? full : last;
      tile.a = a + i0 / kTileRows * a_tile_stride;
      T* out = c + i0 * c_stride + j0;
      if (width == kPanelWidth) {
        kernel(tile, out, static_cast<std::ptrdiff_t>(c_stride));
        continue;
      }
      for (std::int64_t i = 0; tile.adds && i < height; ++i)
        std::copy_n(out + i * c_stride, width, edge + i * kPanelWidth);
      kernel(tile, edge, kPanelWidth);
      for (std::int64_t i = 0; i < height; ++i)
        std::copy_n(edge + i * kPanelWidth, width, out + i * c_stride);
    }
  }
}

// Blocks of kWidth columns, each (depth, kWidth), the last filled up with zeros. A copy of a width
// that the compiler knows is a few instructions, one that it does not is a call.
template <int kWidth, class T>
void pack_columns(const T* rows, std::int64_t stride, std::int64_t depth, std::int64_t columns,
                  T* packed, std::int64_t block_stride) {
  if (depth == 0) return;  // and maybe no address either
  for (std::int64_t j0 = 0; j0 < columns; j0 += kWidth, packed += block_stride) {
    const std::int64_t width = std::min<std::int64_t>(kWidth, columns - j0);
    const T* row = rows + j0;
    T* out = packed;
    for (std::int64_t k = 0; k < depth; ++k, row += stride, out += kWidth) {
      if (width == kWidth) {
        std::memcpy(out, row, kWidth * sizeof(T));
      } else {
        for (std::int64_t j = 0; j < kWidth; ++j) out[j] = j < width ? row[j] : T(0);
      }
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
