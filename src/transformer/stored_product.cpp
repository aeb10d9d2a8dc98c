// The products of stored_product.h.
#include "transformer/stored_product.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/product.h"
#include "core/base/size.h"
#include "kernels/stored_dot.h"

namespace headwise {
namespace {

// Outputs of one task: four panels. Decoded and packed they stay in the second-level cache for all rows of x.
constexpr std::int64_t kOutputs = 4 * kPanelWidth;
// Rows of x from which packing the decoded weights is faster.
constexpr std::int64_t kPackFrom = 3;

// Rows from `output` on.
template <class Block>
StoredRows<Block> rows_from(const StoredMatrix& weight, std::int64_t output) {
  const std::int64_t size = weight.row_bytes();
  return {reinterpret_cast<const Block*>(row_at(weight.data, output, size).data()),
          weight.columns / kNumbersOf<Block>, row_at(weight.data, weight.rows, size).data()};
}

template <class Block>
void multiply_one(const StoredMatrix& weight, const float* bias, const float* x,
                  const Outputs& outputs, float* scratch, float* y) {
  const std::int64_t first = outputs.first, count = outputs.end - first;
  Row<float> own = row(y, weight.rows).segment(first, count);
  dot_stored(arrange<Block>(x, weight.columns, scratch), rows_from<Block>(weight, first), count,
             own.data());
  if (bias) own += row(bias, weight.rows).segment(first, count);
}

void multiply_few(const StoredMatrix& weight, const float* bias, const Matrix<const float>& x,
                  const Outputs& outputs, float* decoded, const Matrix<float>& y) {
  for (std::int64_t output = outputs.first; output < outputs.end; ++output) {
    weight.decode_row(output, decoded);
    for (std::int64_t i = 0; i < x.rows(); ++i)
      y(i, output) = dot_row_wide(x.row(i).data(), decoded, x.cols()) + (bias ? bias[output] : 0);
  }
}

void multiply_packed(const StoredMatrix& weight, const float* bias, const Matrix<const float>& x,
                     const Outputs& outputs, float* scratch, const Matrix<float>& y) {
  const std::int64_t depth = x.cols(), first = outputs.first, end = outputs.end;
  const Matrix<float> decoded = matrix(scratch, kPanelWidth, depth);
  const PackedOperands<float> panels{matrix_at(scratch, 1, kPanelWidth, depth).data(), 0,
                                     depth * kPanelWidth};
  for (std::int64_t output = first; output < end; output += kPanelWidth) {
    const std::int64_t count = std::min(kPanelWidth, end - output);
    for (std::int64_t i = 0; i < count; ++i) weight.decode_row(output + i, decoded.row(i).data());
    pack_transposed<float>(decoded.middleRows(0, count),
                           panels.at(0, (output - first) / kPanelWidth));
  }
  const Matrix<float> own = y.middleCols(first, end - first);
  multiply<float>(Into::kOverwrite, x, panels[0], own);
  for (std::int64_t i = 0; bias && i < x.rows(); ++i)
    own.row(i) += row(bias, weight.rows).segment(first, end - first);
}

template <class Block>
void multiply_as(const StoredMatrix& weight, const float* bias, const ProductRows& x,
                 const Outputs& outputs, std::uint8_t* scratch, float* y) {
  const std::int64_t first = outputs.first, count = outputs.end - first;
  const Matrix<float> own = matrix(y, x.rows, weight.rows).middleCols(first, count);
  multiply_int8(rows_from<Block>(weight, first), count, x.blocks, x.rows,
                bias ? row(bias, weight.rows).segment(first, count).data() : nullptr, scratch,
                own.data(), own.stride());
}

}  // namespace

std::int64_t multiply_scratch(std::int64_t columns) {
  const std::int64_t bytes = int8_scratch(divide_up(columns, kBlock));
  return std::max(checked_product({columns, kPanelWidth + kOutputs}),
                  divide_up(bytes, sizeof(float)));
}

std::int64_t multiply_tasks(std::int64_t outputs) { return divide_up(outputs, kOutputs); }

Outputs outputs_of(std::int64_t outputs, std::int64_t task) {
  return {task * kOutputs, std::min((task + 1) * kOutputs, outputs)};
}

void multiply_task(const StoredMatrix& weight, const float* bias, const ProductRows& x,
                   std::int64_t rows_alone, std::int64_t task, float* scratch, float* y) {
  const Outputs outputs = outputs_of(weight.rows, task);
  if (weight.int8() || (x.rows == 1 && rows_alone < kPackFrom)) {
    return with_block(weight.type, [&]<class Block>(OfBlock<Block>) {
      if constexpr (kNumbersOf<Block> > 1) {
        auto* bytes = reinterpret_cast<std::uint8_t*>(scratch);
        if (weight.int8()) return multiply_as<Block>(weight, bias, x, outputs, bytes, y);
      }
      multiply_one<Block>(weight, bias, x.x, outputs, scratch, y);
    });
  }
  const auto multiply_some = rows_alone < kPackFrom ? multiply_few : multiply_packed;
  multiply_some(weight, bias, matrix(x.x, x.rows, weight.columns), outputs, scratch,
                matrix(y, x.rows, weight.rows));
}

void multiply(ThreadPool& pool, const StoredMatrix& weight, const float* bias, const ProductRows& x,
              float* scratch, float* y) {
  const std::int64_t room = multiply_scratch(weight.columns);
  auto run = [&](std::int64_t task, int worker) {
    multiply_task(weight, bias, x, x.rows, task, row_at(scratch, worker, room).data(), y);
  };
  pool.run(0, multiply_tasks(weight.rows), run);
}

void embed(const StoredMatrix& weight, const std::int32_t* ids, std::int64_t count, float* out) {
  for (std::int64_t i = 0; i < count; ++i)
    require(ids[i] >= 0 && ids[i] < weight.rows, "ids: expected rows of the table");
  const Matrix<float> rows = matrix(out, count, weight.columns);
  for (std::int64_t i = 0; i < count; ++i) weight.decode_row(ids[i], rows.row(i).data());
}

}  // namespace headwise
