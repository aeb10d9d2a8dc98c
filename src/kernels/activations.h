// Activations with an exponential, and their derivatives, over rows: GELU (Hendrycks and Gimpel 2016), x times the normal
// distribution function of x, exact like torch's default, or by the tanh formula of the paper's section 2; and swish
// (Ramachandran, Zoph and Le 2017).
#pragma once

#include <cstdint>

namespace headwise {

// y[j] = x[j] Phi(x[j]), within 4 + x^2 / 2 units in the last place for negative x and 4 for others:
// the exponential multiplies the rounding error of its argument. y may be x.
template <class T>
void gelu_row(const T* x, std::int64_t size, T* y);

// dx[j] = dy[j] (Phi(x[j]) + x[j] phi(x[j])). dx may be dy.
template <class T>
void gelu_gradient_row(const T* x, const T* dy, std::int64_t size, T* dx);

// y[j] = x[j] s, s = (1 + tanh u) / 2 = 1 / (1 + exp(-2 u)), u = sqrt(2 / pi) (x[j] + 0.044715 x[j]^3)
template <class T>
void gelu_tanh_row(const T* x, std::int64_t size, T* y);

// dx[j] = dy[j] (s + x[j] s (1 - s) 2 u')
template <class T>
void gelu_tanh_gradient_row(const T* x, const T* dy, std::int64_t size, T* dx);

// y[j] = x[j] s, s = 1 / (1 + exp(-steepness x[j])). y may be x.
template <class T>
void swish_row(const T* x, double steepness, std::int64_t size, T* y);

// dx[j] = dy[j] (s + x[j] steepness s (1 - s)). dx may be dy.
template <class T>
void swish_gradient_row(const T* x, double steepness, const T* dy, std::int64_t size, T* dx);

}  // namespace headwise
