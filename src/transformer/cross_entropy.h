// Softmax cross-entropy over the vocabulary, forward and backward at once: the loss of a row is
// -log softmax(logits)[target].
#pragma once

#include <cstdint>

namespace headwise {

template <class T>
struct RowLoss {
  T loss;
  bool correct;  // the largest logit, the first of several, is the target's
};

// One row of logits (size), which become the gradient of weight * loss:
// weight (softmax(logits) - one_hot(target)).
template <class T>
RowLoss<T> cross_entropy(T* logits, std::int64_t size, std::int32_t target, T weight);

}  // namespace headwise
