// Tests the parts of calls: random numbers, positions, the small operations, memory and threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <barrier>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "attention_call.h"
#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/workspace.h"
#include "core/nn/operations.h"
#include "core/nn/positions.h"
#include "parallel/thread_pool.h"

namespace headwise {
namespace {

TEST(RandomStream, CountsThroughTheWordsOfItsBlocks) {
  const RandomStream random(0, 0);
  EXPECT_EQ(random.uniform(0), static_cast<float>(0x6627e8) * 0x1p-24f);
  EXPECT_EQ(random.uniform(3), static_cast<float>(0x9b00db) * 0x1p-24f);
  const RandomStream other((std::uint64_t{7} << 32) + 9, 4, 2);
  EXPECT_EQ(other.uniform(6), static_cast<float>(philox({1, 0, 4, 2}, {9, 7})[2] >> 8) * 0x1p-24f);
}

TEST(Positions, AlibiSlopesAreThePapers) {
  for (int h = 0; h < 8; ++h) EXPECT_EQ(alibi_slope(h, 8), std::exp2(-(h + 1)));
  const double six[] = {0x1p-2, 0x1p-4, 0x1p-6, 0x1p-8, 0x1p-1, 0x1p-3};
  for (int h = 0; h < 6; ++h) EXPECT_EQ(alibi_slope(h, 6), six[h]);
}

TEST(Positions, SinusoidsAreThePapers) {
  float row[7];
  sinusoidal_position(5, 7, row);
  for (int i = 0; i < 7; ++i) {
    const double angle = 5 / std::pow(10000.0, (i - i % 2) / 7.0);
    EXPECT_NEAR(row[i], i % 2 ? std::cos(angle) : std::sin(angle), 1e-7);
  }
}

template <class LayOut, class Prepare>
void run_operation(Job& job, Workspace& workspace, LayOut lay_out, Prepare prepare) {
  ThreadPool pool(2);
  place(workspace, lay_out);
  prepare();
  run_to_the_end(job, pool, 0);
}

TEST(Linear, IsTheFormula) {
  for (const bool biased : {false, true}) {
    const std::int64_t rows = 101, in = 13, out = 11;
    const auto x = random_values<float>(rows * in, 1), weight = random_values<float>(out * in, 2);
    const auto bias = random_values<float>(out, 3);
    Workspace workspace;
    LinearJob job;
    run_operation(
        job, workspace, [&] { job.lay_out(rows, in, out, biased, workspace); },
        [&] {
          std::copy(x.begin(), x.end(), workspace.find<float>("x"));
          std::copy(weight.begin(), weight.end(), workspace.find<float>("weight"));
          if (biased) std::copy(bias.begin(), bias.end(), workspace.find<float>("bias"));
        });
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t o = 0; o < out; ++o) {
        double sum = biased ? bias[o] : 0;
        for (std::int64_t k = 0; k < in; ++k) sum += double{x[i * in + k]} * weight[o * in + k];
        ASSERT_NEAR(workspace.find<float>("output")[i * out + o], sum, 1e-5) << i << " " << o;
      }
    }
  }
}

TEST(SoftmaxOperation, SumsToOneOrIsZero) {
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<float> x = {1, 2, 3, -infinity, -infinity, -infinity};
  Workspace workspace;
  SoftmaxJob job;
  run_operation(
      job, workspace, [&] { job.lay_out(2, 3, false, workspace); },
      [&] { std::copy(x.begin(), x.end(), workspace.find<float>("output")); });
  const double sum = std::exp(-2.0) + std::exp(-1.0) + 1;
  for (int j = 0; j < 3; ++j) {
    EXPECT_NEAR(workspace.find<float>("output")[j], std::exp(j - 2.0) / sum, 1e-6);
    EXPECT_EQ(workspace.find<float>("output")[3 + j], 0.0f);
  }
}

TEST(AddAndNorm, BringsEachRowToMeanZeroAndVarianceOne) {
  const std::int64_t rows = 3, width = 7;
  const auto x = random_values<float>(rows * width, 1), sublayer = random_values<float>(21, 2);
  const auto weight = random_values<float>(width, 3), bias = random_values<float>(width, 4);
  Workspace workspace;
  AddAndNormJob job;
  run_operation(
      job, workspace, [&] { job.lay_out(rows, width, 1e-5, true, true, workspace); },
      [&] {
        const std::pair<const char*, const std::vector<float>*> inputs[] = {
            {"x", &x}, {"sublayer", &sublayer}, {"weight", &weight}, {"bias", &bias}};
        for (const auto& [name, values] : inputs)
          std::copy(values->begin(), values->end(), workspace.find<float>(name));
      });
  for (std::int64_t row = 0; row < rows; ++row) {
    double sum[7], mean = 0, variance = 0;
    for (std::int64_t d = 0; d < width; ++d)
      mean +=
          (sum[d] = static_cast<double>(x[row * width + d]) + sublayer[row * width + d]) / width;
    for (const double value : sum) variance += (value - mean) * (value - mean) / width;
    EXPECT_NEAR(workspace.find<float>("mean")[row], mean, 1e-6);
    EXPECT_NEAR(workspace.find<float>("variance")[row], variance, 1e-5);
    for (std::int64_t d = 0; d < width; ++d) {
      const double expected = (sum[d] - mean) / std::sqrt(variance + 1e-5) * weight[d] + bias[d];
      EXPECT_NEAR(workspace.find<float>("output")[row * width + d], expected, 1e-5);
    }
  }
}

TEST(Embed, GivesEveryIdItsVectorAndEveryPlaceItsSinusoid) {
  const std::uint32_t ids[] = {9, 4, 9};
  const std::int64_t dim = 6, offset = 2;
  for (const bool sinusoidal : {true, false}) {
    Workspace workspace;
    EmbedJob job;
    run_operation(
        job, workspace,
        [&] { job.lay_out(3, dim, {11, sinusoidal, offset, false, false}, workspace); },
        [&] { std::copy_n(ids, 3, workspace.find<std::uint32_t>("ids")); });
    for (std::int64_t i = 0; i < 3; ++i) {
      float positions[6] = {};
      if (sinusoidal) sinusoidal_position(offset + i, dim, positions);
      for (std::int64_t d = 0; d < dim; ++d) {
        const auto at = static_cast<std::uint32_t>(d);
        const float token = 2.0f * RandomStream(11, 6, ids[i]).uniform(at) - 1.0f;
        EXPECT_EQ(workspace.find<float>("tokens")[i * dim + d], token);
        EXPECT_EQ(workspace.find<float>("positions")[i * dim + d], positions[d]);
        EXPECT_EQ(workspace.find<float>("x")[i * dim + d], token + positions[d]);
      }
    }
  }
}

TEST(Philox, GivesThePublishedNumbers) {
  using Block = std::array<std::uint32_t, 4>;
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
            (Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
}

TEST(Workspace, KeepsBuffersApartAndAligned) {
  Workspace workspace;
  std::uint8_t *a, *c;
  float* b;
  double* empty;
  place(workspace, [&] {
    a = workspace.add<std::uint8_t>("a", {3});
    b = workspace.add<float>({5, 7});
    empty = workspace.add<double>({0, 4});
    c = workspace.add<std::uint8_t>({1});
  });
  const auto address = [](const void* data) { return reinterpret_cast<std::uintptr_t>(data); };
  for (const void* data : {(void*)a, (void*)b, (void*)empty, (void*)c})
    EXPECT_EQ(address(data) % 64, 0u);
  EXPECT_GE(address(b), address(a) + 3);
  EXPECT_GE(address(c), address(b) + 140);
  EXPECT_EQ(workspace.find("a"), a);
  EXPECT_EQ(workspace.find("b"), nullptr);
  workspace.clear();
  EXPECT_THROW(workspace.add<float>({std::int64_t{1} << 62, 4}), OutOfMemory);
  EXPECT_THROW(workspace.add<float>({-1}), OutOfMemory);
}

TEST(Workspace, NamesBuffersInScopes) {
  Workspace workspace, lasting;
  float *x, *y, *z;
  workspace.clear(&lasting);
  place(workspace, [&] {
    workspace.enter("one.");
    x = workspace.add<float>("x", {3});
    workspace.enter("two.");
    y = workspace.add<float>("x", {3});
    workspace.named("also", x);
    z = workspace.lasting().add<float>("z", {3});
  });
  EXPECT_EQ(workspace.find("one.x"), x);
  EXPECT_EQ(workspace.find("two.x"), y);
  EXPECT_EQ(workspace.find("two.also"), x);
  EXPECT_EQ(workspace.find("z"), z);
  EXPECT_EQ(lasting.find("z"), z);
  EXPECT_EQ(workspace.find("x"), nullptr);
}

TEST(Workspace, SharesMemoryAfterRewinding) {
  Workspace workspace;
  float *first, *second, *after;
  place(workspace, [&] {
    const std::int64_t mark = workspace.mark();
    first = workspace.add<float>({100});
    workspace.rewind(mark);
    second = workspace.add<float>({10});
    workspace.rewind(mark);
    second = workspace.add<float>({100});
    after = workspace.add<float>({1});
  });
  EXPECT_EQ(first, second);
  EXPECT_GE(after, second + 100);
  EXPECT_LT(workspace.bytes(), 2 * 400);
}

TEST(Workspace, RefusesMoreThanItMeasured) {
  Workspace workspace;
  workspace.add<float>({10});
  workspace.allocate();
  workspace.add<float>({10});
  EXPECT_THROW(workspace.add<float>({1}), InvalidArgument);
}

// These programs are built so that a number that a call did not write shows in its results.
TEST(Workspace, HoldsNaNUntilItIsWritten) {
  Workspace workspace, lasting;
  for (int call = 0; call < 2; ++call) {
    float *a, *b;
    workspace.clear(&lasting);
    place(workspace, [&] {
      a = workspace.add<float>({1000});
      b = workspace.lasting().add<float>({1000});
    });
    for (float* values : {a, b}) {
      for (int i = 0; i < 1000; ++i) EXPECT_TRUE(std::isnan(values[i]));
      std::fill_n(values, 1000, 1.0f);
    }
  }
}

TEST(Workspace, KeepsItsMemoryFromCallToCall) {
  Workspace workspace;
  const auto lay_out = [&](std::int64_t size) {
    const void* data;
    workspace.clear();
    EXPECT_EQ(workspace.bytes(), 0);
    place(workspace, [&] { data = workspace.add<float>("a", {size}); });
    return data;
  };
  const void* before = lay_out(1000);
  const std::int64_t capacity = workspace.capacity();
  EXPECT_EQ(lay_out(900), before);
  EXPECT_EQ(workspace.find("a"), before);
  EXPECT_EQ(workspace.capacity(), capacity);
  lay_out(2000);
  EXPECT_GT(workspace.capacity(), capacity);
}

TEST(Operations, RefuseSizesOutOfRange) {
  Workspace workspace;
  LinearJob linear;
  EXPECT_THROW(linear.lay_out(-1, 2, 2, true, workspace), InvalidArgument);
  EXPECT_THROW(linear.lay_out(2, 0, 2, true, workspace), InvalidArgument);
  EXPECT_THROW(linear.lay_out(2, 2, 0, true, workspace), InvalidArgument);
  SoftmaxJob softmax;
  EXPECT_THROW(softmax.lay_out(-1, 2, false, workspace), InvalidArgument);
  EXPECT_THROW(softmax.lay_out(2, -1, true, workspace), InvalidArgument);
  EmbedJob embed;
  EXPECT_THROW(embed.lay_out(-1, 2, {}, workspace), InvalidArgument);
  EXPECT_THROW(embed.lay_out(2, 0, {}, workspace), InvalidArgument);
  AddAndNormJob norm;
  EXPECT_THROW(norm.lay_out(-1, 2, 0, false, false, workspace), InvalidArgument);
  EXPECT_THROW(norm.lay_out(2, 0, 0, true, true, workspace), InvalidArgument);
}

TEST(ThreadPool, NumbersItsThreads) {
  ThreadPool pool(3);
  std::barrier all_begun(3);  // no thread can take two of the tasks
  std::array<int, 3> workers{};
  pool.run(0, 3, [&](std::int64_t task, int worker) {
    all_begun.arrive_and_wait();
    workers[task] = worker;
  });
  std::sort(workers.begin(), workers.end());
  EXPECT_EQ(workers, (std::array<int, 3>{0, 1, 2}));
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
