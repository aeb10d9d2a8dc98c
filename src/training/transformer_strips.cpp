// The work on a strip of rows between one attention and the next, forward and backward, and the work
// on all rows at once: the loss and the update.
#include <algorithm>
#include <cmath>

#include "core/base/matrix.h"
#include "core/base/size.h"
#include "training/cross_entropy.h"
#include "training/dropout_rows.h"
#include "training/transformer_job.h"

namespace headwise {

template <class T>
void TransformerJob<T>::pack(std::int64_t task) {
  const auto linears = static_cast<std::int64_t>(linears_.size());
  if (task < linears) return linears_[task]->pack();
  parameters_->attention(task - linears).pack();
  if (task > linears || !mask_) return;
  counted_ = std::count(mask_, mask_ + rows(), 1);
}

template <class T>
void TransformerJob<T>::run_forward(std::int64_t n, std::int64_t strip) {
  const std::int64_t width = parameters_->config.embed_dim;
  const std::int64_t first = strip * kRows, count = std::min(kRows, rows() - first);
  if (n == 0) {
    T* x = layers_[0]->around_attention.x + first * width;
    embedding_.forward(tokens_ + first, first, count, x);
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
  T* dx = dx_ + first * c.embed_dim;
  if (n == c.num_layers) {
    predict_backward(first, count, scratch_ + worker * kRows * c.embed_dim);
  } else {
    take_backward(layers_[n]->around_attention, dquery_ + first * c.embed_dim, first, count);
  }
  if (n > 0) return finish_layer_backward(*layers_[n - 1], first, count, worker);
  drop_rows(dropout(drop_embedding_), first, count, c.embed_dim, dx);
}

template <class T>
void TransformerJob<T>::normalize(const Norm& norm, std::int64_t first, std::int64_t count,
                                  T* y) const {
  const std::int64_t at = first * norm.norm.width;
  norm.norm.forward(norm.x + at, count, y + at, norm.stats + 2 * first);
}

// dx += the gradient of the norm's input, or = with `add` false. dy and dx hold this strip's rows only.
template <class T>
void TransformerJob<T>::normalize_backward(const Norm& norm, const T* dy, std::int64_t first,
                                           std::int64_t count, bool add, T* dx) const {
  const std::int64_t width = norm.norm.width;
  T* parts = norm.parts + first / kRows * 2 * width;
  norm.norm.backward(norm.x + first * width, norm.stats + 2 * first, dy, count, add, dx, parts,
                     norm.dbeta ? parts + width : nullptr);
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
  T* dx = dx_ + first * c.embed_dim;
  if (c.norm_before()) return normalize_backward(around.before, dtaken, first, count, true, dx);
  row(dx, count * c.embed_dim) += row(dtaken, count * c.embed_dim);
}

// y = after(x + inside(given))
template <class T>
void TransformerJob<T>::add(const Sublayer& around, std::int64_t first, std::int64_t count) const {
  const TransformerConfig& c = parameters_->config;
  const std::int64_t at = first * c.embed_dim, size = count * c.embed_dim;
  if (c.norm_inside()) normalize(around.inside, first, count, around.added);
  drop_rows(dropout(around.drop), first, count, c.embed_dim, around.added + at);
  row(around.sum + at, size) = row(around.x + at, size) + row(around.added + at, size);
  if (c.norm_after()) normalize(around.after, first, count, around.y);
}

// dx_ holds the gradient of y, and then of x past the part; dgiven is written.
template <class T>
void TransformerJob<T>::add_backward(const Sublayer& around, std::int64_t first,
                                     std::int64_t count) const {
  const TransformerConfig& c = parameters_->config;
  const std::int64_t at = first * c.embed_dim, size = count * c.embed_dim;
  T *dx = dx_ + at, *dgiven = around.dgiven + at;
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
  const std::int64_t at = first * c.embed_dim;
  take(around, first, count);
  layer.mlp.forward(around.taken + at, count, layer.hidden + first * c.hidden_dim(),
                    layer.active + first * c.mlp_dim, around.given + at, dropout(layer.drop_active),
                    first);
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
    T* dtaken = scratch_ + worker * kRows * c.embed_dim;
    T* dhidden = layer.dhidden + first * c.hidden_dim();
    T* dactive = c.gated ? dactive_ + worker * kRows * c.mlp_dim : dhidden;
    add_backward(around, first, count);
    layer.mlp.backward(around.dgiven + first * c.embed_dim, layer.hidden + first * c.hidden_dim(),
                       count, dactive, dhidden, dtaken, dropout(layer.drop_active), first);
    take_backward(around, dtaken, first, count);
  }
  add_backward(layer.around_attention, first, count);
}

// Logits, and with a loss their gradient in their place.
template <class T>
void TransformerJob<T>::predict(std::int64_t first, std::int64_t count) {
  const TransformerConfig& c = parameters_->config;
  if (c.final_norm) normalize(final_norm_, first, count, final_);
  unembedding_.forward(final_ + first * c.embed_dim, count, logits_ + first * c.vocab_size);
  if (!request_.loss) return;
  const T weight = T(1) / static_cast<T>(std::max<std::int64_t>(counted_, 1));
  for (std::int64_t i = first; i < first + count; ++i) {
    T* logits = logits_ + i * c.vocab_size;
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
  T* dx = dx_ + first * c.embed_dim;
  unembedding_.backward(logits_ + first * c.vocab_size, count, c.final_norm ? scratch : dx);
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
  const T* parts = norm.parts;
  sum_rows<T>(matrix(parts, strips(), width, 2 * width), row(norm.dgamma, width));
  if (norm.dbeta)
    sum_rows<T>(matrix(parts + width, strips(), width, 2 * width), row(norm.dbeta, width));
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
  squares_[task] = sum_of_squares(state_->gradients + chunk.offset, chunk.size);
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
  update_->apply(chunk.size, state_->gradients + chunk.offset, state_->first + chunk.offset,
                 state_->second + chunk.offset, chunk.values);
  if (task == 0) ++state_->steps_done;
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

#define HEADWISE_INSTANTIATE(T)                                                   \
  template void TransformerJob<T>::pack(std::int64_t);                            \
  template void TransformerJob<T>::run_forward(std::int64_t, std::int64_t);       \
  template void TransformerJob<T>::run_backward(std::int64_t, std::int64_t, int); \
  template void TransformerJob<T>::remove_heads(std::int64_t, std::int64_t);      \
  template void TransformerJob<T>::sum_norm(std::int64_t);                        \
  template void TransformerJob<T>::add_to_table(std::int64_t);                    \
  template void TransformerJob<T>::sum_squares(std::int64_t);                     \
  template void TransformerJob<T>::decide();                                      \
  template void TransformerJob<T>::update(std::int64_t);                          \
  template void TransformerJob<T>::set_optimizer(const OptimizerConfig&, std::uint64_t);
HEADWISE_INSTANTIATE(float)
HEADWISE_INSTANTIATE(double)

}  // namespace headwise
