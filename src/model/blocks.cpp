// The operations of blocks.h.
#include "model/blocks.h"

#include <algorithm>
#include <vector>

#include "core/base/size.h"
#include "core/rows/layer_norm.h"
#include "kernels/gemm.h"
#include "kernels/pack.h"
#include "kernels/simd.h"

namespace headwise {
namespace {

// Outputs of one task: four panels. Decoded and packed they stay in the second-level cache for all rows of x.
constexpr std::int64_t kOutputs = 4 * kPanelWidth;
// From here on it pays to pack what was decoded.
constexpr std::int64_t kPackFrom = 3;

// Four sums of four lanes, added at the end: s_l is the sum over j = l, l + 16, l + 32 ...
float dot(const float* a, const float* b, std::int64_t size) {
  using namespace simd;
  F32x4 sums[4] = {};
  std::int64_t j = 0;
  for (; j + 16 <= size; j += 16) {
    for (int l = 0; l < 4; ++l)
      sums[l] = multiply_add(load(a + j + 4 * l), load(b + j + 4 * l), sums[l]);
  }
  const F32x4 sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  float rest = 0;
  for (; j < size; ++j) rest += a[j] * b[j];
  return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + rest;
}

void multiply_few(const StoredMatrix& weight, const float* bias, const float* x, std::int64_t rows,
                  std::int64_t first, std::int64_t end, float* decoded, float* y) {
  for (std::int64_t out = first; out < end; ++out) {
    weight.decode_row(out, decoded);
    for (std::int64_t i = 0; i < rows; ++i)
      y[i * weight.rows + out] =
          dot(x + i * weight.columns, decoded, weight.columns) + (bias ? bias[out] : 0);
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

std::int64_t multiply_scratch(const StoredMatrix& weight, int threads) {
  return checked_product({threads, weight.columns, kPanelWidth + kOutputs});
}

void multiply(ThreadPool& pool, const StoredMatrix& weight, const float* bias, const float* x,
              std::int64_t rows, float* scratch, float* y) {
  const auto multiply_some = rows < kPackFrom ? multiply_few : multiply_packed;
  const std::int64_t room = weight.columns * (kPanelWidth + kOutputs);
  auto task = [&](std::int64_t block, int worker) {
    const std::int64_t first = block * kOutputs;
    multiply_some(weight, bias, x, rows, first, std::min(first + kOutputs, weight.rows),
                  scratch + worker * room, y);
  };
  pool.run(0, divide_up(weight.rows, kOutputs), task);
}

void embed(const StoredMatrix& weight, const std::int32_t* ids, std::int64_t count, float* out) {
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
