// The function between the two linear maps of an MLP, and its derivative, over rows: for transformers that train and for
// opened models.
#pragma once

#include <cstdint>

namespace headwise {

// The order is src/js/transformer/activations.ts's.
enum class Activation {
  kRelu,
  kGelu,         // x Phi(x), torch's default
  kGeluTanh,     // its tanh formula, GPT-2's
  kQuickGelu,    // x sigmoid(1.702 x)
  kSilu,         // x sigmoid(x)
  kReluSquared,  // So et al. 2021, section 4.1
  kTanh,
};

// y[j] = f(x[j]). y may be x.
template <class T>
void activate_row(Activation activation, const T* x, std::int64_t size, T* y);

// y[j] = f(gate[j]) x[j], of a gated MLP (Shazeer 2020). y may be gate.
template <class T>
void activate_gated_row(Activation activation, const T* gate, const T* x, std::int64_t size, T* y);

// dx[j] = dy[j] f'(x[j]). dx may be dy.
template <class T>
void activate_gradient_row(Activation activation, const T* x, const T* dy, std::int64_t size,
                           T* dx);

}  // namespace headwise
