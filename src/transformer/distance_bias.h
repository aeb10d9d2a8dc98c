// The bias of scores by the distance from a query to a key: ALiBi (Press, Smith and Lewis 2022) and the relative positions
// of T5 (Raffel et al. 2020, section 2.1).
#pragma once

#include <cstdint>

namespace headwise {

enum class BiasForm {
  kNone,
  kAlibi,          // slope (j - i)
  kAlibiBothWays,  // -slope |j - i|
  kAlibiOfKeys,    // slope j rounded to bfloat16, times the scale of scores
  kBuckets,        // keys before the query have buckets; all later keys share the first
  kBucketsBothWays,
};

struct DistanceBias {
  BiasForm form = BiasForm::kNone;
  const float* values = nullptr;  // slopes (num_heads), or the table (buckets, num_heads)
  std::int64_t buckets = 0;
  std::int64_t farthest = 0;  // from this distance on all keys share the last bucket
  double scale = 1;           // the scale of scores, for kAlibiOfKeys

  bool on() const { return form != BiasForm::kNone; }
  bool operator==(const DistanceBias&) const = default;

  // Writes out (num_heads, length, keys): queries from position `past` on, keys from position 0 on.
  void fill(std::int64_t num_heads, std::int64_t length, std::int64_t keys, std::int64_t past,
            float* out) const;

 private:
  std::int64_t bucket_of(std::int64_t distance) const;
  float addend(std::int64_t num_heads, std::int64_t head, std::int64_t distance,
               std::int64_t bucket) const;
};

}  // namespace headwise
