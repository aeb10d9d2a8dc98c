// A transformer's call: its memory, the order of its stages, their work on strips of rows between one attention and the next,
// forward and backward, and the work on all rows at once: the loss and the update.
#include "transformer/transformer_job.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/matrix.h"
#include "core/base/size.h"
#include "transformer/cross_entropy.h"
#include "transformer/dropout_rows.h"
#include "transformer/sublayer.h"

namespace headwise {

namespace {

// The address of row `first` of rows of `width` numbers: a strip's rows begin there. Null for null. Inlined wherever a strip
// begins, the module is 1 kB larger.
template <class T>
[[gnu::noinline]] T* strip_at(T* rows, std::int64_t first, std::int64_t width) {
  return row_at(rows, rows ? first : 0, width).data();
}

// Dropouts of a layer: of attention, its output, the active MLP, and the MLP's output.
constexpr std::uint32_t kPlacesOfLayer = 4;

}  // namespace

template <class T>
ForwardRequest TransformerJob<T>::attention_request() const {
  const TransformerConfig& c = parameters_->config;
  ForwardRequest forward;
  forward.key_is_query = forward.value_is_key = true;
  AttentionRequest& r = forward.attention;
  static_cast<ScoreConfig&>(r.config) = c;
  r.config.batch = request_.batch;
  r.config.num_heads = c.num_heads;
  r.config.num_kv_heads = c.num_kv_heads;
  r.config.query_len = r.config.key_len = request_.length;
  r.config.head_dim = r.config.value_head_dim = c.head_dim;
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
  tokens_ = workspace.add<std::int32_t>("tokens", {r});
  const bool loss = request.loss;
  targets_ = loss ? workspace.add<std::int32_t>("targets", {r}) : nullptr;
  mask_ = loss ? workspace.add<std::uint8_t>("mask", {r}) : nullptr;
  row_loss_ = loss ? workspace.add<T>({r}) : nullptr;
  row_correct_ = loss ? workspace.add<std::uint8_t>({r}) : nullptr;
  gradients_ = {};
  gradients_.layers.resize(static_cast<std::size_t>(c.num_layers));
  if (request.train) {
    gradients_ = parameters.in(state->gradients);
    for (T** rows : {&dx_, &dquery_, &dadded_}) *rows = workspace.add<T>({r, c.embed_dim});
  }

  const TransformerWeights<T>& w = parameters.weights();
  embedding_ = {c.embed_dim, c.vocab_size, request.length, w.embedding, parameters.positions()};
  drop_embedding_.place = 0;
  norms_.clear();
  linears_.clear();
  layers_.resize(c.num_layers);
  for (std::int64_t n = 0; n < c.num_layers; ++n) {
    if (!layers_[n]) layers_[n] = std::make_unique<Layer>();
    lay_out_layer(n, workspace);
  }
  workspace.enter("");
  final_ = encoded_ = rows_of("encoded", workspace);
  Layer& last = *layers_.back();
  set_output(c.has_mlp() ? last.around_mlp : last.around_attention, encoded_);
  if (c.final_norm) {
    final_ = rows_of("final", workspace);
    lay_out_norm(w.norm, gradients_.norm, encoded_, final_norm_, workspace);
  }
  lay_out_linear(w.unembedding, nullptr, c.vocab_size, c.embed_dim, unembedding_, workspace);
  logits_ = workspace.add<T>("logits", {r, c.vocab_size});
  if (request.train) lay_out_backward(workspace);
  list_stages();
}

template <class T>
T* TransformerJob<T>::rows_of(const char* name, Workspace& workspace) const {
  return workspace.add<T>(name, {rows(), parameters_->config.embed_dim});
}

template <class T>
void TransformerJob<T>::lay_out_linear(const T* weight, const T* bias, std::int64_t outputs,
                                       std::int64_t inputs, Linear<T>& linear,
                                       Workspace& workspace) {
  const typename Linear<T>::Shape shape{1, outputs, inputs};
  T* panels = workspace.add<T>({shape.panels()});
  T* back_panels = request_.train ? workspace.add<T>({shape.back_panels()}) : nullptr;
  linear.bind(weight, bias, shape, panels, back_panels);
  linears_.push_back(&linear);
}

template <class T>
void TransformerJob<T>::lay_out_norm(const NormWeights<T>& weights, const NormWeights<T>& gradients,
                                     const T* x, Norm& norm, Workspace& workspace) {
  const TransformerConfig& c = parameters_->config;
  norm.norm = {c.embed_dim, c.norm_epsilon, weights.gain, weights.bias, !c.rms};
  norm.x = x;
  norm.stats = workspace.add<T>({rows(), 2});
  if (!request_.train) return;
  norm.parts = workspace.add<T>({strips(), 2, c.embed_dim});
  norm.dgamma = gradients.gain;
  norm.dbeta = gradients.bias;
  norms_.push_back(&norm);
}

// The norms of a part, whose x and given are known.
template <class T>
void TransformerJob<T>::lay_out_sublayer(const char* number, const NormWeights<T>& own,
                                         const NormWeights<T>& down, const NormWeights<T>& inside,
                                         const NormWeights<T>& dinside, Sublayer& around,
                                         Workspace& workspace) {
  const TransformerConfig& c = parameters_->config;
  around.added = around.given;
  if (c.norm_before()) lay_out_norm(own, down, around.x, around.before, workspace);
  if (c.norm_inside()) {
    around.added = rows_of((std::string("normed") + number).c_str(), workspace);
    lay_out_norm(inside, dinside, around.given, around.inside, workspace);
  }
  if (c.norm_after()) {
    around.sum = workspace.add<T>({rows(), c.embed_dim});
    lay_out_norm(own, down, around.sum, around.after, workspace);
  }
}

template <class T>
void TransformerJob<T>::set_output(Sublayer& around, T* y) const {
  around.y = y;
  if (!parameters_->config.norm_after()) around.sum = y;
}

template <class T>
void TransformerJob<T>::lay_out_layer(std::int64_t n, Workspace& workspace) {
  const TransformerConfig& c = parameters_->config;
  const auto &w = parameters_->weights().layers[n], &dw = gradients_.layers[n];
  Layer& layer = *layers_[n];
  const auto place = [&](std::uint32_t which) {
    return 1 + static_cast<std::uint32_t>(n) * kPlacesOfLayer + which;
  };
  layer.drop_attention.place = place(0);
  layer.around_attention.drop.place = place(1);
  layer.drop_active.place = place(2);
  layer.around_mlp.drop.place = place(3);

  workspace.enter(layer_name(n));
  layer.attention.lay_out(parameters_->attention(n), attention_request(), threads_, workspace);
  if (!workspace.measures()) layer.attention.set_positions(c.position_values);
  layer.attention.set_dropout(request_.train && c.dropout > 0 ? &layer.drop_attention : nullptr);
  Sublayer& attention = layer.around_attention;
  attention.taken = layer.attention.query_input();
  attention.x = c.norm_before() ? rows_of("input", workspace) : attention.taken;
  attention.given = layer.attention.output();
  attention.dgiven = dadded_;
  lay_out_sublayer("1", w.norm1, dw.norm1, w.inside(c, false), dw.inside(c, false), attention,
                   workspace);
  if (n > 0) {
    Layer& before = *layers_[n - 1];
    set_output(c.has_mlp() ? before.around_mlp : before.around_attention, attention.x);
  }
  if (!c.has_mlp()) return;

  set_output(attention, rows_of("middle", workspace));
  Sublayer& mlp = layer.around_mlp;
  mlp.x = attention.y;
  mlp.taken = c.norm_before() ? rows_of("mlp_input", workspace) : mlp.x;
  layer.hidden = workspace.add<T>("hidden", {rows(), c.hidden_dim()});
  layer.active = workspace.add<T>("active", {rows(), c.mlp_dim});
  mlp.given = rows_of("mlp_output", workspace);
  lay_out_sublayer("2", w.norm2, dw.norm2, w.inside(c, true), dw.inside(c, true), mlp, workspace);
  layer.mlp.activation = c.activation;
  layer.mlp.gated = c.gated;
  lay_out_linear(w.linear1.weight, w.linear1.bias, c.hidden_dim(), c.embed_dim, layer.mlp.first,
                 workspace);
  lay_out_linear(w.linear2.weight, w.linear2.bias, c.embed_dim, c.mlp_dim, layer.mlp.second,
                 workspace);
}

template <class T>
void TransformerJob<T>::lay_out_backward(Workspace& workspace) {
  const TransformerConfig& c = parameters_->config;
  const TransformerWeights<T>&w = parameters_->weights(), &dw = gradients_;
  scratch_ = workspace.add<T>({threads_, kRows, c.embed_dim});
  dactive_ = c.gated ? workspace.add<T>({threads_, kRows, c.mlp_dim}) : nullptr;
  std::vector<const Job*> linears;
  for (std::int64_t n = 0; c.has_mlp() && n < c.num_layers; ++n) {
    Layer& layer = *layers_[n];
    Sublayer& around = layer.around_mlp;
    around.dgiven = workspace.add<T>({rows(), c.embed_dim});
    layer.dhidden = workspace.add<T>({rows(), c.hidden_dim()});
    const LinearWeights<T>&first = dw.layers[n].linear1, &second = dw.layers[n].linear2;
    layer.first_backward.lay_out(
        rows(), c.embed_dim,
        {around.taken,
         layer.dhidden,
         nullptr,
         {{c.hidden_dim(), w.layers[n].linear1.weight, first.weight, first.bias}}},
        workspace);
    layer.second_backward.lay_out(
        rows(), c.mlp_dim,
        {layer.active,
         around.dgiven,
         nullptr,
         {{c.embed_dim, w.layers[n].linear2.weight, second.weight, second.bias}}},
        workspace);
    linears.push_back(&layer.first_backward);
    linears.push_back(&layer.second_backward);
  }
  unembedding_backward_.lay_out(
      rows(), c.embed_dim,
      {final_, logits_, nullptr, {{c.vocab_size, w.unembedding, dw.unembedding, nullptr}}},
      workspace);
  linears.push_back(&unembedding_backward_);
  weights_.bind(std::move(linears));

  // Only one layer's attention is in its backward at a time: all share their memory.
  const std::int64_t mark = workspace.mark();
  for (std::int64_t n = 0; n < c.num_layers; ++n) {
    Layer& layer = *layers_[n];
    layer.attention.hand_over(layer.saved);
    MultiHeadAttentionGradients<T> g;
    g.output = dadded_;
    g.query_input = dquery_;
    g.key_in_query = g.value_in_key = true;
    g.weights = dw.layers[n].attention;
    workspace.rewind(mark);
    layer.attention_backward.lay_out(parameters_->attention(n), layer.saved, g, threads_,
                                     workspace);
  }

  chunks_.clear();
  for (const Parameter<T>& parameter : parameters_->all()) {
    for (std::int64_t first = 0; first < parameter.size; first += kChunk) {
      const std::int64_t size = std::min(kChunk, parameter.size - first);
      chunks_.push_back({row(parameter.data, parameter.size).segment(first, size).data(),
                         parameter.offset + first, size});
    }
  }
  squares_ = workspace.add<double>({chunks()});
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

template <class T>
void TransformerJob<T>::pack(std::int64_t task) {
  const auto linears = static_cast<std::int64_t>(linears_.size());
  if (task < linears) return linears_[task]->pack();
  parameters_->attention(task - linears).pack();
  if (task > linears || !mask_) return;
  counted_ = (row(mask_, rows()) == 1).count();
}

template <class T>
void TransformerJob<T>::run_forward(std::int64_t n, std::int64_t strip) {
  const std::int64_t width = parameters_->config.embed_dim;
  const std::int64_t first = strip * kRows, count = std::min(kRows, rows() - first);
  if (n == 0) {
    T* x = strip_at(layers_[0]->around_attention.x, first, width);
    embedding_.forward(strip_at(tokens_, first, 1), first, count, x);
    drop_rows(dropout(drop_embedding_), first, count, width, x);
  } else {
    finish_layer(*layers_[n - 1], first, count);
  }
  if (n == parameters_->config.num_layers) return predict(first, count);
  take(layers_[n]->around_attention, first, count);
}

template <class T>
void TransformerJob<T>::run_backward(std::int64_t n, std::int64_t strip, int worker) {
  const TransformerConfig& c = parameters_->config;
  const std::int64_t first = strip * kRows, count = std::min(kRows, rows() - first);
  T* dx = strip_at(dx_, first, c.embed_dim);
  if (n == c.num_layers) {
    predict_backward(first, count, strip_at(scratch_, worker * kRows, c.embed_dim));
  } else {
    take_backward(layers_[n]->around_attention, strip_at(dquery_, first, c.embed_dim), first,
                  count);
  }
  if (n > 0) return finish_layer_backward(*layers_[n - 1], first, count, worker);
  drop_rows(dropout(drop_embedding_), first, count, c.embed_dim, dx);
}

template <class T>
void TransformerJob<T>::normalize(const Norm& norm, std::int64_t first, std::int64_t count,
                                  T* y) const {
  const std::int64_t width = norm.norm.width;
  norm.norm.forward(strip_at(norm.x, first, width), count, strip_at(y, first, width),
                    strip_at(norm.stats, first, 2));
}

// dx += the gradient of the norm's input, or = with `add` false. dy and dx hold this strip's rows only.
template <class T>
void TransformerJob<T>::normalize_backward(const Norm& norm, const T* dy, std::int64_t first,
                                           std::int64_t count, bool add, T* dx) const {
  const std::int64_t width = norm.norm.width;
  const Matrix<T> parts = matrix_at(norm.parts, first / kRows, 2, width);
  norm.norm.backward(strip_at(norm.x, first, width), strip_at(norm.stats, first, 2), dy, count, add,
                     dx, parts.row(0).data(), norm.dbeta ? parts.row(1).data() : nullptr);
}

// taken = before(x)
template <class T>
void TransformerJob<T>::take(const Sublayer& around, std::int64_t first, std::int64_t count) const {
  if (parameters_->config.norm_before()) normalize(around.before, first, count, around.taken);
}

// dx_ += the gradient by way of the part. dtaken holds this strip's rows only.
template <class T>
void TransformerJob<T>::take_backward(const Sublayer& around, const T* dtaken, std::int64_t first,
                                      std::int64_t count) const {
  const TransformerConfig& c = parameters_->config;
  T* dx = strip_at(dx_, first, c.embed_dim);
  if (c.norm_before()) return normalize_backward(around.before, dtaken, first, count, true, dx);
  row(dx, count * c.embed_dim) += row(dtaken, count * c.embed_dim);
}

// y = after(x + inside(given))
template <class T>
void TransformerJob<T>::add(const Sublayer& around, std::int64_t first, std::int64_t count) const {
  const TransformerConfig& c = parameters_->config;
  const std::int64_t width = c.embed_dim;
  const auto own = [&](T* buffer) { return strip_at(buffer, first, width); };
  const auto stats = [&](const Norm& norm) { return strip_at(norm.stats, first, 2); };
  const SublayerEnd<T> rows{own(around.x),      own(around.given), own(around.added),
                            own(around.sum),    own(around.y),     stats(around.inside),
                            stats(around.after)};
  end_sublayer<T>(c.norm_inside() ? &around.inside.norm : nullptr,
                  c.norm_after() ? &around.after.norm : nullptr, rows, count, width,
                  [&](T* added) { drop_rows(dropout(around.drop), first, count, width, added); });
}

// dx_ holds the gradient of y, and then of x past the part; dgiven is written.
template <class T>
void TransformerJob<T>::add_backward(const Sublayer& around, std::int64_t first,
                                     std::int64_t count) const {
  const TransformerConfig& c = parameters_->config;
  const std::int64_t size = count * c.embed_dim;
  T *dx = strip_at(dx_, first, c.embed_dim), *dgiven = strip_at(around.dgiven, first, c.embed_dim);
  if (c.norm_after()) normalize_backward(around.after, dx, first, count, false, dx);
  std::copy_n(dx, size, dgiven);
  drop_rows(dropout(around.drop), first, count, c.embed_dim, dgiven);
  if (c.norm_inside()) normalize_backward(around.inside, dgiven, first, count, false, dgiven);
}

// From the output of attention to the input of the next layer.
template <class T>
void TransformerJob<T>::finish_layer(Layer& layer, std::int64_t first, std::int64_t count) {
  const TransformerConfig& c = parameters_->config;
  add(layer.around_attention, first, count);
  if (!c.has_mlp()) return;
  const Sublayer& around = layer.around_mlp;
  take(around, first, count);
  layer.mlp.forward(strip_at(around.taken, first, c.embed_dim), count,
                    strip_at(layer.hidden, first, c.hidden_dim()),
                    strip_at(layer.active, first, c.mlp_dim),
                    strip_at(around.given, first, c.embed_dim), dropout(layer.drop_active), first);
  add(around, first, count);
}

// dx_ holds the gradient of the layer's output, and then of its input past attention; dadded_ is the
// gradient of attention's output.
template <class T>
void TransformerJob<T>::finish_layer_backward(Layer& layer, std::int64_t first, std::int64_t count,
                                              int worker) {
  const TransformerConfig& c = parameters_->config;
  if (c.has_mlp()) {
    const Sublayer& around = layer.around_mlp;
    T* dtaken = strip_at(scratch_, worker * kRows, c.embed_dim);
    T* dhidden = strip_at(layer.dhidden, first, c.hidden_dim());
    T* dactive = c.gated ? strip_at(dactive_, worker * kRows, c.mlp_dim) : dhidden;
    add_backward(around, first, count);
    layer.mlp.backward(strip_at(around.dgiven, first, c.embed_dim),
                       strip_at(layer.hidden, first, c.hidden_dim()), count, dactive, dhidden,
                       dtaken, dropout(layer.drop_active), first);
    take_backward(around, dtaken, first, count);
  }
  add_backward(layer.around_attention, first, count);
}

// Logits, and with a loss their gradient in their place.
template <class T>
void TransformerJob<T>::predict(std::int64_t first, std::int64_t count) {
  const TransformerConfig& c = parameters_->config;
  if (c.final_norm) normalize(final_norm_, first, count, final_);
  unembedding_.forward(strip_at(final_, first, c.embed_dim), count,
                       strip_at(logits_, first, c.vocab_size));
  if (!request_.loss) return;
  const T weight = T(1) / static_cast<T>(std::max<std::int64_t>(counted_, 1));
  for (std::int64_t i = first; i < first + count; ++i) {
    T* logits = strip_at(logits_, i, c.vocab_size);
    if (!mask_[i]) {
      std::fill_n(logits, c.vocab_size, T(0));
      continue;
    }
    const RowLoss<T> row = cross_entropy(logits, c.vocab_size, targets_[i], weight);
    row_loss_[i] = row.loss;
    row_correct_[i] = row.correct;
  }
}

template <class T>
void TransformerJob<T>::predict_backward(std::int64_t first, std::int64_t count, T* scratch) {
  const TransformerConfig& c = parameters_->config;
  T* dx = strip_at(dx_, first, c.embed_dim);
  unembedding_.backward(strip_at(logits_, first, c.vocab_size), count, c.final_norm ? scratch : dx);
  if (c.final_norm) normalize_backward(final_norm_, scratch, first, count, false, dx);
}

template <class T>
void TransformerJob<T>::remove_heads(std::int64_t n, std::int64_t strip) {
  const TransformerConfig& c = parameters_->config;
  const std::int64_t first = strip * kRows, end = std::min(first + kRows, rows());
  for (std::int64_t head = 0; head < c.num_heads; ++head) {
    if (!request_.removed[n * c.num_heads + head]) continue;
    matrix(layers_[n]->attention.concatenated(), rows(), c.num_heads * c.head_dim)
        .block(first, head * c.head_dim, end - first, c.head_dim)
        .setZero();
  }
}

template <class T>
void TransformerJob<T>::sum_norm(std::int64_t task) {
  const Norm& norm = *norms_[task];
  const std::int64_t width = norm.norm.width;
  const Matrix<const T> parts = matrix<const T>(norm.parts, strips(), 2 * width);
  sum_rows<T>(parts.middleCols(0, width), row(norm.dgamma, width));
  if (norm.dbeta) sum_rows<T>(parts.middleCols(width, width), row(norm.dbeta, width));
}

template <class T>
void TransformerJob<T>::add_to_table(std::int64_t task) {
  const TransformerConfig& c = parameters_->config;
  const std::int64_t begin = task * kTableColumns,
                     end = std::min(begin + kTableColumns, c.embed_dim);
  const auto clear = [&](T* table, std::int64_t table_rows) {
    if (table) matrix(table, table_rows, c.embed_dim).middleCols(begin, end - begin).setZero();
  };
  T *tokens = gradients_.embedding, *positions = gradients_.positions;
  if (!c.tied) clear(tokens, c.vocab_size);  // else it has its part as the unembedding
  clear(positions, c.context_len);
  embedding_.backward(tokens_, dx_, rows(), begin, end, tokens, positions);
}

template <class T>
void TransformerJob<T>::sum_squares(std::int64_t task) {
  const Chunk& chunk = chunks_[task];
  squares_[task] = sum_of_squares(chunk.in(state_->gradients), chunk.size);
}

template <class T>
void TransformerJob<T>::decide() {
  outcome_ = {};
  outcome_.counted = counted_;
  double sum = 0;
  for (std::int64_t i = 0; i < rows(); ++i) {
    if (!mask_[i]) continue;
    sum += row_loss_[i];
    outcome_.correct += row_correct_[i];
  }
  outcome_.loss = sum / static_cast<double>(std::max<std::int64_t>(counted_, 1));
  if (!request_.train) return;
  double squares = 0;
  for (std::size_t i = 0; i < chunks_.size(); ++i) squares += squares_[i];
  outcome_.gradient_norm = std::sqrt(squares);
  outcome_.diverged = !std::isfinite(outcome_.loss) || !std::isfinite(outcome_.gradient_norm);
  if (outcome_.diverged) return;
  const std::int64_t step = state_->steps_done + 1;
  outcome_.rate = optimizer_.rate_at(step);
  update_.emplace(optimizer_, step, optimizer_.clip_factor(outcome_.gradient_norm));
}

template <class T>
void TransformerJob<T>::update(std::int64_t task) {
  if (outcome_.diverged) return;
  const Chunk& chunk = chunks_[task];
  update_->apply(chunk.size, chunk.in(state_->gradients), chunk.in(state_->first),
                 chunk.in(state_->second), chunk.values);
  if (task == 0) state_->steps_done += 1;
}

template <class T>
void TransformerJob<T>::set_optimizer(const OptimizerConfig& config, std::uint64_t dropout_seed) {
  config.validate();
  optimizer_ = config;
  const auto set = [&](Dropout& place) {
    place.probability = parameters_->config.dropout;
    place.seed = dropout_seed;
    place.step = static_cast<std::uint32_t>(state_->steps_done);
  };
  set(drop_embedding_);
  for (const auto& layer : layers_) {
    for (Dropout* place : {&layer->drop_attention, &layer->around_attention.drop,
                           &layer->drop_active, &layer->around_mlp.drop})
      set(*place);
  }
}

template class TransformerJob<float>;
template class TransformerJob<double>;

}  // namespace headwise
