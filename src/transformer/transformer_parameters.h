// A transformer (Vaswani et al. 2017) small enough to train on a page: its sizes and its parameters.
// Forward, backward and update are transformer_job.h's.
//
//   x = E[token] + P[position]
//   for every layer:   x = x + attention(norm(x))      x = x + mlp(norm(x))
//   logits = norm(x) U^T
//
// NormKind says where a layer has its norms.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/attention.h"
#include "core/base/matrix.h"
#include "core/base/size.h"
#include "core/base/workspace.h"
#include "core/layer/multi_head_attention_parameters.h"
#include "core/nn/activation.h"
#include "core/nn/positions.h"
#include "transformer/transformer_fields.h"

namespace headwise {

enum class PositionKind { kNone, kLearned, kSinusoidal, kRotary, kAlibi };

// The norms of a part, attention or MLP:
enum class NormKind {
  kNone,      // x + part(x)
  kPre,       // x + part(norm(x)), Xiong et al. 2020
  kPost,      // norm(x + part(x)), the original
  kInside,    // x + norm(part(x)), OLMo 2
  kSandwich,  // x + norm(part(norm(x))), Gemma 2
};

// The options of the scores are every layer's: with kAlibi, alibi is set by the job.
struct TransformerConfig : ScoreConfig {
  TransformerConfig() { causal = Causal::kPast; }

  // V is vocab_size, D embed_dim, N num_layers, M mlp_dim; mlp_dim 0: attention only. Gated, linear1 holds the gate, and
  // below it what the gate lets through; tied, U is E.
  HEADWISE_TRANSFORMER_CONFIG(HEADWISE_DECLARE)

  // Every layer's attention: H, Hkv, a divisor of H, and E, of values too.
  std::int64_t embed_dim = 1;
  std::int64_t num_heads = 1;
  std::int64_t num_kv_heads = 1;
  std::int64_t head_dim = 1;
  Biases bias = true;
  QueryKeyNormConfig query_key_norm;
  RotaryConfig rotary;
  // Frequencies of kRotary, (rotary.dims / 2), empty: by rotary.theta. Slopes of kAlibi, (H), empty: the paper's.
  std::vector<double> position_values;

  void validate() const;
  MultiHeadAttentionConfig attention() const;
  bool has_mlp() const { return mlp_dim > 0; }
  std::int64_t hidden_dim() const { return gated ? 2 * mlp_dim : mlp_dim; }
  bool norm_before() const { return norm == NormKind::kPre || norm == NormKind::kSandwich; }
  bool norm_inside() const { return norm == NormKind::kInside || norm == NormKind::kSandwich; }
  bool norm_after() const { return norm == NormKind::kPost; }
};

template <class T>
struct NormWeights {
  T *gain = nullptr, *bias = nullptr;  // (D)
};

template <class T>
struct LinearWeights {
  T* weight = nullptr;  // (outputs, inputs)
  T* bias = nullptr;    // (outputs)
};

// The parameters of a transformer, or the gradients of them; null and empty where the config has no such.
template <class T>
struct TransformerWeights {
  struct Layer {
    NormWeights<T> norm1, norm1_inside;
    MultiHeadAttentionWeights<T> attention;
    NormWeights<T> norm2, norm2_inside;
    LinearWeights<T> linear1;  // (M, D), gated (2 M, D)
    LinearWeights<T> linear2;  // (D, M)

    // The norm of a part's own result: norm1 or norm2 itself, or another where that is before the part.
    const NormWeights<T>& inside(const TransformerConfig& c, bool of_mlp) const {
      if (!c.norm_before()) return of_mlp ? norm2 : norm1;
      return of_mlp ? norm2_inside : norm1_inside;
    }
  };

  T* embedding = nullptr;  // E (V, D)
  T* positions = nullptr;  // (context_len, D), learned
  std::vector<Layer> layers;
  NormWeights<T> norm;
  T* unembedding = nullptr;  // U (V, D), E itself where tied
};

template <class T>
struct Parameter {
  std::string name;
  T* data;
  std::int64_t size;
  std::int64_t offset;  // in arrays that hold a number for every parameter, as TrainingState's

  // Its numbers in such an array.
  Row<T> in(T* array) const { return row(array, offset + size).segment(offset, size); }
};

// Under the names of torch.nn.TransformerEncoder, but for attention, whose in_proj_weight is w_q, w_k
// and w_v in three (multi_head_attention.h): embedding.weight, positions.weight, norm.weight, norm.bias, unembedding.weight
// and for layer n, after layers.<n>. :
//   norm1.weight, .bias, norm1_inside.weight, .bias, self_attn.w_q, w_k, w_v, w_o, b_q, ... q_norm, k_norm, ...
//   norm2.weight, .bias, norm2_inside.weight, .bias, linear1.weight, .bias, linear2.weight, .bias
template <class T>
class TransformerParameters {
 public:
  explicit TransformerParameters(const TransformerConfig& config);

  const TransformerConfig config;
  const TransformerWeights<T>& weights() const { return weights_; }

  // The same in an array that holds a number for every parameter.
  TransformerWeights<T> in(T* array) const;

  // From numbered streams of the seed: Xavier uniform for linear maps, uniform in [-1, 1) for tokens
  // and learned positions, less where they are tied, in [-0.03, 0.03) for the unembedding, so that
  // the first guesses are even; norms 1, biases 0.
  void initialize(std::uint64_t seed);

  const std::vector<Parameter<T>>& all() const { return all_; }
  const Parameter<T>* parameter(std::string_view name) const;  // null if there is none
  std::int64_t size() const { return size_; }                  // of all together

  MultiHeadAttentionParameters<T>& attention(std::int64_t layer) { return *attention_[layer]; }

  // (context_len, D), added to tokens: learned or sinusoidal; else null.
  const T* positions() const { return sinusoids_ ? sinusoids_ : weights_.positions; }

  static std::int64_t bytes(const TransformerConfig& config);

 private:
  Workspace memory_;
  std::vector<std::unique_ptr<MultiHeadAttentionParameters<T>>> attention_;
  TransformerWeights<T> weights_;
  std::vector<Parameter<T>> all_;
  std::int64_t size_ = 0;
  T* sinusoids_ = nullptr;
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

  static std::int64_t bytes(const TransformerParameters<T>& parameters) {
    return checked_product({3, sizeof(T), parameters.size()});
  }

 private:
  Workspace memory_;
};

}  // namespace headwise
