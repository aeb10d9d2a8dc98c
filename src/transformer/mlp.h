// The two linear maps with an activation between them that follow attention in a transformer
// (Vaswani et al. 2017, section 3.3), forward and backward, for strips of rows.
//
//   hidden = x W_1^T + b_1      active = dropout(f(hidden))      y = active W_2^T + b_2
//
// Gated (Shazeer 2020), hidden is twice as wide, a gate and beside it its factor:
//
//   active = dropout(f(hidden[:M]) hidden[M:])
#pragma once

#include <cstdint>

#include "core/attention/dropout.h"
#include "core/nn/activation.h"
#include "core/nn/linear.h"

namespace headwise {

template <class T>
struct Mlp {
  Activation activation = Activation::kRelu;
  bool gated = false;
  Linear<T> first, second;

  std::int64_t width() const { return second.shape().inputs; }           // M
  std::int64_t hidden_width() const { return first.shape().outputs(); }  // M, gated 2 M

  // x and y (rows, D); hidden (rows, hidden_width()) and active (rows, M) are kept for the backward.
  // `dropout` null: none; `row` is the number of the first row, which tells its draws from others'.
  void forward(const T* x, std::int64_t rows, T* hidden, T* active, T* y, const Dropout* dropout,
               std::int64_t row) const;

  // dx = the gradient of x. dhidden (rows, hidden_width()) is written too: LinearBackward wants it, of
  // `first` with x, and dy of `second` with active. dactive (rows, M) is scratch; not gated, it may be
  // dhidden.
  void backward(const T* dy, const T* hidden, std::int64_t rows, T* dactive, T* dhidden, T* dx,
                const Dropout* dropout, std::int64_t row) const;
};

}  // namespace headwise
