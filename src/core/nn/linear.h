// A linear map y = x W^T + b, with W packed for the products. The gradients of W and b are
// linear_backward.h's.
#pragma once

#include <cstdint>

#include "core/base/matrix.h"
#include "core/base/size.h"
#include "kernels/pack.h"

namespace headwise {

template <class T>
class Linear {
 public:
  // W (outputs, inputs) row-major, torch.nn.Linear's layout. Each of `heads` heads has consecutive
  // outputs; an ordinary map has one head.
  struct Shape {
    std::int64_t heads, head_dim, inputs;
    std::int64_t outputs() const { return heads * head_dim; }
    // Numbers in the panels of the forward, and of the backward. They throw OutOfMemory if these
    // overflow.
    std::int64_t panels() const {
      return checked_product({heads, inputs, round_up(head_dim, kPanelWidth)});
    }
    std::int64_t back_panels() const {
      return checked_product({outputs(), round_up(inputs, kPanelWidth)});
    }
  };

  // Keeps the addresses: bias (outputs) or null; panels for the forward; back_panels, which may be
  // null, for the backward.
  void bind(const T* weight, const T* bias, const Shape& shape, T* panels,
            T* back_panels = nullptr);

  // To be called after every change of W, before forward and backward.
  void pack();

  // One panel, for a map with one head.
  void pack_panel(std::int64_t panel);

  // y = x W^T + b. x (rows, inputs), y (rows, outputs). For one head.
  void forward(const T* x, std::int64_t rows, T* y) const;

  // dx = dy W. dy (rows, outputs), dx (rows, inputs).
  void backward(const T* dy, std::int64_t rows, T* dx) const;

  // The columns of a result that is laid out head by head are computed in blocks: some heads, or a
  // part of one.
  std::int64_t blocks() const;

  // Rows of x (len, inputs) from `first` on, and one block of columns. out[head][row] = x[row]
  // W_head^T + b_head, (heads, len, head_dim).
  void forward_block(const T* x, std::int64_t len, std::int64_t first, std::int64_t rows,
                     std::int64_t block, T* out) const;

  // out = z W[:, begin : begin + depth]^T without the bias: the contribution of those input columns. z
  // (rows, depth), out (rows, outputs). For one head.
  void forward_columns(const Matrix<const T>& z, std::int64_t begin, const Matrix<T>& out) const;

  const T* weight() const { return weight_; }
  const Shape& shape() const { return shape_; }

 private:
  // Columns of one block, about. Small enough that a few rows of a layer are work for several threads; the
  // rows stay in the second-level cache from block to block, so it costs nothing on one.
  static constexpr std::int64_t kBlockColumns = 128;
  std::int64_t heads_of_block() const;
  std::int64_t blocks_of_head() const;
  // (heads): W_head^T (inputs, head_dim)
  PackedOperands<T> panels() const {
    return packed_operands(panels_, shape_.inputs, shape_.head_dim);
  }
  // (1): W (outputs, inputs)
  PackedOperands<T> back_panels() const {
    return packed_operands(back_panels_, shape_.outputs(), shape_.inputs);
  }

  Shape shape_{};
  const T *weight_ = nullptr, *bias_ = nullptr;
  T *panels_ = nullptr, *back_panels_ = nullptr;
};

}  // namespace headwise
