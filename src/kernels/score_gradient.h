// The element-wise pass of attention's backward. Products are in gemm.h.
#pragma once

#include <cstdint>

namespace headwise {

// The factors of a row's attention and of its gradient: attention = exp(score * scale - max) / sum.
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

}  // namespace headwise
