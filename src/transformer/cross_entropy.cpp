// The loss of one row, and its gradient in the place of the logits.
#include "transformer/cross_entropy.h"

#include <cmath>

#include "kernels/softmax.h"

namespace headwise {

template <class T>
RowLoss<T> cross_entropy(T* logits, std::int64_t size, std::int32_t target, T weight) {
  const T max = row_max(logits, size), of_target = logits[target];
  std::int64_t largest = 0;
  while (largest < size && logits[largest] != max) ++largest;
  const T sum = softmax_row<T>(logits, size, 1, max).sum;  // of exp(logit - max)
  for (std::int64_t j = 0; j < size; ++j) logits[j] *= weight;
  logits[target] -= weight;
  return {std::log(sum) - (of_target - max), largest == target};
}

template RowLoss<float> cross_entropy(float*, std::int64_t, std::int32_t, float);
template RowLoss<double> cross_entropy(double*, std::int64_t, std::int32_t, double);

}  // namespace headwise
