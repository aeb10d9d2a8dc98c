// The row functions of activations.h: float on four lanes, double, for tests only, with the C
// library.
#include "kernels/activations.h"

#include <cmath>
#include <initializer_list>

#include "kernels/exp.h"
#include "kernels/simd.h"

namespace headwise {
namespace {

using simd::F32x4;
using simd::I32x4;
using simd::splat;

template <class V>
struct Pair {
  V value, other;  // a function and its derivative, unless a comment names others
};

F32x4 absolute(F32x4 x) { return simd::select(x < splat(0.0f), -x, x); }

// Phi and phi at x.
//
// 1 - Phi(|x|) = exp(-x^2 / 2) t p(t) with t = 1 / (1 + 0.3 |x|), p of degree 7 fitted to the
// smallest relative error from 0 to 13 (1.2e-7). One exponential serves both, and the tail keeps
// its relative precision, which 1 + erf does not.
Pair<F32x4> normal(F32x4 x) {
  const F32x4 e = exp_nonpositive(x * x * splat(-0.5f));
  const F32x4 t = splat(1.0f) / (splat(1.0f) + splat(0.3f) * absolute(x));
  F32x4 p = splat(0.036194853f);
  for (const float c : {-0.15937831f, 0.21011838f, -0.057167362f, 0.13041645f, 0.09934712f,
                        0.12084553f, 0.11962327f}) {
    p = p * t + splat(c);
  }
  const F32x4 tail = e * t * p;
  return {simd::select(x < splat(0.0f), tail, splat(1.0f) - tail), e * splat(0.3989423f)};
}
Pair<double> normal(double x) {
  return {0.5 * std::erfc(-x * 0.70710678118654752), std::exp(-0.5 * x * x) * 0.39894228040143268};
}

// 1 / (1 + exp(-x)) and 1 minus it. Neither is computed from the other, which would lose digits.
Pair<F32x4> logistic(F32x4 x) {
  const F32x4 e = exp_nonpositive(-absolute(x)), one = splat(1.0f);
  const I32x4 negative = x < splat(0.0f);
  return {simd::select(negative, e, one) / (one + e), simd::select(negative, one, e) / (one + e)};
}
Pair<double> logistic(double x) { return {1 / (1 + std::exp(-x)), 1 / (1 + std::exp(x))}; }

F32x4 constant(double x, F32x4) { return splat(static_cast<float>(x)); }
double constant(double x, double) { return x; }

// x Phi(x) and its derivative.
template <class V>
Pair<V> gelu(V x) {
  const Pair<V> n = normal(x);
  return {x * n.value, n.value + x * n.other};
}

// Clamps x to [-most, most]; NaN stays NaN.
F32x4 within(F32x4 x, float most) {
  const F32x4 below = simd::select(splat(most) < x, splat(most), x);
  return simd::select(below < splat(-most), splat(-most), below);
}
double within(double x, double most) { return x > most ? most : x < -most ? -most : x; }

// x s(steepness (x + cubic x^3)). Both uses share one function, which is 2 kB smaller than two.
struct Logistic {
  double steepness, cubic;

  template <class V>
  Pair<V> operator()(V x) const {
    const V steep = constant(steepness, x), third = constant(cubic, x), one = constant(1, x);
    const V bounded = within(x, 1e15f);  // else an absent cubic term, 0 times infinity, is NaN
    const V square = bounded * bounded;
    const Pair<V> s = logistic(steep * (x + third * square * bounded));
    const V slope = steep * (one + constant(3, x) * third * square);
    return {x * s.value, s.value + x * s.value * s.other * slope};
  }
};

constexpr Logistic kGeluTanh{1.5957691216057308, 0.044715};  // 2 sqrt(2 / pi)

// use(j, n, f(x + j)) for blocks of n numbers: four lanes; the rest of the row in a padded vector.
template <class F, class Use>
void for_row(const float* x, std::int64_t size, F f, Use use) {
  for (std::int64_t j = 0; j < size; j += simd::kLanes) {
    F32x4 four = splat(0.0f);
    const std::int64_t n = size - j < simd::kLanes ? size - j : simd::kLanes;
    if (n == simd::kLanes)
      four = simd::load(x + j);
    else
      for (std::int64_t lane = 0; lane < n; ++lane) four[lane] = x[j + lane];
    use(j, n, f(four));
  }
}

template <class F>
void value_row(F f, const float* x, std::int64_t size, float* y) {
  for_row(x, size, f, [=](std::int64_t j, std::int64_t n, const Pair<F32x4>& pair) {
    if (n == simd::kLanes) return simd::store(y + j, pair.value);
    for (std::int64_t lane = 0; lane < n; ++lane) y[j + lane] = pair.value[lane];
  });
}
template <class F>
void value_row(F f, const double* x, std::int64_t size, double* y) {
  for (std::int64_t j = 0; j < size; ++j) y[j] = f(x[j]).value;
}

template <class F>
void gradient_row(F f, const float* x, const float* dy, std::int64_t size, float* dx) {
  for_row(x, size, f, [=](std::int64_t j, std::int64_t n, const Pair<F32x4>& pair) {
    if (n == simd::kLanes) return simd::store(dx + j, simd::load(dy + j) * pair.other);
    for (std::int64_t lane = 0; lane < n; ++lane) dx[j + lane] = dy[j + lane] * pair.other[lane];
  });
}
template <class F>
void gradient_row(F f, const double* x, const double* dy, std::int64_t size, double* dx) {
  for (std::int64_t j = 0; j < size; ++j) dx[j] = dy[j] * f(x[j]).other;
}

template <class T>
[[gnu::noinline]] void logistic_row(Logistic f, const T* x, std::int64_t size, T* y) {
  value_row(f, x, size, y);
}

template <class T>
[[gnu::noinline]] void logistic_gradient_row(Logistic f, const T* x, const T* dy, std::int64_t size,
                                             T* dx) {
  gradient_row(f, x, dy, size, dx);
}

}  // namespace

template <class T>
void gelu_row(const T* x, std::int64_t size, T* y) {
  value_row([](auto v) { return gelu(v); }, x, size, y);
}

template <class T>
void gelu_gradient_row(const T* x, const T* dy, std::int64_t size, T* dx) {
  gradient_row([](auto v) { return gelu(v); }, x, dy, size, dx);
}

template <class T>
void gelu_tanh_row(const T* x, std::int64_t size, T* y) {
  logistic_row(kGeluTanh, x, size, y);
}

template <class T>
void gelu_tanh_gradient_row(const T* x, const T* dy, std::int64_t size, T* dx) {
  logistic_gradient_row(kGeluTanh, x, dy, size, dx);
}

template <class T>
void swish_row(const T* x, double steepness, std::int64_t size, T* y) {
  logistic_row(Logistic{steepness, 0}, x, size, y);
}

template <class T>
void swish_gradient_row(const T* x, double steepness, const T* dy, std::int64_t size, T* dx) {
  logistic_gradient_row(Logistic{steepness, 0}, x, dy, size, dx);
}

#define HEADWISE_INSTANTIATE(T)                                               \
  template void gelu_row(const T*, std::int64_t, T*);                         \
  template void gelu_gradient_row(const T*, const T*, std::int64_t, T*);      \
  template void gelu_tanh_row(const T*, std::int64_t, T*);                    \
  template void gelu_tanh_gradient_row(const T*, const T*, std::int64_t, T*); \
  template void swish_row(const T*, double, std::int64_t, T*);                \
  template void swish_gradient_row(const T*, double, const T*, std::int64_t, T*);
HEADWISE_INSTANTIATE(float)
HEADWISE_INSTANTIATE(double)

}  // namespace headwise
