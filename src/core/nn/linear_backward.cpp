// Packs both operands of dW and the weights of dx, and multiplies, a group of tiles or rows at a
// time.
#include "core/nn/linear_backward.h"

#include <algorithm>

#include "core/base/product.h"
#include "core/base/size.h"

namespace headwise {

namespace {
// Columns that one task packs, and of dW one task's: whole panels and whole tiles of any width.
constexpr std::int64_t kGroup = 48;
static_assert(kGroup % kPanelWidth == 0 && kGroup % kWholeTiles == 0);
// Rows of one task of dx.
constexpr std::int64_t kRows = 48;
// Terms of a sum that are added before the next column begins: a panel of them stays in the
// first-level cache beside a tile.
constexpr std::int64_t kDepth = 512;
}  // namespace

template <class T>
void LinearBackward<T>::lay_out(std::int64_t rows, std::int64_t inputs,
                                const LinearGradients<T>& gradients, Workspace& scratch) {
  gradients_ = gradients;
  rows_ = rows;
  inputs_ = inputs;
  outputs_ = 0;
  places_.clear();
  std::int64_t tiles = 0;
  for (const LinearPart<T>& part : gradients.parts) {
    places_.push_back({part.outputs, outputs_, tiles});
    outputs_ += part.outputs;
    tiles += divide_up(part.outputs, tile_rows());
  }
  weights_ = scratch.add<T>({outputs_, round_up(inputs, kPanelWidth)});
  x_ = scratch.add<T>({rows, round_up(inputs, kPanelWidth)});
  tiles_ = scratch.add<T>({tiles, rows, tile_rows()});

  const double products =
      static_cast<double>(rows_) * static_cast<double>(inputs_) * static_cast<double>(outputs_);
  const std::int64_t multiplies = strips() + output_groups();
  this->clear_stages();
  this->add_stage({input_groups() + output_groups(),
                   4.0 * static_cast<double>(kGroup) * static_cast<double>(rows_ + outputs_),
                   [this](std::int64_t task, int) {
                     if (task < input_groups())
                       pack_inputs(task);
                     else
                       pack_outputs(task - input_groups());
                   }});
  this->add_stage(
      {multiplies, 4.0 * products / static_cast<double>(multiplies),
       [this](std::int64_t task, int) {  // long tasks first: no thread waits for the last
         if (task < strips())
           multiply_for_inputs(task);
         else
           multiply_for_weights(task - strips());
       }});
}

template <class T>
std::int64_t LinearBackward<T>::input_groups() const {
  return divide_up(inputs_, kGroup);
}

template <class T>
std::int64_t LinearBackward<T>::output_groups() const {
  std::int64_t groups = 0;
  for (const Place& place : places_) groups += divide_up(place.outputs, kGroup);
  return groups;
}

template <class T>
std::int64_t LinearBackward<T>::strips() const {
  return divide_up(rows_, kRows);
}

// The part that a group of dy's columns belongs to; `group` becomes its number within the part.
template <class T>
const typename LinearBackward<T>::Place& LinearBackward<T>::place_of(std::int64_t& group,
                                                                     std::size_t& part) const {
  for (part = 0; group >= divide_up(places_[part].outputs, kGroup); ++part)
    group -= divide_up(places_[part].outputs, kGroup);
  return places_[part];
}

template <class T>
bool LinearBackward<T>::silent(std::int64_t row) const {
  return is_zero<T>(row_at(gradients_.output_gradient, row, outputs_));
}

// Some columns of W and of x.
template <class T>
void LinearBackward<T>::pack_inputs(std::int64_t group) {
  const std::int64_t first = group * kGroup, columns = std::min(kGroup, inputs_ - first);
  const std::int64_t panel = first / kPanelWidth;
  const PackedOperands<T> w = packed_operands(weights_, outputs_, inputs_);
  for (std::size_t part = 0; gradients_.input_gradient && part < places_.size(); ++part) {
    const auto [outputs, column, tile] = places_[part];
    const Matrix<const T> weight = matrix(gradients_.parts[part].weight, outputs, inputs_);
    pack(weight.middleCols(first, columns), w.at(0, panel, column), w.panel_stride);
  }
  const PackedOperands<T> x = packed_operands(x_, rows_, inputs_);
  const Matrix<T> panels =
      matrix(x.at(0, panel), divide_up(columns, kPanelWidth), rows_ * kPanelWidth);
  pack(matrix(gradients_.x, rows_, inputs_).middleCols(first, columns), panels.data(),
       x.panel_stride);
  if (all_finite(panels.data(), panels.size())) return;
  for (std::int64_t row = 0; row < rows_; ++row) {
    if (!silent(row)) continue;
    for (std::int64_t i = 0; i < panels.rows(); ++i)
      fill(panels.row(i).segment(row * kPanelWidth, kPanelWidth), 0);
  }
}

// Some columns of dy, and their sums.
template <class T>
void LinearBackward<T>::pack_outputs(std::int64_t group) {
  std::size_t part;
  const Place& place = place_of(group, part);
  const std::int64_t first = group * kGroup, columns = std::min(kGroup, place.outputs - first);
  const Matrix<const T> dy =
      matrix(gradients_.output_gradient, rows_, outputs_).middleCols(place.column + first, columns);
  pack_tiles(dy.data(), dy.stride(), rows_, columns, tiles_of(place, first).data());
  T* sums = gradients_.parts[part].bias_gradient;
  if (!sums) return;
  // db = the sum of dy's rows
  sum_rows<T>(dy, row(sums, place.outputs).segment(first, columns));
}

// Those of a part's columns from `first` on, as (rows, tile_rows()) each.
template <class T>
Matrix<T> LinearBackward<T>::tiles_of(const Place& place, std::int64_t first) const {
  return matrix_at(tiles_, place.tile + first / tile_rows(), rows_, tile_rows());
}

template <class T>
void LinearBackward<T>::multiply_for_weights(std::int64_t group) {
  std::size_t part;
  const Place& place = place_of(group, part);
  T* gradient = gradients_.parts[part].weight_gradient;
  if (!gradient) return;
  const std::int64_t first = group * kGroup, height = std::min(kGroup, place.outputs - first);
  const Matrix<T> tiles = tiles_of(place, first);
  const Matrix<T> out = rows_at(gradient, first, height, inputs_);
  const PackedPanels<T> x{x_, rows_ * kPanelWidth};
  for (std::int64_t row = 0; row == 0 || row < rows_; row += kDepth) {
    const std::int64_t depth = std::min(kDepth, rows_ - row);
    gemm_tiles(row == 0 ? Into::kOverwrite : Into::kAccumulate, height, inputs_, depth,
               tiles.middleRows(row, depth).data(), tiles.size(), x.from(0, row), out.data(),
               out.stride());
  }
}

template <class T>
void LinearBackward<T>::multiply_for_inputs(std::int64_t strip) {
  if (!gradients_.input_gradient) return;
  const std::int64_t first = strip * kRows, height = std::min(kRows, rows_ - first);
  const Matrix<const T> dy = rows_at(gradients_.output_gradient, first, height, outputs_);
  const Matrix<T> dx = rows_at(gradients_.input_gradient, first, height, inputs_);
  const PackedPanels<T> weights{weights_, outputs_ * kPanelWidth};
  for (std::int64_t k = 0; k < outputs_; k += kDepth) {
    multiply(k == 0 ? Into::kOverwrite : Into::kAccumulate,
             dy.middleCols(k, std::min(kDepth, outputs_ - k)), weights.from(0, k), dx);
  }
}

template class LinearBackward<float>;
template class LinearBackward<double>;

}  // namespace headwise
