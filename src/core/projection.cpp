// Packs the weights once and multiplies strips of rows with them.
#include "core/projection.h"

#include <algorithm>

#include "core/size.h"

namespace headwise {

template <class T>
void Projection<T>::set(const T* weight, const T* bias, std::int64_t num_heads,
                        std::int64_t head_dim, std::int64_t input_dim, T* panels) {
  const std::int64_t head_size = packed_size(input_dim, head_dim);
  panels_ = panels;
  num_heads_ = num_heads;
  head_dim_ = head_dim;
  input_dim_ = input_dim;
  bias_ = bias;
  for (std::int64_t head = 0; head < num_heads; ++head) {
    pack_transposed(weight + head * head_dim * input_dim, input_dim, head_dim, input_dim,
                    panels + head * head_size);
  }
}

template <class T>
std::int64_t Projection<T>::heads_of_block() const {
  return std::max<std::int64_t>(kBlockColumns / head_dim_, 1);
}

template <class T>
std::int64_t Projection<T>::blocks_of_head() const {
  return divide_up(head_dim_, kBlockColumns);
}

template <class T>
std::int64_t Projection<T>::blocks() const {
  return divide_up(num_heads_, heads_of_block()) * blocks_of_head();
}

template <class T>
void Projection<T>::apply(const T* x, std::int64_t len, std::int64_t first, std::int64_t rows,
                          std::int64_t block, T* out) const {
  const std::int64_t head_size = packed_size(input_dim_, head_dim_);
  const std::int64_t first_head = block / blocks_of_head() * heads_of_block();
  const std::int64_t end_head = std::min(first_head + heads_of_block(), num_heads_);
  const std::int64_t column = block % blocks_of_head() * kBlockColumns;
  const std::int64_t columns = std::min(head_dim_ - column, kBlockColumns);
  for (std::int64_t head = first_head; head < end_head; ++head) {
    const PackedPanels<T> panels{panels_ + head * head_size, input_dim_ * kPanelWidth};
    gemm<T>(rows, columns, input_dim_, x + first * input_dim_, input_dim_,
            panels.from(column / kPanelWidth, 0),
            bias_ ? bias_ + head * head_dim_ + column : nullptr,
            out + (head * len + first) * head_dim_ + column, head_dim_);
  }
}

template <class T>
void Projection<T>::apply_columns(const T* z, std::int64_t z_stride, std::int64_t rows,
                                  std::int64_t begin, std::int64_t depth, T* out) const {
  const PackedPanels<T> panels{panels_, input_dim_ * kPanelWidth};
  gemm<T>(rows, head_dim_, depth, z, z_stride, panels.from(0, begin), nullptr, out, head_dim_);
}

template class Projection<float>;
template class Projection<double>;

}  // namespace headwise
