// Which keys a query may attend to: causal ranges, windows, lengths and masks; and the pass that adds biases to the scores of
// a row and sets the others to -Infinity.
#include <algorithm>
#include <cmath>

#include "core/attention/attention.h"

namespace headwise {

template <class T>
typename Attention<T>::Range Attention<T>::reach(std::int64_t batch, std::int64_t first,
                                                 std::int64_t rows) const {
  Range reach{config.masked_len(), 0};
  for (std::int64_t i = 0; i < rows; ++i) {
    const Range keys = key_range(batch, first + i);
    if (keys.begin >= keys.end) continue;
    reach = {std::min(reach.begin, keys.begin), std::max(reach.end, keys.end)};
  }
  return {std::min(reach.begin, reach.end), reach.end};
}

template <class T>
typename Attention<T>::Range Attention<T>::columns(std::int64_t batch, std::int64_t first,
                                                   std::int64_t rows) const {
  if (config.extra_len > 0 || activations.dot_products || inputs.replaced_attention)
    return {0, config.total_len()};
  const Range keys = reach(batch, first, rows);
  return {keys.begin / kPanelWidth * kPanelWidth, keys.end};
}

// The position of query 0 among the keys.
template <class T>
std::int64_t Attention<T>::diagonal(std::int64_t batch) const {
  switch (config.causal) {
    case Causal::kBottomRight:
      return config.masked_len() - config.query_len;
    case Causal::kByLength:
      return (inputs.key_lengths ? inputs.key_lengths[batch] : config.masked_len()) -
             config.query_len;
    default:
      return config.past_len;
  }
}

template <class T>
typename Attention<T>::Range Attention<T>::key_range(std::int64_t batch, std::int64_t query) const {
  const std::int64_t position = diagonal(batch) + query;
  Range range{0, config.masked_len()};
  if (config.causal != Causal::kNone) range.end = std::min(range.end, position + 1);
  if (config.window_left >= 0) range.begin = std::max(range.begin, position - config.window_left);
  if (config.window_right >= 0) range.end = std::min(range.end, position + config.window_right + 1);
  if (inputs.key_lengths) range.end = std::min<std::int64_t>(range.end, inputs.key_lengths[batch]);
  range.end = std::max<std::int64_t>(range.end, 0);
  range.begin = std::min(range.begin, range.end);
  return range;
}

template <class T>
bool Attention<T>::may_attend(const Row& row, std::int64_t key) const {
  if (key >= config.masked_len()) return true;
  const Range range = key_range(row.batch, row.query);
  return key >= range.begin && key < range.end && masks_allow(row, key);
}

template <class T>
bool Attention<T>::masks_allow(const Row& row, std::int64_t key) const {
  for (const Mask& mask : inputs.masks) {
    const std::int64_t at = row.batch * mask.strides[0] + row.head * mask.strides[1] +
                            row.query * mask.strides[2] + key * mask.strides[3];
    if (mask.kind == MaskKind::kBias ? static_cast<const T*>(mask.data)[at] == kMasked<T>
                                     : (static_cast<const std::uint8_t*>(mask.data)[at] != 0) ==
                                           (mask.kind == MaskKind::kIgnore)) {
      return false;
    }
  }
  return true;
}

template <class T>
bool Attention<T>::may_attend_to_any(const Row& row) const {
  if (config.extra_len > 0) return true;
  const Range range = key_range(row.batch, row.query);
  for (std::int64_t j = range.begin; j < range.end; ++j) {
    if (masks_allow(row, j)) return true;
  }
  return false;
}

template <class T>
void Attention<T>::mask_row(const Row& row, T* values, Range range) const {
  const Range keys = key_range(row.batch, row.query);
  const std::int64_t end = std::min(range.end, config.masked_len());
  if (config.alibi) {
    const std::int64_t position = diagonal(row.batch) + row.query;
    for (std::int64_t j = range.begin; j < end; ++j) {
      values[j] -= inputs.slopes[row.head] * static_cast<T>(std::abs(position - j));
    }
  }
  const auto row_of = [&](const Mask& mask, auto* data) {
    return data + row.batch * mask.strides[0] + row.head * mask.strides[1] +
           row.query * mask.strides[2];
  };
  // All sums before all masks: a masked cell must stay at -Infinity whatever a later bias adds.
  for (const Mask& mask : inputs.masks) {
    if (mask.kind != MaskKind::kBias) continue;
    const T* bias = row_of(mask, static_cast<const T*>(mask.data));
    for (std::int64_t j = range.begin; j < end; ++j) values[j] += bias[j * mask.strides[3]];
  }
  for (const Mask& mask : inputs.masks) {
    if (mask.kind == MaskKind::kBias) {
      const T* bias = row_of(mask, static_cast<const T*>(mask.data));
      for (std::int64_t j = range.begin; j < end; ++j) {
        if (bias[j * mask.strides[3]] == kMasked<T>) values[j] = kMasked<T>;
      }
    } else {
      const std::uint8_t* cells = row_of(mask, static_cast<const std::uint8_t*>(mask.data));
      const bool ignore = mask.kind == MaskKind::kIgnore;
      for (std::int64_t j = range.begin; j < end; ++j) {
        if ((cells[j * mask.strides[3]] != 0) == ignore) values[j] = kMasked<T>;
      }
    }
  }
  std::fill(values + range.begin, values + std::clamp(keys.begin, range.begin, end), kMasked<T>);
  std::fill(values + std::clamp(keys.end, range.begin, end), values + end, kMasked<T>);
  record(activations.masked, row, values, range, kMasked<T>);
}

template typename Attention<float>::Range Attention<float>::columns(std::int64_t, std::int64_t,
                                                                    std::int64_t) const;
template std::int64_t Attention<float>::diagonal(std::int64_t) const;
template typename Attention<float>::Range Attention<float>::reach(std::int64_t, std::int64_t,
                                                                  std::int64_t) const;
template bool Attention<float>::may_attend(const Row&, std::int64_t) const;
template bool Attention<float>::may_attend_to_any(const Row&) const;
template void Attention<float>::mask_row(const Row&, float*, Range) const;
template typename Attention<double>::Range Attention<double>::columns(std::int64_t, std::int64_t,
                                                                      std::int64_t) const;
template std::int64_t Attention<double>::diagonal(std::int64_t) const;
template typename Attention<double>::Range Attention<double>::reach(std::int64_t, std::int64_t,
                                                                    std::int64_t) const;
template bool Attention<double>::may_attend(const Row&, std::int64_t) const;
template bool Attention<double>::may_attend_to_any(const Row&) const;
template void Attention<double>::mask_row(const Row&, double*, Range) const;

}  // namespace headwise
