// The core against Eigen in double, written as the formula is; the laws that
// need C++ to be seen: slices, threads, the double instantiation; and what it
// refuses.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <limits>
#include <memory>

#include "core/attention_job.h"
#include "core/error.h"
#include "core/job.h"
#include "core/multi_head_attention.h"
#include "core/random.h"
#include "core/workspace.h"
#include "random_values.h"

namespace headwise {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class T>
Matrix matrix(const T* data, std::int64_t rows, std::int64_t columns) {
  using Source = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const Source>(data, rows, columns).template cast<double>();
}

Matrix softmax_rows(Matrix scores) {
  for (auto row : scores.rowwise()) {
    row = (row.array() - row.maxCoeff()).exp();
    row /= row.sum();
  }
  return scores;
}

AttentionRequest request_of(std::int64_t batch, std::int64_t heads, std::int64_t kv_heads,
                            std::int64_t query_len, std::int64_t key_len, std::int64_t head_dim,
                            std::int64_t value_head_dim) {
  AttentionRequest request;
  request.config.batch = batch;
  request.config.num_heads = heads;
  request.config.num_kv_heads = kv_heads;
  request.config.query_len = query_len;
  request.config.key_len = key_len;
  request.config.head_dim = head_dim;
  request.config.value_head_dim = value_head_dim;
  request.config.scale = 1.0 / std::sqrt(static_cast<double>(head_dim));
  return request;
}

// A call of attention with random inputs, run to its end.
template <class T>
struct AttentionRun {
  Workspace workspace;
  ScaledDotProductAttentionJob<T> job;
  ThreadPool pool;

  AttentionRun(const AttentionRequest& request, int threads = 1, double slice = 0) : pool(threads) {
    job.lay_out(request, pool.threads(), workspace);
    workspace.allocate();
    job.bind(workspace);
    const AttentionConfig& c = request.config;
    fill("query", c.batch * c.num_heads * c.query_len * c.head_dim, 11);
    fill("new_key", c.batch * c.num_kv_heads * c.key_len * c.head_dim, 12);
    fill("new_value", c.batch * c.num_kv_heads * c.key_len * c.value_head_dim, 13);
    JobRunner runner;
    runner.start(job);
    double progress = 0;
    while (!runner.step(pool, slice)) {
      EXPECT_GE(runner.progress(), progress);
      progress = runner.progress();
    }
    EXPECT_DOUBLE_EQ(runner.progress(), 1.0);
  }
  void fill(const char* name, std::int64_t size, unsigned seed) {
    const auto values = random_values<T>(size, seed);
    std::copy(values.begin(), values.end(), workspace.find<T>(name));
  }
  std::vector<T> read(const char* name, std::int64_t size) {
    const T* data = workspace.find<T>(name);
    return {data, data + size};
  }
};

template <class T>
void expect_formula(const AttentionRequest& request, double tolerance) {
  AttentionRun<T> run(request);
  const AttentionConfig& c = request.config;
  for (std::int64_t b = 0; b < c.batch; ++b) {
    for (std::int64_t h = 0; h < c.num_heads; ++h) {
      const std::int64_t head = b * c.num_heads + h,
                         kv = b * c.num_kv_heads + h / (c.num_heads / c.num_kv_heads);
      const Matrix q =
          matrix(run.workspace.template find<T>("query") + head * c.query_len * c.head_dim,
                 c.query_len, c.head_dim);
      const Matrix k =
          matrix(run.workspace.template find<T>("new_key") + kv * c.key_len * c.head_dim, c.key_len,
                 c.head_dim);
      const Matrix v =
          matrix(run.workspace.template find<T>("new_value") + kv * c.key_len * c.value_head_dim,
                 c.key_len, c.value_head_dim);
      Matrix scores = q * k.transpose() * c.scale;
      if (c.causal == Causal::kPast) {
        for (std::int64_t i = 0; i < c.query_len; ++i) {
          for (std::int64_t j = i + 1; j < c.key_len; ++j)
            scores(i, j) = -std::numeric_limits<double>::infinity();
        }
      }
      const Matrix expected = softmax_rows(scores) * v;
      const Matrix got =
          matrix(run.workspace.template find<T>("output") + head * c.query_len * c.value_head_dim,
                 c.query_len, c.value_head_dim);
      EXPECT_LE((got - expected).cwiseAbs().maxCoeff(), tolerance);
    }
  }
}

TEST(Attention, IsTheFormula) {
  for (const std::int64_t key_len : {1, 7, 8, 9, 31, 40, 70}) {
    for (const bool causal : {false, true}) {
      AttentionRequest request = request_of(2, 4, 2, causal ? key_len : 33, key_len, 5, 3);
      if (causal) request.config.causal = Causal::kPast;
      expect_formula<float>(request, 2e-6);
      expect_formula<double>(request, 1e-14);
    }
  }
}

TEST(Attention, SlicesThreadsAndTracesChangeNoBit) {
  AttentionRequest request = request_of(2, 4, 2, 70, 70, 16, 16);
  request.config.causal = Causal::kPast;
  const std::int64_t size = 2 * 4 * 70 * 16;
  const auto expected = AttentionRun<float>(request).read("output", size);
  EXPECT_EQ(AttentionRun<float>(request, 1, 0.01).read("output", size), expected);
  EXPECT_EQ(AttentionRun<float>(request, 2).read("output", size), expected);
  EXPECT_EQ(AttentionRun<float>(request, 5, 0.01).read("output", size), expected);
  request.attention = true;
  EXPECT_EQ(AttentionRun<float>(request).read("output", size), expected);
  request.trace = true;
  EXPECT_EQ(AttentionRun<float>(request, 3).read("output", size), expected);
}

TEST(Attention, ALongRowKeepsTheBitsOfAShortOne) {
  // A window makes all but the last keys masked: strips of other heights and
  // ranges, the same sums.
  AttentionRequest wide = request_of(1, 1, 1, 4, 5000, 8, 8);
  wide.config.causal = Causal::kBottomRight;
  wide.config.window_left = 20;
  AttentionRun<float> run(wide);
  AttentionRequest traced = wide;
  traced.trace = true;
  AttentionRun<float> whole(traced);
  EXPECT_EQ(run.read("output", 32), whole.read("output", 32));
}

TEST(Attention, RefusesWhatDoesNotFit) {
  Workspace workspace;
  ScaledDotProductAttentionJob<float> job;
  EXPECT_THROW(job.lay_out(request_of(1, 3, 2, 1, 1, 1, 1), 1, workspace), InvalidArgument);
  EXPECT_THROW(job.lay_out(request_of(-1, 1, 1, 1, 1, 1, 1), 1, workspace), InvalidArgument);
  EXPECT_THROW(job.lay_out(request_of(1, 1, 1, 1, 1, 0, 1), 1, workspace), InvalidArgument);
  EXPECT_THROW(job.lay_out(request_of(1, 1, 1, std::int64_t{1} << 31, 1, 1, 1), 1, workspace),
               InvalidArgument);
  AttentionRequest masked = request_of(1, 1, 1, 3, 4, 2, 2);
  masked.masks.push_back({MaskKind::kAttend, 11, {0, 0, 4, 1}});
  EXPECT_THROW(job.lay_out(masked, 1, workspace), InvalidArgument);
  masked.masks[0].elements = 12;
  workspace.clear();
  EXPECT_NO_THROW(job.lay_out(masked, 1, workspace));
}

TEST(Attention, SizesThatWrapAreOutOfMemory) {
  Workspace workspace;
  ScaledDotProductAttentionJob<float> job;
  const std::int64_t huge = (std::int64_t{1} << 31) - 1;
  EXPECT_THROW(job.lay_out(request_of(huge, huge, huge, huge, huge, huge, huge), 1, workspace),
               OutOfMemory);
}

TEST(MultiHeadAttention, IsTheFormula) {
  MultiHeadAttentionConfig config{12, 4, 4, 3, 3, 12, 12, 12, true, false, false};
  MultiHeadAttentionParameters<float> parameters(config);
  parameters.initialize(5);
  const auto bias = random_values<float>(12, 21);
  for (const char* name : {"b_q", "b_k", "b_v", "b_o"})
    std::copy(bias.begin(), bias.end(), parameters.find(name));
  parameters.pack();

  const std::int64_t len = 9;
  ForwardRequest request;
  request.attention = request_of(1, 4, 4, len, len, 3, 3);
  request.attention.trace = true;
  request.key_is_query = request.value_is_key = true;
  Workspace workspace;
  MultiHeadAttentionJob<float> job;
  ThreadPool pool(1);
  job.lay_out(parameters, request, pool.threads(), workspace);
  workspace.allocate();
  job.bind(workspace);
  const auto input = random_values<float>(len * 12, 22);
  std::copy(input.begin(), input.end(), workspace.find<float>("query_input"));
  JobRunner runner;
  runner.start(job);
  EXPECT_TRUE(runner.step(pool, 0));

  const Matrix x = matrix(input.data(), len, 12);
  const Matrix b = matrix(bias.data(), 1, 12);
  const auto weight = [&](const char* name) { return matrix(parameters.find(name), 12, 12); };
  const auto project = [&](const char* name) {
    return Matrix(x * weight(name).transpose() + b.replicate(len, 1));
  };
  const Matrix q = project("w_q"), k = project("w_k"), v = project("w_v");
  Matrix concatenated(len, 12);
  for (int head = 0; head < 4; ++head) {
    const Matrix scores =
        q.middleCols(head * 3, 3) * k.middleCols(head * 3, 3).transpose() / std::sqrt(3.0);
    concatenated.middleCols(head * 3, 3) = softmax_rows(scores) * v.middleCols(head * 3, 3);
  }
  const Matrix expected = concatenated * weight("w_o").transpose() + b.replicate(len, 1);
  EXPECT_LE((matrix(workspace.find<float>("output"), len, 12) - expected).cwiseAbs().maxCoeff(),
            2e-6);

  Matrix sum = b.replicate(len, 1);
  for (int head = 0; head < 4; ++head) {
    sum += matrix(workspace.find<float>("contributions") + head * len * 12, len, 12);
  }
  EXPECT_LE((sum - expected).cwiseAbs().maxCoeff(), 2e-6);
}

TEST(Philox, GivesThePublishedNumbers) {
  using Block = std::array<std::uint32_t, 4>;
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
            (Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
}

TEST(Workspace, KeepsBuffersApartAndAligned) {
  Workspace workspace;
  workspace.add<std::uint8_t>("a", {3});
  workspace.add<float>("b", {5, 7});
  workspace.add<double>("empty", {0, 4});
  workspace.add<std::uint8_t>("c", {1});
  workspace.allocate();
  const auto address = [&](const char* name) {
    return reinterpret_cast<std::uintptr_t>(workspace.find(name));
  };
  for (const char* name : {"a", "b", "c", "empty"}) EXPECT_EQ(address(name) % 64, 0u);
  EXPECT_GE(address("b"), address("a") + 3);
  EXPECT_GE(address("c"), address("b") + 140);
  EXPECT_EQ(workspace.find("none"), nullptr);
  EXPECT_THROW(workspace.add<float>("huge", {std::int64_t{1} << 62, 4}), OutOfMemory);
  EXPECT_THROW(workspace.add<float>("negative", {-1}), OutOfMemory);
}

TEST(ThreadPool, RunsEveryTaskOnce) {
  for (const int threads : {1, 2, 4}) {
    ThreadPool pool(threads);
    for (int round = 0; round < 200; ++round) {
      std::vector<int> counts(round % 17 + 3);
      pool.run(0, static_cast<std::int64_t>(counts.size()), [&](std::int64_t task, int worker) {
        EXPECT_GE(worker, 0);
        EXPECT_LT(worker, threads);
        ++counts[task];
      });
      for (const int count : counts) ASSERT_EQ(count, 1);
    }
  }
}

}  // namespace
}  // namespace headwise
