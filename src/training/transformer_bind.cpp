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
  squares_ = workspace.find<double>("squares");
  embedding_ = {c.embed_dim, c.vocab_size, request_.length, parameters_->find("embedding.weight"),
                parameters_->positions()};
  drop_embedding_.place = 0;
  norms_.clear();
  linears_.clear();
  for (std::int64_t n = 0; n < c.num_layers; ++n) bind_layer(n, workspace);
  workspace.enter("");
  if (c.final_norm) bind_norm("norm", "norm", encoded_, final_norm_, workspace);
  bind_linear("unembedding", parameters_->find(unembedding_name()), nullptr, c.vocab_size,
              c.embed_dim, unembedding_, workspace);
  if (request_.train) bind_training(workspace);
  workspace.enter("");
  list_stages();
}

template <class T>
void TransformerJob<T>::bind_layer(std::int64_t n, Workspace& workspace) {
  const TransformerConfig& c = parameters_->config;
  const std::string name = layer_name(n);
  Layer& layer = *layers_[n];
  workspace.enter(name);
  const auto find = [&](const char* buffer) { return workspace.find<T>(buffer); };
  const auto value = [&](const char* parameter) { return parameters_->find(name + parameter); };
  layer.attention.bind(workspace);
  layer.attention.set_dropout(request_.train && c.dropout > 0 ? &layer.drop_attention : nullptr);
  layer.query_input = find("query_input");
  layer.input = c.norm == NormKind::kPre ? find("input") : layer.query_input;
  layer.concatenated = find("concatenated");
  layer.added = find("output");
  layer.sum1 = find("sum1");
  layer.mlp_output = find("mlp_output");
  layer.hidden = find("hidden");
  layer.active = find("active");
  layer.sum2 = find("sum2");
  layer.dmlp = find("dmlp");
  layer.dhidden = find("dhidden");
  layer.output = encoded_;
  if (n > 0) layers_[n - 1]->output = layer.input;
  layer.middle = find("middle");
  layer.mlp_input = c.norm == NormKind::kPre ? find("mlp_input") : layer.middle;
  const bool post = c.norm == NormKind::kPost;
  if (c.has_norms())
    bind_norm(name + "norm1", "norm1", post ? layer.sum1 : layer.input, layer.norm1, workspace);
  const auto place = [&](std::uint32_t which) {
    return 1 + static_cast<std::uint32_t>(n) * kPlacesOfLayer + which;
  };
  layer.drop_attention.place = place(0);
  layer.drop_added.place = place(1);
  layer.drop_active.place = place(2);
  layer.drop_mlp.place = place(3);
  if (!c.has_mlp()) return;
  if (c.has_norms())
    bind_norm(name + "norm2", "norm2", post ? layer.sum2 : layer.middle, layer.norm2, workspace);
  layer.mlp.activation = c.activation;
  bind_linear("linear1", value("linear1.weight"), value("linear1.bias"), c.mlp_dim, c.embed_dim,
              layer.mlp.first, workspace);
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

template <class T>
void TransformerJob<T>::bind_norm(const std::string& name, const char* buffers, const T* x,
                                  Norm& norm, const Workspace& workspace) {
  const TransformerConfig& c = parameters_->config;
  norm.norm = {c.embed_dim, c.norm_epsilon, parameters_->find(name + ".weight"),
               parameters_->find(name + ".bias")};
  norm.x = x;
  norm.stats = workspace.find<T>(std::string(buffers) + ".stats");
  norm.parts = workspace.find<T>(std::string(buffers) + ".parts");
  if (!request_.train) return;
  norm.dgamma = gradient_of(name + ".weight");
  norm.dbeta = gradient_of(name + ".bias");
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
  workspace.enter("attention_backward.");
  layer.attention_backward.bind(parameters_->attention(n), layer.kept, g, workspace);
  if (!c.has_mlp()) return;
  workspace.enter(name);
  layer.first_backward.bind({layer.mlp_input,
                             layer.dhidden,
                             nullptr,
                             {{c.mlp_dim, layer.mlp.first.weight(), gradient("linear1.weight"),
                               gradient("linear1.bias")}}},
                            workspace);
  layer.second_backward.bind({layer.active,
                              layer.dmlp,
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
