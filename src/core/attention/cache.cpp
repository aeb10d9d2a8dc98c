// Layout of a cache, and the lanes and rows that new keys and values take in it.
#include "core/attention/cache.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/base/error.h"
#include "core/base/product.h"
#include "core/base/size.h"
#include "kernels/rows.h"

namespace headwise {

void CacheConfig::validate() const {
  constexpr std::int64_t kLimit = std::int64_t{1} << 31;
  require(batch >= 0 && capacity >= 0 && extra_len >= 0 && num_kv_heads > 0 && head_dim > 0 &&
              value_head_dim > 0,
          "cache: expected a batch and a capacity of at least 0, and heads and widths of at "
          "least 1");
  require(batch < kLimit && num_kv_heads < kLimit && head_dim < kLimit && value_head_dim < kLimit &&
              capacity < kLimit && extra_len < kLimit,
          "cache: expected sizes of less than 2^31");
}

template <class T>
Cache<T>::Cache(const CacheConfig& c) : config(c) {
  place(memory_, [&] { panels_ = lay_out(c, memory_); });
  // Lanes without keys are multiplied too, and the products dropped; zeros keep that fast, where
  // leftover subnormals would not.
  std::memset(panels_.keys.data, 0, static_cast<std::size_t>(memory_.bytes()));
}

template <class T>
typename Cache<T>::Panels Cache<T>::lay_out(const CacheConfig& c, Workspace& memory) {
  c.validate();
  Panels panels;
  T* keys = memory.add<T>({c.batch, c.num_kv_heads, c.head_dim, round_up(c.room(), kPanelWidth)});
  T* values =
      memory.add<T>({c.batch, c.num_kv_heads, round_up(c.value_head_dim, kPanelWidth), c.room()});
  panels.keys = packed_operands(keys, c.head_dim, c.room());
  panels.values = packed_operands(values, c.room(), c.value_head_dim);
  panels.irregular = memory.add<std::uint8_t>({c.batch, c.num_kv_heads, c.room()});
  return panels;
}

template <class T>
std::int64_t Cache<T>::bytes(const CacheConfig& config) {
  Workspace memory;
  lay_out(config, memory);
  return memory.bytes();
}

template <class T>
void Cache<T>::append(std::int64_t count) {
  require(count >= 0 && count <= config.capacity - length_, "cache: expected room for the keys");
  length_ += count;
}

template <class T>
void Cache<T>::truncate(std::int64_t length) {
  require(length >= 0 && length <= length_, "cache: expected a length of at most its own");
  length_ = length;
}

template <class T>
void Cache<T>::write(std::int64_t kv, std::int64_t position, std::int64_t count, const T* keys,
                     const T* values) {
  write_keys(kv, position, matrix(keys, count, config.head_dim));
  const Matrix<const T> rows = matrix(values, count, config.value_head_dim);
  pack(rows, panels_.values.at(kv, 0, position), panels_.values.panel_stride);
  const Row<std::uint8_t> irregular = row_at(panels_.irregular, kv, config.room());
  for (std::int64_t j = 0; j < count; ++j)
    irregular[position + j] = !all_finite(rows.row(j).data(), rows.cols());
}

// Whole panels at once; of the first and the last, only the lanes of these keys.
template <class T>
void Cache<T>::write_keys(std::int64_t kv, std::int64_t position, const Matrix<const T>& keys) {
  const std::int64_t end = position + keys.rows();
  for (std::int64_t j = position; j < end;) {
    T* lanes = panels_.keys.at(kv, j / kPanelWidth);
    const std::int64_t whole = (end - j) / kPanelWidth * kPanelWidth;
    if (j % kPanelWidth == 0 && whole > 0) {
      pack_transposed(keys.middleRows(j - position, whole), lanes);
      j += whole;
      continue;
    }
    const Row<const T> row = keys.row(j - position);
    for (std::int64_t e = 0; e < row.size(); ++e) lanes[e * kPanelWidth + j % kPanelWidth] = row[e];
    ++j;
  }
}

template <class T>
void Cache<T>::take(const Cache& from) {
  const CacheConfig& c = from.config;
  require(c.batch == config.batch && c.num_kv_heads == config.num_kv_heads &&
              c.head_dim == config.head_dim && c.value_head_dim == config.value_head_dim &&
              from.length() <= config.capacity,
          "cache: expected one of the same heads, with room for its keys");
  const std::int64_t count = from.length();
  for (std::int64_t kv = 0; kv < c.batch * c.num_kv_heads; ++kv) {
    from.copy_panels(kv, count, keys(), values());
    std::copy_n(row_at(from.panels_.irregular, kv, c.room()).data(), count,
                row_at(panels_.irregular, kv, config.room()).data());
  }
  length_ = count;
}

template <class T>
bool Cache<T>::is_irregular(std::int64_t kv, std::int64_t count) const {
  return std::memchr(row_at(panels_.irregular, kv, config.room()).data(), 1,
                     static_cast<std::size_t>(count)) != nullptr;
}

template <class T>
void Cache<T>::copy_panels(std::int64_t kv, std::int64_t count, const PackedOperands<T>& keys,
                           const PackedOperands<T>& values) const {
  std::copy_n(panels_.keys.at(kv), packed_size(config.head_dim, count), keys.at(kv));
  const std::int64_t panels = divide_up(config.value_head_dim, kPanelWidth);
  for (std::int64_t panel = 0; panel < panels; ++panel)
    std::copy_n(panels_.values.at(kv, panel), count * kPanelWidth, values.at(kv, panel));
}

template <class T>
void Cache<T>::unpack_keys(std::int64_t kv, std::int64_t count, T* keys) const {
  const std::int64_t dim = config.head_dim;
  unpack_columns(panels_.keys[kv], 0, count, dim, matrix_at(keys, kv, count, dim).data());
}

template <class T>
void Cache<T>::unpack(std::int64_t kv, std::int64_t count, T* keys, T* values) const {
  unpack_keys(kv, count, keys);
  const std::int64_t value_dim = config.value_head_dim;
  unpack_rows(panels_.values[kv], 0, count, value_dim,
              matrix_at(values, kv, count, value_dim).data());
}

template class Cache<float>;
template class Cache<double>;

}  // namespace headwise
