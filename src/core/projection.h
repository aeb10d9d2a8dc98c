// A linear map y = x W^T + b whose result is laid out head by head. With one
// head it is an ordinary linear layer.
#pragma once

#include <cstdint>

#include "kernels/gemm.h"

namespace headwise {

template <class T>
class Projection {
 public:
  // weight (num_heads * head_dim, input_dim) row-major, as torch.nn.Linear has
  // it, is copied into panels (num_heads, packed_size(input_dim, head_dim)).
  // bias (num_heads * head_dim) or null. Panels and bias are kept by address.
  void set(const T* weight, const T* bias, std::int64_t num_heads, std::int64_t head_dim,
           std::int64_t input_dim, T* panels);

  // The columns of the result are computed in blocks: some heads, or a part of one.
  std::int64_t blocks() const;

  // Rows of x (len, input_dim) from `first` on, and one block of columns. out[head][row] = x[row]
  // W_head^T + b_head, (num_heads, len, head_dim).
  void apply(const T* x, std::int64_t len, std::int64_t first, std::int64_t rows,
             std::int64_t block, T* out) const;

  // out[row] = z[row] W[:, begin : begin + depth]^T without the bias: what
  // those input columns contribute. z has rows of `depth` numbers at z_stride;
  // out (rows, head_dim). Only for one head.
  void apply_columns(const T* z, std::int64_t z_stride, std::int64_t rows, std::int64_t begin,
                     std::int64_t depth, T* out) const;

 private:
  // Of one block, about. Small enough that a few rows of a layer are work for several threads; the
  // rows stay in the second-level cache from block to block, so it costs nothing on one.
  static constexpr std::int64_t kBlockColumns = 128;
  std::int64_t heads_of_block() const;
  std::int64_t blocks_of_head() const;

  std::int64_t num_heads_ = 0, head_dim_ = 0, input_dim_ = 0;
  const T* bias_ = nullptr;
  const T* panels_ = nullptr;
};

}  // namespace headwise
