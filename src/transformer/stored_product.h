// Products with stored matrices: y = x W^T + b, whose weights are decoded block by block for all rows of x; and rows of a
// table. A product is split into tasks, each of some outputs.
#pragma once

#include <cstdint>

#include "core/base/matrix.h"
#include "kernels/int8.h"
#include "parallel/thread_pool.h"
#include "transformer/stored_matrix.h"

namespace headwise {

// Numbers of scratch memory that a task needs for rows of `columns` numbers.
std::int64_t multiply_scratch(std::int64_t columns);
std::int64_t multiply_tasks(std::int64_t outputs);
// The outputs of a task: first <= out < end.
struct Outputs {
  std::int64_t first, end;
};
Outputs outputs_of(std::int64_t outputs, std::int64_t task);

// x (rows, columns of W) as a product reads it.
struct ProductRows {
  const float* x = nullptr;
  const QuantisedBlock* blocks = nullptr;  // the same rows, where the weight is int8()
  std::int64_t rows = 0;
};

// y = x W^T + b. x (rows, columns of W), y (rows, rows of W); bias (rows of W) or null. One task. Where one or two rows are alone,
// sums are in the order of kernels/rows.h's dot_row_wide, of more rows in the order of kernels/gemm.h; `rows_alone`: of a product
// that is part of all rows, or has been part of more. An int8() weight has the same sums for any
// number of rows.
void multiply_task(const StoredMatrix& weight, const float* bias, const ProductRows& x,
                   std::int64_t rows_alone, std::int64_t task, float* scratch, float* y);

// All tasks, with scratch memory for each thread.
void multiply(ThreadPool& pool, const StoredMatrix& weight, const float* bias, const ProductRows& x,
              float* scratch, float* y);

// out[i] = W[ids[i]], (count, columns of W). Throws InvalidArgument unless every id is a row of W.
void embed(const StoredMatrix& weight, const std::int32_t* ids, std::int64_t count, float* out);

}  // namespace headwise
