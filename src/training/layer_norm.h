// Layer normalisation (Ba, Kiros and Hinton 2016, equation 4) over the last axis, forward and
// backward, for strips of rows.
//
//   y = x_hat gamma + beta      x_hat = (x - mean) rstd      rstd = 1 / sqrt(variance + epsilon)
#pragma once

#include <cstdint>

namespace headwise {

template <class T>
struct LayerNorm {
  std::int64_t width = 1;
  double epsilon = 1e-5;
  const T* gamma = nullptr;  // (width)
  const T* beta = nullptr;   // (width), or null: none

  // x and y (rows, width). stats (rows, 2) receives mean and rstd, for the backward.
  void forward(const T* x, std::int64_t rows, T* y, T* stats) const;

  // dx += the gradient of x, (rows, width); with `add` false it is written. dgamma and dbeta
  // (width), dbeta or null, are written: the sums over these rows in ascending order.
  //   dx = rstd (g - mean(g) - x_hat mean(g x_hat)),  g = dy gamma
  void backward(const T* x, const T* stats, const T* dy, std::int64_t rows, bool add, T* dx,
                T* dgamma, T* dbeta) const;
};

}  // namespace headwise
