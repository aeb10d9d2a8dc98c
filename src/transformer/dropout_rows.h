// Dropout over whole rows, by the draws of core/attention/dropout.h.
#pragma once

#include <cstdint>

#include "core/attention/dropout.h"
#include "core/base/matrix.h"

namespace headwise {

// Rows `first` and up of a matrix, values (rows, width). Null or a probability of 0: none.
template <class T>
void drop_rows(const Dropout* dropout, std::int64_t first, std::int64_t rows, std::int64_t width,
               T* values) {
  if (!dropout || dropout->probability == 0) return;
  for (std::int64_t i = 0; i < rows; ++i)
    drop<T>(*dropout, first + i, 0, width, row_at(values, i, width).data());
}

}  // namespace headwise
