// Addends by distance: each distance once, and the rows of later queries by moving the row before.
#include "transformer/distance_bias.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "core/base/matrix.h"

namespace headwise {
namespace {

// To the nearest bfloat16, ties to even.
float to_bfloat16(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  return std::bit_cast<float>((bits + 0x7fff + (bits >> 16 & 1)) & 0xffff0000);
}

}  // namespace

// Near keys have a bucket each, farther ones share, by the logarithm of the distance.
std::int64_t DistanceBias::bucket_of(std::int64_t distance) const {
  std::int64_t first = 0, count = buckets, back = -distance;
  if (form == BiasForm::kBucketsBothWays) {
    count = buckets / 2;
    if (distance > 0) first = count;
    back = std::abs(distance);
  }
  back = std::max<std::int64_t>(back, 0);
  const std::int64_t exact = count / 2;
  if (back < exact) return first + back;
  const double unit = static_cast<double>(exact);
  const double share =
      std::log(static_cast<double>(back) / unit) / std::log(static_cast<double>(farthest) / unit);
  const double bucket = unit + std::floor(share * static_cast<double>(count - exact));
  const double last = static_cast<double>(count - 1);
  return std::clamp<std::int64_t>(first + static_cast<std::int64_t>(bucket < last ? bucket : last),
                                  0, buckets - 1);
}

float DistanceBias::addend(std::int64_t num_heads, std::int64_t head, std::int64_t distance,
                           std::int64_t bucket) const {
  const double slope = values[head];
  switch (form) {
    case BiasForm::kAlibi:
      return static_cast<float>(slope * static_cast<double>(distance));
    case BiasForm::kAlibiBothWays:
      return static_cast<float>(slope * -static_cast<double>(std::abs(distance)));
    case BiasForm::kAlibiOfKeys:
      return static_cast<float>(
          to_bfloat16(static_cast<float>(slope * static_cast<double>(distance))) * scale);
    default:
      return values[bucket * num_heads + head];
  }
}

void DistanceBias::fill(std::int64_t num_heads, std::int64_t length, std::int64_t keys,
                        std::int64_t past, float* out) const {
  const bool of_keys = form == BiasForm::kAlibiOfKeys;  // every query has the row of query 0
  const bool by_bucket = form == BiasForm::kBuckets || form == BiasForm::kBucketsBothWays;
  const auto fill_column = [&](std::int64_t i, std::int64_t j) {
    const std::int64_t distance = of_keys ? j : j - (past + i);
    const std::int64_t bucket = by_bucket ? bucket_of(distance) : 0;
    for (std::int64_t head = 0; head < num_heads; ++head)
      out[(head * length + i) * keys + j] = addend(num_heads, head, distance, bucket);
  };
  if (length == 0 || keys == 0) return;
  for (std::int64_t j = 0; j < keys; ++j) fill_column(0, j);
  for (std::int64_t i = 1; i < length; ++i) {
    fill_column(i, 0);
    for (std::int64_t head = 0; head < num_heads; ++head) {
      const Matrix<float> rows = matrix_at(out, head, length, keys);
      copy<float>(rows.row(i - 1).segment(of_keys, keys - 1), rows.row(i).segment(1, keys - 1));
    }
  }
}

}  // namespace headwise
