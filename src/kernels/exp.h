// exp for the softmax: arguments at most 0, four lanes at a time. Not a general
// exp.
#pragma once

#include <cmath>

#include "kernels/simd.h"

namespace headwise {

// exp(x) for x <= 0, within 1 unit in the last place. Below -83 the result is 0
// (2^-120: WebAssembly cannot flush subnormals, and they are slow on some
// processors). NaN stays NaN.
//
// x = n ln 2 + r, |r| <= ln 2 / 2;  exp(r) = 1 + r + r^2 q(r), q of degree 4
// fitted by least squares reweighted towards the smallest relative error
// (3.1e-9). A degree of 3 was tried: 2.2 units in the last place.
inline simd::F32x4 exp_nonpositive(simd::F32x4 x) {
  using namespace simd;
  // 1.5 * 2^23 + 127: a sum with it ends, in its low bits, in the nearest integer plus the
  // exponent's bias.
  const F32x4 round = splat(12583039.0f);
  const F32x4 shifted = multiply_add(x, splat(1.44269504f), round);
  const F32x4 n = shifted - round;
  F32x4 r = multiply_add(n, splat(-0.693359375f), x);
  r = multiply_add(n, splat(0.00021219444f), r);
  F32x4 q = splat(0.0013814467f);
  q = multiply_add(q, r, splat(0.008368781f));
  q = multiply_add(q, r, splat(0.041668393f));
  q = multiply_add(q, r, splat(0.1666652f));
  q = multiply_add(q, r, splat(0.49999994f));
  const F32x4 exp_r = multiply_add(q, r * r, r) + splat(1.0f);
  const F32x4 power = (F32x4)((I32x4)shifted << 23);  // 2^n
  return and_not(exp_r * power, x < splat(-83.0f));
}

inline float exp_nonpositive(float x) { return exp_nonpositive(simd::splat(x))[0]; }
inline double exp_nonpositive(double x) { return std::exp(x); }

}  // namespace headwise
