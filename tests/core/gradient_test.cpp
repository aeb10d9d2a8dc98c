// Tests the backward of attention and of the layer: against finite differences in double, float
// against double, the same bits for any number of threads, and no effect of masked numbers.
#include <gtest/gtest.h>

#include <random>

#include "any_request.h"
#include "core/nn/linear_backward.h"
#include "formula.h"
#include "gradients.h"
#include "kernels/gemm.h"

namespace headwise {
namespace {

// Nothing is replaced, because a replaced intermediate has no gradient.
AttentionRequest with_gradients(AttentionRequest r) {
  r.replaced_query = r.replaced_key = r.replaced_value = r.replaced_heads = false;
  r.replaced_dot_products = r.replaced_scores = r.replaced_attention = false;
  return r;
}

auto chooser(unsigned seed) {
  return [random = std::mt19937(seed)](std::int64_t low, std::int64_t high) mutable {
    return low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
  };
}

AttentionRequest random_request(unsigned seed) {
  return with_gradients(any_request(chooser(seed)));
}

std::pair<MultiHeadAttentionConfig, ForwardRequest> random_forward(unsigned seed) {
  auto [layer, forward] = any_forward(chooser(seed));
  forward.attention = with_gradients(forward.attention);
  return {layer, forward};
}

// Slopes of ALiBi are given, so that they have a gradient.
template <class T>
AttentionCall<T> with_slopes(AttentionCall<T> call, unsigned seed) {
  const AttentionConfig& c = call.request.config;
  if (c.alibi) call.numbers["slopes"] = random_values<T>(c.num_heads, seed + 900);
  return call;
}
template <class T>
LayerCall<T> with_slopes(LayerCall<T> call, unsigned seed) {
  call.attention = with_slopes(call.attention, seed);
  return call;
}

template <class T>
std::vector<T> narrowed(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

// The largest difference of two steps' gradients, in units of the largest number of each. Some
// gradients are exactly 0: their error is compared with a tenth of the largest gradient of all.
template <class T>
double apart(const Step<T>& one, const Step<double>& other) {
  const auto largest_of = [](const std::vector<double>& values) {
    double largest = 0;
    for (const double x : values) largest = std::max(largest, std::abs(x));
    return largest;
  };
  double floor = 1e-3, result = 0;
  for (const auto& [name, values] : other.gradients)
    floor = std::max(floor, largest_of(values) / 10);
  for (const auto& [name, values] : other.gradients) {
    const double scale = std::max(floor, largest_of(values));
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double difference =
          std::abs(static_cast<double>(one.gradients.at(name)[i]) - values[i]);
      if (!(difference / scale <= result)) result = difference / scale;
    }
  }
  return result;
}

constexpr double kDoubleTolerance = 1e-7, kFloatTolerance = 1e-4;
constexpr int kRequests = 40;

TEST(Gradients, OfAttentionAreItsSlopes) {
  for (int seed = 0; seed < kRequests; ++seed) {
    const auto call = with_slopes(random_call<double>(random_request(seed), seed), seed);
    const auto weights = random_values<double>(output_size(call), seed + 1);
    EXPECT_EQ(differing_slopes(call, weights, kDoubleTolerance, seed), "") << "seed " << seed;
  }
}

TEST(Gradients, OfTurnsByGivenFrequenciesAreItsSlopes) {
  AttentionRequest request;
  request.config.batch = 2;
  request.config.num_heads = 2;
  request.config.query_len = request.config.key_len = 7;
  request.config.head_dim = request.config.value_head_dim = 6;
  request.rotary = true;
  request.rotary_config = {10000, true, 4, 3, 1.5};
  auto call = random_call<double>(request, 1);
  call.frequencies = {0.7, -0.2};
  const auto weights = random_values<double>(output_size(call), 2);
  EXPECT_EQ(differing_slopes(call, weights, 1e-7, 3), "");
}

TEST(Gradients, OfALayerAreItsSlopes) {
  for (int seed = 0; seed < kRequests / 2; ++seed) {
    const auto [layer, forward] = random_forward(seed);
    const auto call = with_slopes(random_call<double>(layer, forward, seed), seed);
    const auto weights = random_values<double>(output_size(call), seed + 1);
    EXPECT_EQ(differing_slopes(call, weights, kDoubleTolerance, seed), "") << "seed " << seed;
  }
}

// A bias, shared along any of its axes, and slopes: both have cells that are masked, and softcap and scale behind them.
TEST(Gradients, OfABiasAndOfSlopesAreTheSlopes) {
  for (int axes = 0; axes < 16; ++axes) {
    AttentionRequest r;
    AttentionConfig& c = r.config;
    c.batch = 2;
    c.num_kv_heads = 2;
    c.num_heads = 4;
    c.query_len = 5;
    c.past_len = 2;
    c.key_len = 4;
    c.head_dim = 3;
    c.value_head_dim = 2;
    c.scale = 0.7;
    c.softcap = axes % 3 == 0 ? 1.5 : 0;
    c.causal = axes % 2 ? Causal::kBottomRight : Causal::kNone;
    c.alibi = true;
    r.sinks = axes % 5 == 0;
    r.masks.push_back(mask_of(MaskKind::kIgnore, c, false, false, true, true));
    r.masks.push_back(mask_of(MaskKind::kBias, c, axes & 1, axes & 2, axes & 4, axes & 8));
    const auto call = with_slopes(random_call<double>(r, axes), axes);
    const auto weights = random_values<double>(output_size(call), axes + 1);
    ThreadPool pool(1);
    const Step<double> found = step(call, weights, pool);
    EXPECT_TRUE(found.gradients.contains("mask1") && found.gradients.contains("slopes"));
    EXPECT_EQ(differing_slopes(call, weights, kDoubleTolerance, axes), "") << "axes " << axes;
  }
}

TEST(Gradients, OfNormalisedQueriesAndKeysAreTheSlopes) {
  for (int kind = 0; kind < 8; ++kind) {
    MultiHeadAttentionConfig layer;
    layer.num_heads = 4;
    layer.num_kv_heads = 2;
    layer.head_dim = 6;
    layer.value_head_dim = 3;
    layer.embed_dim = layer.key_dim = layer.value_dim = layer.output_dim = 7;
    layer.query_key_norm = {true, (kind & 1) != 0, (kind & 2) != 0, (kind & 4) != 0, 1e-2};
    ForwardRequest forward;
    AttentionRequest& r = forward.attention;
    r.config.batch = 2;
    r.config.num_heads = 4;
    r.config.num_kv_heads = 2;
    r.config.head_dim = 6;
    r.config.value_head_dim = 3;
    r.config.query_len = 300;  // more than one strip of rows
    r.config.key_len = 5;
    r.config.past_len = 1;
    r.config.scale = 0.5;
    r.rotary = true;
    r.rotary_config.dims = 4;
    forward.value_is_key = true;
    const auto call = random_call<double>(layer, forward, kind);
    const auto weights = random_values<double>(output_size(call), kind + 1);
    ThreadPool pool(1);
    const Step<double> found = step(call, weights, pool);
    EXPECT_TRUE(found.gradients.contains("q_norm") && found.gradients.contains("k_norm"));
    EXPECT_EQ(found.gradients.contains("k_norm_bias"), layer.query_key_norm.centered);
    EXPECT_EQ(differing_slopes(call, weights, kDoubleTolerance, kind), "") << "kind " << kind;
  }
}

TEST(Gradients, WithDropoutAreTheSlopesOfWhatIsLeft) {
  for (int seed = 0; seed < 10; ++seed) {
    const Dropout dropout{0.3, 7, static_cast<std::uint32_t>(seed), 1};
    const auto [layer, forward] = random_forward(seed);
    const auto call = random_call<double>(layer, forward, seed);
    const auto weights = random_values<double>(output_size(call), seed + 1);
    EXPECT_EQ(differing_slopes(call, weights, kDoubleTolerance, seed, &dropout), "")
        << "seed " << seed;
  }
}

// Beyond one strip of queries, one block of keys and one chunk.
AttentionRequest large_request() {
  AttentionRequest r;
  r.config.num_heads = 2;
  r.config.query_len = 110;
  r.config.key_len = 300;
  r.config.head_dim = 20;
  r.config.value_head_dim = 12;
  r.config.scale = 0.5;
  return r;
}

TEST(Gradients, OfManyBlocksAreTheSlopes) {
  for (const Causal causal : {Causal::kNone, Causal::kPast, Causal::kBottomRight}) {
    AttentionRequest r = large_request();
    r.config.causal = causal;
    if (causal == Causal::kBottomRight) r.config.window_left = 200;
    const auto call = random_call<double>(r, 3);
    const auto weights = random_values<double>(output_size(call), 4);
    EXPECT_EQ(differing_slopes(call, weights, kDoubleTolerance, 5), "");
  }
}

// The layer's own keys come last: alone in a block, split between two, or with others.
TEST(Gradients, OfExtraKeysAtTheEdgeOfABlockAreTheSlopes) {
  for (const std::int64_t key_len : {254, 255, 256}) {
    MultiHeadAttentionConfig layer;
    layer.num_heads = layer.num_kv_heads = 2;
    layer.head_dim = layer.value_head_dim = 4;
    layer.embed_dim = layer.key_dim = layer.value_dim = layer.output_dim = 6;
    layer.add_bias_kv = layer.add_zero_attention = true;
    ForwardRequest forward;
    AttentionRequest& r = forward.attention;
    r.config.num_heads = r.config.num_kv_heads = 2;
    r.config.head_dim = r.config.value_head_dim = 4;
    r.config.query_len = 9;
    r.config.key_len = key_len;
    r.config.extra_len = 2;
    r.config.causal = Causal::kBottomRight;
    r.extra_bias = r.extra_zero = true;
    forward.value_is_key = true;
    const auto call = random_call<double>(layer, forward, 3);
    const auto weights = random_values<double>(output_size(call), 4);
    EXPECT_EQ(differing_slopes(call, weights, kDoubleTolerance, 5), "") << key_len << " keys";
  }
}

TEST(Gradients, OfFloatAreThoseOfDouble) {
  ThreadPool pool(1);
  double largest = 0;
  for (int seed = 0; seed < kRequests; ++seed) {
    const auto [layer, forward] = random_forward(seed);
    const auto call = with_slopes(random_call<float>(layer, forward, seed), seed);
    const auto wide = widened(call);
    const auto weights = random_values<double>(output_size(wide), seed + 1);
    const double difference =
        apart(step(call, narrowed<float>(weights), pool), step(wide, weights, pool));
    EXPECT_LE(difference, kFloatTolerance) << "seed " << seed;
    largest = std::max(largest, difference);
  }
  RecordProperty("largest", std::to_string(largest));
}

TEST(Gradients, HaveTheSameBitsOnAnyNumberOfThreads) {
  ThreadPool one(1), two(2), three(3);
  const auto expect_same = [&](const auto& call, const auto& weights, const char* what) {
    const Dropout dropout{0.2, 3, 1, 0};
    const auto expected = step(call, weights, one, {&dropout, 0, false});
    for (ThreadPool* pool : {&one, &two, &three}) {
      const auto got = step(call, weights, *pool, {&dropout, 1e-3, false});
      EXPECT_EQ(differing_bits(got.gradients, expected.gradients), "")
          << what << " on " << pool->threads();
    }
  };
  for (int seed = 0; seed < kRequests / 3; ++seed) {
    const auto [layer, forward] = random_forward(seed);
    const auto call = with_slopes(random_call<float>(layer, forward, seed), seed);
    expect_same(call, random_values<float>(output_size(call), seed), "a layer");
  }
  const auto call = random_call<float>(large_request(), 1);
  expect_same(call, random_values<float>(output_size(call), 2), "many blocks");
}

// Enough heads that each has one chunk of several strips, which takes several rounds.
TEST(Gradients, OfSeveralRoundsAreTheSameOnAnyNumberOfThreads) {
  AttentionRequest r = large_request();
  r.config.batch = 8;
  r.config.num_kv_heads = 2;
  r.config.query_len = 200;
  r.config.key_len = 520;
  r.config.head_dim = r.config.value_head_dim = 72;
  r.config.causal = Causal::kBottomRight;
  const auto call = random_call<float>(r, 1);
  const auto weights = random_values<double>(output_size(call), 2);
  ThreadPool one(1), three(3);
  const auto expected = step(call, narrowed<float>(weights), one);
  const auto got = step(call, narrowed<float>(weights), three, {nullptr, 1e-3, false});
  EXPECT_EQ(differing_bits(got.gradients, expected.gradients), "");
  EXPECT_LE(apart(got, step(widened(call), weights, one)), kFloatTolerance);
}

// No query may attend to some keys, and some queries to no key: their numbers must have no effect.
TEST(Gradients, DoNotSeeWhatIsMasked) {
  AttentionRequest r = large_request();
  const std::int64_t hidden = 100, blind = 20;
  r.config.softcap = 3;
  r.masks.push_back(mask_of(MaskKind::kAttend, r.config, false, false, true, true));
  auto call = random_call<float>(r, 1);
  auto& cells = call.cells["mask0"];
  for (std::int64_t i = 0; i < r.config.query_len; ++i) {
    for (std::int64_t j = 0; j < r.config.key_len; ++j)
      cells[i * r.config.key_len + j] = i >= blind && j >= hidden;
  }
  const auto weights = random_values<float>(output_size(call), 2);
  ThreadPool pool(1);
  const auto expected = step(call, weights, pool);
  const auto spoil = [&](const char* name, std::int64_t len, std::int64_t dim, std::int64_t count,
                         float with) {
    auto& values = call.numbers[name];
    for (std::size_t at = 0; at < values.size(); ++at) {
      if (static_cast<std::int64_t>(at) / dim % len < count) values[at] = with;
    }
  };
  for (const float with :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 1e30f}) {
    spoil("query", r.config.query_len, r.config.head_dim, blind, with);
    spoil("new_key", r.config.key_len, r.config.head_dim, hidden, with);
    spoil("new_value", r.config.key_len, r.config.value_head_dim, hidden, with);
    const auto got = step(call, weights, pool);
    EXPECT_EQ(differing_bits(got.gradients, expected.gradients), "") << with;
  }
  const auto zero = [&](const char* name, std::int64_t len, std::int64_t dim, std::int64_t count) {
    const auto& values = expected.gradients.at(name);
    for (std::size_t at = 0; at < values.size(); ++at) {
      if (static_cast<std::int64_t>(at) / dim % len < count && values[at] != 0) return false;
    }
    return true;
  };
  EXPECT_TRUE(zero("query", r.config.query_len, r.config.head_dim, blind));
  EXPECT_TRUE(zero("new_key", r.config.key_len, r.config.head_dim, hidden));
  EXPECT_TRUE(zero("new_value", r.config.key_len, r.config.value_head_dim, hidden));
}

// Padding of a layer's keys: its numbers affect neither its gradient nor the weights' gradients.
TEST(Gradients, OfALayerDoNotSeePadding) {
  MultiHeadAttentionConfig layer;
  layer.num_heads = layer.num_kv_heads = 2;
  layer.head_dim = layer.value_head_dim = 5;
  layer.embed_dim = layer.key_dim = layer.value_dim = layer.output_dim = 10;
  ForwardRequest forward;
  AttentionConfig& c = forward.attention.config;
  c.num_heads = c.num_kv_heads = 2;
  c.head_dim = c.value_head_dim = 5;
  c.query_len = 7;
  c.key_len = 9;
  forward.value_is_key = true;
  forward.attention.key_lengths = true;
  auto call = random_call<float>(layer, forward, 1);
  call.attention.key_lengths = {6};
  const auto weights = random_values<float>(output_size(call), 2);
  ThreadPool pool(1);
  const auto expected = step(call, weights, pool);
  auto& keys = call.attention.numbers["key_input"];
  std::fill(keys.begin() + 6 * layer.key_dim, keys.end(), std::numeric_limits<float>::quiet_NaN());
  EXPECT_EQ(differing_bits(step(call, weights, pool).gradients, expected.gradients), "");
}

// Scores so large that one key has all the attention, and the same with two that share it.
TEST(Gradients, StayFiniteWhereScoresAreLarge) {
  AttentionRequest r = large_request();
  r.config.scale = 1000;
  const auto call = random_call<float>(r, 1);
  const auto wide = widened(call);
  const auto weights = random_values<double>(output_size(wide), 2);
  ThreadPool pool(1);
  for (const auto& [name, values] : step(call, narrowed<float>(weights), pool).gradients) {
    EXPECT_TRUE(std::all_of(values.begin(), values.end(), [](float x) { return std::isfinite(x); }))
        << name;
  }
}

TEST(Gradients, AreRefusedForWhatWasWrittenOver) {
  for (bool AttentionRequest::* replaced :
       {&AttentionRequest::replaced_query, &AttentionRequest::replaced_key,
        &AttentionRequest::replaced_value, &AttentionRequest::replaced_dot_products,
        &AttentionRequest::replaced_scores, &AttentionRequest::replaced_attention,
        &AttentionRequest::replaced_heads}) {
    SavedActivations<float> saved;
    saved.request = large_request();
    saved.request.keep = true;
    Workspace scratch;
    AttentionBackwardJob<float> job;
    EXPECT_NO_THROW(job.lay_out(saved, {}, 1, scratch));
    saved.request.*replaced = true;
    EXPECT_THROW(job.lay_out(saved, {}, 1, scratch), InvalidArgument);
  }
  SavedActivations<float> saved;
  saved.request = large_request();
  Workspace scratch;
  AttentionBackwardJob<float> job;
  EXPECT_THROW(job.lay_out(saved, {}, 1, scratch), InvalidArgument);
}

// The dropped part is near the probability, the rest is scaled up, and a window of a row has the
// row's numbers.
TEST(Dropout, IsCountedOut) {
  const Dropout dropout{0.25, 11, 2, 3};
  const std::int64_t size = 10000;
  std::vector<float> row(size, 3.0f);
  drop(dropout, 5, 0, size, row.data());
  const auto dropped = std::count(row.begin(), row.end(), 0.0f);
  EXPECT_NEAR(static_cast<double>(dropped) / size, 0.25, 0.02);
  EXPECT_EQ(std::count(row.begin(), row.end(), 4.0f), size - dropped);
  std::vector<float> part(50, 3.0f);
  drop(dropout, 5, 1001, 50, part.data());
  EXPECT_TRUE(std::equal(part.begin(), part.end(), row.begin() + 1001));
  for (const Dropout other :
       {Dropout{0.25, 12, 2, 3}, Dropout{0.25, 11, 3, 3}, Dropout{0.25, 11, 2, 4}}) {
    std::vector<float> different(size, 3.0f);
    drop(other, 5, 0, size, different.data());
    EXPECT_NE(different, row);
  }
  std::vector<float> different(size, 3.0f);
  drop(dropout, 6, 0, size, different.data());
  EXPECT_NE(different, row);
}

template <class T>
class Products : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Products, Scalars);

// Two matrices, one below the other: more rows than one block of a sum, more columns than one
// group.
TYPED_TEST(Products, OfALinearMapsBackwardAreItsGradients) {
  using T = TypeParam;
  for (const std::int64_t rows : {0, 3, 600}) {
    const std::int64_t inputs = 61, first = 50, second = 9, outputs = first + second;
    const auto x = random_values<T>(rows * inputs + 1, 1),
               dy = random_values<T>(rows * outputs + 1, 2),
               weight = random_values<T>(outputs * inputs, 3);
    std::vector<T> dx(rows * inputs + 1, T(9)), dw(outputs * inputs, T(9)), db(outputs, T(9));
    Workspace scratch;
    LinearBackward<T> job;
    const LinearGradients<T> gradients{
        x.data(),
        dy.data(),
        dx.data(),
        {{first, weight.data(), dw.data(), db.data()},
         {second, weight.data() + first * inputs, dw.data() + first * inputs, db.data() + first}}};
    place(scratch, [&] { job.lay_out(rows, inputs, gradients, scratch); });
    ThreadPool pool(2);
    run_to_the_end(job, pool, 0);
    const double tolerance = std::is_same_v<T, float> ? 1e-4 : 1e-12;
    for (std::int64_t j = 0; j < inputs; ++j) {
      for (std::int64_t i = 0; i < rows; ++i) {
        double sum = 0;
        for (std::int64_t o = 0; o < outputs; ++o)
          sum += dy[i * outputs + o] * weight[o * inputs + j];
        EXPECT_NEAR(dx[i * inputs + j], sum, tolerance);
      }
      for (std::int64_t o = 0; o < outputs; ++o) {
        double sum = 0;
        for (std::int64_t i = 0; i < rows; ++i) sum += dy[i * outputs + o] * x[i * inputs + j];
        EXPECT_NEAR(dw[o * inputs + j], sum, tolerance);
      }
    }
    for (std::int64_t o = 0; o < outputs; ++o) {
      double sum = 0;
      for (std::int64_t i = 0; i < rows; ++i) sum += dy[i * outputs + o];
      EXPECT_NEAR(db[o], sum, tolerance);
    }
  }
}

}  // namespace
}  // namespace headwise
