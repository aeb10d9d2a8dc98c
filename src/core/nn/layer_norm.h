// Layer normalisation (Ba, Kiros and Hinton 2016, equation 4) over the last axis, forward and
// backward, for strips of rows: in models, for queries and keys, and for addAndNorm. Without the mean it is RMS
// normalisation (Zhang and Sennrich 2019, equation 4).
//
//   y = x_hat gamma + beta      x_hat = (x - mean) rstd      rstd = 1 / sqrt(variance + epsilon)
//   mean = sum(x) share, or 0   variance = sum((x - mean)^2) share         share = 1 / width
//
// Every step is rounded, and the sums have the order of kernels/rows.h.
#pragma once

#include <cstdint>

namespace headwise {

template <class T>
struct LayerNorm {
  std::int64_t width = 1;
  double epsilon = 1e-5;
  const T* gamma = nullptr;  // (width), or null: ones, and then there is no backward
  const T* beta = nullptr;   // (width), or null: none
  bool centered = true;      // false: the mean counts as 0
  bool plus_one = false;     // gamma holds the gain minus 1

  struct Moments {
    T mean, variance, rstd;
  };
  // One row of x, into one of y.
  Moments forward_row(const T* x, T* y) const;

  // x and y (rows, width); y may be x. stats (rows, 2) receives mean and rstd, for the backward; null: there is none.
  void forward(const T* x, std::int64_t rows, T* y, T* stats) const;

  // dx += the gradient of x, (rows, width); with `add` false it is written. dgamma and dbeta
  // (width), dbeta or null, are written: the sums over these rows in ascending order.
  //   dx = rstd (g - mean(g) - x_hat mean(g x_hat)),  g = dy gamma
  void backward(const T* x, const T* stats, const T* dy, std::int64_t rows, bool add, T* dx,
                T* dgamma, T* dbeta) const;

  // The same for one row. dgamma and dbeta are added to. dx may be dy.
  void backward_row(const T* x, const T* stats, const T* dy, bool add, T* dx, T* dgamma,
                    T* dbeta) const;
};

}  // namespace headwise
