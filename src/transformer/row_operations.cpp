// The operations of row_operations.h.
#include "transformer/row_operations.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/matrix.h"
#include "core/base/size.h"
#include "core/nn/layer_norm.h"

namespace headwise {

void normalize(NormForm form, const float* x, std::int64_t rows, std::int64_t width, double epsilon,
               const float* gain, const float* shift, float* y) {
  const LayerNorm<float> norm{width, epsilon, gain, shift, form == NormForm::kLayer};
  norm.forward(x, rows, y, nullptr);
}

void activate(ThreadPool& pool, Activation activation, const float* x, const float* gate,
              std::int64_t size, float* y) {
  constexpr std::int64_t kSome = 4096;
  auto task = [&](std::int64_t block, int) {
    const std::int64_t first = block * kSome, count = std::min(kSome, size - first);
    const Row<const float> from = row(x, size).segment(first, count);
    const Row<float> to = row(y, size).segment(first, count);
    if (!gate) return activate_row(activation, from.data(), count, to.data());
    activate_gated_row(activation, from.data(), row(gate, size).segment(first, count).data(), count,
                       to.data());
  };
  pool.run(0, divide_up(size, kSome), task);
}

void add_scaled(const float* x, float scale, std::int64_t size, float* y) {
  row(y, size) += scale * row(x, size);
}

void multiply_by(float scale, std::int64_t size, float* y) { row(y, size) *= scale; }

double power(double base, double exponent) { return std::pow(base, exponent); }

double logarithm(double x) { return std::log(x); }

void rotate_rows(const RotaryConfig& rotary, const double* frequencies, std::int64_t rows,
                 std::int64_t heads, std::int64_t head_dim, float* x) {
  std::vector<float> rotation(static_cast<std::size_t>(rotary.dims));
  RotaryTable<float> table;
  for (std::int64_t i = 0; i < rows; ++i) {
    RotaryConfig at = rotary;
    at.offset += i;
    table.plan(at, frequencies, rotation.data());
    table.fill(0, 0);
    const Matrix<float> in_heads = rows_at(x, i * heads, heads, head_dim);
    for (std::int64_t head = 0; head < heads; ++head) {
      float* own = in_heads.row(head).data();
      table.rotate(0, own, head_dim, own);
    }
  }
}

}  // namespace headwise
