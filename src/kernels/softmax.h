// Softmax over one row, in place, and the two row operations before it. Which
// cells count is decided in src/core, which writes -Infinity where a key is
// masked.
#pragma once

#include <cstdint>
#include <limits>

namespace headwise {

template <class T>
struct SoftmaxSums {
  T max;  // of the row; -Infinity for one that is empty or has no finite
          // maximum
  T sum;  // of exp(x - max)
};

// row[i] = row[i] * scale
template <class T>
void scale_row(T* row, std::int64_t size, T scale);

template <class T>
T row_max(const T* row, std::int64_t size);

// row[j] = exp(row[j] * scale - max) * (1 / sum), sum = (s0 + s1) + (s2 + s3), where s_l is the
// running sum of the exponentials over j = l, l + 4, l + 8 ...: four sums so that four lanes can
// work, whatever the machine. `max` is the largest row[j] * scale. Leading and trailing cells at
// -Infinity add +0, so a row may be passed without them if it starts at a multiple of 4.
//
// The last `extra` cells, at most 4, are added to that sum one by one instead: their
// position, and so the number of cells before them, changes no bit. Then exp(sink - max) is added,
// which is of no cell: `max` is to be at least the sink.
template <class T>
SoftmaxSums<T> softmax_row(T* row, std::int64_t size, T scale, T max, std::int64_t extra = 0,
                           T sink = -std::numeric_limits<T>::infinity());

// out[j] = exp(row[j] - max), as softmax_row has it at a scale of 1.
void exponentials_row(const float* row, std::int64_t size, float max, float* out);

// Any cells of a row that softmax_row was given, as it made them: row[j] = exp(row[j] - max) *
// (1 / sum).
template <class T>
void softmax_again(T* row, std::int64_t size, T max, T sum);

}  // namespace headwise
