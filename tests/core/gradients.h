// Forward and backward of a call as the native tests run them, and slopes by finite differences.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "attention_call.h"
#include "core/attention/attention_backward.h"
#include "core/layer/multi_head_attention_backward.h"
#include "layer_call.h"

namespace headwise {

// The results of a step: the output, and the gradients of sum(output * weights) under the names of
// their variables.
template <class T>
struct Step {
  std::vector<T> output;
  Buffers<T> gradients;
};

template <class T>
std::int64_t output_size(const AttentionCall<T>& call) {
  const AttentionConfig& c = call.request.config;
  return c.batch * c.num_heads * c.query_len * c.value_head_dim;
}

template <class T>
std::int64_t output_size(const LayerCall<T>& call) {
  const AttentionConfig& c = call.request.attention.config;
  return c.batch * c.query_len * call.config.output_dim;
}

// Poisoned, and of the size of something.
template <class T>
T* gradient_for(Buffers<T>& gradients, const std::string& name, std::int64_t size) {
  // One more, so that there is an address where there is nothing.
  auto& values = gradients[name];
  values.assign(static_cast<std::size_t>(size + 1), std::numeric_limits<T>::quiet_NaN());
  return values.data();
}

// Asks for all gradients that a call may have: of its first bias too, and of slopes that are given.
template <class T>
WantedGradients wanted_of(const AttentionCall<T>& call) {
  WantedGradients wanted{-1, call.numbers.contains("slopes")};
  const auto& masks = call.request.masks;
  for (std::size_t i = masks.size(); i-- > 0;) {
    if (masks[i].kind == MaskKind::kBias) wanted.bias_mask = static_cast<std::int64_t>(i);
  }
  return wanted;
}

// The places of the gradients of sinks, bias and slopes, which calls of attention and of a layer have alike.
template <class T, class Gradients>
void place_shared(const AttentionCall<T>& call, Buffers<T>& g, Gradients& gradients) {
  const WantedGradients wanted = wanted_of(call);
  const std::int64_t heads = call.request.config.num_heads;
  if (call.request.sinks) gradients.sinks = gradient_for(g, "sinks", heads);
  if (wanted.slopes) gradients.slopes = gradient_for(g, "slopes", heads);
  if (wanted.bias_mask < 0) return;
  const std::string name = "mask" + std::to_string(wanted.bias_mask);
  gradients.bias = gradient_for(g, name, call.request.masks[wanted.bias_mask].elements);
}

struct StepOptions {
  const Dropout* dropout = nullptr;
  double slice = 0;
  bool forward_only = false;
};

template <class T>
Step<T> step(AttentionCall<T> call, const std::vector<T>& weights, ThreadPool& pool,
             const StepOptions& options = {}) {
  call.request.keep = true;
  const AttentionConfig& c = call.request.config;
  Workspace workspace, scratch;
  SavedActivations<T> saved;
  ScaledDotProductAttentionJob<T> forward;
  AttentionBackwardJob<T> backward;
  workspace.clear(&saved.memory);
  place(workspace, [&] {
    forward.lay_out(call.request, pool.threads(), workspace);
    forward.set_dropout(options.dropout);
    forward.hand_over(saved);
  });
  bring(call, workspace);
  run_to_the_end(forward, pool, options.slice);

  Step<T> result;
  const std::int64_t rows = c.batch * c.num_heads * c.query_len;
  const T* output = workspace.find<T>("output");
  result.output = {output, output + rows * c.value_head_dim};
  if (options.forward_only) return result;
  const auto rows_of = [&](auto* data, std::int64_t heads, std::int64_t len, std::int64_t dim) {
    return heads_apart(data, heads, len, dim);
  };
  Buffers<T>& g = result.gradients;
  const std::int64_t keys = c.batch * c.num_kv_heads * c.key_len;
  AttentionGradients<T> gradients;
  gradients.output = rows_of(weights.data(), c.num_heads, c.query_len, c.value_head_dim);
  gradients.query =
      rows_of(gradient_for(g, "query", rows * c.head_dim), c.num_heads, c.query_len, c.head_dim);
  gradients.key =
      rows_of(gradient_for(g, "new_key", keys * c.head_dim), c.num_kv_heads, c.key_len, c.head_dim);
  gradients.value = rows_of(gradient_for(g, "new_value", keys * c.value_head_dim), c.num_kv_heads,
                            c.key_len, c.value_head_dim);
  place_shared(call, g, gradients);
  place(scratch,
        [&] { backward.lay_out(saved, gradients, pool.threads(), scratch, wanted_of(call)); });
  run_to_the_end(backward, pool, options.slice);
  for (auto& [name, values] : g) values.pop_back();
  return result;
}

template <class T>
Step<T> step(LayerCall<T> call, const std::vector<T>& weights, ThreadPool& pool,
             const StepOptions& options = {}) {
  call.request.attention.keep = true;
  MultiHeadAttentionParameters<T> parameters(call.config);
  for (const auto& [name, values] : call.parameters)
    std::copy(values.begin(), values.end(), parameters.find(name));
  parameters.pack();
  const AttentionConfig& c = call.request.attention.config;
  Workspace workspace, scratch;
  SavedActivations<T> saved;
  MultiHeadAttentionJob<T> forward;
  MultiHeadAttentionBackwardJob<T> backward;
  workspace.clear(&saved.memory);
  place(workspace, [&] {
    forward.lay_out(parameters, call.request, pool.threads(), workspace);
    forward.set_dropout(options.dropout);
    forward.hand_over(saved);
  });
  bring(call.attention, workspace);
  run_to_the_end(forward, pool, options.slice);

  Step<T> result;
  const T* output = workspace.find<T>("output");
  result.output = {output, output + c.batch * c.query_len * call.config.output_dim};
  if (options.forward_only) return result;
  Buffers<T>& g = result.gradients;
  MultiHeadAttentionGradients<T> gradients;
  gradients.output = weights.data();
  gradients.query_input =
      gradient_for(g, "query_input", c.batch * c.query_len * call.config.embed_dim);
  gradients.key_in_query = call.request.key_is_query;
  gradients.value_in_key = call.request.value_is_key;
  if (!gradients.key_in_query) {
    gradients.key_input = gradient_for(g, "key_input", c.batch * c.key_len * call.config.key_dim);
  }
  if (!gradients.value_in_key) {
    gradients.value_input =
        gradient_for(g, "value_input", c.batch * c.key_len * call.config.value_dim);
  }
  using Weights = MultiHeadAttentionWeights<T>;
  Weights::for_each(call.config, [&](const char* name, T* Weights::* field,
                                     std::initializer_list<std::int64_t> shape) {
    gradients.weights.*field = gradient_for(g, name, checked_product(shape));
  });
  place_shared(call.attention, g, gradients);
  place(scratch, [&] {
    backward.lay_out(parameters, saved, gradients, pool.threads(), scratch,
                     wanted_of(call.attention));
  });
  run_to_the_end(backward, pool, options.slice);
  for (auto& [name, values] : g) values.pop_back();
  return result;
}

// The variable that the gradient named `name` belongs to.
inline std::vector<double>& argument(AttentionCall<double>& call, const std::string& name) {
  return call.numbers.at(name);
}
inline std::vector<double>& argument(LayerCall<double>& call, const std::string& name) {
  const auto found = call.parameters.find(name);
  return found == call.parameters.end() ? call.attention.numbers.at(name) : found->second;
}

// The slope of sum(output * weights) where an argument moves along a direction, from four points:
// off by h^4 / 30 of the fifth derivative.
template <class Call>
double slope(Call call, const std::string& name, const std::vector<double>& direction,
             const std::vector<double>& weights, const Dropout* dropout) {
  ThreadPool pool(1);
  const std::vector<double> start = argument(call, name);
  const auto at = [&](double h) {
    std::vector<double>& values = argument(call, name);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = start[i] + h * direction[i];
    const Step<double> result = step(call, weights, pool, {dropout, 0, true});
    double sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) sum += result.output[i] * weights[i];
    return sum;
  };
  const double h = 1e-3;
  return (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
}

// The gradients that differ from the slopes: along a random direction, and along one of the axes.
// The difference may be `tolerance` of the length of the gradient.
template <class Call>
std::string differing_slopes(const Call& call, const std::vector<double>& weights, double tolerance,
                             unsigned seed, const Dropout* dropout = nullptr) {
  ThreadPool pool(1);
  const Step<double> result = step(call, weights, pool, {dropout, 0, false});
  std::string names;
  for (const auto& [name, gradient] : result.gradients) {
    if (gradient.empty()) continue;
    double length = 0;
    for (const double g : gradient) length += g * g;
    length = std::sqrt(length);
    const auto size = static_cast<std::int64_t>(gradient.size());
    std::vector<std::vector<double>> directions = {random_values<double>(size, ++seed)};
    double squares = 0;
    for (const double x : directions[0]) squares += x * x;
    for (double& x : directions[0]) x /= std::sqrt(squares);
    for (const double x : random_values<double>(1, ++seed)) {
      directions.emplace_back(size);
      directions.back()[std::min(size - 1, static_cast<std::int64_t>((x + 1) / 2 * size))] = 1;
    }
    for (const auto& direction : directions) {
      double expected = 0;
      for (std::int64_t i = 0; i < size; ++i) expected += gradient[i] * direction[i];
      const double found = slope(call, name, direction, weights, dropout);
      // A gradient of zeros meets slopes of rounding errors.
      if (!(std::abs(found - expected) <= tolerance * std::max(length, 1e-3)))
        names += name + ": " + std::to_string(expected) + " but a slope of " +
                 std::to_string(found) + " (length " + std::to_string(length) + "); ";
    }
  }
  return names;
}

}  // namespace headwise
