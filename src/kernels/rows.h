// Functions of a row of numbers. Sums use four lanes on every machine: s_l is the running sum over
// j = l, l + 4, l + 8 ... and the result is (s0 + s1) + (s2 + s3).
#pragma once

#include <cstdint>

namespace headwise {

template <class T>
T sum_row(const T* row, std::int64_t size);

// The sum of a[j] b[j].
template <class T>
T dot_row(const T* a, const T* b, std::int64_t size);

// dot_row in sixteen lanes, s_l over j = l, l + 16, l + 32 ...: lanes l, l + 4, l + 8, l + 12 are added as
// (a + b) + (c + d), these four results as (a + b) + (c + d), and then the sum of the remaining numbers.
float dot_row_wide(const float* a, const float* b, std::int64_t size);

// Whether no value is infinite or NaN.
template <class T>
bool all_finite(const T* values, std::int64_t size);

// Infinite and NaN values become 0.
template <class T>
void clear_irregular(T* values, std::int64_t size);

}  // namespace headwise
