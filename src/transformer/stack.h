// The blocks of an opened model as data: a block of any architecture, over weights as files store them. pass_job.h runs them.
//
//   x = after(x + inside(part(before(x))))       for each part: attention, cross attention, MLP
#pragma once

#include <cstdint>
#include <vector>

#include "core/attention/attention.h"
#include "core/nn/activation.h"
#include "core/nn/layer_norm.h"
#include "core/nn/positions.h"
#include "transformer/distance_bias.h"
#include "transformer/position_scores.h"
#include "transformer/stored_matrix.h"

namespace headwise {

// y = x W^T + b
struct StoredLinear {
  const StoredMatrix* weight = nullptr;  // (outputs, inputs); null: there is no such map
  const float* bias = nullptr;           // (outputs), or null

  std::int64_t outputs() const { return weight ? weight->rows : 0; }
  std::int64_t inputs() const { return weight ? weight->columns : 0; }
};

// A norm of width 0 is none.
using BlockNorm = LayerNorm<float>;
inline constexpr BlockNorm kNoNorm{0};

struct BlockAttention {
  StoredLinear query, key, value, output;
  AttentionConfig config;  // heads, causal, window, scale, softcap; a pass sets the lengths
  RotaryConfig rotary;     // dims 0: no rotation
  std::vector<double> frequencies;  // (rotary.dims / 2)
  DistanceBias bias;
  PositionScores positions;
  double clip = 0;  // the largest magnitude of projected queries, keys and values; 0: no limit
  // Before the rotation, over each head or the whole width, as their width says.
  BlockNorm query_norm = kNoNorm, key_norm = kNoNorm;

  bool on() const { return query.weight != nullptr; }
  std::int64_t width() const { return config.num_heads * config.head_dim; }
};

struct BlockMlp {
  StoredLinear up;
  StoredLinear gate;  // f(gate(x)) up(x); without a gate f(up(x))
  StoredLinear down;
  Activation activation = Activation::kRelu;

  bool on() const { return up.weight != nullptr; }
};

// The norms and the residual connection around a part.
struct BlockSublayer {
  BlockNorm before = kNoNorm, inside = kNoNorm, after = kNoNorm;
  const float* layer_scale = nullptr;  // (D), a factor of the part's result; null: none
  bool keeps_normed = false;           // before(x), not x, is added to the part's result
};

struct Block {
  BlockAttention attention;
  BlockSublayer around;
  BlockAttention cross;
  BlockSublayer around_cross;
  BlockMlp mlp;
  BlockSublayer around_mlp;
  bool parallel = false;  // attention and MLP take the same x
};

struct Stack {
  std::int64_t width = 1;  // D
  std::vector<Block> blocks;
  BlockNorm final_norm = kNoNorm;

  // Throws InvalidArgument unless every shape fits the others: a pass then reads within its weights.
  void validate() const;
};

}  // namespace headwise
