// Packs the weights once and multiplies rows with them.
#include "core/nn/linear.h"

#include <algorithm>

#include "core/base/product.h"
#include "core/base/size.h"

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
  for (std::int64_t head = 0; head < heads; ++head)
    pack_transposed(matrix_at(weight_, head, head_dim, inputs), panels().at(head));
  if (!back_panels_) return;
  headwise::pack(matrix(weight_, shape_.outputs(), inputs), back_panels_,
                 back_panels().panel_stride);
}

template <class T>
void Linear<T>::pack_panel(std::int64_t panel) {
  const std::int64_t first = panel * kPanelWidth;
  const std::int64_t count = std::min(kPanelWidth, shape_.head_dim - first);
  pack_transposed(rows_at(weight_, first, count, shape_.inputs), panels().at(0, panel));
}

template <class T>
void Linear<T>::forward(const T* x, std::int64_t rows, T* y) const {
  multiply(matrix(x, rows, shape_.inputs), panels()[0], matrix(y, rows, shape_.head_dim), bias_);
}

template <class T>
void Linear<T>::backward(const T* dy, std::int64_t rows, T* dx) const {
  multiply(matrix(dy, rows, shape_.outputs()), back_panels()[0], matrix(dx, rows, shape_.inputs));
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
  const auto strip_of = [=](auto* data, std::int64_t n, std::int64_t width) {
    return matrix_at(data, n, len, width).middleRows(first, rows);
  };
  for (std::int64_t head = first_head; head < end_head; ++head) {
    multiply(strip_of(x, 0, inputs), panels()[head].from(column / kPanelWidth, 0),
             strip_of(out, head, head_dim).middleCols(column, columns),
             bias_ ? row_at(bias_, head, head_dim).segment(column, columns).data() : nullptr);
  }
}

template <class T>
void Linear<T>::forward_columns(const Matrix<const T>& z, std::int64_t begin,
                                const Matrix<T>& out) const {
  multiply(z, panels()[0].from(0, begin), out);
}

template class Linear<float>;
template class Linear<double>;

}  // namespace headwise
