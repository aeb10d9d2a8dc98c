// Tests every option of attention against the formula in double, by itself, so that a failure names
// it; then all of them at random together.
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "any_request.h"
#include "formula.h"

namespace headwise {
namespace {

struct Option {
  const char* name;
  std::function<void(AttentionRequest&)> set;
};

void expect_formula(const AttentionRequest& request, unsigned seed) {
  const AttentionCall<float> call = random_call<float>(request, seed);
  EXPECT_EQ(differing(run(call), formula(widened(call)), 1e-5), "");
  const AttentionCall<double> wide = random_call<double>(request, seed);
  EXPECT_EQ(differing(run(wide), formula(wide), 1e-12), "");
}

AttentionRequest base() {
  AttentionRequest request;
  request.config.batch = 2;
  request.config.num_heads = 4;
  request.config.num_kv_heads = 2;
  request.config.query_len = 9;
  request.config.key_len = 13;
  request.config.head_dim = 6;
  request.config.value_head_dim = 5;
  request.config.scale = 0.4;
  return request;
}

class Formula : public testing::TestWithParam<Option> {};

TEST_P(Formula, Holds) {
  AttentionRequest request = base();
  GetParam().set(request);
  expect_formula(request, 1);
  request.trace = true;
  expect_formula(request, 2);
}

void add_mask(AttentionRequest& r, MaskKind kind, bool batch, bool heads, bool queries, bool keys) {
  r.masks.push_back(mask_of(kind, r.config, batch, heads, queries, keys));
}

void rotate(AttentionRequest& r, std::int64_t dims, bool interleaved, std::int64_t offset) {
  r.rotary = true;
  r.rotary_config = {100, interleaved, dims, offset};
}

const Option kSizes[] = {
    {"grouped_queries", [](auto&) {}},
    {"one_head", [](auto& r) { r.config.num_heads = r.config.num_kv_heads = 1; }},
    {"three_heads_to_a_key_head", [](auto& r) { r.config.num_heads = 6; }},
    {"one_key_head", [](auto& r) { r.config.num_kv_heads = 1; }},
    {"one_key", [](auto& r) { r.config.key_len = 1; }},
    {"no_keys", [](auto& r) { r.config.key_len = 0; }},
    {"no_queries", [](auto& r) { r.config.query_len = 0; }},
    {"no_batch", [](auto& r) { r.config.batch = 0; }},
    {"wide_values", [](auto& r) { r.config.value_head_dim = 19; }},
    {"whole_panels", [](auto& r) { r.config.key_len = 16, r.config.value_head_dim = 8; }},
    {"several_strips", [](auto& r) { r.config.query_len = 101, r.config.key_len = 70; }},
    {"long_rows", [](auto& r) { r.config.query_len = 50, r.config.key_len = 1500; }},
    {"negative_scale", [](auto& r) { r.config.scale = -1.5; }},
};
const Option kRanges[] = {
    {"causal", [](auto& r) { r.config.causal = Causal::kPast; }},
    {"causal_more_queries",
     [](auto& r) { r.config.causal = Causal::kPast, r.config.query_len = 20; }},
    {"causal_several_strips",
     [](auto& r) {
       r.config.causal = Causal::kPast, r.config.query_len = 101, r.config.key_len = 101;
     }},
    {"causal_bottom_right", [](auto& r) { r.config.causal = Causal::kBottomRight; }},
    {"causal_by_length",
     [](auto& r) { r.config.causal = Causal::kByLength, r.key_lengths = true; }},
    {"causal_by_length_of_all", [](auto& r) { r.config.causal = Causal::kByLength; }},
    {"window_left", [](auto& r) { r.config.window_left = 3; }},
    {"window_right", [](auto& r) { r.config.window_right = 2; }},
    {"window_of_one", [](auto& r) { r.config.window_left = r.config.window_right = 0; }},
    {"window_several_strips",
     [](auto& r) {
       r.config.window_left = 11, r.config.window_right = 5;
       r.config.query_len = 130, r.config.key_len = 130;
     }},
    {"causal_window", [](auto& r) { r.config.causal = Causal::kPast, r.config.window_left = 2; }},
    {"key_lengths", [](auto& r) { r.key_lengths = true; }},
    {"past", [](auto& r) { r.config.past_len = 5; }},
    {"past_alone", [](auto& r) { r.config.past_len = 5, r.config.key_len = 0; }},
    {"past_causal", [](auto& r) { r.config.past_len = 5, r.config.causal = Causal::kPast; }},
    {"past_bottom_right",
     [](auto& r) { r.config.past_len = 5, r.config.causal = Causal::kBottomRight; }},
    {"past_window", [](auto& r) { r.config.past_len = 5, r.config.window_left = 4; }},
    {"past_key_lengths", [](auto& r) { r.config.past_len = 5, r.key_lengths = true; }},
};
const Option kMasks[] = {
    {"attend", [](auto& r) { add_mask(r, MaskKind::kAttend, false, false, true, true); }},
    {"attend_by_key", [](auto& r) { add_mask(r, MaskKind::kAttend, true, false, false, true); }},
    {"ignore", [](auto& r) { add_mask(r, MaskKind::kIgnore, true, true, true, true); }},
    {"ignore_by_query", [](auto& r) { add_mask(r, MaskKind::kIgnore, false, true, true, false); }},
    {"bias", [](auto& r) { add_mask(r, MaskKind::kBias, true, true, true, true); }},
    {"bias_by_key", [](auto& r) { add_mask(r, MaskKind::kBias, true, false, false, true); }},
    {"three_masks",
     [](auto& r) {
       add_mask(r, MaskKind::kBias, false, true, true, true);
       add_mask(r, MaskKind::kIgnore, true, false, false, true);
       add_mask(r, MaskKind::kBias, false, false, false, true);
     }},
    {"mask_and_past",
     [](auto& r) {
       r.config.past_len = 5;
       add_mask(r, MaskKind::kAttend, false, false, true, true);
     }},
    {"softcap", [](auto& r) { r.config.softcap = 0.5; }},
    {"softcap_and_bias",
     [](auto& r) {
       r.config.softcap = 0.3;
       add_mask(r, MaskKind::kBias, true, true, true, true);
     }},
    {"softcap_and_ignore",
     [](auto& r) {
       r.config.softcap = 0.3;
       add_mask(r, MaskKind::kIgnore, true, true, true, true);
     }},
    {"zero_key", [](auto& r) { r.extra_zero = true, r.config.extra_len = 1; }},
    {"zero_key_causal",
     [](auto& r) {
       r.extra_zero = true, r.config.extra_len = 1;
       r.config.causal = Causal::kPast, r.key_lengths = true;
       add_mask(r, MaskKind::kIgnore, true, true, true, true);
     }},
};
const Option kPositions[] = {
    {"alibi", [](auto& r) { r.config.alibi = true; }},
    {"alibi_six_heads", [](auto& r) { r.config.alibi = true, r.config.num_heads = 6; }},
    {"alibi_past", [](auto& r) { r.config.alibi = true, r.config.past_len = 4; }},
    {"alibi_bottom_right",
     [](auto& r) { r.config.alibi = true, r.config.causal = Causal::kBottomRight; }},
    {"alibi_zero_key",
     [](auto& r) { r.config.alibi = true, r.extra_zero = true, r.config.extra_len = 1; }},
    {"rotary", [](auto& r) { rotate(r, 6, false, 0); }},
    {"rotary_interleaved", [](auto& r) { rotate(r, 6, true, 0); }},
    {"rotary_partial", [](auto& r) { rotate(r, 4, false, 0); }},
    {"rotary_partial_interleaved", [](auto& r) { rotate(r, 2, true, 0); }},
    {"rotary_offset_past", [](auto& r) { rotate(r, 6, false, 7), r.config.past_len = 3; }},
    {"rotary_more_queries", [](auto& r) { rotate(r, 6, false, 2), r.config.query_len = 20; }},
    {"rotary_factor", [](auto& r) { rotate(r, 6, false, 2), r.rotary_config.factor = 1.25; }},
    {"sinks", [](auto& r) { r.sinks = true; }},
    {"sinks_causal_window",
     [](auto& r) { r.sinks = true, r.config.causal = Causal::kPast, r.config.window_left = 2; }},
    {"sinks_softcap_zero_key",
     [](auto& r) {
       r.sinks = true, r.config.softcap = 2, r.extra_zero = true, r.config.extra_len = 1;
     }},
    {"sinks_no_keys", [](auto& r) { r.sinks = true, r.config.key_len = 0; }},
};
const Option kReplaced[] = {
    {"query", [](auto& r) { rotate(r, 6, false, 0), r.replaced_query = true; }},
    {"key", [](auto& r) { rotate(r, 6, false, 0), r.replaced_key = true, r.config.past_len = 2; }},
    {"value", [](auto& r) { r.replaced_value = true; }},
    {"dot_products", [](auto& r) { r.replaced_dot_products = true; }},
    {"scores", [](auto& r) { r.replaced_scores = true, r.config.softcap = 0.5; }},
    {"attention", [](auto& r) { r.replaced_attention = true, r.config.causal = Causal::kPast; }},
};

std::string name_of(const testing::TestParamInfo<Option>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(Sizes, Formula, testing::ValuesIn(kSizes), name_of);
INSTANTIATE_TEST_SUITE_P(Ranges, Formula, testing::ValuesIn(kRanges), name_of);
INSTANTIATE_TEST_SUITE_P(Masks, Formula, testing::ValuesIn(kMasks), name_of);
INSTANTIATE_TEST_SUITE_P(Positions, Formula, testing::ValuesIn(kPositions), name_of);
INSTANTIATE_TEST_SUITE_P(Replaced, Formula, testing::ValuesIn(kReplaced), name_of);

TEST(FormulaOfAll, HoldsForRandomRequests) {
  for (unsigned seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const AttentionRequest request = any_request([&](std::int64_t low, std::int64_t high) {
      return low + static_cast<std::int64_t>(random() % static_cast<unsigned>(high - low + 1));
    });
    expect_formula(request, seed);
    if (HasFailure()) return;
  }
}

TEST(Alibi, TakesTheSlopesGiven) {
  AttentionRequest request = base();
  request.config.alibi = true;
  AttentionCall<float> call = random_call<float>(request, 3);
  call.numbers["slopes"] = {0.5f, -0.25f, 0.0f, 2.0f};
  EXPECT_EQ(differing(run(call), formula(widened(call)), 1e-5), "");
}

TEST(Rotary, TakesTheFrequenciesGiven) {
  AttentionRequest request = base();
  request.config.past_len = 3;
  rotate(request, 6, false, 7);
  AttentionCall<float> call = random_call<float>(request, 4);
  call.frequencies = {1.5, 0.25, -0.01};
  EXPECT_EQ(differing(run(call), formula(widened(call)), 1e-5), "");
}

}  // namespace
}  // namespace headwise
