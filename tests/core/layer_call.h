// One forward through a layer as data: its parameters and inputs, filled at random, and how it is
// run.
#pragma once

#include <algorithm>

#include "attention_call.h"
#include "core/layer/multi_head_attention.h"

namespace headwise {

template <class T>
struct LayerCall {
  MultiHeadAttentionConfig config;
  ForwardRequest request;
  AttentionCall<T> attention;  // its numbers are the layer's inputs
  Buffers<T> parameters;
};

inline std::vector<std::pair<std::string, std::int64_t>> parameters_of(
    const MultiHeadAttentionConfig& c) {
  const std::int64_t q = c.num_heads * c.head_dim, k = c.num_kv_heads * c.head_dim,
                     v = c.num_kv_heads * c.value_head_dim, z = c.num_heads * c.value_head_dim;
  std::vector<std::pair<std::string, std::int64_t>> sizes = {{"w_q", q * c.embed_dim},
                                                             {"w_k", k * c.key_dim},
                                                             {"w_v", v * c.value_dim},
                                                             {"w_o", c.output_dim * z}};
  if (c.bias.query) sizes.emplace_back("b_q", q);
  if (c.bias.key) sizes.emplace_back("b_k", k);
  if (c.bias.value) sizes.emplace_back("b_v", v);
  if (c.bias.output) sizes.emplace_back("b_o", c.output_dim);
  if (c.add_bias_kv) sizes.insert(sizes.end(), {{"bias_k", k}, {"bias_v", v}});
  const QueryKeyNormConfig& norm = c.query_key_norm;
  for (const auto& [name, width] : {std::pair{"q_norm", norm.per_head ? c.head_dim : q},
                                    std::pair{"k_norm", norm.per_head ? c.head_dim : k}}) {
    if (norm.on) sizes.emplace_back(name, width);
    if (norm.on && norm.centered) sizes.emplace_back(std::string(name) + "_bias", width);
  }
  return sizes;
}

template <class T>
LayerCall<T> random_call(const MultiHeadAttentionConfig& config, const ForwardRequest& request,
                         unsigned seed) {
  LayerCall<T> call{config, request, {request.attention, {}, {}, {}, {}, {}}, {}};
  const AttentionConfig& c = request.attention.config;
  Buffers<T>& numbers = call.attention.numbers;
  for (const auto& [name, size] : inputs_of(request.attention)) {
    const bool projected = name == "new_key" || name == "new_value" ||
                           (name == "query" && !request.attention.replaced_query);
    if (!projected) numbers[name] = random_values<T>(size, ++seed);
  }
  numbers["query_input"] = random_values<T>(c.batch * c.query_len * config.embed_dim, ++seed);
  if (!request.key_is_query)
    numbers["key_input"] = random_values<T>(c.batch * c.key_len * config.key_dim, ++seed);
  if (!request.value_is_key)
    numbers["value_input"] = random_values<T>(c.batch * c.key_len * config.value_dim, ++seed);
  if (request.attention.replaced_heads) {
    numbers["replaced_heads"] =
        random_values<T>(c.batch * c.num_heads * c.query_len * c.value_head_dim, ++seed);
  }
  fill_masks(call.attention, seed);
  for (const auto& [name, size] : parameters_of(config)) {
    call.parameters[name] = random_values<T>(size, 1000 + ++seed);
  }
  return call;
}

template <class T>
Buffers<T> run(const LayerCall<T>& call, ThreadPool& pool, double slice = 0) {
  MultiHeadAttentionParameters<T> parameters(call.config);
  for (const auto& [name, values] : call.parameters)
    std::copy(values.begin(), values.end(), parameters.find(name));
  parameters.pack();

  const AttentionConfig& c = call.request.attention.config;
  Workspace workspace;
  MultiHeadAttentionJob<T> job;
  place(workspace, [&] { job.lay_out(parameters, call.request, pool.threads(), workspace); });
  bring(call.attention, workspace);
  run_to_the_end(job, pool, slice);

  Buffers<T> found = results<T>(c, workspace);
  const std::int64_t rows = c.batch * c.query_len;
  const std::pair<const char*, std::int64_t> more[] = {
      {"output", rows * call.config.output_dim},
      {"heads", rows * c.num_heads * c.value_head_dim},
      {"contributions", rows * c.num_heads * call.config.output_dim},
      {"average", rows * c.total_len()}};
  for (const auto& [name, size] : more) {
    if (const T* data = workspace.find<T>(name)) found[name] = {data, data + size};
  }
  return found;
}

template <class T>
Buffers<T> run(const LayerCall<T>& call) {
  ThreadPool pool(1);
  return run(call, pool);
}

}  // namespace headwise
