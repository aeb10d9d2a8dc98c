// The memory of a transformer's call and the order of its stages. What each stage works on is bound in
// transformer_bind.cpp, and their work on strips is in transformer_strips.cpp.
#include "training/transformer_job.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/size.h"

namespace headwise {

template <class T>
ForwardRequest TransformerJob<T>::attention_request() const {
  const TransformerConfig& c = parameters_->config;
  ForwardRequest forward;
  forward.key_is_query = forward.value_is_key = true;
  AttentionRequest& r = forward.attention;
  r.config.batch = request_.batch;
  r.config.num_heads = c.num_heads;
  r.config.num_kv_heads = c.num_kv_heads;
  r.config.query_len = r.config.key_len = request_.length;
  r.config.head_dim = r.config.value_head_dim = c.head_dim;
  r.config.causal = c.causal ? Causal::kPast : Causal::kNone;
  r.config.window_left = c.window_left;
  r.config.window_right = c.window_right;
  r.config.scale = c.scale;
  r.config.softcap = c.softcap;
  r.config.alibi = c.positions == PositionKind::kAlibi;
  r.rotary = c.positions == PositionKind::kRotary;
  r.rotary_config = c.rotary;
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
  add_rows("encoded");
  if (c.final_norm) {
    add_rows("final");
    lay_out_norm("norm", workspace);
  }
  lay_out_linear("unembedding", c.vocab_size, c.embed_dim, workspace);
  workspace.add<T>("logits", {r, c.vocab_size});
  if (!request.train) return;
  for (const char* name : {"dx", "dquery", "dadded"}) add_rows(name);
  workspace.add<T>("scratch", {threads, kRows, c.embed_dim});
  if (c.gated) workspace.add<T>("dactive", {threads, kRows, c.mlp_dim});
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
void TransformerJob<T>::lay_out_norm(const std::string& name, Workspace& workspace) const {
  workspace.add<T>(name + ".stats", {rows(), 2});
  if (!request_.train) return;
  workspace.add<T>(name + ".parts", {strips(), 2, parameters_->config.embed_dim});
}

template <class T>
void TransformerJob<T>::lay_out_sublayer(const char* number, Workspace& workspace) const {
  const TransformerConfig& c = parameters_->config;
  const auto add_rows = [&](const char* name) {
    workspace.add<T>(std::string(name) + number, {rows(), c.embed_dim});
  };
  const std::string norm = std::string("norm") + number;
  if (c.norm_before() || c.norm_after()) lay_out_norm(norm, workspace);
  if (c.norm_inside()) {
    lay_out_norm(inside_name(c, norm), workspace);
    add_rows("normed");
  }
  if (c.norm_after()) add_rows("sum");
}

template <class T>
void TransformerJob<T>::lay_out_layer(std::int64_t n, int threads, Workspace& workspace) {
  const TransformerConfig& c = parameters_->config;
  const std::int64_t r = rows();
  const auto add_rows = [&](const char* name) { workspace.add<T>(name, {r, c.embed_dim}); };
  Layer& layer = *layers_[n];
  workspace.enter(layer_name(n));
  layer.attention.lay_out(parameters_->attention(n), attention_request(), threads, workspace);
  if (c.norm_before()) add_rows("input");
  lay_out_sublayer("1", workspace);
  if (c.has_mlp()) {
    add_rows("middle");
    if (c.norm_before()) add_rows("mlp_input");
    workspace.add<T>("hidden", {r, c.hidden_dim()});
    workspace.add<T>("active", {r, c.mlp_dim});
    add_rows("mlp_output");
    lay_out_sublayer("2", workspace);
    lay_out_linear("linear1", c.hidden_dim(), c.embed_dim, workspace);
    lay_out_linear("linear2", c.embed_dim, c.mlp_dim, workspace);
  }
  if (!request_.train) return;
  if (c.has_mlp()) {
    add_rows("dmlp");
    workspace.add<T>("dhidden", {r, c.hidden_dim()});
    layer.first_backward.lay_out("linear1_", r, c.embed_dim, {c.hidden_dim()}, workspace);
    layer.second_backward.lay_out("linear2_", r, c.mlp_dim, {c.embed_dim}, workspace);
  }
  // Only one layer's attention is in its backward at a time: all share the memory of the first.
  Workspace not_used;
  workspace.enter("attention_backward.");
  layer.attention_backward.lay_out(parameters_->attention(n), attention_request(), threads,
                                   n == 0 ? workspace : not_used);
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
  const double mapped = static_cast<double>(c.hidden_dim() + c.mlp_dim);
  return kRows * (2.0 * width * mapped + 30 * width + 2 * predicting);
}

template <class T>
void TransformerJob<T>::list_stages() {
  const TransformerConfig& c = parameters_->config;
  const std::int64_t layers = c.num_layers;
  this->clear_stages();
  this->add_stage(
      {static_cast<std::int64_t>(linears_.size() + layers_.size()),
       static_cast<double>(c.embed_dim) *
           static_cast<double>(std::max({c.vocab_size, c.hidden_dim(), 4 * c.embed_dim})),
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
