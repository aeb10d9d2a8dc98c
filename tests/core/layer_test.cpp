// Tests the layer against the formula in double, its initial values, and the calls that it refuses.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "any_request.h"
#include "core/base/error.h"
#include "core/base/random.h"
#include "formula.h"

namespace headwise {
namespace {

struct Kind {
  const char* name;
  std::function<void(MultiHeadAttentionConfig&, ForwardRequest&)> set;
};

void expect_formula(const MultiHeadAttentionConfig& layer, const ForwardRequest& request,
                    unsigned seed) {
  const LayerCall<float> call = random_call<float>(layer, request, seed);
  EXPECT_EQ(differing(run(call), formula(widened(call)), 2e-4), "");
  const LayerCall<double> wide = random_call<double>(layer, request, seed);
  EXPECT_EQ(differing(run(wide), formula(wide), 1e-12), "");
}

ForwardRequest base_request(const MultiHeadAttentionConfig& layer) {
  ForwardRequest request;
  AttentionConfig& c = request.attention.config;
  c.batch = 2;
  c.num_heads = layer.num_heads;
  c.num_kv_heads = layer.num_kv_heads;
  c.head_dim = layer.head_dim;
  c.value_head_dim = layer.value_head_dim;
  c.query_len = 9;
  c.key_len = 11;
  c.scale = 0.5;
  return request;
}

class Layer : public testing::TestWithParam<Kind> {};

TEST_P(Layer, IsTheFormula) {
  MultiHeadAttentionConfig layer{12, 4, 2, 3, 5, 7, 10, 6};
  ForwardRequest request = base_request(layer);
  GetParam().set(layer, request);
  expect_formula(layer, request, 1);
  request.attention.trace = true;
  expect_formula(layer, request, 2);
}

const Kind kKinds[] = {
    {"grouped_queries", [](auto&, auto&) {}},
    {"without_bias", [](auto& l, auto&) { l.bias = false; }},
    {"several_strips",
     [](auto&, auto& r) { r.attention.config.query_len = r.attention.config.key_len = 101; }},
    {"self_attention",
     [](auto& l, auto& r) {
       l.key_dim = l.value_dim = l.embed_dim;
       r.key_is_query = r.value_is_key = true;
       r.attention.config.key_len = r.attention.config.query_len;
     }},
    {"value_is_key", [](auto& l, auto& r) { l.value_dim = l.key_dim, r.value_is_key = true; }},
    {"bias_key",
     [](auto& l, auto& r) {
       l.add_bias_kv = r.attention.extra_bias = true;
       r.attention.config.extra_len = 1;
     }},
    {"bias_key_and_zero_key",
     [](auto& l, auto& r) {
       l.add_bias_kv = r.attention.extra_bias = true;
       l.add_zero_attention = r.attention.extra_zero = true;
       r.attention.config.extra_len = 2;
     }},
    {"averaged_maps", [](auto&, auto& r) { r.average_heads = true; }},
    {"past_and_rotary",
     [](auto&, auto& r) {
       r.attention.config.past_len = 4;
       r.attention.rotary = true;
       r.attention.rotary_config.dims = 2;
     }},
    {"normalised_heads",
     [](auto& l, auto&) { l.query_key_norm = {true, false, true, false, 1e-6}; }},
    {"normalised_heads_beyond_one",
     [](auto& l, auto&) { l.query_key_norm = {true, true, true, true, 1e-5}; }},
    {"normalised_tokens",
     [](auto& l, auto& r) {
       l.query_key_norm = {true, true, false, false, 1e-5};
       r.attention.config.past_len = 4;
       r.attention.rotary = true;
       r.attention.rotary_config.dims = 2;
     }},
    {"normalised_keys_of_replaced_queries",
     [](auto& l, auto& r) {
       l.query_key_norm = {true, false, false, true, 1e-6};
       r.attention.replaced_query = true;
     }},
    {"replaced_query", [](auto&, auto& r) { r.attention.replaced_query = true; }},
    {"replaced_heads", [](auto&, auto& r) { r.attention.replaced_heads = true; }},
};
INSTANTIATE_TEST_SUITE_P(Kinds, Layer, testing::ValuesIn(kKinds),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Layers, AreTheFormulaAtRandom) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const auto [layer, request] = any_forward([&](std::int64_t low, std::int64_t high) {
      return low + static_cast<std::int64_t>(random() % static_cast<unsigned>(high - low + 1));
    });
    expect_formula(layer, request, seed);
    if (HasFailure()) return;
  }
}

TEST(Layers, ContributionsAndBiasAddUpToTheOutput) {
  MultiHeadAttentionConfig layer{12, 4, 4, 3, 3, 12, 12, 12};
  ForwardRequest request = base_request(layer);
  request.attention.trace = true;
  const LayerCall<float> call = random_call<float>(layer, request, 5);
  const Buffers<float> found = run(call);
  const std::int64_t rows = request.attention.config.query_len;
  for (std::int64_t b = 0; b < 2; ++b) {
    for (std::int64_t at = 0; at < rows * 12; ++at) {
      double sum = call.parameters.at("b_o")[at % 12];
      for (std::int64_t h = 0; h < 4; ++h)
        sum += found.at("contributions")[(b * 4 + h) * rows * 12 + at];
      ASSERT_NEAR(found.at("output")[b * rows * 12 + at], sum, 2e-5);
    }
  }
}

TEST(Layers, BeginWithXavierUniformValuesOfNumberedStreams) {
  const MultiHeadAttentionConfig c{12, 4, 2, 3, 5, 7, 10, 6, true};
  MultiHeadAttentionParameters<float> parameters(c);
  const std::uint64_t seed = (std::uint64_t{3} << 32) + 5;
  parameters.initialize(seed);
  struct Matrix {
    const char* name;
    std::uint32_t rows, columns;
  };
  const Matrix matrices[] = {{"w_q", 12, 12}, {"w_k", 6, 7},    {"w_v", 10, 10},
                             {"w_o", 6, 20},  {"bias_k", 1, 6}, {"bias_v", 1, 10}};
  std::uint32_t stream = 0;
  for (const auto& [name, rows, columns] : matrices) {
    const auto bound = static_cast<float>(std::sqrt(6.0 / (rows + columns)));
    for (std::uint32_t n = 0; n < rows * columns; ++n) {
      const std::uint32_t word = philox({n / 4, 0, stream, 0}, {5, 3})[n % 4];
      const float expected = (2.0f * (static_cast<float>(word >> 8) * 0x1p-24f) - 1.0f) * bound;
      ASSERT_EQ(parameters.find(name)[n], expected) << name << " " << n;
    }
    ++stream;
  }
  for (int n = 0; n < 6; ++n) EXPECT_EQ(parameters.find("b_k")[n], 0.0f);
}

TEST(Layers, RefuseCallsThatAreNotTheirs) {
  const MultiHeadAttentionConfig layer{12, 4, 2, 3, 5, 7, 10, 6};
  const MultiHeadAttentionParameters<float> parameters(layer);
  const auto expect_refused = [&](const auto& change) {
    ForwardRequest request = base_request(layer);
    change(request);
    Workspace workspace;
    MultiHeadAttentionJob<float> job;
    EXPECT_THROW(job.lay_out(parameters, request, 1, workspace), InvalidArgument);
  };
  expect_refused([](auto& r) { r.attention.config.num_heads = 2; });
  expect_refused([](auto& r) { r.attention.config.head_dim = 4; });
  expect_refused([](auto& r) { r.attention.extra_bias = r.attention.config.extra_len = 1; });
  expect_refused([](auto& r) { r.attention.extra_zero = r.attention.config.extra_len = 1; });
  expect_refused([](auto& r) { r.key_is_query = true; });
  expect_refused([](auto& r) { r.value_is_key = true; });
}

TEST(Layers, RefuseSizesOutOfRange) {
  MultiHeadAttentionConfig config{12, 4, 2, 3, 5, 7, 10, 6};
  config.num_kv_heads = 3;
  EXPECT_THROW(MultiHeadAttentionParameters<float>::bytes(config), InvalidArgument);
  config.num_kv_heads = 0;
  EXPECT_THROW(MultiHeadAttentionParameters<float>::bytes(config), InvalidArgument);
  const std::int64_t huge = (std::int64_t{1} << 31) - 1;
  EXPECT_THROW(MultiHeadAttentionParameters<float>::bytes(
                   {huge, huge, huge, huge, huge, huge, huge, huge, true, false, false}),
               OutOfMemory);
}

}  // namespace
}  // namespace headwise
