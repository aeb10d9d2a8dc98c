// Layout and initial values of a transformer's parameters.
#include "training/transformer.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/size.h"
#include "core/rows/positions.h"

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
          embed_dim, embed_dim, bias,         false,    false,    query_key_norm};
}

std::string inside_name(const TransformerConfig& config, const std::string& norm) {
  return config.norm_before() ? norm + "_inside" : norm;
}

namespace {

// The seeds of the layers, and of the transformer's own streams.
std::uint64_t seed_of(std::uint64_t seed, std::uint32_t part) {
  constexpr std::uint32_t kStream = 7;  // 0 to 6 are those of core/
  const auto words = philox({part, 0, kStream, 0}, {static_cast<std::uint32_t>(seed),
                                                    static_cast<std::uint32_t>(seed >> 32)});
  return words[0] | static_cast<std::uint64_t>(words[1]) << 32;
}

enum Stream : std::uint32_t { kTokens, kPositions, kUnembedding, kFirst, kSecond };

template <class T>
void fill(T* values, std::int64_t size, std::uint64_t seed, std::uint32_t stream, double bound) {
  const RandomStream random(seed, stream);
  for (std::int64_t n = 0; values && n < size; ++n) {
    values[n] =
        static_cast<T>(random.symmetric(static_cast<std::uint32_t>(n), static_cast<float>(bound)));
  }
}

double xavier(std::int64_t rows, std::int64_t columns) {
  return std::sqrt(6.0 / static_cast<double>(rows + columns));
}

// Calls visit(name, rows, columns) for every parameter that is not attention's, and
// attention(layer) at the place of a layer's attention between them.
template <class Visit, class VisitAttention>
void for_each_parameter(const TransformerConfig& c, Visit visit, VisitAttention attention) {
  visit("embedding.weight", c.vocab_size, c.embed_dim);
  if (c.positions == PositionKind::kLearned) visit("positions.weight", c.context_len, c.embed_dim);
  const auto norm = [&](const std::string& name) {
    visit(name + ".weight", 1, c.embed_dim);
    if (c.norm_bias && !c.rms) visit(name + ".bias", 1, c.embed_dim);
  };
  const auto norms = [&](const std::string& name) {
    if (c.norm != NormKind::kNone) norm(name);
    if (c.norm == NormKind::kSandwich) norm(inside_name(c, name));
  };
  const auto linear = [&](const std::string& name, std::int64_t outputs, std::int64_t inputs) {
    visit(name + ".weight", outputs, inputs);
    if (c.mlp_bias) visit(name + ".bias", 1, outputs);
  };
  for (std::int64_t layer = 0; layer < c.num_layers; ++layer) {
    const std::string name = layer_name(layer);
    norms(name + "norm1");
    attention(layer);
    if (!c.has_mlp()) continue;
    norms(name + "norm2");
    linear(name + "linear1", c.hidden_dim(), c.embed_dim);
    linear(name + "linear2", c.embed_dim, c.mlp_dim);
  }
  if (c.final_norm) norm("norm");
  if (!c.tied) visit("unembedding.weight", c.vocab_size, c.embed_dim);
}

}  // namespace

template <class T>
void TransformerParameters<T>::lay_out(const TransformerConfig& c, Workspace& memory) {
  c.validate();
  for_each_parameter(
      c,
      [&](const std::string& name, std::int64_t rows, std::int64_t columns) {
        memory.add<T>(name, {rows, columns});
      },
      [](std::int64_t) {});
  if (c.positions == PositionKind::kSinusoidal)
    memory.add<T>("sinusoids", {c.context_len, c.embed_dim});
}

template <class T>
TransformerParameters<T>::TransformerParameters(const TransformerConfig& c) : config(c) {
  lay_out(c, memory_);
  memory_.allocate();
  for_each_parameter(
      c,
      [&](const std::string& name, std::int64_t rows, std::int64_t columns) {
        add(name, memory_.find<T>(name), rows * columns);
      },
      [&](std::int64_t layer) {
        attention_.push_back(std::make_unique<MultiHeadAttentionParameters<T>>(c.attention()));
        MultiHeadAttentionParameters<T>::for_each(
            c.attention(), [&](const char* name, std::initializer_list<std::int64_t> shape) {
              add(layer_name(layer) + "self_attn." + name, attention_.back()->find(name),
                  checked_product(shape));
            });
      });
  positions_ = memory_.find<T>("positions.weight");
  if (c.positions != PositionKind::kSinusoidal) return;
  positions_ = memory_.find<T>("sinusoids");
  std::vector<float> row(static_cast<std::size_t>(c.embed_dim));
  for (std::int64_t position = 0; position < c.context_len; ++position) {
    sinusoidal_position(position, c.embed_dim, row.data());
    std::copy(row.begin(), row.end(), positions_ + position * c.embed_dim);
  }
}

template <class T>
void TransformerParameters<T>::add(std::string name, T* data, std::int64_t size) {
  all_.push_back({std::move(name), data, size, size_});
  size_ = checked_sum(size_, size);
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
  fill(find("embedding.weight"), c.vocab_size * c.embed_dim, own, kTokens, table);
  fill(find("positions.weight"), c.context_len * c.embed_dim, own, kPositions, table);
  fill(find("unembedding.weight"), c.vocab_size * c.embed_dim, own, kUnembedding, 0.03);
  for (std::int64_t layer = 0; layer < c.num_layers; ++layer) {
    const std::uint64_t layers = seed_of(seed, static_cast<std::uint32_t>(layer) + 1);
    const std::string name = layer_name(layer);
    attention_[layer]->initialize(layers);
    const double bound = xavier(c.mlp_dim, c.embed_dim);
    fill(find(name + "linear1.weight"), c.hidden_dim() * c.embed_dim, seed_of(layers, 0), kFirst,
         bound);
    fill(find(name + "linear2.weight"), c.mlp_dim * c.embed_dim, seed_of(layers, 0), kSecond,
         bound);
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
T* TransformerParameters<T>::find(std::string_view name) const {
  const Parameter<T>* found = parameter(name);
  return found ? found->data : nullptr;
}

template <class T>
std::int64_t TransformerParameters<T>::bytes(const TransformerConfig& c) {
  Workspace memory;
  lay_out(c, memory);
  const std::int64_t attention = MultiHeadAttentionParameters<T>::bytes(c.attention());
  return checked_sum(memory.bytes(), checked_product({c.num_layers, attention}));
}

template <class T>
TrainingState<T>::TrainingState(const TransformerParameters<T>& parameters)
    : size(parameters.size()) {
  for (const char* name : {"gradients", "first", "second"}) memory_.add<T>(name, {size});
  memory_.allocate();
  gradients = memory_.find<T>("gradients");
  first = memory_.find<T>("first");
  second = memory_.find<T>("second");
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
