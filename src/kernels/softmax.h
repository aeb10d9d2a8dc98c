// Softmax over one row, in place, and the two row operations before it. src/core decides which cells
// count, and writes -Infinity for masked keys.
#pragma once

#include <cstdint>
#include <limits>

namespace headwise {

template <class T>
struct SoftmaxSums {
  T max;  // of the row; -Infinity for a row that is empty or has no finite
          // maximum
  T sum;  // of exp(x - max)
};

// row[i] = row[i] * scale
template <class T>
void scale_row(T* row, std::int64_t size, T scale);

template <class T>
T row_max(const T* row, std::int64_t size);

// row[j] = exp(row[j] * scale - max) * (1 / sum), sum = (s0 + s1) + (s2 + s3), where s_l is the
// running sum of the exponentials over j = l, l + 4, l + 8 ...: four sums for four lanes, on every
// machine. `max` is the largest row[j] * scale. Leading and trailing cells of -Infinity add +0, so
// they may be left out if the row starts at a multiple of 4.
//
// The last `extra` cells, at most 4, are added to this sum one by one: their position, and so the
// number of cells before them, changes no bit. exp(sink - max), which belongs to no cell, is added
// last: `max` must be at least the sink.
template <class T>
SoftmaxSums<T> softmax_row(T* row, std::int64_t size, T scale, T max, std::int64_t extra = 0,
                           T sink = -std::numeric_limits<T>::infinity());

// out[j] = exp(row[j] - max), the exponentials of softmax_row at a scale of 1.
void exponentials_row(const float* row, std::int64_t size, float max, float* out);

// Computes any cells of a row with the bits of softmax_row, from its max and sum: row[j] =
// exp(row[j] - max) * (1 / sum).
template <class T>
void softmax_again(T* row, std::int64_t size, T max, T sum);

}  // namespace headwise
