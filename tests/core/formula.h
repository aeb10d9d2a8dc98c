// Attention and the layer in double, written like the formulas: the oracle of the native tests and
// of the fuzzer. It shares only the structs of a call with the core.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "attention_call.h"
#include "layer_call.h"

namespace headwise {

Buffers<double> formula(const AttentionCall<double>& call);
Buffers<double> formula(const LayerCall<double>& call);

template <class T>
AttentionCall<double> widened(const AttentionCall<T>& call) {
  const auto widen = [](const std::vector<T>& v) {
    return std::vector<double>(v.begin(), v.end());
  };
  AttentionCall<double> wide{call.request,
                             {},
                             call.cells,
                             call.key_lengths,
                             widen(call.extra_key),
                             widen(call.extra_value),
                             call.frequencies};
  for (const auto& [name, values] : call.numbers) wide.numbers[name] = widen(values);
  return wide;
}

template <class T>
LayerCall<double> widened(const LayerCall<T>& call) {
  LayerCall<double> wide{call.config, call.request, widened(call.attention), {}};
  for (const auto& [name, values] : call.parameters)
    wide.parameters[name] = {values.begin(), values.end()};
  return wide;
}

// The largest of |got - expected| / (1 + |expected|); infinite where one is NaN or infinite and the
// other is not the same, or the sizes differ.
template <class T>
double distance(const std::vector<T>& got, const std::vector<double>& expected) {
  if (got.size() != expected.size()) return std::numeric_limits<double>::infinity();
  double largest = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double a = got[i], b = expected[i];
    if (a == b || (std::isnan(a) && std::isnan(b))) continue;
    const double difference = std::abs(a - b) / (1 + std::abs(b));
    largest = std::isfinite(difference) ? std::max(largest, difference)
                                        : std::numeric_limits<double>::infinity();
  }
  return largest;
}

// The names of the results that are further than `tolerance` from the formula, or that it has none
// for.
template <class T>
std::string differing(const Buffers<T>& got, const Buffers<double>& expected, double tolerance) {
  std::string names;
  for (const auto& [name, values] : got) {
    const auto found = expected.find(name);
    const double apart = found == expected.end() ? std::numeric_limits<double>::infinity()
                                                 : distance(values, found->second);
    if (!(apart <= tolerance)) names += name + " by " + std::to_string(apart) + "; ";
  }
  return names;
}

// The names of the results whose bits differ. A NaN is as good as another.
template <class T>
std::string differing_bits(const Buffers<T>& one, const Buffers<T>& other) {
  std::string names;
  for (const auto& [name, values] : one) {
    const auto found = other.find(name);
    if (found == other.end()) continue;  // one run kept more than the other
    const std::vector<T>& against = found->second;
    bool same = values.size() == against.size();
    for (std::size_t i = 0; same && i < values.size(); ++i) {
      same = std::memcmp(&values[i], &against[i], sizeof(T)) == 0 ||
             (std::isnan(values[i]) && std::isnan(against[i]));
    }
    if (!same) names += name + "; ";
  }
  return names;
}

}  // namespace headwise
