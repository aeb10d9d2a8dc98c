// Packs the weights once and multiplies rows with them.
#include "core/nn/linear.h"

#include <algorithm>

#include "core/base/size.h"
#include "kernels/gemm.h"

namespace headwise {

template <class T>
void Linear<T>::bind(const T* weight, const T* bias, const Shape& shape, T* panels,
                     T* back_panels) {
  weight_ = weight;
  bias_ = bias;
  shape_ = shape;
  panels_ = panels;
  back_panels_ = back_panels;
}

template <class T>
void Linear<T>::pack() {
  const auto [heads, head_dim, inputs] = shape_;
  for (std::int64_t head = 0; head < heads; ++head) {
    pack_transposed(weight_ + head * head_dim * inputs, inputs, head_dim, inputs,
                    panels_ + head * packed_size(inputs, head_dim));
  }
  if (!back_panels_) return;
  headwise::pack(weight_, inputs, shape_.outputs(), inputs, back_panels_,
                 shape_.outputs() * kPanelWidth);
}

template <class T>
void Linear<T>::pack_panel(std::int64_t panel) {
  const std::int64_t first = panel * kPanelWidth, inputs = shape_.inputs;
  pack_transposed(weight_ + first * inputs, inputs, std::min(kPanelWidth, shape_.head_dim - first),
                  inputs, panels_ + first * inputs);
}

template <class T>
PackedPanels<T> Linear<T>::panels_of(std::int64_t head) const {
  return {panels_ + head * packed_size(shape_.inputs, shape_.head_dim),
          shape_.inputs * kPanelWidth};
}

template <class T>
void Linear<T>::forward(const T* x, std::int64_t rows, T* y) const {
  gemm<T>(rows, shape_.head_dim, shape_.inputs, x, shape_.inputs, panels_of(0), bias_, y,
          shape_.head_dim);
}

template <class T>
void Linear<T>::backward(const T* dy, std::int64_t rows, T* dx) const {
  const std::int64_t outputs = shape_.outputs();
  gemm<T>(rows, shape_.inputs, outputs, dy, outputs, {back_panels_, outputs * kPanelWidth}, nullptr,
          dx, shape_.inputs);
}

template <class T>
std::int64_t Linear<T>::heads_of_block() const {
  return std::max<std::int64_t>(kBlockColumns / shape_.head_dim, 1);
}

template <class T>
std::int64_t Linear<T>::blocks_of_head() const {
  return divide_up(shape_.head_dim, kBlockColumns);
}

template <class T>
std::int64_t Linear<T>::blocks() const {
  return divide_up(shape_.heads, heads_of_block()) * blocks_of_head();
}

template <class T>
void Linear<T>::forward_block(const T* x, std::int64_t len, std::int64_t first, std::int64_t rows,
                              std::int64_t block, T* out) const {
  const auto [heads, head_dim, inputs] = shape_;
  const std::int64_t first_head = block / blocks_of_head() * heads_of_block();
  const std::int64_t end_head = std::min(first_head + heads_of_block(), heads);
  const std::int64_t column = block % blocks_of_head() * kBlockColumns;
  const std::int64_t columns = std::min(head_dim - column, kBlockColumns);
  for (std::int64_t head = first_head; head < end_head; ++head) {
    gemm<T>(rows, columns, inputs, x + first * inputs, inputs,
            panels_of(head).from(column / kPanelWidth, 0),
            bias_ ? bias_ + head * head_dim + column : nullptr,
            out + (head * len + first) * head_dim + column, head_dim);
  }
}

template <class T>
void Linear<T>::forward_columns(const T* z, std::int64_t z_stride, std::int64_t rows,
                                std::int64_t begin, std::int64_t depth, T* out) const {
  gemm<T>(rows, shape_.head_dim, depth, z, z_stride, panels_of(0).from(0, begin), nullptr, out,
          shape_.head_dim);
}

template class Linear<float>;
template class Linear<double>;

}  // namespace headwise
