// The matrix products of a backward pass, beside gemm.h: they may add to what is there, and may
// take their left operand transposed. Every element is one sum in ascending k, each product rounded
// before it is added, begun at +0 or at what is there, so the bits depend on neither tile nor
// thread.
#pragma once

#include <cstdint>

#include "kernels/gemm.h"

namespace headwise {

enum class Into { kEmpty, kSum };  // what c holds before: nothing of worth, or a sum to go on with

// c[i][j] = sum_k a[i][k] b[k][j]. a (rows, depth), c (rows, columns).
template <class T>
void gemm_add(Into into, std::int64_t rows, std::int64_t columns, std::int64_t depth, const T* a,
              std::int64_t a_stride, PackedPanels<T> b, T* c, std::int64_t c_stride);

// c[i][j] = sum_k a[k][i] b[k][j]. a (depth, rows).
template <class T>
void gemm_transposed(Into into, std::int64_t rows, std::int64_t columns, std::int64_t depth,
                     const T* a, std::int64_t a_stride, PackedPanels<T> b, T* c,
                     std::int64_t c_stride);

// The same with a packed by pack_tiles: worth it where the rows of a are so far apart that few of
// them stay in the first-level cache.
template <class T>
void gemm_tiles(Into into, std::int64_t rows, std::int64_t columns, std::int64_t depth,
                const T* tiles, std::int64_t tile_stride, PackedPanels<T> b, T* c,
                std::int64_t c_stride);

// a (depth, columns) as tiles of kTileRows columns, each (depth, kTileRows), the last filled up
// with zeros.
template <class T>
void pack_tiles(const T* a, std::int64_t a_stride, std::int64_t depth, std::int64_t columns,
                T* tiles);

// As pack() of gemm.h does, but that panels are `panel_stride` apart, which may be more than this
// depth.
template <class T>
void pack_panels(const T* rows, std::int64_t stride, std::int64_t depth, std::int64_t columns,
                 T* packed, std::int64_t panel_stride);

// Packs the transpose of what is packed: b (depth, columns) becomes (columns, depth). Of the
// result's panels, `panels` from the first on are written.
template <class T>
void pack_transpose(PackedPanels<T> b, std::int64_t depth, std::int64_t columns, T* packed);

}  // namespace headwise
