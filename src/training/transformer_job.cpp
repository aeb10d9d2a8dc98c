// The layout of a transformer's call and the order of its stages. Their work on strips is in
// transformer_strips.cpp.
#include "training/transformer_job.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/size.h"

namespace headwise {

namespace {

std::string layer_name(std::int64_t layer) { return "layers." + std::to_string(layer) + "."; }

// The places of dropout in a layer: attention, its output, the active MLP, and the MLP's output.
constexpr std::uint32_t kPlacesOfLayer = 4;

}  // namespace

template <class T>
ForwardRequest TransformerJob<T>::attention_request() const {
  const TransformerConfig& c = parameters_->config;
  ForwardRequest forward;
  forward.key_is_query = forward.value_is_key = true;
  AttentionRequest& r = forward.attention;
  r.config.batch = request_.batch;
  r.config.num_heads = r.config.num_kv_heads = c.num_heads;
  r.config.query_len = r.config.key_len = request_.length;
  r.config.head_dim = r.config.value_head_dim = c.head_dim;
  r.config.causal = c.causal ? Causal::kPast : Causal::kNone;
  r.config.scale = 1 / std::sqrt(static_cast<double>(c.head_dim));
  r.rotary = c.positions == PositionKind::kRotary;
  if (r.rotary) r.rotary_config = {c.rotary_theta, false, c.head_dim, 0};
  r.attention = request_.attention;
  r.trace = request_.trace;
  r.keep = request_.train;
  return forward;
}

template <class T>
void TransformerJob<T>::lay_out(TransformerParameters<T>& parameters, TrainingState<T>* state,
                                const TransformerRequest& request, int threads,
                                Workspace& workspace) {
  const TransformerConfig& c = parameters.config;
  require(request.batch >= 0 && request.length >= 0, "batch and length: expected at least 0");
  require(request.length <= c.context_len, "length: expected at most context_len");
  require(!request.train || (request.loss && state), "train: expected a loss and a state");
  const std::int64_t heads = c.num_layers * c.num_heads;
  require(static_cast<std::int64_t>(request.removed.size()) <= heads,
          "removed: expected heads of the model");
  require(!request.train || request.removed.empty(), "train: expected no removed heads");
  parameters_ = &parameters;
  state_ = state;
  request_ = request;
  if (!request_.removed.empty()) request_.removed.resize(static_cast<std::size_t>(heads));
  threads_ = threads;

  const std::int64_t r = checked_product({request.batch, request.length});
  const auto add_rows = [&](const char* name) { workspace.add<T>(name, {r, c.embed_dim}); };
  workspace.add<std::int32_t>("tokens", {r});
  if (request.loss) {
    workspace.add<std::int32_t>("targets", {r});
    workspace.add<std::uint8_t>("mask", {r});
    workspace.add<T>("row_loss", {r});
    workspace.add<std::uint8_t>("row_correct", {r});
  }
  layers_.resize(c.num_layers);
  for (auto& layer : layers_) {
    if (!layer) layer = std::make_unique<Layer>();
  }
  for (std::int64_t n = 0; n < c.num_layers; ++n) lay_out_layer(n, threads, workspace);
  workspace.enter("");
  const std::int64_t strips = divide_up(r, kRows);
  add_rows("encoded");
  if (c.final_norm) {
    add_rows("final");
    workspace.add<T>("norm.stats", {r, 2});
    if (request.train) workspace.add<T>("norm.parts", {strips, 2, c.embed_dim});
  }
  lay_out_linear("unembedding", c.vocab_size, c.embed_dim, workspace);
  workspace.add<T>("logits", {r, c.vocab_size});
  if (!request.train) return;
  for (const char* name : {"dx", "dquery", "dadded"}) add_rows(name);
  workspace.add<T>("scratch", {threads, kRows, c.embed_dim});
  workspace.add<double>("squares", {divide_up(state->size, kChunk) +
                                    static_cast<std::int64_t>(parameters.all().size())});
  unembedding_backward_.lay_out("unembedding_", r, c.embed_dim, {c.vocab_size}, workspace);
}

template <class T>
void TransformerJob<T>::lay_out_linear(const std::string& name, std::int64_t outputs,
                                       std::int64_t inputs, Workspace& workspace) const {
  const typename Linear<T>::Shape shape{1, outputs, inputs};
  workspace.add<T>(name + ".panels", {shape.panels()});
  if (request_.train) workspace.add<T>(name + ".back_panels", {shape.back_panels()});
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
void TransformerJob<T>::lay_out_layer(std::int64_t n, int threads, Workspace& workspace) {
  const TransformerConfig& c = parameters_->config;
  const std::int64_t r = rows(), strips = divide_up(r, kRows);
  const bool train = request_.train, post = c.norm == NormKind::kPost;
  const auto add_rows = [&](const char* name) { workspace.add<T>(name, {r, c.embed_dim}); };
  const auto add_norm = [&](const std::string& name) {
    workspace.add<T>(name + ".stats", {r, 2});
    if (train) workspace.add<T>(name + ".parts", {strips, 2, c.embed_dim});
  };
  Layer& layer = *layers_[n];
  workspace.enter(layer_name(n));
  layer.attention.lay_out(parameters_->attention(n), attention_request(), threads, workspace);
  if (c.norm == NormKind::kPre) add_rows("input");
  if (c.has_norms()) add_norm("norm1");
  if (post) add_rows("sum1");
  if (c.has_mlp()) {
    add_rows("middle");
    if (c.norm == NormKind::kPre) add_rows("mlp_input");
    if (c.has_norms()) add_norm("norm2");
    for (const char* name : {"hidden", "active"}) workspace.add<T>(name, {r, c.mlp_dim});
    add_rows("mlp_output");
    if (post) add_rows("sum2");
    lay_out_linear("linear1", c.mlp_dim, c.embed_dim, workspace);
    lay_out_linear("linear2", c.embed_dim, c.mlp_dim, workspace);
  }
  if (!train) return;
  if (c.has_mlp()) {
    add_rows("dmlp");
    workspace.add<T>("dhidden", {r, c.mlp_dim});
    layer.first_backward.lay_out("linear1_", r, c.embed_dim, {c.mlp_dim}, workspace);
    layer.second_backward.lay_out("linear2_", r, c.mlp_dim, {c.embed_dim}, workspace);
  }
  // Only one layer's attention is in its backward at a time: all share the memory of the first.
  Workspace not_used;
  workspace.enter("attention_backward.");
  layer.attention_backward.lay_out(parameters_->attention(n), attention_request(), threads,
                                   n == 0 ? workspace : not_used);
}

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

// A layer's attention, and the heads to remove before W_O reads them.
template <class T>
void TransformerJob<T>::list_attention(std::int64_t n) {
  const MultiHeadAttentionJob<T>& attention = layers_[n]->attention;
  for (std::size_t stage = 0; stage < attention.stages().size(); ++stage) {
    if (stage == attention.attended_stages() && !request_.removed.empty()) {
      this->add_stage({strips(), static_cast<double>(kRows * parameters_->config.embed_dim),
                       [this, n](std::int64_t task, int) { remove_heads(n, task); }});
    }
    this->add_stage(attention.stages()[stage]);
  }
}

// Between one attention and the next, from the tokens and to the loss.
template <class T>
double TransformerJob<T>::strip_cost(std::int64_t n) const {
  const TransformerConfig& c = parameters_->config;
  const double width = static_cast<double>(c.embed_dim);
  const double predicting = n == c.num_layers ? width * static_cast<double>(c.vocab_size) : 0;
  return kRows * (4.0 * width * static_cast<double>(c.mlp_dim) + 30 * width + 2 * predicting);
}

template <class T>
void TransformerJob<T>::list_stages() {
  const TransformerConfig& c = parameters_->config;
  const std::int64_t layers = c.num_layers;
  this->clear_stages();
  this->add_stage({static_cast<std::int64_t>(linears_.size() + layers_.size()),
                   static_cast<double>(c.embed_dim) *
                       static_cast<double>(std::max({c.vocab_size, c.mlp_dim, 4 * c.embed_dim})),
                   [this](std::int64_t task, int) { pack(task); }});
  for (std::int64_t n = 0; n <= layers; ++n) {
    this->add_stage(
        {strips(), strip_cost(n), [this, n](std::int64_t task, int) { run_forward(n, task); }});
    if (n < layers) list_attention(n);
  }
  if (request_.train) list_backward();
  if (request_.loss) this->add_stage({1, 1, [this](std::int64_t, int) { decide(); }});
  // Rated so cheap that all of it is one slice: an update must not be split.
  if (request_.train)
    this->add_stage({chunks(), 1, [this](std::int64_t task, int) { update(task); }});
}

template <class T>
void TransformerJob<T>::list_backward() {
  const TransformerConfig& c = parameters_->config;
  for (std::int64_t n = c.num_layers; n >= 0; --n) {
    if (n < c.num_layers) this->add_stages(layers_[n]->attention_backward);
    this->add_stage({strips(), strip_cost(n),
                     [this, n](std::int64_t task, int worker) { run_backward(n, task, worker); }});
  }
  this->add_stages(weights_);
  this->add_stage({static_cast<std::int64_t>(norms_.size()),
                   static_cast<double>(kRows * c.embed_dim),
                   [this](std::int64_t task, int) { sum_norm(task); }});
  this->add_stage({divide_up(c.embed_dim, kTableColumns),
                   static_cast<double>(rows() * kTableColumns),
                   [this](std::int64_t task, int) { add_to_table(task); }});
  this->add_stage({chunks(), kChunk, [this](std::int64_t task, int) { sum_squares(task); }});
}

template class TransformerJob<float>;
template class TransformerJob<double>;

}  // namespace headwise
