// The keys and values of one sequence per batch entry, packed as attention reads them and kept
// between calls: a call appends its new ones and reads the rest in place. Queries and positions are
// not part of it.
#pragma once

#include <cstdint>

#include "core/attention/cache_fields.h"
#include "core/base/matrix.h"
#include "core/base/workspace.h"
#include "kernels/pack.h"

namespace headwise {

struct CacheConfig {
  HEADWISE_CACHE(HEADWISE_DECLARE)

  // Keys of a sequence, and the extra keys that each call puts after its own.
  std::int64_t room() const { return capacity + extra_len; }

  // Throws InvalidArgument unless every size is in range.
  void validate() const;
};

template <class T>
class Cache {
 public:
  // Throws as Workspace does.
  explicit Cache(const CacheConfig& config);

  const CacheConfig config;

  static std::int64_t bytes(const CacheConfig& config);

  // Number of valid keys; keys after them may come from a call that did not end.
  std::int64_t length() const { return length_; }
  void append(std::int64_t count);
  void truncate(std::int64_t length);

  // Writes keys (count, head_dim) and values (count, value_head_dim) of one head (b * num_kv_heads + h)
  // at `position` and after. To be followed by append(), or by nothing.
  void write(std::int64_t kv, std::int64_t position, std::int64_t count, const T* keys,
             const T* values);

  // Takes over the keys of another cache of the same heads, which has no more than this one's capacity.
  void take(const Cache& from);

  // Whether one of the first `count` values of a head is infinite or NaN.
  bool is_irregular(std::int64_t kv, std::int64_t count) const;

  // The first `count` keys and values: into panels of that width, for all heads; or as
  // rows, (batch, num_kv_heads, count, head_dim) and (batch, num_kv_heads, count, value_head_dim).
  void copy_panels(std::int64_t kv, std::int64_t count, const PackedOperands<T>& keys,
                   const PackedOperands<T>& values) const;
  void unpack(std::int64_t kv, std::int64_t count, T* keys, T* values) const;
  void unpack_keys(std::int64_t kv, std::int64_t count, T* keys) const;

  // (batch, num_kv_heads) each, with room for more keys than there are: keys packed as (head_dim, room), values as
  // (room, value_head_dim).
  const PackedOperands<T>& keys() const { return panels_.keys; }
  const PackedOperands<T>& values() const { return panels_.values; }

 private:
  struct Panels {
    PackedOperands<T> keys, values;
    std::uint8_t* irregular =
        nullptr;  // (batch, num_kv_heads, room): 1 for a value that is infinite or NaN somewhere
  };
  static Panels lay_out(const CacheConfig& config, Workspace& memory);
  void write_keys(std::int64_t kv, std::int64_t position, const Matrix<const T>& keys);

  Workspace memory_;
  Panels panels_;
  std::int64_t length_ = 0;
};

}  // namespace headwise
