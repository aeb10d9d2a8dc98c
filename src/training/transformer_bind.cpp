// Where everything that a transformer's stages work on stands: in the call's memory, among the parameters
// and among their gradients.
#include <algorithm>

#include "training/transformer_job.h"

namespace headwise {

namespace {

// The places of dropout in a layer: attention, its output, the active MLP, and the MLP's output.
constexpr std::uint32_t kPlacesOfLayer = 4;

}  // namespace

template <class T>
void TransformerJob<T>::bind(Workspace& workspace) {
  const TransformerConfig& c = parameters_->config;
  workspace.enter("");
  const auto find = [&](const char* name) { return workspace.find<T>(name); };
  tokens_ = workspace.find<std::int32_t>("tokens");
  targets_ = workspace.find<std::int32_t>("targets");
  mask_ = workspace.find<std::uint8_t>("mask");
  row_loss_ = find("row_loss");
  row_correct_ = workspace.find<std::uint8_t>("row_correct");
  encoded_ = find("encoded");
  final_ = c.final_norm ? find("final") : encoded_;
  logits_ = find("logits");
  dx_ = find("dx");
  dquery_ = find("dquery");
  dadded_ = find("dadded");
  scratch_ = find("scratch");
  dactive_ = find("dactive");
  squares_ = workspace.find<double>("squares");
  embedding_ = {c.embed_dim, c.vocab_size, request_.length, parameters_->find("embedding.weight"),
                parameters_->positions()};
  drop_embedding_.place = 0;
  norms_.clear();
  linears_.clear();
  for (std::int64_t n = 0; n < c.num_layers; ++n) bind_layer(n, workspace);
  workspace.enter("");
  if (c.final_norm) bind_norm("", "norm", encoded_, final_norm_, workspace);
  bind_linear("unembedding", parameters_->find(unembedding_name()), nullptr, c.vocab_size,
              c.embed_dim, unembedding_, workspace);
  if (request_.train) bind_training(workspace);
  workspace.enter("");
  list_stages();
}

// The input of the layer after it, or what the last layer gives.
template <class T>
T* TransformerJob<T>::output_of(std::int64_t n, Workspace& workspace) const {
  const TransformerConfig& c = parameters_->config;
  if (n + 1 == c.num_layers) return encoded_;
  workspace.enter(layer_name(n + 1));
  T* input = workspace.find<T>(c.norm_before() ? "input" : "query_input");
  workspace.enter(layer_name(n));
  return input;
}

// The norms of a layer's part, and where its result goes.
template <class T>
void TransformerJob<T>::bind_sublayer(std::int64_t n, const char* number, Sublayer& around,
                                      const Workspace& workspace) {
  const TransformerConfig& c = parameters_->config;
  const std::string layer = layer_name(n), norm = std::string("norm") + number;
  const auto find = [&](const char* name) { return workspace.find<T>(std::string(name) + number); };
  if (!c.norm_before()) around.taken = around.x;
  around.added = c.norm_inside() ? find("normed") : around.given;
  around.sum = c.norm_after() ? find("sum") : around.y;
  if (c.norm_before()) bind_norm(layer, norm, around.x, around.before, workspace);
  if (c.norm_inside())
    bind_norm(layer, inside_name(c, norm), around.given, around.inside, workspace);
  if (c.norm_after()) bind_norm(layer, norm, around.sum, around.after, workspace);
}

template <class T>
void TransformerJob<T>::bind_layer(std::int64_t n, Workspace& workspace) {
  const TransformerConfig& c = parameters_->config;
  const std::string name = layer_name(n);
  Layer& layer = *layers_[n];
  workspace.enter(name);
  const auto find = [&](const char* buffer) { return workspace.find<T>(buffer); };
  const auto value = [&](const char* parameter) { return parameters_->find(name + parameter); };
  T* output = output_of(n, workspace);
  layer.attention.bind(workspace);
  const auto set_positions = [&](auto* values) {
    std::copy(c.position_values.begin(), c.position_values.end(), values);
  };
  if (c.positions == PositionKind::kRotary) set_positions(workspace.find<double>("frequencies"));
  if (c.positions == PositionKind::kAlibi) set_positions(find("slopes"));
  layer.attention.set_dropout(request_.train && c.dropout > 0 ? &layer.drop_attention : nullptr);
  layer.concatenated = find("concatenated");
  layer.hidden = find("hidden");
  layer.active = find("active");
  layer.dhidden = find("dhidden");
  const auto place = [&](std::uint32_t which) {
    return 1 + static_cast<std::uint32_t>(n) * kPlacesOfLayer + which;
  };
  layer.drop_attention.place = place(0);
  layer.around_attention.drop.place = place(1);
  layer.drop_active.place = place(2);
  layer.around_mlp.drop.place = place(3);

  Sublayer& attention = layer.around_attention;
  attention.taken = find("query_input");
  attention.x = c.norm_before() ? find("input") : attention.taken;
  attention.given = find("output");
  attention.dgiven = dadded_;
  attention.y = c.has_mlp() ? find("middle") : output;
  bind_sublayer(n, "1", attention, workspace);
  if (!c.has_mlp()) return;
  Sublayer& mlp = layer.around_mlp;
  mlp.x = attention.y;
  mlp.taken = find("mlp_input");
  mlp.given = find("mlp_output");
  mlp.dgiven = find("dmlp");
  mlp.y = output;
  bind_sublayer(n, "2", mlp, workspace);
  layer.mlp.activation = c.activation;
  layer.mlp.gated = c.gated;
  bind_linear("linear1", value("linear1.weight"), value("linear1.bias"), c.hidden_dim(),
              c.embed_dim, layer.mlp.first, workspace);
  bind_linear("linear2", value("linear2.weight"), value("linear2.bias"), c.embed_dim, c.mlp_dim,
              layer.mlp.second, workspace);
}

template <class T>
void TransformerJob<T>::bind_linear(const std::string& name, const T* weight, const T* bias,
                                    std::int64_t outputs, std::int64_t inputs, Linear<T>& linear,
                                    const Workspace& workspace) {
  linear.bind(weight, bias, {1, outputs, inputs}, workspace.find<T>(name + ".panels"),
              workspace.find<T>(name + ".back_panels"));
  linears_.push_back(&linear);
}

// A norm's parameters have the name of its layer before theirs, its buffers are in the layer's workspace.
template <class T>
void TransformerJob<T>::bind_norm(const std::string& layer, const std::string& name, const T* x,
                                  Norm& norm, const Workspace& workspace) {
  const TransformerConfig& c = parameters_->config;
  const std::string weight = layer + name + ".weight", bias = layer + name + ".bias";
  norm.norm = {c.embed_dim, c.norm_epsilon, parameters_->find(weight), parameters_->find(bias),
               !c.rms};
  norm.x = x;
  norm.stats = workspace.find<T>(name + ".stats");
  norm.parts = workspace.find<T>(name + ".parts");
  if (!request_.train) return;
  norm.dgamma = gradient_of(weight);
  norm.dbeta = gradient_of(bias);
  norms_.push_back(&norm);
}

template <class T>
void TransformerJob<T>::bind_training(Workspace& workspace) {
  const TransformerConfig& c = parameters_->config;
  std::vector<const Job*> linears;
  for (std::int64_t n = 0; n < c.num_layers; ++n) bind_layer_gradients(n, workspace);
  workspace.enter("");
  unembedding_backward_.bind(
      {final_,
       logits_,
       nullptr,
       {{c.vocab_size, unembedding_.weight(), gradient_of(unembedding_name()), nullptr}}},
      workspace);
  for (const auto& layer : layers_) {
    if (!c.has_mlp()) break;
    linears.push_back(&layer->first_backward);
    linears.push_back(&layer->second_backward);
  }
  linears.push_back(&unembedding_backward_);
  weights_.bind(std::move(linears));
  chunks_.clear();
  for (const Parameter<T>& parameter : parameters_->all()) {
    for (std::int64_t first = 0; first < parameter.size; first += kChunk) {
      chunks_.push_back({parameter.data + first, parameter.offset + first,
                         std::min(kChunk, parameter.size - first)});
    }
  }
}

template <class T>
void TransformerJob<T>::bind_layer_gradients(std::int64_t n, Workspace& workspace) {
  const TransformerConfig& c = parameters_->config;
  Layer& layer = *layers_[n];
  const std::string name = layer_name(n);
  const auto gradient = [&](const char* parameter) { return gradient_of(name + parameter); };
  layer.attention.hand_over(layer.kept);
  MultiHeadAttentionGradients<T> g;
  g.output = dadded_;
  g.query_input = dquery_;
  g.w_q = gradient("self_attn.w_q");
  g.w_k = gradient("self_attn.w_k");
  g.w_v = gradient("self_attn.w_v");
  g.w_o = gradient("self_attn.w_o");
  g.b_q = gradient("self_attn.b_q");
  g.b_k = gradient("self_attn.b_k");
  g.b_v = gradient("self_attn.b_v");
  g.b_o = gradient("self_attn.b_o");
  g.q_norm = gradient("self_attn.q_norm");
  g.k_norm = gradient("self_attn.k_norm");
  g.q_norm_bias = gradient("self_attn.q_norm_bias");
  g.k_norm_bias = gradient("self_attn.k_norm_bias");
  workspace.enter("attention_backward.");
  layer.attention_backward.bind(parameters_->attention(n), layer.kept, g, workspace);
  if (!c.has_mlp()) return;
  workspace.enter(name);
  const Sublayer& around = layer.around_mlp;
  layer.first_backward.bind({around.taken,
                             layer.dhidden,
                             nullptr,
                             {{c.hidden_dim(), layer.mlp.first.weight(), gradient("linear1.weight"),
                               gradient("linear1.bias")}}},
                            workspace);
  layer.second_backward.bind({layer.active,
                              around.dgiven,
                              nullptr,
                              {{c.embed_dim, layer.mlp.second.weight(), gradient("linear2.weight"),
                                gradient("linear2.bias")}}},
                             workspace);
}

template <class T>
T* TransformerJob<T>::gradient_of(const std::string& name) const {
  const Parameter<T>* parameter = parameters_->parameter(name);
  return parameter ? state_->gradients + parameter->offset : nullptr;
}

template void TransformerJob<float>::bind(Workspace&);
template void TransformerJob<double>::bind(Workspace&);
template float* TransformerJob<float>::gradient_of(const std::string&) const;
template double* TransformerJob<double>::gradient_of(const std::string&) const;

}  // namespace headwise
