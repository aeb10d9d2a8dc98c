// Small operations on rows of floats for an opened model's input and output: norms, activations, rotations, sums. Each
// runs to its end. The blocks between input and output are pass_job.h's.
#pragma once

#include <cstdint>

#include "core/nn/activation.h"
#include "core/nn/positions.h"
#include "parallel/thread_pool.h"

namespace headwise {

// In the order of src/js/models/model-engine.ts.
enum class NormForm {
  kLayer,  // (x - mean) / sqrt(variance + epsilon)
  kRms,    // x / sqrt(mean(x^2) + epsilon)
};

// y = norm(x) gain + shift over rows of `width`. gain and shift (width) or null. y may be x.
void normalize(NormForm form, const float* x, std::int64_t rows, std::int64_t width, double epsilon,
               const float* gain, const float* shift, float* y);

// y = f(x), or with a gate f(x) gate. y may be x.
void activate(ThreadPool& pool, Activation activation, const float* x, const float* gate,
              std::int64_t size, float* y);

// y += scale x
void add_scaled(const float* x, float scale, std::int64_t size, float* y);

// y *= scale
void multiply_by(float scale, std::int64_t size, float* y);

// base^exponent and log(x): the same bits in every browser, which Math.pow and Math.log do not give.
double power(double base, double exponent);
double logarithm(double x);

// Rotates x (rows, heads, head_dim) in place: row i by the angles of position offset + i. frequencies (dims / 2) replace
// rotary.theta's.
void rotate_rows(const RotaryConfig& rotary, const double* frequencies, std::int64_t rows,
                 std::int64_t heads, std::int64_t head_dim, float* x);

}  // namespace headwise
