// The memory layout of matrix products' operands, and the copies into it. No shapes are checked here:
// src/core does that.
#pragma once

#include <cstdint>

namespace headwise {

// A packed operand B (depth, columns): panels of kPanelWidth columns, each (depth, kPanelWidth),
// the last padded with zeros.
//
// The tile is kTileRows x kPanelWidth. V8 has 15 vector registers on x64: 4 x 8 needs 8 sums, 2 of
// B and 1 of A. Fixed, GFLOP/s at depth 512 on a Xeon with a peak near 40, Node 20 / 24: 4x8 38.4
// / 38.7, 2x16 38.8 / 38.9, 5x8 31.2 / 38.4, 6x8 29.9 / 38.1 (Node 20 spills). Relaxed, peak near
// 54, Node 24: 6x8 53.5, 5x8 51.1, 4x8 44.7, 2x16 44.9 (8 sums do not hide the latency of a fused
// multiply-add). Unrolling over k by 2 or 4 lost everywhere. One width serves both variants and
// wastes less on narrow heads than 16.
inline constexpr std::int64_t kPanelWidth = 8;

// kTileRows, 4 or 6 (tile.h): a function, so that only the kernels are compiled for each variant.
std::int64_t tile_rows();
// A multiple of both tile heights.
inline constexpr std::int64_t kWholeTiles = 12;

inline constexpr std::int64_t round_up(std::int64_t n, std::int64_t multiple) {
  return (n + multiple - 1) / multiple * multiple;
}

inline constexpr std::int64_t packed_size(std::int64_t depth, std::int64_t columns) {
  return depth * round_up(columns, kPanelWidth);
}

template <class T>
struct PackedPanels {
  const T* data;              // first panel, at the first k
  std::int64_t panel_stride;  // elements from one panel to the next: the packed depth times
                              // kPanelWidth

  PackedPanels from(std::int64_t panel, std::int64_t k) const {
    return {data + panel * panel_stride + k * kPanelWidth, panel_stride};
  }
};

// Packed operands of one shape, one after another: the keys of all heads, or their values.
template <class T>
struct PackedOperands {
  T* data = nullptr;
  std::int64_t stride = 0;        // from one operand to the next
  std::int64_t panel_stride = 0;  // of each

  PackedPanels<T> operator[](std::int64_t n) const { return {data + n * stride, panel_stride}; }
  // The address of row k of a panel, for functions that pack.
  T* at(std::int64_t n, std::int64_t panel = 0, std::int64_t k = 0) const {
    return data + n * stride + panel * panel_stride + k * kPanelWidth;
  }
};

// Operands of (depth, columns) each.
template <class T>
PackedOperands<T> packed_operands(T* data, std::int64_t depth, std::int64_t columns) {
  return {data, packed_size(depth, columns), depth * kPanelWidth};
}

// B[k][j] = rows[k * stride + j], rows (depth, columns). Panels are `panel_stride` apart, more than
// depth * kPanelWidth if they contain other rows as well.
template <class T>
void pack(const T* rows, std::int64_t stride, std::int64_t depth, std::int64_t columns, T* packed,
          std::int64_t panel_stride);

// B[k][j] = rows[j * stride + k], rows (columns, depth): weights (out, in), keys (S, E).
template <class T>
void pack_transposed(const T* rows, std::int64_t stride, std::int64_t columns, std::int64_t depth,
                     T* packed);

// The transpose of packed b (depth, columns), packed as (columns, depth).
template <class T>
void pack_transpose(PackedPanels<T> b, std::int64_t depth, std::int64_t columns, T* packed);

// a (depth, columns) as tiles of tile_rows() columns, each (depth, tile_rows()), the last padded with
// zeros.
template <class T>
void pack_tiles(const T* a, std::int64_t a_stride, std::int64_t depth, std::int64_t columns,
                T* tiles);

// Copies columns first <= j < first + count of B into rows (count, depth), or rows of B into rows
// (count, columns).
template <class T>
void unpack_columns(PackedPanels<T> b, std::int64_t first, std::int64_t count, std::int64_t depth,
                    T* rows);
template <class T>
void unpack_rows(PackedPanels<T> b, std::int64_t first, std::int64_t count, std::int64_t columns,
                 T* rows);

}  // namespace headwise
