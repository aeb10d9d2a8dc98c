// The height of a tile, for the kernels alone; see pack.h.
#pragma once

#include "kernels/pack.h"

namespace headwise {

#if defined(__wasm_relaxed_simd__)
inline constexpr std::int64_t kTileRows = 6;
#else
inline constexpr std::int64_t kTileRows = 4;
#endif
static_assert(kWholeTiles % kTileRows == 0);

}  // namespace headwise
