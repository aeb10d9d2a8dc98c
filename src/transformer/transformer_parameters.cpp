// Layout and initial values of a transformer's parameters.
#include "transformer/transformer_parameters.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/size.h"
#include "core/nn/positions.h"

namespace headwise {

std::string layer_name(std::int64_t layer) { return "layers." + std::to_string(layer) + "."; }

void TransformerConfig::validate() const {
  constexpr std::int64_t kLimit = std::int64_t{1} << 31;
  for (const std::int64_t size :
       {vocab_size, context_len, embed_dim, num_heads, head_dim, num_layers}) {
    require(size > 0 && size < kLimit,
            "every size of the transformer: expected at least 1 and less than 2^31");
  }
  require(mlp_dim >= 0 && mlp_dim < kLimit, "mlp_dim: expected at least 0 and less than 2^31");
  require(num_kv_heads > 0 && num_heads % num_kv_heads == 0,
          "num_kv_heads: expected a divisor of num_heads");
  if (positions == PositionKind::kRotary) {
    const std::int64_t dims = rotary.dims;
    require(dims > 0 && dims % 2 == 0 && dims <= head_dim,
            "rotary.dims: expected an even number of at most head_dim");
    require(std::isfinite(rotary.theta) && rotary.theta > 0, "rotary.theta: expected more than 0");
  }
  const std::int64_t values = positions == PositionKind::kRotary  ? rotary.dims / 2
                              : positions == PositionKind::kAlibi ? num_heads
                                                                  : 0;
  require(position_values.empty() || static_cast<std::int64_t>(position_values.size()) == values,
          "position_values: expected half of rotary.dims, or one for each head");
  require(dropout >= 0 && dropout < 1, "dropout: expected a number from 0 to below 1");
  require(std::isfinite(norm_epsilon) && norm_epsilon >= 0, "norm_epsilon: expected at least 0");
  require(std::isfinite(scale), "scale: expected a finite number");
}

MultiHeadAttentionConfig TransformerConfig::attention() const {
  return {embed_dim, num_heads, num_kv_heads, head_dim, head_dim, embed_dim,
          embed_dim, embed_dim, false,        false,    bias,     query_key_norm};
}

namespace {

// The seeds of the layers, and of the transformer's own streams.
std::uint64_t seed_of(std::uint64_t seed, std::uint32_t part) {
  constexpr std::uint32_t kStream = 7;  // src/core uses 0 to 6
  const auto words = philox({part, 0, kStream, 0}, {static_cast<std::uint32_t>(seed),
                                                    static_cast<std::uint32_t>(seed >> 32)});
  return words[0] | static_cast<std::uint64_t>(words[1]) << 32;
}

enum Stream : std::uint32_t { kTokens, kPositions, kUnembedding, kFirst, kSecond };

template <class T>
void fill(T* values, std::int64_t size, std::uint64_t seed, std::uint32_t stream, double bound) {
  if (!values) return;
  RandomStream(seed, stream).fill_symmetric(values, size, static_cast<float>(bound));
}

double xavier(std::int64_t rows, std::int64_t columns) {
  return std::sqrt(6.0 / static_cast<double>(rows + columns));
}

// Calls visit(name, field, shape) for every parameter outside attention, and visit_attention for the others, in one order.
template <class T, class Visit, class VisitAttention>
void for_each_parameter(const TransformerConfig& c, TransformerWeights<T>& w, Visit visit,
                        VisitAttention visit_attention) {
  using Attention = MultiHeadAttentionWeights<T>;
  visit("embedding.weight", w.embedding, {c.vocab_size, c.embed_dim});
  if (c.positions == PositionKind::kLearned)
    visit("positions.weight", w.positions, {c.context_len, c.embed_dim});
  const auto norm = [&](const std::string& name, NormWeights<T>& norm) {
    visit(name + ".weight", norm.gain, {c.embed_dim});
    if (c.norm_bias && !c.rms) visit(name + ".bias", norm.bias, {c.embed_dim});
  };
  const auto norms = [&](const std::string& name, NormWeights<T>& own, NormWeights<T>& inside) {
    if (c.norm != NormKind::kNone) norm(name, own);
    if (c.norm == NormKind::kSandwich) norm(name + "_inside", inside);
  };
  const auto linear = [&](const std::string& name, LinearWeights<T>& map, std::int64_t outputs,
                          std::int64_t inputs) {
    visit(name + ".weight", map.weight, {outputs, inputs});
    if (c.mlp_bias) visit(name + ".bias", map.bias, {outputs});
  };
  w.layers.resize(static_cast<std::size_t>(c.num_layers));
  std::int64_t n = 0;
  for (auto& layer : w.layers) {
    const std::string name = layer_name(n++);
    norms(name + "norm1", layer.norm1, layer.norm1_inside);
    Attention::for_each(c.attention(), [&](const char* own, T* Attention::* field,
                                           std::initializer_list<std::int64_t> shape) {
      visit_attention(name + "self_attn." + own, layer.attention.*field, shape);
    });
    if (!c.has_mlp()) continue;
    norms(name + "norm2", layer.norm2, layer.norm2_inside);
    linear(name + "linear1", layer.linear1, c.hidden_dim(), c.embed_dim);
    linear(name + "linear2", layer.linear2, c.embed_dim, c.mlp_dim);
  }
  if (c.final_norm) norm("norm", w.norm);
  if (!c.tied) visit("unembedding.weight", w.unembedding, {c.vocab_size, c.embed_dim});
  if (c.tied) w.unembedding = w.embedding;
}

// Calls visit for all of them.
template <class T, class Visit>
void for_each_parameter(const TransformerConfig& c, TransformerWeights<T>& w, Visit visit) {
  for_each_parameter(c, w, visit, visit);
}

using Shape = std::initializer_list<std::int64_t>;

// All but attention's, which has memory of its own. Returns the sinusoids, if there are any.
template <class T>
T* lay_out(const TransformerConfig& c, TransformerWeights<T>& w, Workspace& memory) {
  c.validate();
  for_each_parameter(
      c, w, [&](const std::string&, T*& data, Shape shape) { data = memory.add<T>(shape); },
      [](const std::string&, T*&, Shape) {});
  if (c.positions != PositionKind::kSinusoidal) return nullptr;
  return memory.add<T>({c.context_len, c.embed_dim});
}

}  // namespace

template <class T>
TransformerParameters<T>::TransformerParameters(const TransformerConfig& c) : config(c) {
  place(memory_, [&] { sinusoids_ = lay_out(c, weights_, memory_); });
  for (auto& layer : weights_.layers) {
    attention_.push_back(std::make_unique<MultiHeadAttentionParameters<T>>(c.attention()));
    layer.attention = attention_.back()->weights();
  }
  for_each_parameter(c, weights_, [&](const std::string& name, T* data, Shape shape) {
    const std::int64_t size = checked_product(shape);
    all_.push_back({name, data, size, size_});
    size_ = checked_sum(size_, size);
  });
  if (!sinusoids_) return;
  std::vector<float> sinusoid(static_cast<std::size_t>(c.embed_dim));
  for (std::int64_t position = 0; position < c.context_len; ++position) {
    sinusoidal_position(position, c.embed_dim, sinusoid.data());
    std::copy(sinusoid.begin(), sinusoid.end(), row_at(sinusoids_, position, c.embed_dim).data());
  }
}

template <class T>
TransformerWeights<T> TransformerParameters<T>::in(T* array) const {
  TransformerWeights<T> weights;
  std::size_t n = 0;
  for_each_parameter(config, weights, [&](const std::string&, T*& data, Shape) {
    data = all_[n++].in(array).data();
  });
  return weights;
}

template <class T>
void TransformerParameters<T>::initialize(std::uint64_t seed) {
  const TransformerConfig& c = config;
  // Tokens as large as embed's, or attention drowns them: induction took 200 steps instead of over
  // 1000 with GPT-2's deviation of 0.02. Tied, they would make the first logits as large.
  const double table = c.tied ? std::sqrt(3.0 / static_cast<double>(c.embed_dim)) : 1;
  const std::uint64_t own = seed_of(seed, 0);
  for (const Parameter<T>& parameter : all_) {
    // 1 is for norms: other weights are drawn below
    std::fill_n(parameter.data, parameter.size, T(parameter.name.ends_with(".weight")));
  }
  fill(weights_.embedding, c.vocab_size * c.embed_dim, own, kTokens, table);
  fill(weights_.positions, c.context_len * c.embed_dim, own, kPositions, table);
  if (!c.tied) fill(weights_.unembedding, c.vocab_size * c.embed_dim, own, kUnembedding, 0.03);
  for (std::int64_t layer = 0; layer < c.num_layers; ++layer) {
    const std::uint64_t layers = seed_of(seed, static_cast<std::uint32_t>(layer) + 1);
    const auto& w = weights_.layers[layer];
    attention_[layer]->initialize(layers);
    const double bound = xavier(c.mlp_dim, c.embed_dim);
    fill(w.linear1.weight, c.hidden_dim() * c.embed_dim, seed_of(layers, 0), kFirst, bound);
    fill(w.linear2.weight, c.mlp_dim * c.embed_dim, seed_of(layers, 0), kSecond, bound);
  }
}

template <class T>
const Parameter<T>* TransformerParameters<T>::parameter(std::string_view name) const {
  for (const Parameter<T>& parameter : all_) {
    if (parameter.name == name) return &parameter;
  }
  return nullptr;
}

template <class T>
std::int64_t TransformerParameters<T>::bytes(const TransformerConfig& c) {
  c.validate();
  const auto bytes_with = [&](std::int64_t layers) {
    TransformerConfig some = c;
    some.num_layers = layers;
    Workspace memory;
    TransformerWeights<T> weights;
    lay_out(some, weights, memory);
    return memory.bytes();
  };
  // All layers are alike; there may be more of them than have room in a list.
  const std::int64_t one = bytes_with(1), layer = bytes_with(2) - one;
  const std::int64_t attention = MultiHeadAttentionParameters<T>::bytes(c.attention());
  return checked_sum(one - layer, checked_product({c.num_layers, checked_sum(layer, attention)}));
}

template <class T>
TrainingState<T>::TrainingState(const TransformerParameters<T>& parameters)
    : size(parameters.size()) {
  place(memory_, [&] {
    for (T** values : {&gradients, &first, &second}) *values = memory_.add<T>({size});
  });
  reset(0);
}

template <class T>
void TrainingState<T>::reset(std::int64_t steps) {
  for (T* values : {gradients, first, second}) std::fill_n(values, size, T(0));
  steps_done = steps;
}

template class TransformerParameters<float>;
template class TransformerParameters<double>;
template class TrainingState<float>;
template class TrainingState<double>;

}  // namespace headwise
