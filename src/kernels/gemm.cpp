// Packing and the tile kernels behind gemm.h, in float (SIMD) and double (plain
// loops, native only).
#include "kernels/gemm.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <type_traits>
#include <utility>

#include "kernels/few_rows.h"
#include "kernels/simd.h"

namespace headwise {
namespace {

// Tiles of A, one below the other, times one panel of B.
template <class T>
struct Tiles {
  const T* a;
  std::ptrdiff_t a_stride;
  const T* panel;
  const T* bias;  // kPanelWidth numbers, or null
  std::ptrdiff_t depth;
  T* c;
  std::ptrdiff_t c_stride;
  std::ptrdiff_t count;
};

template <class T, int kRows>
void multiply_tiles(const Tiles<T>& tiles) {
  for (std::ptrdiff_t tile = 0; tile < tiles.count; ++tile) {
    const T* a = tiles.a + tile * kRows * tiles.a_stride;
    T* c = tiles.c + tile * kRows * tiles.c_stride;
    T sums[kRows][kPanelWidth] = {};
    for (std::ptrdiff_t k = 0; k < tiles.depth; ++k) {
      for (int i = 0; i < kRows; ++i) {
        for (int j = 0; j < kPanelWidth; ++j)
          sums[i][j] += a[i * tiles.a_stride + k] * tiles.panel[k * kPanelWidth + j];
      }
    }
    for (int i = 0; i < kRows; ++i) {
      for (int j = 0; j < kPanelWidth; ++j)
        c[i * tiles.c_stride + j] = tiles.bias ? sums[i][j] + tiles.bias[j] : sums[i][j];
    }
  }
}

template <int kRows>
void multiply_tiles_simd(const Tiles<float>& tiles) {
  using namespace simd;
  const float* first = tiles.a;
  float* c = tiles.c;
  for (std::ptrdiff_t left = tiles.count; left > 0; --left) {
    F32x4 sums[kRows][2] = {};  // all loops over rows unroll, so these are registers
    const float* a[kRows];
#pragma unroll
    for (int i = 0; i < kRows; ++i) a[i] = first + i * tiles.a_stride;
    const float* b = tiles.panel;
    for (std::ptrdiff_t k = 0; k < tiles.depth; ++k, b += kPanelWidth) {
      const F32x4 b0 = load(b), b1 = load(b + kLanes);
#pragma unroll
      for (int i = 0; i < kRows; ++i) {
        const F32x4 x = load_splat(a[i] + k);
        sums[i][0] = multiply_add(x, b0, sums[i][0]);
        sums[i][1] = multiply_add(x, b1, sums[i][1]);
      }
    }
    if (tiles.bias) {
      const F32x4 bias0 = load(tiles.bias), bias1 = load(tiles.bias + kLanes);
#pragma unroll
      for (int i = 0; i < kRows; ++i) sums[i][0] += bias0, sums[i][1] += bias1;
    }
#pragma unroll
    for (int i = 0; i < kRows; ++i) {
      store(c + i * tiles.c_stride, sums[i][0]);
      store(c + i * tiles.c_stride + kLanes, sums[i][1]);
    }
    first += kRows * tiles.a_stride;
    c += kRows * tiles.c_stride;
  }
}

// The kernel for each number of rows. A call through a pointer, so that each stays a function of
// its own: V8 has no on-stack replacement and optimises what is called often. One call for all
// tiles of a panel: a call for each cost 8 % at a depth of 64.
template <class T>
using Kernel = void (*)(const Tiles<T>&);

template <class T, int... kRows>
Kernel<T> kernel_for(std::int64_t rows, std::integer_sequence<int, kRows...>) {
  static constexpr Kernel<T> kKernels[] = {multiply_tiles<T, kRows + 1>...};
  return kKernels[rows - 1];
}

template <int... kRows>
Kernel<float> simd_kernel_for(std::int64_t rows, std::integer_sequence<int, kRows...>) {
  static constexpr Kernel<float> kKernels[] = {multiply_tiles_simd<kRows + 1>...};
  return kKernels[rows - 1];
}

template <class T>
Kernel<T> kernel_for(std::int64_t rows) {
  using Rows = std::make_integer_sequence<int, kTileRows>;
  if constexpr (std::is_same_v<T, float>)
    return simd_kernel_for(rows, Rows{});
  else
    return kernel_for<T>(rows, Rows{});
}

// Packs a full panel four columns of the rows at a time, and returns how many it packed.
template <class T>
std::int64_t transpose_panel(const T*, std::int64_t, std::int64_t, T*) {
  return 0;
}

template <>
std::int64_t transpose_panel(const float* rows, std::int64_t stride, std::int64_t depth,
                             float* packed) {
  using namespace simd;
  std::int64_t k = 0;
  for (; k + kLanes <= depth; k += kLanes) {
    for (int half = 0; half < 2; ++half) {
      const float* row = rows + half * kLanes * stride + k;
      F32x4 a = load(row), b = load(row + stride), c = load(row + 2 * stride);
      F32x4 d = load(row + 3 * stride);
      transpose(a, b, c, d);
      float* out = packed + k * kPanelWidth + half * kLanes;
      store(out, a), store(out + kPanelWidth, b);
      store(out + 2 * kPanelWidth, c), store(out + 3 * kPanelWidth, d);
    }
  }
  return k;
}

}  // namespace

template <class T>
void pack(const T* rows, std::int64_t stride, std::int64_t depth, std::int64_t columns, T* packed) {
  for (std::int64_t j0 = 0; j0 < columns; j0 += kPanelWidth) {
    const std::int64_t width = std::min(kPanelWidth, columns - j0);
    if (width == kPanelWidth) {  // of a known size: a call of memcpy for each row took most of it
      for (std::int64_t k = 0; k < depth; ++k, packed += kPanelWidth)
        std::copy_n(rows + k * stride + j0, kPanelWidth, packed);
      continue;
    }
    for (std::int64_t k = 0; k < depth; ++k, packed += kPanelWidth) {
      std::copy_n(rows + k * stride + j0, width, packed);
      std::fill_n(packed + width, kPanelWidth - width, T(0));
    }
  }
}

template <class T>
void pack_transposed(const T* rows, std::int64_t stride, std::int64_t columns, std::int64_t depth,
                     T* packed) {
  for (std::int64_t j0 = 0; j0 < columns; j0 += kPanelWidth) {
    const std::int64_t width = std::min(kPanelWidth, columns - j0);
    const T* panel_rows = rows + j0 * stride;
    std::int64_t k = 0;
    if (width == kPanelWidth) k = transpose_panel(panel_rows, stride, depth, packed);
    for (; k < depth; ++k) {
      for (std::int64_t j = 0; j < kPanelWidth; ++j) {
        packed[k * kPanelWidth + j] = j < width ? panel_rows[j * stride + k] : T(0);
      }
    }
    packed += depth * kPanelWidth;
  }
}

// No early end, so that the compiler makes vectors of it.
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
void unpack_columns(PackedPanels<T> b, std::int64_t first, std::int64_t count, std::int64_t depth,
                    T* rows) {
  for (std::int64_t j = first; j < first + count; ++j, rows += depth) {
    const T* lane = b.from(j / kPanelWidth, 0).data + j % kPanelWidth;
    for (std::int64_t k = 0; k < depth; ++k) rows[k] = lane[k * kPanelWidth];
  }
}

template <class T>
void unpack_rows(PackedPanels<T> b, std::int64_t first, std::int64_t count, std::int64_t columns,
                 T* rows) {
  for (std::int64_t k = first; k < first + count; ++k, rows += columns) {
    for (std::int64_t j = 0; j < columns; ++j)
      rows[j] = b.from(j / kPanelWidth, k).data[j % kPanelWidth];
  }
}

template <class T>
void gemm(std::int64_t rows, std::int64_t columns, std::int64_t depth, const T* a,
          std::int64_t a_stride, PackedPanels<T> b, const T* bias, T* c, std::int64_t c_stride) {
  alignas(16) T edge[kTileRows * kPanelWidth];
  alignas(16) T edge_bias[kPanelWidth];
  const std::int64_t whole = rows / kTileRows * kTileRows;
  Tiles<T> tiles{};
  tiles.a_stride = static_cast<std::ptrdiff_t>(a_stride);
  tiles.depth = static_cast<std::ptrdiff_t>(depth);
  const std::int64_t done =
      rows > 0 && rows <= kFewRows
          ? multiply_few_rows(rows, columns, depth, a, a_stride, b, bias, c, c_stride)
          : 0;
  // The panel is the outer loop: it stays in the first-level cache while all rows pass.
  for (std::int64_t j0 = done; j0 < columns; j0 += kPanelWidth) {
    const std::int64_t width = std::min(kPanelWidth, columns - j0);
    tiles.panel = b.from(j0 / kPanelWidth, 0).data;
    tiles.bias = bias ? bias + j0 : nullptr;
    if (bias && width < kPanelWidth) {
      std::fill(std::copy_n(bias + j0, width, edge_bias), edge_bias + kPanelWidth, T(0));
      tiles.bias = edge_bias;
    }
    const auto multiply = [&](std::int64_t first, std::int64_t height, std::int64_t count, T* out,
                              std::int64_t stride) {
      tiles.a = a + first * a_stride;
      tiles.c = out;
      tiles.c_stride = static_cast<std::ptrdiff_t>(stride);
      tiles.count = static_cast<std::ptrdiff_t>(count);
      kernel_for<T>(height)(tiles);
    };
    if (width == kPanelWidth) {
      if (whole > 0) multiply(0, kTileRows, whole / kTileRows, c + j0, c_stride);
      if (whole < rows) multiply(whole, rows - whole, 1, c + whole * c_stride + j0, c_stride);
      continue;
    }
    for (std::int64_t i0 = 0; i0 < rows; i0 += kTileRows) {
      const std::int64_t height = std::min(kTileRows, rows - i0);
      multiply(i0, height, 1, edge, kPanelWidth);
      for (std::int64_t i = 0; i < height; ++i)
        std::copy_n(edge + i * kPanelWidth, width, c + (i0 + i) * c_stride + j0);
    }
  }
}

#define HEADWISE_INSTANTIATE(T)                                                                \
  template void pack(const T*, std::int64_t, std::int64_t, std::int64_t, T*);                  \
  template void pack_transposed(const T*, std::int64_t, std::int64_t, std::int64_t, T*);       \
  template bool all_finite(const T*, std::int64_t);                                            \
  template void unpack_columns(PackedPanels<T>, std::int64_t, std::int64_t, std::int64_t, T*); \
  template void unpack_rows(PackedPanels<T>, std::int64_t, std::int64_t, std::int64_t, T*);    \
  template void gemm(std::int64_t, std::int64_t, std::int64_t, const T*, std::int64_t,         \
                     PackedPanels<T>, const T*, T*, std::int64_t);
HEADWISE_INSTANTIATE(float)
HEADWISE_INSTANTIATE(double)

}  // namespace headwise
