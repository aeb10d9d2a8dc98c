// Tests kept calls: they own their memory, keeping changes no bit, and every window of their maps
// has the maps' bits, or is pooled over bins as in attention_window.h.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "any_request.h"
#include "core/attention/attention_window.h"
#include "core/base/error.h"
#include "formula.h"

namespace headwise {
namespace {

auto chooser(std::mt19937& random) {
  return [&random](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random() % static_cast<unsigned>(high - low + 1));
  };
}

// Runs a call that keeps and maps, then overwrites the memory of the call alone.
template <class T>
Buffers<T> run_and_save(const AttentionCall<T>& call, ThreadPool& pool,
                        SavedActivations<T>& saved) {
  AttentionRequest request = call.request;
  request.keep = request.attention = true;
  const AttentionConfig& c = request.config;
  Workspace workspace;
  ScaledDotProductAttentionJob<T> job;
  workspace.clear(&saved.memory);
  place(workspace, [&] { job.lay_out(request, pool.threads(), workspace); });
  job.hand_over(saved);
  bring(call, workspace);
  run_to_the_end(job, pool, 0);
  Buffers<T> found = results<T>(c, workspace);
  const T* output = workspace.find<T>("output");
  found["output"] = {output, output + c.batch * c.num_heads * c.query_len * c.value_head_dim};
  return found;
}

template <class T>
std::vector<T> window(const SavedActivations<T>& saved, const WindowRequest& request,
                      ThreadPool& pool) {
  Workspace workspace;
  AttentionWindowJob<T> job;
  place(workspace, [&] { job.lay_out(saved, request, pool.threads(), workspace); });
  run_to_the_end(job, pool, 0);
  const T* output = workspace.find<T>("output");
  return {output, output + request.height * request.width};
}

// The window of a map that is there: bin by bin, each cell looked up.
template <class T>
std::vector<T> pooled(const std::vector<T>& map, const AttentionConfig& c, const WindowRequest& w) {
  const std::int64_t total = c.total_len();
  const T* head = map.data() + (w.batch * c.num_heads + w.head) * c.query_len * total;
  std::vector<T> cells;
  for (std::int64_t y = 0; y < w.height; ++y) {
    for (std::int64_t x = 0; x < w.width; ++x) {
      double sum = 0, max = -std::numeric_limits<double>::infinity();
      int count = 0;
      for (std::int64_t i = y * w.rows() / w.height; i < (y + 1) * w.rows() / w.height; ++i) {
        for (std::int64_t j = x * w.columns() / w.width; j < (x + 1) * w.columns() / w.width; ++j) {
          const double value = head[(w.row_begin + i) * total + w.column_begin + j];
          sum += value;
          if (value > max || std::isnan(value)) max = value;
          ++count;
        }
      }
      cells.push_back(static_cast<T>(w.pooling == Pooling::kMax ? max : sum / count));
    }
  }
  return cells;
}

template <class Choose>
WindowRequest any_window(const AttentionConfig& c, Choose&& choose) {
  WindowRequest w;
  w.batch = choose(0, c.batch - 1);
  w.head = choose(0, c.num_heads - 1);
  w.row_begin = choose(0, c.query_len);
  w.row_end = choose(w.row_begin, c.query_len);
  w.column_begin = choose(0, c.total_len());
  w.column_end = choose(w.column_begin, c.total_len());
  const bool whole = choose(0, 1) == 1;
  const auto size = [&](std::int64_t n) { return whole || n == 0 ? n : choose(1, n); };
  w.height = size(w.rows());
  w.width = size(w.columns());
  w.pooling = choose(0, 1) == 1 ? Pooling::kMax : Pooling::kMean;
  return w;
}

template <class T>
void expect_windows_of_maps(unsigned seed, int calls) {
  ThreadPool one(1), three(3);
  std::mt19937 random(seed);
  const auto choose = chooser(random);
  for (int n = 0; n < calls; ++n) {
    const AttentionRequest request = any_request(choose);
    if (request.config.batch == 0) continue;
    const AttentionCall<T> call = random_call<T>(request, 4);
    SavedActivations<T> saved;
    const Buffers<T> found = run_and_save(call, n % 2 ? one : three, saved);
    EXPECT_EQ(differing_bits(run(call), found), "") << n;
    for (int k = 0; k < 12; ++k) {
      const WindowRequest w = any_window(request.config, choose);
      const Buffers<T> expected{{"map", pooled(found.at("attention"), request.config, w)}};
      EXPECT_EQ(differing_bits(Buffers<T>{{"map", window(saved, w, one)}}, expected), "") << n;
      EXPECT_EQ(differing_bits(Buffers<T>{{"map", window(saved, w, three)}}, expected), "") << n;
    }
  }
}

TEST(SavedActivations, GivesEveryWindowOfTheMapsBack) {
  expect_windows_of_maps<float>(21, 300);
  expect_windows_of_maps<double>(22, 60);
}

TEST(SavedActivations, GivesWindowsOfRowsBackThatAreNotNumbers) {
  ThreadPool pool(1);
  std::mt19937 random(23);
  const auto choose = chooser(random);
  for (const float with :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
        -std::numeric_limits<float>::infinity()}) {
    for (int n = 0; n < 60; ++n) {
      const AttentionRequest request = any_request(choose);
      const AttentionConfig& c = request.config;
      if (c.batch == 0 || c.query_len == 0 || c.key_len == 0) continue;
      AttentionCall<float> call = random_call<float>(request, 5);
      std::vector<float>& spoilt = call.numbers[n % 2 ? "query" : "new_key"];
      spoilt[choose(0, static_cast<std::int64_t>(spoilt.size()) - 1)] = with;
      SavedActivations<float> saved;
      const Buffers<float> found = run_and_save(call, pool, saved);
      for (int k = 0; k < 8; ++k) {
        const WindowRequest w = any_window(c, choose);
        const Buffers<float> expected{{"map", pooled(found.at("attention"), c, w)}};
        EXPECT_EQ(differing_bits(Buffers<float>{{"map", window(saved, w, pool)}}, expected), "");
      }
    }
  }
}

TEST(SavedActivations, HasTheLogSumExpOfTheTrace) {
  ThreadPool pool(1);
  std::mt19937 random(24);
  for (int n = 0; n < 60; ++n) {
    AttentionRequest request = any_request(chooser(random));
    request.trace = true;
    const AttentionCall<float> call = random_call<float>(request, 6);
    SavedActivations<float> saved;
    const std::vector<float> expected = run_and_save(call, pool, saved).at("log_sum_exp");
    std::vector<float> found;
    for (std::size_t row = 0; row < expected.size(); ++row)
      found.push_back(saved.log_sum_exp(static_cast<std::int64_t>(row)));
    EXPECT_EQ(differing_bits(Buffers<float>{{"it", found}}, {{"it", expected}}), "");
  }
}

TEST(SavedActivations, GivesKeysAndValuesBackAsRows) {
  AttentionRequest request;
  request.config.batch = 2;
  request.config.num_heads = request.config.num_kv_heads = 2;
  request.config.query_len = 1;
  request.config.key_len = 21;
  request.config.head_dim = 5;
  request.config.value_head_dim = 11;
  const AttentionCall<float> call = random_call<float>(request, 7);
  ThreadPool pool(1);
  SavedActivations<float> saved;
  run_and_save(call, pool, saved);
  for (const std::int64_t kv : {0, 3}) {
    for (const std::int64_t first : {0, 7, 20}) {
      const std::int64_t count = std::min<std::int64_t>(9, 21 - first);
      std::vector<float> keys(count * 5), values(count * 11);
      saved.unpack_keys(kv, first, count, keys.data());
      saved.unpack_values(kv, first, count, values.data());
      EXPECT_TRUE(std::equal(keys.begin(), keys.end(),
                             call.numbers.at("new_key").begin() + (kv * 21 + first) * 5));
      EXPECT_TRUE(std::equal(values.begin(), values.end(),
                             call.numbers.at("new_value").begin() + (kv * 21 + first) * 11));
    }
  }
}

TEST(SavedActivations, RefusesWindowsOutsideTheMap) {
  AttentionConfig c;
  c.query_len = 3;
  c.key_len = 5;
  const WindowRequest whole{0, 0, 0, 3, 0, 5, 3, 5, Pooling::kMean};
  EXPECT_NO_THROW(whole.validate(c));
  const auto refused = [&](auto set) {
    WindowRequest w = whole;
    set(w);
    EXPECT_THROW(w.validate(c), InvalidArgument);
  };
  refused([](WindowRequest& w) { w.batch = 1; });
  refused([](WindowRequest& w) { w.head = -1; });
  refused([](WindowRequest& w) { w.row_end = 4; });
  refused([](WindowRequest& w) { w.row_begin = 4; });
  refused([](WindowRequest& w) { w.column_end = 6; });
  refused([](WindowRequest& w) { w.column_begin = -1; });
  refused([](WindowRequest& w) { w.height = 4; });
  refused([](WindowRequest& w) { w.width = 0; });
}

}  // namespace
}  // namespace headwise
