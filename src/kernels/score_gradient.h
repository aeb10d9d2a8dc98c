// The element-wise passes of attention's backward. Products are in gemm_add.h.
#pragma once

#include <cstdint>

namespace headwise {

// (s0 + s1) + (s2 + s3), where s_l is the running sum of a[j] b[j] over j = l, l + 4, l + 8 ...
template <class T>
T dot(const T* a, const T* b, std::int64_t size);

// What a row's attention is made of, and its gradient: attention = exp(score * scale - max) / sum.
template <class T>
struct RowNumbers {
  T scale;           // that the scores still lack
  T max, sum;        // as softmax_row gave them
  T delta;           // sum_j attention[j] gradient[j]
  T gradient_scale;  // between dot products and scores
};

// scores[j] becomes attention[j], with the bits of softmax_row (softmax.h), and gradient[j], that of
// attention[j], becomes that of the dot product: attention[j] * (gradient[j] - delta) *
// gradient_scale, and 0 where attention[j] is 0, whatever the gradient: 0 * NaN is NaN, and a masked
// value must not matter. One pass for both: two took twice as long.
template <class T>
void attend_and_differentiate(const RowNumbers<T>& row, std::int64_t size, T* scores, T* gradient);

// Infinite and NaN values become 0.
template <class T>
void clear_irregular(T* values, std::int64_t size);

}  // namespace headwise
