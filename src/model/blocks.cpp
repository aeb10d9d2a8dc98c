// The operations of blocks.h.
#include "model/blocks.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/error.h"
#include "core/base/size.h"
#include "core/nn/layer_norm.h"
#include "kernels/gemm.h"
#include "kernels/pack.h"
#include "kernels/rows.h"

namespace headwise {
namespace {

// Outputs of one task: four panels. Decoded and packed they stay in the second-level cache for all rows of x.
constexpr std::int64_t kOutputs = 4 * kPanelWidth;
// Rows of x from which packing the decoded weights is faster.
constexpr std::int64_t kPackFrom = 3;

void multiply_few(const StoredMatrix& weight, const float* bias, const float* x, std::int64_t rows,
                  std::int64_t first, std::int64_t end, float* decoded, float* y) {
  for (std::int64_t out = first; out < end; ++out) {
    weight.decode_row(out, decoded);
    for (std::int64_t i = 0; i < rows; ++i)
      y[i * weight.rows + out] =
          dot_row_wide(x + i * weight.columns, decoded, weight.columns) + (bias ? bias[out] : 0);
  }
}

void multiply_packed(const StoredMatrix& weight, const float* bias, const float* x,
                     std::int64_t rows, std::int64_t first, std::int64_t end, float* scratch,
                     float* y) {
  const std::int64_t depth = weight.columns;
  float *decoded = scratch, *panels = scratch + depth * kPanelWidth;
  for (std::int64_t out = first; out < end; out += kPanelWidth) {
    const std::int64_t count = std::min(kPanelWidth, end - out);
    for (std::int64_t i = 0; i < count; ++i) weight.decode_row(out + i, decoded + i * depth);
    pack_transposed(decoded, depth, count, depth, panels + (out - first) * depth);
  }
  gemm<float>(rows, end - first, depth, x, depth, {panels, depth * kPanelWidth},
              bias ? bias + first : nullptr, y + first, weight.rows);
}

}  // namespace

std::int64_t multiply_scratch(std::int64_t columns) {
  return checked_product({columns, kPanelWidth + kOutputs});
}

std::int64_t multiply_tasks(std::int64_t outputs) { return divide_up(outputs, kOutputs); }

Outputs outputs_of(std::int64_t outputs, std::int64_t task) {
  return {task * kOutputs, std::min((task + 1) * kOutputs, outputs)};
}

void multiply_task(const StoredMatrix& weight, const float* bias, const float* x, std::int64_t rows,
                   std::int64_t task, float* scratch, float* y) {
  const auto multiply_some = rows < kPackFrom ? multiply_few : multiply_packed;
  const Outputs outputs = outputs_of(weight.rows, task);
  multiply_some(weight, bias, x, rows, outputs.first, outputs.end, scratch, y);
}

void multiply(ThreadPool& pool, const StoredMatrix& weight, const float* bias, const float* x,
              std::int64_t rows, float* scratch, float* y) {
  const std::int64_t room = multiply_scratch(weight.columns);
  auto run = [&](std::int64_t task, int worker) {
    multiply_task(weight, bias, x, rows, task, scratch + worker * room, y);
  };
  pool.run(0, multiply_tasks(weight.rows), run);
}

void embed(const StoredMatrix& weight, const std::int32_t* ids, std::int64_t count, float* out) {
  for (std::int64_t i = 0; i < count; ++i)
    require(ids[i] >= 0 && ids[i] < weight.rows, "ids: expected rows of the table");
  for (std::int64_t i = 0; i < count; ++i) weight.decode_row(ids[i], out + i * weight.columns);
}

void normalize(NormForm form, const float* x, std::int64_t rows, std::int64_t width, double epsilon,
               const float* gain, const float* shift, float* y) {
  const LayerNorm<float> norm{width, epsilon, gain, shift, form == NormForm::kLayer};
  for (std::int64_t i = 0; i < rows; ++i) norm.forward_row(x + i * width, y + i * width);
}

void activate(ThreadPool& pool, Activation activation, const float* x, const float* gate,
              std::int64_t size, float* y) {
  constexpr std::int64_t kSome = 4096;
  auto task = [&](std::int64_t block, int) {
    const std::int64_t first = block * kSome, end = std::min(first + kSome, size);
    float active[kSome];
    activate_row(activation, x + first, end - first, active);
    for (std::int64_t j = first; j < end; ++j) y[j] = active[j - first] * (gate ? gate[j] : 1);
  };
  pool.run(0, divide_up(size, kSome), task);
}

void add_scaled(const float* x, float scale, std::int64_t size, float* y) {
  for (std::int64_t i = 0; i < size; ++i) y[i] += scale * x[i];
}

void multiply_by(float scale, std::int64_t size, float* y) {
  for (std::int64_t i = 0; i < size; ++i) y[i] *= scale;
}

double power(double base, double exponent) { return std::pow(base, exponent); }

double logarithm(double x) { return std::log(x); }

void turn(const RotaryConfig& rotary, const double* frequencies, std::int64_t rows,
          std::int64_t heads, std::int64_t head_dim, float* x) {
  std::vector<float> row_turn(static_cast<std::size_t>(rotary.dims));
  RotaryTable<float> table;
  for (std::int64_t i = 0; i < rows; ++i) {
    RotaryConfig at = rotary;
    at.offset += i;
    table.plan(at, frequencies, row_turn.data());
    table.fill(0, 0);
    for (std::int64_t head = 0; head < heads; ++head, x += head_dim)
      table.rotate(0, x, head_dim, x);
  }
}

}  // namespace headwise
