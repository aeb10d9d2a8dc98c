// Tests that a cache gives the bits of an explicit past, call after call, with any options; and
// that an interrupted call leaves it unchanged.
#include "core/attention/cache.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "any_request.h"
#include "core/attention/attention_window.h"
#include "core/base/error.h"
#include "formula.h"
#include "layer_call.h"

namespace headwise {
namespace {

auto chooser(std::mt19937& random) {
  return [&random](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random() % static_cast<unsigned>(high - low + 1));
  };
}

template <class T>
struct Outcome {
  Buffers<T> found;
  std::vector<T> keys, values;  // (batch, num_kv_heads, masked_len, width): the past of the next
};

// Runs a forward, with the past handed in or in a cache; `stages` of them, or all.
template <class T>
Outcome<T> forward(const LayerCall<T>& call, ThreadPool& pool, Cache<T>* cache,
                   SavedActivations<T>* saved = nullptr, int stages = -1) {
  MultiHeadAttentionParameters<T> parameters(call.config);
  for (const auto& [name, values] : call.parameters)
    std::copy(values.begin(), values.end(), parameters.find(name));
  parameters.pack();
  LayerCall<T> made = call;
  made.request.attention.cached = cache != nullptr;
  made.request.attention.keep = saved != nullptr;
  made.request.attention.present = true;
  if (cache) made.attention.numbers.erase("past_key"), made.attention.numbers.erase("past_value");
  const AttentionConfig& c = made.request.attention.config;
  Workspace workspace;
  MultiHeadAttentionJob<T> job;
  workspace.clear(saved ? &saved->memory : nullptr);
  place(workspace,
        [&] { job.lay_out(parameters, made.request, pool.threads(), workspace, cache); });
  if (saved) job.hand_over(*saved);
  bring(made.attention, workspace);
  if (stages >= 0) {
    for (const Stage& stage : job.stages()) {
      if (stages-- == 0) break;
      for (std::int64_t task = 0; task < stage.tasks; ++task) stage.run(task, 0);
    }
    return {};
  }
  run_to_the_end(job, pool, 0);
  Outcome<T> outcome{results<T>(c, workspace), {}, {}};
  const T* output = workspace.find<T>("output");
  outcome.found["output"] = {output, output + c.batch * c.query_len * call.config.output_dim};
  if (cache && !made.request.attention.trace) return outcome;
  for (const bool keys : {true, false}) {
    const std::int64_t dim = keys ? c.head_dim : c.value_head_dim;
    const T* rows = workspace.find<T>(keys ? "gathered_key" : "gathered_value");
    if (!rows) rows = workspace.find<T>(keys ? "new_key" : "new_value");
    std::vector<T>& all = keys ? outcome.keys : outcome.values;
    for (std::int64_t kv = 0; kv < c.batch * c.num_kv_heads; ++kv, rows += c.total_len() * dim)
      all.insert(all.end(), rows, rows + c.masked_len() * dim);
  }
  return outcome;
}

CacheConfig config_of(const AttentionConfig& c, std::int64_t capacity) {
  return {c.batch, c.num_kv_heads, c.head_dim, c.value_head_dim, capacity, c.extra_len};
}

// One call after the other, each with the past of the last.
template <class T>
void expect_the_same(unsigned seed, int sequences) {
  ThreadPool one(1), three(3);
  std::mt19937 random(seed);
  const auto choose = chooser(random);
  for (int n = 0; n < sequences; ++n) {
    const auto [layer, first] = any_forward(choose);
    Outcome<T> past;
    Cache<T> cache(config_of(first.attention.config, 2500));
    std::int64_t length = 0;
    for (int step = 0; step < 4; ++step) {
      ForwardRequest request = first;
      AttentionRequest& r = request.attention;
      r.replaced_key = r.replaced_value = false;
      if (step > 0) r.trace = choose(0, 2) == 0;
      if (step > 1 && !request.key_is_query) r.config.key_len = choose(0, 9);
      r.config.past_len = length;
      r.masks.clear();
      if (choose(0, 1))
        r.masks.push_back(mask_of(MaskKind::kBias, r.config, false, true, true, true));
      LayerCall<T> call = random_call<T>(layer, request, seed + n * 10 + step);
      for (const auto& [name, values] : random_call<T>(layer, first, seed + n).parameters)
        call.parameters[name] = values;
      if (length > 0) {
        call.attention.numbers["past_key"] = past.keys;
        call.attention.numbers["past_value"] = past.values;
      }
      const Outcome<T> expected = forward(call, one, static_cast<Cache<T>*>(nullptr));
      const Outcome<T> found = forward(call, step % 2 ? one : three, &cache);
      EXPECT_EQ(differing_bits(found.found, expected.found), "") << n << " " << step;
      if (r.trace) {
        EXPECT_EQ(differing_bits(Buffers<T>{{"keys", found.keys}, {"values", found.values}},
                                 {{"keys", expected.keys}, {"values", expected.values}}),
                  "");
      }
      past = expected;
      cache.append(r.config.key_len);
      length += r.config.key_len;
    }
  }
}

TEST(Cache, GivesTheBitsOfAPastThatIsHandedIn) {
  expect_the_same<float>(31, 120);
  expect_the_same<double>(32, 30);
}

ForwardRequest step_of(std::int64_t past, std::int64_t len) {
  ForwardRequest request;
  AttentionRequest& r = request.attention;
  r.config.num_heads = 4;
  r.config.num_kv_heads = 2;
  r.config.query_len = r.config.key_len = len;
  r.config.past_len = past;
  r.config.head_dim = 6;
  r.config.value_head_dim = 10;
  r.config.causal = Causal::kPast;
  r.config.extra_len = 2;
  r.extra_bias = r.extra_zero = true;
  r.rotary = true;
  r.rotary_config.dims = 6;
  request.key_is_query = request.value_is_key = true;
  return request;
}

MultiHeadAttentionConfig layer_of_steps() {
  MultiHeadAttentionConfig layer;
  layer.embed_dim = layer.key_dim = layer.value_dim = layer.output_dim = 12;
  layer.num_heads = 4;
  layer.num_kv_heads = 2;
  layer.head_dim = 6;
  layer.value_head_dim = 10;
  layer.add_bias_kv = layer.add_zero_attention = true;
  return layer;
}

LayerCall<float> call_of(std::int64_t past, std::int64_t len, unsigned seed) {
  LayerCall<float> call = random_call<float>(layer_of_steps(), step_of(past, len), seed);
  call.parameters = random_call<float>(layer_of_steps(), step_of(0, 1), 1).parameters;
  call.attention.numbers.erase("past_key"), call.attention.numbers.erase("past_value");
  return call;
}

TEST(Cache, IsAsItWasAfterACallThatDidNotEnd) {
  ThreadPool pool(1);
  Cache<float> cache(config_of(step_of(0, 1).attention.config, 40)), twin(cache.config);
  for (Cache<float>* one : {&cache, &twin}) {
    forward(call_of(0, 13, 2), pool, one);
    one->append(13);
  }
  LayerCall<float> stopped = call_of(13, 9, 3);
  std::fill(stopped.attention.numbers["query_input"].begin(),
            stopped.attention.numbers["query_input"].end(),
            std::numeric_limits<float>::quiet_NaN());
  for (int stages = 1; stages < 8; ++stages) {
    forward(stopped, pool, &cache, static_cast<SavedActivations<float>*>(nullptr), stages);
    EXPECT_EQ(cache.length(), 13);
    const LayerCall<float> next = call_of(13, 1 + stages % 3, 4);
    EXPECT_EQ(differing_bits(forward(next, pool, &cache).found, forward(next, pool, &twin).found),
              "");
  }
}

TEST(Cache, TruncatedIsAsIfItHadNeverBeenLonger) {
  ThreadPool pool(1);
  Cache<float> cache(config_of(step_of(0, 1).attention.config, 40)), twin(cache.config);
  LayerCall<float> spoilt = call_of(5, 30, 6);
  spoilt.attention.numbers["query_input"][100] = std::numeric_limits<float>::infinity();
  for (Cache<float>* one : {&cache, &twin}) {
    forward(call_of(0, 5, 5), pool, one);
    one->append(5);
  }
  forward(spoilt, pool, &cache);
  cache.append(30);
  EXPECT_TRUE(cache.is_irregular(0, 35));
  cache.truncate(5);
  EXPECT_FALSE(cache.is_irregular(0, 5));
  const LayerCall<float> next = call_of(5, 20, 7);
  EXPECT_EQ(differing_bits(forward(next, pool, &cache).found, forward(next, pool, &twin).found),
            "");
}

TEST(Cache, AKeptCallHasACopyOfIt) {
  ThreadPool pool(1);
  Cache<float> cache(config_of(step_of(0, 1).attention.config, 40));
  forward(call_of(0, 13, 2), pool, &cache);
  cache.append(13);
  LayerCall<float> call = call_of(13, 4, 8);
  call.request.attention.attention = true;
  SavedActivations<float> saved;
  const Buffers<float> found = forward(call, pool, &cache, &saved).found;
  cache.truncate(0);
  forward(call_of(0, 25, 9), pool, &cache);
  Workspace workspace;
  AttentionWindowJob<float> job;
  place(workspace,
        [&] { job.lay_out(saved, {0, 3, 0, 4, 0, 19, 4, 19, Pooling::kMean}, 1, workspace); });
  run_to_the_end(job, pool, 0);
  const float* window = workspace.find<float>("output");
  EXPECT_TRUE(std::equal(window, window + 4 * 19, found.at("attention").begin() + 3 * 4 * 19));
}

TEST(Cache, RefusesWhatDoesNotFit) {
  ThreadPool pool(1);
  Cache<float> cache(config_of(step_of(0, 1).attention.config, 8));
  const auto refused = [&](const ForwardRequest& request) {
    LayerCall<float> call = call_of(0, 1, 1);
    call.request = request;
    EXPECT_THROW(forward(call, pool, &cache), InvalidArgument);
  };
  refused(step_of(0, 9));
  refused(step_of(1, 1));
  ForwardRequest request = step_of(0, 1);
  request.attention.replaced_key = true;
  refused(request);
  request = step_of(0, 1);
  request.attention.config.batch = 2;
  refused(request);
  EXPECT_THROW(cache.append(9), InvalidArgument);
  EXPECT_THROW(cache.truncate(1), InvalidArgument);
  CacheConfig wrong = cache.config;
  wrong.capacity = -1;
  EXPECT_THROW(Cache<float>{wrong}, InvalidArgument);
}

}  // namespace
}  // namespace headwise
