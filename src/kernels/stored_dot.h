// The sum of products of one row of x with the first row of quantised weights, decoded on the way: the bits of dot_row_wide (rows.h) with
// the decoded row.
#pragma once

#include <cstdint>

#include "kernels/stored_blocks.h"

namespace headwise {

template <class Block>
float dot_stored(const float* x, const StoredRows<Block>& w);

}  // namespace headwise
