// Matrix products with a packed right operand. Every element is one sum in ascending k, starting at +0
// or at c's value, each product rounded before it is added, so the bits depend on neither tile nor
// thread. No shapes are checked here: src/core does that.
#pragma once

#include <cstdint>

#include "kernels/pack.h"

namespace headwise {

enum class Into { kOverwrite, kAccumulate };

// c[i][j] = sum_k a[i][k] b[k][j] + bias[j]. a (rows, depth), c (rows, columns); bias (columns) or
// null.
template <class T>
void gemm(std::int64_t rows, std::int64_t columns, std::int64_t depth, const T* a,
          std::int64_t a_stride, PackedPanels<T> b, const T* bias, T* c, std::int64_t c_stride);

// c[i][j] = sum_k a[i][k] b[k][j], or this sum added to c[i][j].
template <class T>
void gemm_add(Into into, std::int64_t rows, std::int64_t columns, std::int64_t depth, const T* a,
              std::int64_t a_stride, PackedPanels<T> b, T* c, std::int64_t c_stride);

// c[i][j] = sum_k a[k][i] b[k][j], or this sum added to c[i][j]. a (depth, rows).
template <class T>
void gemm_transposed(Into into, std::int64_t rows, std::int64_t columns, std::int64_t depth,
                     const T* a, std::int64_t a_stride, PackedPanels<T> b, T* c,
                     std::int64_t c_stride);

// gemm_transposed with a packed by pack_tiles, tiles `tile_stride` apart: faster if the rows of a are
// so far apart that few of them stay in the first-level cache.
template <class T>
void gemm_tiles(Into into, std::int64_t rows, std::int64_t columns, std::int64_t depth,
                const T* tiles, std::int64_t tile_stride, PackedPanels<T> b, T* c,
                std::int64_t c_stride);

}  // namespace headwise
