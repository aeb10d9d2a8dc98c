// The element-wise pass of attention's backward. gemm.h has its products.
#pragma once

#include <cstdint>

namespace headwise {

// The factors of a row's attention and of its gradient: attention = exp(score * scale - max) / sum.
template <class T>
struct RowNumbers {
  T scale;           // factor that is not yet applied to the scores
  T max, sum;        // of softmax_row
  T delta;           // sum_j attention[j] gradient[j]
  T gradient_scale;  // factor between dot products and scores
};

// scores[j] becomes attention[j], with the bits of softmax_row (softmax.h). gradient[j], the gradient
// of attention[j], becomes the gradient of the dot product: attention[j] * (gradient[j] - delta) *
// gradient_scale, and 0 if attention[j] is 0, whatever the gradient: 0 * NaN is NaN, and a masked
// value must not matter. One pass for both: two passes took twice as long.
template <class T>
void attend_and_differentiate(const RowNumbers<T>& row, std::int64_t size, T* scores, T* gradient);

}  // namespace headwise
