// A transformer (Vaswani et al. 2017) small enough to train on a page: its sizes and its parameters.
// Forward, backward and update are transformer_job.h's.
//
//   x = E[token] + P[position]
//   for every layer:   x = x + attention(norm(x))      x = x + mlp(norm(x))
//   logits = norm(x) U^T
//
// That is Norm::kPre (Xiong et al. 2020); kPost, the original, has x = norm(x + attention(x)).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/workspace.h"
#include "core/layer/multi_head_attention.h"
#include "training/mlp.h"

namespace headwise {

enum class PositionKind { kNone, kLearned, kSinusoidal, kRotary };
enum class NormKind { kNone, kPre, kPost };

struct TransformerConfig {
  std::int64_t vocab_size = 1;   // V
  std::int64_t context_len = 1;  // the longest sequence
  std::int64_t embed_dim = 1;    // D
  std::int64_t num_heads = 1;    // H
  std::int64_t head_dim = 1;     // E, of values too
  std::int64_t num_layers = 1;   // N
  std::int64_t mlp_dim = 0;      // M; 0: attention only
  bool causal = true;
  PositionKind positions = PositionKind::kLearned;
  NormKind norm = NormKind::kPre;
  bool final_norm = true;
  bool tied = false;  // U is E
  bool bias = true;   // of attention, MLP and norms
  Activation activation = Activation::kRelu;
  double dropout = 0;  // while training: of embeddings, attention, active MLP, and what each adds
  double norm_epsilon = 1e-5;
  double rotary_theta = 10000;

  void validate() const;
  MultiHeadAttentionConfig attention() const;
  bool has_mlp() const { return mlp_dim > 0; }
  bool has_norms() const { return norm != NormKind::kNone; }
};

template <class T>
struct Parameter {
  std::string name;
  T* data;
  std::int64_t size;
  std::int64_t offset;  // in arrays that hold a number for every parameter, as TrainingState's
};

// Under the names of torch.nn.TransformerEncoder, but for attention, whose in_proj_weight is w_q, w_k
// and w_v in three (multi_head_attention.h). * if the config has such.
//   embedding.weight     (V, D)
//   positions.weight*    (context_len, D), learned
//   layers.<n>.norm1.weight*, .bias*   (D)
//   layers.<n>.self_attn.w_q, w_k, w_v, w_o, b_q*, b_k*, b_v*, b_o*
//   layers.<n>.norm2.weight*, .bias*   (D)
//   layers.<n>.linear1.weight*  (M, D)   .bias*  (M)
//   layers.<n>.linear2.weight*  (D, M)   .bias*  (D)
//   norm.weight*, .bias*  (D)
//   unembedding.weight*   (V, D), not tied
template <class T>
class TransformerParameters {
 public:
  explicit TransformerParameters(const TransformerConfig& config);

  const TransformerConfig config;

  // From numbered streams of the seed: Xavier uniform for linear maps, uniform in [-1, 1) for tokens
  // and learned positions, less where they are tied, in [-0.03, 0.03) for the unembedding, so that
  // the first guesses are even; norms 1, biases 0.
  void initialize(std::uint64_t seed);

  const std::vector<Parameter<T>>& all() const { return all_; }
  const Parameter<T>* parameter(std::string_view name) const;  // null if there is none
  T* find(std::string_view name) const;
  std::int64_t size() const { return size_; }  // of all together

  MultiHeadAttentionParameters<T>& attention(std::int64_t layer) { return *attention_[layer]; }

  // (context_len, D), added to tokens: learned or sinusoidal; else null.
  const T* positions() const { return positions_; }

  static std::int64_t bytes(const TransformerConfig& config);

 private:
  static void lay_out(const TransformerConfig& config, Workspace& memory);
  void add(std::string name, T* data, std::int64_t size);

  Workspace memory_;
  std::vector<std::unique_ptr<MultiHeadAttentionParameters<T>>> attention_;
  std::vector<Parameter<T>> all_;
  std::int64_t size_ = 0;
  T* positions_ = nullptr;
};

// "layers.<n>.", with which the names of a layer's parameters and buffers begin.
std::string layer_name(std::int64_t layer);

// The optimiser's state: gradients and two moments, each a number for every parameter, at its offset.
template <class T>
class TrainingState {
 public:
  // Zeros, for step 1.
  explicit TrainingState(const TransformerParameters<T>& parameters);

  T *gradients = nullptr, *first = nullptr, *second = nullptr;
  std::int64_t size = 0;
  std::int64_t steps_done = 0;

  // Zeros, as after this many steps.
  void reset(std::int64_t steps);

  static std::int64_t bytes(const TransformerConfig& config);

 private:
  Workspace memory_;
};

}  // namespace headwise
