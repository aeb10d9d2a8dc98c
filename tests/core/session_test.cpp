// Tests the state between two calls: plans and their memory, the budget, and kept calls.
#include "session/session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <vector>

#include "core/base/error.h"
#include "random_values.h"
#include "session/stored_weights.h"
#include "session/transformer_session.h"

namespace headwise {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kPage = Budget::kPage;

// A heap of one page, as a test sets it.
Heap heap = {kPage, 0};
Heap look() { return heap; }

Budget budget_of(double maximum, double limit) {
  heap = {kPage, 0};
  return Budget(maximum, limit, &look);
}

Session session_of(double maximum = kInfinity, double limit = 0, int threads = 1) {
  return Session(threads, 0, budget_of(maximum, limit));
}

// The number of bytes that a refusal asks for; 0: the call was accepted.
double needed(const Budget& budget, double more, double outside) {
  try {
    budget.within(more, outside, [] {});
  } catch (const OutOfMemory& error) {
    return error.needed();
  }
  return 0;
}

TEST(Budget, CountsWholePagesBeyondWhatIsFree) {
  const Budget budget = budget_of(3 * kPage, 0);
  EXPECT_EQ(needed(budget, 2 * kPage - 1024, 0), 0);  // the allocator takes 1024 bytes
  EXPECT_EQ(needed(budget, 2 * kPage - 1023, 0), 4 * kPage);
  heap.free = 1;
  EXPECT_EQ(needed(budget, 2 * kPage - 1023, 0), 0);
  EXPECT_EQ(needed(budget, 0, 1e9), 0);  // results are outside
}

TEST(Budget, CountsResultsAgainstTheLimitAlone) {
  const Budget budget = budget_of(8 * kPage, 3 * kPage);
  EXPECT_EQ(needed(budget, 0, 2 * kPage), 0);
  EXPECT_EQ(needed(budget, 0, 2 * kPage + 1), 3 * kPage + 1);
  EXPECT_EQ(needed(budget, 1, 2 * kPage), 4 * kPage);
}

TEST(Budget, RefusesWhatIsFreeInPiecesOnly) {
  const Budget budget = budget_of(8 * kPage, 0);
  heap.free = kPage;
  const auto call = [] { throw std::bad_alloc(); };
  EXPECT_THROW(budget.within(100, 0, call), OutOfMemory);
  EXPECT_EQ(budget.within(100, 0, [] { return 7; }), 7);
}

AttentionRequest request_of(std::int64_t len) {
  AttentionRequest request;
  request.config.query_len = request.config.key_len = len;
  request.config.head_dim = request.config.value_head_dim = 4;
  return request;
}

// Runs the planned call of attention on random numbers; its output.
std::vector<float> run(Session& session, std::int64_t len) {
  unsigned seed = 0;
  for (const char* name : {"query", "new_key", "new_value"}) {
    const auto values = random_values<float>(len * 4, ++seed);
    std::copy(values.begin(), values.end(), static_cast<float*>(session.find(name)));
  }
  session.start();
  while (session.step(0) != StepResult::kDone) {
  }
  const auto* output = static_cast<const float*>(session.find("output"));
  return {output, output + len * 4};
}

TEST(Session, RunsWhatItHasPlanned) {
  Session session = session_of();
  EXPECT_THROW(session.start(), InvalidArgument);
  session.plan_attention(request_of(9), 0);
  const std::vector<float> output = run(session, 9);
  EXPECT_EQ(session.progress(), 1);
  EXPECT_TRUE(std::all_of(output.begin(), output.end(), [](float x) { return std::isfinite(x); }));
  session.plan_softmax(2, 3, false, 0);
  EXPECT_EQ(session.find("query"), nullptr);
  EXPECT_NE(session.find("output"), nullptr);
  session.plan_attention(request_of(9), 0);
  EXPECT_EQ(run(session, 9), output);
}

TEST(Session, HasNoPlanAfterARefusalAndWorksOn) {
  Session session = session_of(4 * kPage);
  session.plan_attention(request_of(9), 0);
  const std::vector<float> output = run(session, 9);
  EXPECT_THROW(session.plan_attention(request_of(100000), 0), OutOfMemory);
  EXPECT_THROW(session.start(), InvalidArgument);
  AttentionRequest wrong = request_of(9);
  wrong.config.num_heads = 0;
  EXPECT_THROW(session.plan_attention(wrong, 0), InvalidArgument);
  EXPECT_THROW(session.start(), InvalidArgument);
  session.plan_attention(request_of(9), 0);
  EXPECT_EQ(run(session, 9), output);
}

TEST(Session, CountsResultsOutside) {
  Session session = session_of(kInfinity, 3 * kPage);
  session.plan_attention(request_of(9), kPage);
  EXPECT_THROW(session.plan_attention(request_of(9), 3 * kPage), OutOfMemory);
}

TEST(Session, TakesNoMoreMemoryForASmallerCall) {
  Session session = session_of(8 * kPage);
  session.plan_attention(request_of(90), 0);
  const void* query = session.find("query");
  heap = {8 * kPage, 0};  // full
  session.plan_attention(request_of(9), 0);
  EXPECT_EQ(session.find("query"), query);
  EXPECT_THROW(session.plan_attention(request_of(180), 0), OutOfMemory);
}

TEST(Session, HandsOverWhatACallKeeps) {
  Session session = session_of();
  AttentionRequest request = request_of(9);
  EXPECT_THROW(session.take_saved(), InvalidArgument);
  request.keep = request.attention = true;
  session.plan_attention(request, 0);
  run(session, 9);
  const auto* attention = static_cast<const float*>(session.find("attention"));
  const std::vector<float> maps(attention, attention + 81);
  const auto saved = session.take_saved();
  EXPECT_THROW(session.start(), InvalidArgument);  // its plan has gone with it
  EXPECT_EQ(session.find("query"), nullptr);

  session.plan_window(*saved, {0, 0, 0, 9, 0, 9, 9, 9, Pooling::kMean}, 0);
  session.start();
  while (session.step(0) != StepResult::kDone) {
  }
  const auto* window = static_cast<const float*>(session.find("output"));
  EXPECT_TRUE(std::equal(maps.begin(), maps.end(), window));
}

TEST(Session, ForgetsWhatACallKeepsUnlessItWasTaken) {
  Session session = session_of();
  AttentionRequest request = request_of(9);
  request.keep = true;
  session.plan_attention(request, 0);
  session.forget_saved();
  EXPECT_THROW(session.take_saved(), InvalidArgument);
  EXPECT_THROW(session.start(), InvalidArgument);
  session.plan_attention(request_of(9), 0);
  session.forget_saved();  // nothing: the plan stays
  run(session, 9);
}

TEST(Session, SaysWhichRowsAPartHas) {
  Session session = session_of(kInfinity, 0, 3);
  AttentionRequest request = request_of(701);
  request.config.num_heads = request.config.num_kv_heads = 8;
  request.attention = request.in_parts = true;
  session.plan_attention(request, 0);
  for (const char* name : {"query", "new_key", "new_value"})
    std::fill_n(static_cast<float*>(session.find(name)), 8 * 701 * 4, 0.5f);
  session.start();
  std::int64_t rows = 0;
  for (StepResult result; (result = session.step(0)) != StepResult::kDone;) {
    if (result != StepResult::kPart) continue;
    EXPECT_EQ(session.part_rows().first, rows);
    rows += session.part_rows().count;
  }
  EXPECT_EQ(rows, 8 * 701);
}

TEST(TransformerSession, TakesItsStateWithTheFirstPlanToTrain) {
  Session session = session_of();
  TransformerConfig config;
  config.vocab_size = 7;
  config.context_len = 6;
  config.embed_dim = 8;
  config.num_heads = config.num_kv_heads = 2;
  config.head_dim = 4;
  TransformerSession transformer(config, 1);
  TransformerRequest request;
  request.length = 6;
  request.loss = true;
  transformer.plan(session, request, 0);
  EXPECT_EQ(transformer.state(), nullptr);
  EXPECT_THROW(transformer.set_optimizer({}, 1), InvalidArgument);
  request.train = true;
  for (int step = 1; step < 3; ++step) {
    transformer.plan(session, request, 0);
    transformer.set_optimizer({}, 1);
    std::fill_n(static_cast<std::int32_t*>(session.find("tokens")), 6, 3);
    std::fill_n(static_cast<std::int32_t*>(session.find("targets")), 6, 5);
    std::fill_n(static_cast<std::uint8_t*>(session.find("mask")), 6, 1);
    session.start();
    while (session.step(0) != StepResult::kDone) {
    }
    EXPECT_EQ(transformer.steps_done(), step);
    EXPECT_EQ(transformer.outcome().counted, 6);
  }
  transformer.reset_optimizer(9);
  EXPECT_EQ(transformer.steps_done(), 9);
  EXPECT_EQ(transformer.state()->first[0], 0);
}

TEST(TransformerSession, CountsMoreLayersThanAListCanHold) {
  const Session session = session_of(1e9);
  TransformerConfig config;
  const auto bytes = [&](std::int64_t layers) {
    config.num_layers = layers;
    return TransformerParameters<float>::bytes(config);
  };
  EXPECT_EQ(bytes(1000000000) - bytes(1), 999999999 * (bytes(3) - bytes(2)));
  EXPECT_THROW(session.take(bytes(1000000000), 0, [] {}), OutOfMemory);
}

TEST(RowOperations, KeepTheirScratchMemoryFromProductToProduct) {
  Session session = session_of();
  const StoredWeights weights(session, StoredType::kF32, 5, 8);
  const auto matrix = random_values<float>(5 * 8, 1), x = random_values<float>(2 * 8, 2);
  std::copy_n(reinterpret_cast<const std::uint8_t*>(matrix.data()), matrix.size() * 4,
              const_cast<std::uint8_t*>(weights.matrix().data));
  RowOperations products(session);
  float y[10];
  products.multiply(weights.matrix(), nullptr, x.data(), 2, y);
  for (int i = 0; i < 2; ++i) {
    for (int o = 0; o < 5; ++o) {
      double sum = 0;
      for (int k = 0; k < 8; ++k) sum += static_cast<double>(x[i * 8 + k]) * matrix[o * 8 + k];
      EXPECT_NEAR(y[i * 5 + o], sum, 1e-6);
    }
  }
  EXPECT_THROW(StoredWeights(session, StoredType::kQ8_0, 5, 8), InvalidArgument);
}

TEST(StoredWeights, StayWithinTheBudget) {
  Session session = session_of(2 * kPage);
  EXPECT_THROW(StoredWeights(session, StoredType::kF32, 1000, 1000), OutOfMemory);
  EXPECT_THROW(FloatBuffer(session, 1000000), OutOfMemory);
  EXPECT_NO_THROW(FloatBuffer(session, 100));
}

}  // namespace
}  // namespace headwise
