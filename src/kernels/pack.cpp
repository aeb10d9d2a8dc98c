// Copies into the layouts of pack.h. In float, transposing uses four lanes.
#include "kernels/pack.h"

#include <algorithm>
#include <cstring>

#include "kernels/simd.h"
#include "kernels/tile.h"

namespace headwise {
namespace {

// Copies blocks of kWidth columns, each (depth, kWidth), the last padded with zeros. A copy of
// constant size is a few instructions, of variable size a call. Only some rows at a time: rows that
// are far apart evict each other from the first-level cache, and all their columns are read before
// that.
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

// Transposes a square of kLanes rows, `stride` apart, into rows `out_stride` apart.
void transpose_square(const float* in, std::int64_t stride, float* out, std::int64_t out_stride) {
  using namespace simd;
  F32x4 a = load(in), b = load(in + stride), c = load(in + 2 * stride), d = load(in + 3 * stride);
  transpose(a, b, c, d);
  store(out, a), store(out + out_stride, b);
  store(out + 2 * out_stride, c), store(out + 3 * out_stride, d);
}

// out[k][j] = rows[j][k] for kPanelWidth rows: a whole panel.
template <class T>
void transpose_panel(const T* rows, std::int64_t stride, std::int64_t depth, T* out) {
  std::int64_t k = 0;
  if constexpr (simd::kLanesOf<T> == simd::kLanes) {
    for (; k + simd::kLanes <= depth; k += simd::kLanes) {
      for (std::int64_t j = 0; j < kPanelWidth; j += simd::kLanes)
        transpose_square(rows + j * stride + k, stride, out + k * kPanelWidth + j, kPanelWidth);
    }
  }
  for (; k < depth; ++k) {
    for (std::int64_t j = 0; j < kPanelWidth; ++j) out[k * kPanelWidth + j] = rows[j * stride + k];
  }
}

}  // namespace

std::int64_t tile_rows() { return kTileRows; }

template <class T>
void pack(const T* rows, std::int64_t stride, std::int64_t depth, std::int64_t columns, T* packed,
          std::int64_t panel_stride) {
  pack_columns<kPanelWidth>(rows, stride, depth, columns, packed, panel_stride);
}

template <class T>
void pack_tiles(const T* a, std::int64_t a_stride, std::int64_t depth, std::int64_t columns,
                T* tiles) {
  pack_columns<kTileRows>(a, a_stride, depth, columns, tiles, depth * kTileRows);
}

template <class T>
void pack_transposed(const T* rows, std::int64_t stride, std::int64_t columns, std::int64_t depth,
                     T* packed) {
  for (std::int64_t j0 = 0; j0 < columns; j0 += kPanelWidth, packed += depth * kPanelWidth) {
    const std::int64_t width = std::min(kPanelWidth, columns - j0);
    const T* panel_rows = rows + j0 * stride;
    if (width == kPanelWidth) {
      transpose_panel(panel_rows, stride, depth, packed);
      continue;
    }
    for (std::int64_t k = 0; k < depth; ++k) {
      for (std::int64_t j = 0; j < kPanelWidth; ++j)
        packed[k * kPanelWidth + j] = j < width ? panel_rows[j * stride + k] : T(0);
    }
  }
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
        transpose_panel(in, kPanelWidth, kPanelWidth, out);
        continue;
      }
      std::fill(std::copy_n(in, height * kPanelWidth, square), square + kPanelWidth * kPanelWidth,
                T(0));
      transpose_panel(square, kPanelWidth, kPanelWidth, turned);
      std::copy_n(turned, width * kPanelWidth, out);
    }
  }
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

#define HEADWISE_INSTANTIATE(T)                                                                \
  template void pack(const T*, std::int64_t, std::int64_t, std::int64_t, T*, std::int64_t);    \
  template void pack_tiles(const T*, std::int64_t, std::int64_t, std::int64_t, T*);            \
  template void pack_transposed(const T*, std::int64_t, std::int64_t, std::int64_t, T*);       \
  template void pack_transpose(PackedPanels<T>, std::int64_t, std::int64_t, T*);               \
  template void unpack_columns(PackedPanels<T>, std::int64_t, std::int64_t, std::int64_t, T*); \
  template void unpack_rows(PackedPanels<T>, std::int64_t, std::int64_t, std::int64_t, T*);
HEADWISE_INSTANTIATE(float)
HEADWISE_INSTANTIATE(double)

}  // namespace headwise
