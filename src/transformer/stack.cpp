// The shapes of a stack, checked before a pass reads its weights.
#include "transformer/stack.h"

#include <cmath>

#include "core/base/error.h"
#include "core/base/size.h"

namespace headwise {
namespace {

constexpr std::int64_t kLimit = std::int64_t{1} << 31;

bool is_size(std::int64_t size) { return size > 0 && size < kLimit; }

void expect_linear(const StoredLinear& linear, std::int64_t outputs, std::int64_t inputs) {
  require(linear.weight && linear.outputs() == outputs && linear.inputs() == inputs,
          "weight: expected as many rows and columns as the block's sizes say");
  linear.weight->validate();
  require(linear.weight->data, "weight: expected numbers");
}

// `width`, or `whole` where a norm may be over all heads; or none.
void expect_norm(const BlockNorm& norm, std::int64_t width, std::int64_t whole) {
  require(norm.width == 0 || norm.width == width || norm.width == whole,
          "norm: expected none, or one of the block's width");
  require(std::isfinite(norm.epsilon) && norm.epsilon >= 0,
          "norm: expected an epsilon of at least 0");
}

void expect_sublayer(const BlockSublayer& around, std::int64_t width) {
  for (const BlockNorm* norm : {&around.before, &around.inside, &around.after})
    expect_norm(*norm, width, width);
}

void expect_bias(const DistanceBias& bias) {
  if (!bias.on()) return;
  const bool by_bucket = bias.form == BiasForm::kBuckets || bias.form == BiasForm::kBucketsBothWays;
  require(bias.values, "bias: expected slopes or a table");
  require(!by_bucket || is_size(bias.buckets), "bias: expected buckets");
}

// Tables of both directions over one text, which every query sees whole.
void expect_positions(const PositionScores& positions, const AttentionConfig& c) {
  if (!positions.on()) return;
  require(is_size(positions.span) && positions.buckets >= 0 && positions.buckets < kLimit,
          "positions: expected a span and buckets of at least 0 and less than 2^31");
  require(positions.buckets == 0 ||
              (positions.buckets > 1 && positions.farthest - 1 > positions.buckets / 2),
          "positions: expected distances beyond the ones that have a row each");
  require(positions.key_positions || positions.query_positions, "positions: expected a table");
  require(c.num_kv_heads == c.num_heads && c.causal == Causal::kNone,
          "positions: expected a key of each head, and no causal mask");
}

void expect_attention(const BlockAttention& part, std::int64_t width) {
  const AttentionConfig& c = part.config;
  require(is_size(c.num_heads) && is_size(c.num_kv_heads) && is_size(c.head_dim),
          "num_heads, num_kv_heads and head_dim: expected at least 1 and less than 2^31");
  require(c.num_heads % c.num_kv_heads == 0, "num_kv_heads: expected a divisor of num_heads");
  const std::int64_t queries = checked_product({c.num_heads, c.head_dim});
  const std::int64_t keys = c.num_kv_heads * c.head_dim;
  expect_linear(part.query, queries, width);
  expect_linear(part.key, keys, width);
  expect_linear(part.value, keys, width);
  expect_linear(part.output, width, queries);
  expect_norm(part.query_norm, c.head_dim, queries);
  expect_norm(part.key_norm, c.head_dim, keys);
  const std::int64_t dims = part.rotary.dims;
  require(dims >= 0 && dims % 2 == 0 && dims <= c.head_dim,
          "rotary dims: expected an even number of at most head_dim");
  require(static_cast<std::int64_t>(part.frequencies.size()) == dims / 2,
          "frequencies: expected one for each pair of rotary dims");
  expect_bias(part.bias);
  expect_positions(part.positions, c);
}

void expect_mlp(const BlockMlp& mlp, std::int64_t width) {
  const std::int64_t inner = mlp.up.outputs();
  expect_linear(mlp.up, inner, width);
  if (mlp.gate.weight) expect_linear(mlp.gate, inner, width);
  expect_linear(mlp.down, width, inner);
}

}  // namespace

void Stack::validate() const {
  require(is_size(width), "width: expected at least 1 and less than 2^31");
  for (const Block& block : blocks) {
    expect_attention(block.attention, width);
    expect_sublayer(block.around, width);
    if (block.cross.on()) expect_attention(block.cross, width);
    require(block.cross.rotary.dims == 0, "cross attention: expected no rotary positions");
    require(!block.cross.positions.on(), "cross attention: expected no relative positions");
    expect_sublayer(block.around_cross, width);
    if (block.mlp.on()) expect_mlp(block.mlp, width);
    expect_sublayer(block.around_mlp, width);
  }
  expect_norm(final_norm, width, width);
}

}  // namespace headwise
