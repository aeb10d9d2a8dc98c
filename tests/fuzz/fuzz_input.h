// Makes a call from a fuzzer's bytes: options from the bytes, contents from a generator that they
// seed, and sometimes a value that no caller should pass.
#pragma once

#include <fuzzer/FuzzedDataProvider.h>

#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "attention_call.h"

namespace headwise {

inline auto chooser(FuzzedDataProvider& bytes) {
  return [&bytes](std::int64_t low, std::int64_t high) {
    return bytes.ConsumeIntegralInRange<std::int64_t>(low, high);
  };
}

// Ends the program, which is how libFuzzer hears of a fault.
inline void check(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "fault: %s\n", what.c_str());
  std::abort();
}

// A size that may be far out of range.
inline std::int64_t wild_integer(FuzzedDataProvider& bytes) {
  constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t kWild[] = {-1,
                                    0,
                                    3,
                                    (std::int64_t{1} << 31) - 1,
                                    std::int64_t{1} << 31,
                                    std::int64_t{1} << 32,
                                    std::int64_t{1} << 62,
                                    kLargest,
                                    -kLargest - 1};
  return bytes.PickValueInArray(kWild);
}

template <class T = double>
T wild_number(FuzzedDataProvider& bytes) {
  using Limits = std::numeric_limits<T>;
  constexpr T kWild[] = {Limits::quiet_NaN(),
                         Limits::infinity(),
                         -Limits::infinity(),
                         T(0),
                         -T(0),
                         Limits::max(),
                         -Limits::max(),
                         Limits::denorm_min(),
                         -Limits::min() / 2,
                         T(1e20),
                         T(-1e20)};
  return bytes.PickValueInArray(kWild);
}

// Sets one option of a request to a value that is rare or out of range.
inline void derange(AttentionRequest& r, FuzzedDataProvider& bytes) {
  AttentionConfig& c = r.config;
  std::vector<std::int64_t*> integers = {&c.batch,
                                         &c.num_heads,
                                         &c.num_kv_heads,
                                         &c.query_len,
                                         &c.past_len,
                                         &c.key_len,
                                         &c.extra_len,
                                         &c.head_dim,
                                         &c.value_head_dim,
                                         &c.window_left,
                                         &c.window_right,
                                         &r.rotary_config.dims,
                                         &r.rotary_config.offset};
  for (MaskLayout& mask : r.masks) {
    integers.push_back(&mask.elements);
    for (std::int64_t& stride : mask.strides) integers.push_back(&stride);
  }
  double* const numbers[] = {&c.scale, &c.softcap, &r.rotary_config.theta, &r.rotary_config.factor};
  const auto at = bytes.ConsumeIntegralInRange<std::size_t>(0, integers.size() + 3);
  if (at < integers.size())
    *integers[at] = wild_integer(bytes);
  else
    *numbers[at - integers.size()] = wild_number(bytes);
}

// Writes unusual numbers into the inputs; returns whether it did.
template <class T>
bool sprinkle(Buffers<T>& buffers, FuzzedDataProvider& bytes) {
  bool any = false;
  for (int left = bytes.ConsumeIntegralInRange<int>(0, 6); left > 0 && !buffers.empty(); --left) {
    auto found = buffers.begin();
    std::advance(found, bytes.ConsumeIntegralInRange<std::size_t>(0, buffers.size() - 1));
    std::vector<T>& values = found->second;
    if (values.empty()) continue;
    const auto first = bytes.ConsumeIntegralInRange<std::size_t>(0, values.size() - 1);
    const auto step = bytes.ConsumeIntegralInRange<std::size_t>(1, 64);
    const T value = wild_number<T>(bytes);
    for (std::size_t i = first; i < values.size(); i += step) values[i] = value;
    any = true;
  }
  return any;
}

// Overwrites key j and its value in all heads with a number that must have no effect.
template <class T>
void overwrite_key(AttentionCall<T>& call, std::int64_t j, T with) {
  const AttentionConfig& c = call.request.config;
  const auto fill = [&](const char* name, std::int64_t len, std::int64_t dim, std::int64_t at) {
    const auto found = call.numbers.find(name);
    if (found == call.numbers.end() || at < 0 || at >= len) return;
    for (std::int64_t head = 0; head < c.batch * c.num_kv_heads; ++head)
      std::fill_n(found->second.begin() + (head * len + at) * dim, dim, with);
  };
  fill("past_key", c.past_len, c.head_dim, j);
  fill("past_value", c.past_len, c.value_head_dim, j);
  fill("new_key", c.key_len, c.head_dim, j - c.past_len);
  fill("new_value", c.key_len, c.value_head_dim, j - c.past_len);
  fill("replaced_key", c.masked_len(), c.head_dim, j);
  fill("replaced_value", c.masked_len(), c.value_head_dim, j);
}

// Every row of attention sums to 1, or is 0 throughout.
template <class T>
void check_sums(const Buffers<T>& found, const AttentionRequest& request) {
  const AttentionConfig& c = request.config;
  const auto attention = found.find("attention");
  const std::int64_t total = c.total_len();
  if (attention == found.end() || total == 0) return;
  const auto& values = attention->second;
  for (std::size_t row = 0; row < values.size(); row += static_cast<std::size_t>(total)) {
    double sum = 0;
    bool zero = true;
    for (std::int64_t j = 0; j < total; ++j) {
      const double p = values[row + static_cast<std::size_t>(j)];
      check(p >= 0 && p <= 1 + 1e-6, "a weight of attention outside of 0 to 1");
      sum += p;
      zero = zero && p == 0;
    }
    check(zero || ((request.sinks || sum > 1 - 1e-4) && sum < 1 + 1e-4),
          "a row of attention that sums to neither 1 nor 0");
  }
}

}  // namespace headwise
