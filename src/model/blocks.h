// Operations of an opened model's blocks, besides attention: products with stored weights, embeddings, norms,
// activations and rotary turns, on rows of floats. Each runs to its end, on the threads of a pool.
#pragma once

#include <cstdint>

#include "core/nn/activation.h"
#include "core/nn/positions.h"
#include "model/stored_matrix.h"
#include "parallel/thread_pool.h"

namespace headwise {

// In the order of src/js/models/engine.ts.
enum class NormForm {
  kLayer,  // (x - mean) / sqrt(variance + epsilon)
  kRms,    // x / sqrt(mean(x^2) + epsilon)
};

// A product with a stored matrix is split into tasks, each of some outputs. Numbers of scratch memory that a task needs for
// rows of so many numbers.
std::int64_t multiply_scratch(std::int64_t columns);
std::int64_t multiply_tasks(std::int64_t outputs);
// The outputs of a task: first <= out < end.
struct Outputs {
  std::int64_t first, end;
};
Outputs outputs_of(std::int64_t outputs, std::int64_t task);

// y = x W^T + b. x (rows, columns of W), y (rows, rows of W); bias (rows of W) or null. One task.
void multiply_task(const StoredMatrix& weight, const float* bias, const float* x, std::int64_t rows,
                   std::int64_t task, float* scratch, float* y);

// All tasks, with scratch memory for each thread.
void multiply(ThreadPool& pool, const StoredMatrix& weight, const float* bias, const float* x,
              std::int64_t rows, float* scratch, float* y);

// out[i] = W[ids[i]], (count, columns of W). Throws InvalidArgument unless every id is a row of W.
void embed(const StoredMatrix& weight, const std::int32_t* ids, std::int64_t count, float* out);

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

// Turns x (rows, heads, head_dim) in place: row i by the turn of position offset + i. frequencies (dims / 2), in place of
// rotary.theta's.
void turn(const RotaryConfig& rotary, const double* frequencies, std::int64_t rows,
          std::int64_t heads, std::int64_t head_dim, float* x);

}  // namespace headwise
