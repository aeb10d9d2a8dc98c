// Tests laws that hold bit for bit: threads, slices and tracing change nothing, masked numbers have
// no effect, and every worker uses its own scratch memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "any_request.h"
#include "formula.h"

namespace headwise {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

auto chooser(std::mt19937& random) {
  return [&random](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random() % static_cast<unsigned>(high - low + 1));
  };
}

AttentionRequest long_request() {
  AttentionRequest request;
  request.config.batch = 2;
  request.config.num_heads = 4;
  request.config.num_kv_heads = 2;
  request.config.query_len = request.config.key_len = 130;
  request.config.head_dim = request.config.value_head_dim = 16;
  request.config.scale = 0.25;
  request.config.causal = Causal::kPast;
  return request;
}

TEST(Laws, ThreadsSlicesAndTracesChangeNoBitOfAttention) {
  ThreadPool one(1), three(3);
  std::vector<AttentionRequest> requests = {long_request()};
  std::mt19937 random(1);
  for (int i = 0; i < 40; ++i) requests.push_back(any_request(chooser(random)));
  for (const AttentionRequest& request : requests) {
    const AttentionCall<float> call = random_call<float>(request, 4);
    const Buffers<float> expected = run(call, one);
    EXPECT_EQ(differing_bits(run(call, one, 1e-3), expected), "");
    EXPECT_EQ(differing_bits(run(call, three), expected), "");
    EXPECT_EQ(differing_bits(run(call, three, 1e-3), expected), "");
    AttentionCall<float> traced = call;
    traced.request.trace = !request.trace;
    EXPECT_EQ(differing_bits(run(traced, one), expected), "");
  }
}

TEST(Laws, ALongRowKeepsTheBitsOfAShortOne) {
  // A window masks all but the last keys: traced, the whole row is computed; untraced, its end.
  AttentionRequest request = long_request();
  request.config.query_len = 4;
  request.config.key_len = 5000;
  request.config.causal = Causal::kBottomRight;
  request.config.window_left = 20;
  const AttentionCall<float> call = random_call<float>(request, 10);
  AttentionCall<float> traced = call;
  traced.request.trace = true;
  EXPECT_EQ(differing_bits(run(call), run(traced)), "");
}

TEST(Laws, ThreadsAndSlicesChangeNoBitOfALayer) {
  ThreadPool one(1), three(3);
  std::mt19937 random(2);
  for (int i = 0; i < 20; ++i) {
    const auto [layer, request] = any_forward(chooser(random));
    const LayerCall<float> call = random_call<float>(layer, request, 5);
    const Buffers<float> expected = run(call, one);
    EXPECT_EQ(differing_bits(run(call, three), expected), "");
    EXPECT_EQ(differing_bits(run(call, three, 1e-3), expected), "");
  }
}

TEST(Laws, SlicesGrowProgressToTheEnd) {
  AttentionRequest request = long_request();
  request.config.query_len = request.config.key_len = 700;
  Workspace workspace;
  ScaledDotProductAttentionJob<float> job;
  ThreadPool pool(1);
  place(workspace, [&] { job.lay_out(request, 1, workspace); });
  bring(random_call<float>(request, 1), workspace);
  JobRunner runner;
  runner.start(job);
  double progress = 0;
  int slices = 1;
  for (; runner.step(pool, 1e-3) != StepResult::kDone; ++slices) {
    EXPECT_GT(runner.progress(), progress);
    progress = runner.progress();
  }
  EXPECT_GT(slices, 3);
  EXPECT_DOUBLE_EQ(runner.progress(), 1.0);
}

TEST(Laws, MapsInPartsAreTheMaps) {
  for (const int threads : {1, 3}) {
    for (const double slice : {0.0, 1e-3}) {
      AttentionRequest request = long_request();
      request.config.query_len = request.config.key_len = 701;
      request.trace = false;
      request.attention = true;
      const AttentionConfig& c = request.config;
      const AttentionCall<float> call = random_call<float>(request, 1);
      ThreadPool pool(threads);

      Workspace workspace;
      ScaledDotProductAttentionJob<float> job;
      const auto prepare = [&] {
        workspace.clear();
        place(workspace, [&] { job.lay_out(request, threads, workspace); });
        bring(call, workspace);
      };
      prepare();
      run_to_the_end(job, pool, 0);
      const std::int64_t cells = c.batch * c.num_heads * c.query_len * c.total_len();
      const std::int64_t numbers = c.batch * c.num_heads * c.query_len * c.value_head_dim;
      const auto copy = [&](const char* name, std::int64_t size) {
        const float* values = workspace.find<float>(name);
        return std::vector<float>(values, values + size);
      };
      const std::vector<float> expected = copy("attention", cells);
      const std::vector<float> output = copy("output", numbers);

      request.in_parts = true;
      prepare();
      std::vector<float> collected;
      JobRunner runner;
      runner.start(job);
      int parts = 0;
      for (StepResult step; (step = runner.step(pool, slice)) != StepResult::kDone;) {
        if (step != StepResult::kPart) continue;
        ++parts;
        const auto [first, count, place] = job.part_rows();
        EXPECT_EQ(first * c.total_len(), static_cast<std::int64_t>(collected.size()));
        const float* part = workspace.find<float>("attention") + place * c.total_len();
        collected.insert(collected.end(), part, part + count * c.total_len());
      }
      EXPECT_GT(parts, 1);
      ASSERT_EQ(collected.size(), expected.size());
      EXPECT_EQ(std::memcmp(collected.data(), expected.data(), cells * sizeof(float)), 0);
      // which lies behind the maps
      EXPECT_EQ(std::memcmp(copy("output", numbers).data(), output.data(), numbers * sizeof(float)),
                0);
    }
  }
}

// Tasks that the threads began ahead are awaited, or left out, before their memory is freed.
TEST(Laws, PartsMayBeAbandoned) {
  AttentionRequest request = long_request();
  request.config.num_heads = 8;  // four parts
  request.config.query_len = request.config.key_len = 701;
  request.trace = false;
  request.attention = request.in_parts = true;
  const AttentionCall<float> call = random_call<float>(request, 1);
  ThreadPool pool(3);
  for (int parts = 1; parts < 4; ++parts) {
    JobRunner runner;
    {
      Workspace workspace;
      ScaledDotProductAttentionJob<float> job;
      place(workspace, [&] { job.lay_out(request, 3, workspace); });
      bring(call, workspace);
      runner.start(job);
      for (int taken = 0; taken < parts; ++taken)
        ASSERT_EQ(runner.step(pool, 0), StepResult::kPart);
      runner.stop();
    }
    int calls = 0;
    pool.run(0, 1, [&](std::int64_t, int) { ++calls; });
    EXPECT_EQ(calls, 1);
  }
}

// Replaces key j and its value everywhere.
void overwrite_key(AttentionCall<float>& call, std::int64_t j, float with) {
  const AttentionConfig& c = call.request.config;
  const auto fill = [&](const std::string& name, std::int64_t len, std::int64_t dim,
                        std::int64_t at) {
    if (call.numbers.count(name) == 0 || at < 0 || at >= len) return;
    for (std::int64_t head = 0; head < c.batch * c.num_kv_heads; ++head)
      std::fill_n(call.numbers[name].begin() + (head * len + at) * dim, dim, with);
  };
  fill("past_key", c.past_len, c.head_dim, j);
  fill("past_value", c.past_len, c.value_head_dim, j);
  fill("new_key", c.key_len, c.head_dim, j - c.past_len);
  fill("new_value", c.key_len, c.value_head_dim, j - c.past_len);
  fill("replaced_key", c.masked_len(), c.head_dim, j);
  fill("replaced_value", c.masked_len(), c.value_head_dim, j);
}

TEST(Laws, WhatIsMaskedDoesNotMatter) {
  std::mt19937 random(3);
  for (int i = 0; i < 80; ++i) {
    AttentionRequest request = any_request(chooser(random));
    request.replaced_attention = request.trace = false;
    const AttentionConfig& c = request.config;
    if (c.masked_len() == 0) continue;
    const std::int64_t j = chooser(random)(0, c.masked_len() - 1);
    const std::string name = "mask" + std::to_string(request.masks.size());
    const MaskKind kind = static_cast<MaskKind>(i % 3);
    request.masks.push_back(mask_of(kind, c, false, false, false, true));
    AttentionCall<float> call = random_call<float>(request, 6);
    if (kind == MaskKind::kBias)
      call.numbers[name][j] = -kInfinity;
    else
      call.cells[name][j] = kind == MaskKind::kIgnore ? 1 : 0;
    const Buffers<float> expected = run(call);
    for (const float with : {kNaN, kInfinity, -3e38f, 1.0f}) {
      overwrite_key(call, j, with);
      Buffers<float> found = run(call);
      found.erase("dot_products"), found.erase("scores"), found.erase("softcapped");
      EXPECT_EQ(differing_bits(found, expected), "") << with << " in " << i;
    }
  }
}

TEST(Laws, WhatIsMaskedFarFromTheBeginningDoesNotMatter) {
  AttentionRequest request = long_request();
  request.config.key_len = 1300;
  request.config.causal = Causal::kNone;
  request.masks.push_back(mask_of(MaskKind::kIgnore, request.config, false, false, false, true));
  for (const std::int64_t j : {511, 512, 700, 1299}) {
    AttentionCall<float> call = random_call<float>(request, 12);
    call.cells["mask0"][j] = 1;
    const Buffers<float> expected = run(call);
    overwrite_key(call, j, kNaN);
    EXPECT_EQ(differing_bits(run(call), expected), "") << j;
  }
}

TEST(Laws, WhatIsOutOfRangeDoesNotMatter) {
  // The last key of a causal call without past is read by the last query only.
  AttentionRequest request = long_request();
  AttentionCall<float> call = random_call<float>(request, 7);
  const Buffers<float> expected = run(call);
  overwrite_key(call, request.config.key_len - 1, kNaN);
  const Buffers<float> found = run(call);
  const std::int64_t dim = request.config.value_head_dim, len = request.config.query_len;
  for (std::int64_t head = 0; head < 8; ++head) {
    const float* one = expected.at("output").data() + head * len * dim;
    const float* other = found.at("output").data() + head * len * dim;
    EXPECT_TRUE(std::equal(one, one + (len - 1) * dim, other)) << head;
    for (std::int64_t d = 0; d < dim; ++d) EXPECT_TRUE(std::isnan(other[(len - 1) * dim + d]));
  }
}

TEST(Laws, ANaNValueCountsUnderAWeightOfZero) {
  // A key that a query may attend to is part of its sum, however small the weight: 0 * NaN is NaN.
  AttentionRequest request = long_request();
  request.config.causal = Causal::kNone;
  request.attention = true;
  AttentionCall<float> call = random_call<float>(request, 11);
  for (const float with : {kNaN, kInfinity}) {
    overwrite_key(call, 5, with);
    std::fill(call.numbers["query"].begin(), call.numbers["query"].end(), 1.0f);
    const std::int64_t len = request.config.key_len, dim = request.config.head_dim;
    for (std::int64_t head = 0; head < 4; ++head)
      std::fill_n(call.numbers["new_key"].begin() + (head * len + 5) * dim, dim, -1000.0f);
    const Buffers<float> found = run(call);
    EXPECT_EQ(found.at("attention")[5], 0.0f);
    for (const float z : found.at("output")) ASSERT_TRUE(std::isnan(z));
  }
}

TEST(Laws, ANaNScoreSpoilsItsRowAlone) {
  AttentionRequest request = long_request();
  request.attention = true;
  AttentionCall<float> call = random_call<float>(request, 8);
  const Buffers<float> expected = run(call);
  const std::int64_t i = 17, len = request.config.query_len, dim = request.config.head_dim;
  call.numbers["query"][i * dim] = kNaN;
  const Buffers<float> found = run(call);
  for (std::int64_t row = 0; row < 8 * len; ++row) {
    const float* one = expected.at("attention").data() + row * len;
    const float* other = found.at("attention").data() + row * len;
    if (row != i) {
      ASSERT_TRUE(std::equal(one, one + len, other)) << row;
      continue;
    }
    for (std::int64_t j = 0; j < len; ++j) {
      if (j <= i)
        EXPECT_TRUE(std::isnan(other[j])) << j;
      else
        EXPECT_EQ(other[j], 0.0f) << j;
    }
  }
}

TEST(Laws, LargeScoresDoNotOverflow) {
  for (const double scale : {1e4, -1e4}) {
    AttentionRequest request = long_request();
    request.attention = true;
    request.config.scale = scale;
    const Buffers<float> found = run(random_call<float>(request, 9));
    const std::int64_t len = request.config.key_len;
    for (std::int64_t row = 0; row < 8 * len; ++row) {
      double sum = 0;
      for (std::int64_t j = 0; j < len; ++j) sum += found.at("attention")[row * len + j];
      ASSERT_NEAR(sum, 1, 1e-5) << row;
    }
  }
}

TEST(Laws, AWorkerKeepsToItsOwnScratch) {
  const AttentionRequest request = long_request();
  const int threads = 3;
  Workspace workspace;
  ScaledDotProductAttentionJob<float> job;
  place(workspace, [&] { job.lay_out(request, threads, workspace); });
  bring(random_call<float>(request, 1), workspace);
  const std::int64_t size = Attention<float>::strip_rows(130) * round_up(130, kPanelWidth);
  float* strips = job.attention().activations.strips;
  std::fill_n(strips, threads * size, 7.0f);
  for (const Stage& stage : job.stages()) {
    for (std::int64_t task = 0; task < stage.tasks; ++task) stage.run(task, 1);
  }
  const auto untouched = [&](int worker) {
    return std::all_of(strips + worker * size, strips + (worker + 1) * size,
                       [](float x) { return x == 7.0f; });
  };
  EXPECT_TRUE(untouched(0));
  EXPECT_FALSE(untouched(1));
  EXPECT_TRUE(untouched(2));
}

}  // namespace
}  // namespace headwise
