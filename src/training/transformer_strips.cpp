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
    T* x = layers_[0]->input + first * width;
    embedding_.forward(tokens_ + first, first, count, x);
    drop_rows(dropout(drop_embedding_), first, count, width, x);
  } else {
    finish_layer(*layers_[n - 1], first, count);
  }
  if (n == parameters_->config.num_layers) return predict(first, count);
  Layer& layer = *layers_[n];
  if (parameters_->config.norm == NormKind::kPre)
    normalize(layer.norm1, first, count, layer.query_input);
}

template <class T>
void TransformerJob<T>::run_backward(std::int64_t n, std::int64_t strip, int worker) {
  const TransformerConfig& c = parameters_->config;
  const std::int64_t first = strip * kRows, count = std::min(kRows, rows() - first);
  const std::int64_t at = first * c.embed_dim, size = count * c.embed_dim;
  T* scratch = scratch_ + worker * kRows * c.embed_dim;
  if (n == c.num_layers) {
    predict_backward(first, count, scratch);
  } else if (c.norm == NormKind::kPre) {
    normalize_backward(layers_[n]->norm1, dquery_ + at, first, count, true);
  } else {
    row(dx_ + at, size) += row(dquery_ + at, size);
  }
  if (n > 0) return finish_layer_backward(*layers_[n - 1], first, count, scratch);
  drop_rows(dropout(drop_embedding_), first, count, c.embed_dim, dx_ + at);
}

template <class T>
void TransformerJob<T>::normalize(const Norm& norm, std::int64_t first, std::int64_t count,
                                  T* y) const {
  const std::int64_t at = first * norm.norm.width;
  norm.norm.forward(norm.x + at, count, y + at, norm.stats + 2 * first);
}

// dx_ += the gradient of the norm's input, or = with `add` false. dy holds this strip's rows only.
template <class T>
void TransformerJob<T>::normalize_backward(const Norm& norm, const T* dy, std::int64_t first,
                                           std::int64_t count, bool add) const {
  const std::int64_t width = norm.norm.width, at = first * width;
  T* parts = norm.parts + first / kRows * 2 * width;
  norm.norm.backward(norm.x + at, norm.stats + 2 * first, dy, count, add, dx_ + at, parts,
                     norm.dbeta ? parts + width : nullptr);
}

// From the output of attention to the input of the next layer.
template <class T>
void TransformerJob<T>::finish_layer(Layer& layer, std::int64_t first, std::int64_t count) {
  const TransformerConfig& c = parameters_->config;
  const std::int64_t at = first * c.embed_dim, size = count * c.embed_dim;
  const std::int64_t hidden_at = first * c.mlp_dim;
  const bool post = c.norm == NormKind::kPost;
  T* middle = c.has_mlp() ? layer.middle : layer.output;

  // 1. middle = input + attention, with the norm around it or without
  drop_rows(dropout(layer.drop_added), first, count, c.embed_dim, layer.added + at);
  row((post ? layer.sum1 : middle) + at, size) =
      row(layer.input + at, size) + row(layer.added + at, size);
  if (post) normalize(layer.norm1, first, count, middle);
  if (!c.has_mlp()) return;

  // 2. output = middle + mlp, likewise
  if (c.norm == NormKind::kPre) normalize(layer.norm2, first, count, layer.mlp_input);
  layer.mlp.forward(layer.mlp_input + at, count, layer.hidden + hidden_at, layer.active + hidden_at,
                    layer.mlp_output + at, dropout(layer.drop_active), first);
  drop_rows(dropout(layer.drop_mlp), first, count, c.embed_dim, layer.mlp_output + at);
  row((post ? layer.sum2 : layer.output) + at, size) =
      row(middle + at, size) + row(layer.mlp_output + at, size);
  if (post) normalize(layer.norm2, first, count, layer.output);
}

// dx_ holds the gradient of the layer's output, and then what reaches its input past attention;
// dadded_ is the gradient of what attention added.
template <class T>
void TransformerJob<T>::finish_layer_backward(Layer& layer, std::int64_t first, std::int64_t count,
                                              T* scratch) {
  const TransformerConfig& c = parameters_->config;
  const std::int64_t at = first * c.embed_dim, size = count * c.embed_dim;
  const std::int64_t hidden_at = first * c.mlp_dim;
  const bool post = c.norm == NormKind::kPost;
  T* dx = dx_ + at;
  if (c.has_mlp()) {
    if (post) normalize_backward(layer.norm2, dx, first, count, false);
    std::copy_n(dx, size, layer.dmlp + at);
    drop_rows(dropout(layer.drop_mlp), first, count, c.embed_dim, layer.dmlp + at);
    layer.mlp.backward(layer.dmlp + at, layer.hidden + hidden_at, count, layer.dhidden + hidden_at,
                       scratch, dropout(layer.drop_active), first);
    if (c.norm == NormKind::kPre)
      normalize_backward(layer.norm2, scratch, first, count, true);
    else
      row(dx, size) += row(scratch, size);
  }
  if (post) normalize_backward(layer.norm1, dx, first, count, false);
  std::copy_n(dx, size, dadded_ + at);
  drop_rows(dropout(layer.drop_added), first, count, c.embed_dim, dadded_ + at);
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
  T* dfinal = c.final_norm ? scratch : dx_ + first * c.embed_dim;
  unembedding_.backward(logits_ + first * c.vocab_size, count, dfinal);
  if (c.final_norm) normalize_backward(final_norm_, scratch, first, count, false);
}

template <class T>
void TransformerJob<T>::remove_heads(std::int64_t n, std::int64_t strip) {
  const TransformerConfig& c = parameters_->config;
  const std::int64_t first = strip * kRows, end = std::min(first + kRows, rows());
  for (std::int64_t head = 0; head < c.num_heads; ++head) {
    if (!request_.removed[n * c.num_heads + head]) continue;
    matrix(layers_[n]->concatenated, rows(), c.num_heads * c.head_dim)
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
  T* tokens = gradient_of("embedding.weight");
  T* positions = gradient_of("positions.weight");
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
    for (Dropout* place :
         {&layer->drop_attention, &layer->drop_added, &layer->drop_active, &layer->drop_mlp})
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
