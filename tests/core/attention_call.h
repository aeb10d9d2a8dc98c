// One call of attention as data: a request and all that it takes, filled at random, and how it is
// run. The expected results are in formula.h.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/attention/attention_job.h"
#include "core/base/job.h"
#include "core/base/workspace.h"
#include "random_values.h"

namespace headwise {

template <class T>
using Buffers = std::map<std::string, std::vector<T>>;  // by the names of attention_job.h

template <class T>
struct AttentionCall {
  AttentionRequest request;
  Buffers<T> numbers;
  Buffers<std::uint8_t> cells;  // of masks that are not biases
  std::vector<std::int32_t> key_lengths;
  std::vector<T> extra_key, extra_value;  // of a layer: (num_kv_heads, head_dim) and the like
  std::vector<double> frequencies = {};   // frequencies of rotary positions; none: by theta
};

// The numbers that a request takes, without its masks: names and sizes.
inline std::vector<std::pair<std::string, std::int64_t>> inputs_of(const AttentionRequest& r) {
  const AttentionConfig& c = r.config;
  const std::int64_t heads = c.batch * c.num_heads, kv_heads = c.batch * c.num_kv_heads;
  std::vector<std::pair<std::string, std::int64_t>> inputs = {
      {"query", heads * c.query_len * c.head_dim},
      {"new_key", kv_heads * c.key_len * c.head_dim},
      {"new_value", kv_heads * c.key_len * c.value_head_dim}};
  const auto add = [&](bool wanted, const char* name, std::int64_t size) {
    if (wanted) inputs.emplace_back(name, size);
  };
  add(c.past_len > 0, "past_key", kv_heads * c.past_len * c.head_dim);
  add(c.past_len > 0, "past_value", kv_heads * c.past_len * c.value_head_dim);
  add(r.replaced_key, "replaced_key", kv_heads * c.masked_len() * c.head_dim);
  add(r.replaced_value, "replaced_value", kv_heads * c.masked_len() * c.value_head_dim);
  const std::int64_t map = heads * c.query_len * c.total_len();
  add(r.replaced_dot_products, "replaced_dot_products", map);
  add(r.replaced_scores, "replaced_scores", map);
  add(r.replaced_attention, "replaced_attention", map);
  add(r.sinks, "sinks", c.num_heads);
  return inputs;
}

// Key lengths and masks: about a quarter of the cells is masked.
template <class T>
void fill_masks(AttentionCall<T>& call, unsigned seed) {
  const AttentionConfig& c = call.request.config;
  if (call.request.key_lengths) {
    for (const double x : random_values<double>(c.batch, ++seed)) {
      call.key_lengths.push_back(static_cast<std::int32_t>((x + 1.1) / 2 * c.masked_len()));
    }
  }
  for (std::size_t i = 0; i < call.request.masks.size(); ++i) {
    const MaskLayout& mask = call.request.masks[i];
    const std::string name = "mask" + std::to_string(i);
    const auto values = random_values<T>(mask.elements, ++seed);
    for (const T value : values) {
      const bool masked = value < -0.5;
      if (mask.kind == MaskKind::kBias)
        call.numbers[name].push_back(masked ? -std::numeric_limits<T>::infinity() : value);
      else
        call.cells[name].push_back(masked == (mask.kind == MaskKind::kIgnore) ? 3 : 0);
    }
  }
}

template <class T>
AttentionCall<T> random_call(const AttentionRequest& request, unsigned seed) {
  AttentionCall<T> call{request, {}, {}, {}, {}, {}};
  for (const auto& [name, size] : inputs_of(request)) {
    call.numbers[name] = random_values<T>(size, ++seed);
  }
  fill_masks(call, seed);
  return call;
}

// Copies the call's inputs into the workspace.
template <class T>
void bring(const AttentionCall<T>& call, const Workspace& workspace) {
  const auto copy = [&](const auto& buffers) {
    for (const auto& [name, values] : buffers) {
      if (!values.empty())
        std::memcpy(workspace.find(name), values.data(), values.size() * sizeof(values[0]));
    }
  };
  copy(call.numbers);
  copy(call.cells);
  copy(std::map<std::string, std::vector<std::int32_t>>{{"key_lengths", call.key_lengths}});
  copy(Buffers<double>{{"frequencies", call.frequencies}});
}

inline void run_to_the_end(Job& job, ThreadPool& pool, double slice) {
  JobRunner runner;
  runner.start(job);
  while (runner.step(pool, slice) != StepResult::kDone) {
  }
}

// The buffers with attention's results, as far as the layout has them.
template <class T>
Buffers<T> results(const AttentionConfig& c, const Workspace& workspace) {
  const std::int64_t rows = c.batch * c.num_heads * c.query_len, cells = rows * c.total_len();
  const std::pair<const char*, std::int64_t> names[] = {
      {"query", rows * c.head_dim}, {"dot_products", cells}, {"scores", cells},
      {"softcapped", cells},        {"masked", cells},       {"attention", cells},
      {"log_sum_exp", rows}};
  Buffers<T> found;
  for (const auto& [name, size] : names) {
    if (const T* data = workspace.find<T>(name)) found[name] = {data, data + size};
  }
  return found;
}

template <class T>
Buffers<T> run(const AttentionCall<T>& call, ThreadPool& pool, double slice = 0) {
  const AttentionConfig& c = call.request.config;
  Workspace workspace;
  ScaledDotProductAttentionJob<T> job;
  place(workspace, [&] { job.lay_out(call.request, pool.threads(), workspace); });
  bring(call, workspace);
  run_to_the_end(job, pool, slice);
  Buffers<T> found = results<T>(c, workspace);
  const T* output = workspace.find<T>("output");
  found["output"] = {output, output + c.batch * c.num_heads * c.query_len * c.value_head_dim};
  return found;
}

template <class T>
Buffers<T> run(const AttentionCall<T>& call) {
  ThreadPool pool(1);
  return run(call, pool);
}

}  // namespace headwise
