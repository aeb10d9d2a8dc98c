// The two linear maps with an activation between them that follow attention in a transformer
// (Vaswani et al. 2017, section 3.3), forward and backward, for strips of rows.
//
//   hidden = x W_1^T + b_1      active = dropout(f(hidden))      y = active W_2^T + b_2
#pragma once

#include <cstdint>

#include "core/attention/dropout.h"
#include "core/rows/linear.h"

namespace headwise {

// kGelu is exact, torch's default; kGeluTanh the approximation that GPT-2 uses.
enum class Activation { kRelu, kGelu, kGeluTanh };

template <class T>
struct Mlp {
  Activation activation = Activation::kRelu;
  Linear<T> first, second;

  // x and y (rows, D); hidden and active (rows, M) are kept for the backward. `dropout` null: none;
  // `row` is the number of the first row, which tells its draws from others'.
  void forward(const T* x, std::int64_t rows, T* hidden, T* active, T* y, const Dropout* dropout,
               std::int64_t row) const;

  // dx = the gradient of x. dhidden (rows, M) is written too: LinearBackward wants it, of `first`
  // with x, and dy of `second` with active.
  void backward(const T* dy, const T* hidden, std::int64_t rows, T* dhidden, T* dx,
                const Dropout* dropout, std::int64_t row) const;
};

}  // namespace headwise
