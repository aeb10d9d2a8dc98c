// Tests calls that are refused before they begin: sizes and options out of range, and more memory
// than 64 bits count.
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "any_request.h"
#include "core/base/error.h"
#include "core/base/workspace.h"

namespace headwise {
namespace {

AttentionRequest small_request() {
  AttentionRequest request;
  request.config.query_len = 3;
  request.config.key_len = 4;
  request.config.head_dim = request.config.value_head_dim = 4;
  return request;
}

void lay_out(const AttentionRequest& request) {
  Workspace workspace;
  ScaledDotProductAttentionJob<float> job;
  job.lay_out(request, 1, workspace);
}

struct Fault {
  const char* name;
  std::function<void(AttentionRequest&)> set;
};

class Refused : public testing::TestWithParam<Fault> {};

TEST_P(Refused, AsInvalid) {
  AttentionRequest request = small_request();
  EXPECT_NO_THROW(lay_out(request));
  GetParam().set(request);
  EXPECT_THROW(lay_out(request), InvalidArgument);
}

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();

void rotate(AttentionRequest& r, RotaryConfig config) {
  r.rotary = true;
  r.rotary_config = config;
}

const Fault kFaults[] = {
    {"negative_batch", [](auto& r) { r.config.batch = -1; }},
    {"negative_past", [](auto& r) { r.config.past_len = -1; }},
    {"no_heads", [](auto& r) { r.config.num_heads = 0; }},
    {"heads_that_do_not_divide",
     [](auto& r) { r.config.num_heads = 3, r.config.num_kv_heads = 2; }},
    {"no_head_dim", [](auto& r) { r.config.head_dim = 0; }},
    {"too_many_queries", [](auto& r) { r.config.query_len = std::int64_t{1} << 31; }},
    {"too_many_keys", [](auto& r) { r.config.key_len = kLargest; }},
    {"window_below_none", [](auto& r) { r.config.window_left = -2; }},
    {"window_too_wide", [](auto& r) { r.config.window_right = kLargest; }},
    {"scale_not_finite", [](auto& r) { r.config.scale = kInfinity; }},
    {"negative_softcap", [](auto& r) { r.config.softcap = -1; }},
    {"softcap_not_a_number", [](auto& r) { r.config.softcap = kNaN; }},
    {"extra_keys_not_told", [](auto& r) { r.config.extra_len = 1; }},
    {"bias_key_without_a_layer", [](auto& r) { r.extra_bias = true, r.config.extra_len = 1; }},
    {"rotary_no_dims", [](auto& r) { rotate(r, {10000, false, 0, 0}); }},
    {"rotary_odd_dims", [](auto& r) { rotate(r, {10000, false, 3, 0}); }},
    {"rotary_more_dims_than_the_head", [](auto& r) { rotate(r, {10000, false, 6, 0}); }},
    {"rotary_theta_not_a_number", [](auto& r) { rotate(r, {kNaN, false, 4, 0}); }},
    {"rotary_factor_not_a_number", [](auto& r) { rotate(r, {10000, false, 4, 0, kNaN}); }},
    {"rotary_offset_too_large", [](auto& r) { rotate(r, {10000, false, 4, kLargest}); }},
    {"rotary_offset_too_small", [](auto& r) { rotate(r, {10000, false, 4, -kLargest}); }},
    {"mask_too_short", [](auto& r) { r.masks.push_back({MaskKind::kAttend, 11, {0, 0, 4, 1}}); }},
    {"mask_negative_stride",
     [](auto& r) { r.masks.push_back({MaskKind::kAttend, 12, {0, 0, 4, -1}}); }},
};
INSTANTIATE_TEST_SUITE_P(Requests, Refused, testing::ValuesIn(kFaults),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Requests, TakeAMaskThatFitsExactly) {
  AttentionRequest request = small_request();
  request.masks.push_back({MaskKind::kAttend, 12, {0, 0, 4, 1}});
  EXPECT_NO_THROW(lay_out(request));
}

TEST(Requests, SizesThatWrapAreOutOfMemory) {
  AttentionRequest request = small_request();
  AttentionConfig& c = request.config;
  c.batch = c.num_heads = c.num_kv_heads = c.query_len = c.key_len = c.head_dim = c.value_head_dim =
      (std::int64_t{1} << 31) - 1;
  EXPECT_THROW(lay_out(request), OutOfMemory);
}

TEST(Requests, MaskStridesThatWrapAreOutOfMemory) {
  AttentionRequest request = small_request();
  request.masks.push_back({MaskKind::kBias, 12, {0, 0, kLargest, 1}});
  EXPECT_THROW(lay_out(request), OutOfMemory);
}

}  // namespace
}  // namespace headwise
