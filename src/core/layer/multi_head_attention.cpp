// The layer's forward as stages: project, attend, merge heads, W_O.
#include "core/layer/multi_head_attention.h"

#include <algorithm>

#include "core/attention/saved_activations.h"
#include "core/base/error.h"
#include "core/base/matrix.h"
#include "core/base/size.h"

namespace headwise {

template <class T>
void MultiHeadAttentionJob<T>::lay_out(const MultiHeadAttentionParameters<T>& parameters,
                                       const ForwardRequest& request, int threads,
                                       Workspace& workspace, Cache<T>* cache) {
  const MultiHeadAttentionConfig& layer = parameters.config;
  const AttentionConfig& c = request.attention.config;
  require(c.num_heads == layer.num_heads && c.num_kv_heads == layer.num_kv_heads &&
              c.head_dim == layer.head_dim && c.value_head_dim == layer.value_head_dim,
          "the heads of a call: expected those of the layer");
  require(request.attention.extra_bias == layer.add_bias_kv &&
              request.attention.extra_zero == layer.add_zero_attention,
          "the extra keys of a call: expected those of the layer");
  require(!request.key_is_query || (c.query_len == c.key_len && layer.key_dim == layer.embed_dim),
          "key: expected its own input, because its length or width differs from the query's");
  require(!request.value_is_key || layer.value_dim == layer.key_dim,
          "value: expected its own input, because its width differs from the key's");
  parameters_ = &parameters;
  request_ = request;
  request_.attention.attention = request.attention.attention || request.average_heads;

  Workspace& lasting = workspace.lasting();
  T* input = lasting.add<T>("query_input", {c.batch, c.query_len, layer.embed_dim});
  query_input_ = input;
  if (!request.key_is_query)
    input = lasting.add<T>("key_input", {c.batch, c.key_len, layer.key_dim});
  key_input_ = input;
  if (!request.value_is_key)
    input = lasting.add<T>("value_input", {c.batch, c.key_len, layer.value_dim});
  value_input_ = input;
  attention_.lay_out(request_.attention, threads, workspace, cache);
  const MultiHeadAttentionWeights<T>& weights = parameters.weights();
  attention_.set_extra_bias(weights.bias_k, weights.bias_v);
  const QueryKeyNormConfig& norm = layer.query_key_norm;
  query_norm_ = key_norm_ = {};
  if (norm.on) {
    query_norm_ = projection_norm<T>(norm, layer.num_heads, layer.head_dim);
    key_norm_ = projection_norm<T>(norm, layer.num_kv_heads, layer.head_dim);
    query_norm_.lay_out(c.batch * c.query_len, weights.q_norm, weights.q_norm_bias, workspace);
    key_norm_.lay_out(c.batch * c.key_len, weights.k_norm, weights.k_norm_bias, workspace);
    normalized_ = workspace.add<T>({threads, query_norm_.size()});
  }
  const auto heads = [&](bool wanted, const char* name, std::int64_t width) -> T* {
    if (!wanted) return nullptr;
    return workspace.add<T>(name, {c.batch, c.num_heads, c.query_len, width});
  };
  replaced_heads_ = heads(request_.attention.replaced_heads, "replaced_heads", c.value_head_dim);
  const std::int64_t width = c.num_heads * c.value_head_dim;
  concatenated_ = lasting.add<T>("concatenated", {c.batch, c.query_len, width});
  attention_.set_output(heads_in_rows(concatenated_, c.query_len, c.value_head_dim, width));
  lay_out_output(workspace);
  heads_ = heads(request_.attention.trace, "heads", c.value_head_dim);
  contributions_ = heads(request_.attention.trace, "contributions", layer.output_dim);
  average_ = request_.average_heads
                 ? workspace.add<T>("average", {c.batch, c.query_len, c.total_len()})
                 : nullptr;
  list_stages();
}

// The keys of the projection are in their panels by then: unless they are results, the output takes their place, so that a
// long sequence takes one buffer less.
template <class T>
void MultiHeadAttentionJob<T>::lay_out_output(Workspace& workspace) {
  const AttentionConfig& c = request_.attention.config;
  const std::int64_t output_dim = parameters_->config.output_dim;
  const bool reads_keys = request_.attention.trace || request_.attention.present;
  const bool fits = c.query_len * output_dim <= c.num_kv_heads * c.key_len * c.head_dim;
  output_ = !reads_keys && fits ? attention_.new_key()
                                : workspace.add<T>({c.batch, c.query_len, output_dim});
  workspace.named("output", output_);
}

template <class T>
void MultiHeadAttentionJob<T>::hand_over(SavedActivations<T>& saved) const {
  attention_.hand_over(saved);
  saved.query_input = query_input_;
  saved.key_input = key_input_;
  saved.value_input = value_input_;
  saved.key_is_query = request_.key_is_query;
  saved.value_is_key = request_.value_is_key;
  saved.query_norm = query_norm_;
  saved.key_norm = key_norm_;
}

template <class T>
std::int64_t MultiHeadAttentionJob<T>::strips(std::int64_t rows) const {
  return request_.attention.config.batch * divide_up(rows, kRows);
}

template <class T>
typename MultiHeadAttentionJob<T>::RowStrip MultiHeadAttentionJob<T>::strip_of(
    std::int64_t task, std::int64_t len) const {
  const std::int64_t per_sequence = divide_up(len, kRows), first = task % per_sequence * kRows;
  return {task / per_sequence, first, std::min(kRows, len - first)};
}

template <class T>
void MultiHeadAttentionJob<T>::list_stages() {
  const AttentionConfig& c = request_.attention.config;
  const MultiHeadAttentionConfig& layer = parameters_->config;
  const Linear<T>&query = parameters_->query, &output = parameters_->output;
  const double rows = kRows, output_dim = static_cast<double>(layer.output_dim);
  const double width = static_cast<double>(c.num_heads * c.value_head_dim);
  this->clear_stages();
  this->add_stage(
      {strips(c.query_len) * query.blocks() +
           strips(c.key_len) * (parameters_->key.blocks() + parameters_->value.blocks()),
       2.0 * rows * static_cast<double>(c.num_heads * c.head_dim) *
           static_cast<double>(layer.embed_dim) / static_cast<double>(query.blocks()),
       [this](std::int64_t task, int) { project(task); }});
  if (layer.query_key_norm.on) {
    this->add_stage({strips(c.query_len) + strips(c.key_len),
                     20.0 * rows * static_cast<double>(c.num_heads * c.head_dim),
                     [this](std::int64_t task, int worker) { normalize(task, worker); }});
  }
  this->add_stages(attention_);
  attended_stages_ = this->stages().size();
  if (replaced_heads_) {
    this->add_stage({strips(c.query_len), width * rows,
                     [this](std::int64_t task, int) { copy_heads(replaced_heads_, true, task); }});
  }
  if (heads_) {
    this->add_stage({strips(c.query_len), width * rows,
                     [this](std::int64_t task, int) { copy_heads(heads_, false, task); }});
  }
  this->add_stage({divide_up(c.batch * c.query_len, kRows) * output.blocks(),
                   2.0 * rows * width * output_dim / static_cast<double>(output.blocks()),
                   [this](std::int64_t task, int) { map_output(task); }});
  if (contributions_) {
    this->add_stage({strips(c.query_len) * c.num_heads,
                     2.0 * rows * static_cast<double>(c.value_head_dim) * output_dim,
                     [this](std::int64_t task, int) { contribute(task); }});
  }
  if (average_) {
    this->add_stage({c.batch * c.query_len, static_cast<double>(c.num_heads * c.total_len()),
                     [this](std::int64_t task, int) { average(task); }});
  }
}

// 1. q_i = x W_Q^i + b_Q^i      k_i = x W_K^i + b_K^i      v_i = x W_V^i + b_V^i
//    One linear map each, straight from the input.
template <class T>
void MultiHeadAttentionJob<T>::project(std::int64_t task) {
  const AttentionConfig& c = request_.attention.config;
  // Tasks of one projection: by strips of rows, by blocks of columns within them.
  const auto apply = [&](const Linear<T>& projection, const T* input, std::int64_t len, T* out) {
    const std::int64_t tasks = strips(len) * projection.blocks();
    if (task >= tasks) {
      task -= tasks;
      return false;
    }
    const typename Linear<T>::Shape& shape = projection.shape();
    const auto [batch, first, rows] = strip_of(task / projection.blocks(), len);
    if (out) {
      projection.forward_block(matrix_at(input, batch, len, shape.inputs).data(), len, first, rows,
                               task % projection.blocks(),
                               matrix_at(out, batch, len, shape.outputs()).data());
    }
    return true;
  };
  const bool norm = parameters_->config.query_key_norm.on;
  T* query = request_.attention.replaced_query ? nullptr
             : norm                            ? query_norm_.x
                                               : attention_.query();
  apply(parameters_->query, query_input_, c.query_len, query) ||
      apply(parameters_->key, key_input_, c.key_len, norm ? key_norm_.x : attention_.new_key()) ||
      apply(parameters_->value, value_input_, c.key_len, attention_.new_value());
}

// 2. q_i = norm(q_i)      k_i = norm(k_i), with query_key_norm
template <class T>
void MultiHeadAttentionJob<T>::normalize(std::int64_t task, int worker) {
  const AttentionConfig& c = request_.attention.config;
  const bool queries = task < strips(c.query_len);
  if (queries && request_.attention.replaced_query) return;
  if (!queries) task -= strips(c.query_len);
  const std::int64_t len = queries ? c.query_len : c.key_len;
  const auto [batch, first, rows] = strip_of(task, len);
  const ProjectionNorm<T>& norm = queries ? query_norm_ : key_norm_;
  norm.forward(batch, len, first, rows, queries ? attention_.query() : attention_.new_key(),
               row_at(normalized_, worker, query_norm_.size()).data());
}

// 3. z_i = softmax(q_i k_i^T scale) v_i: the stages of AttentionJob. (L, Ev), a part of `concatenated`
template <class T>
Matrix<T> MultiHeadAttentionJob<T>::z(std::int64_t batch, std::int64_t head) const {
  const AttentionConfig& c = request_.attention.config;
  return matrix_at(concatenated_, batch, c.query_len, c.num_heads * c.value_head_dim)
      .middleCols(head * c.value_head_dim, c.value_head_dim);
}

// 4. Where they are results, z_1 ... z_H one after another: heads (B, H, L, Ev). Where they are replaced, back.
template <class T>
void MultiHeadAttentionJob<T>::copy_heads(T* heads, bool back, std::int64_t task) const {
  const AttentionConfig& c = request_.attention.config;
  const auto [batch, first, rows] = strip_of(task, c.query_len);
  for (std::int64_t head = 0; head < c.num_heads; ++head) {
    const Matrix<T> side_by_side = z(batch, head);
    const Matrix<T> apart =
        matrix_at(heads, batch * c.num_heads + head, c.query_len, c.value_head_dim);
    for (std::int64_t i = first; i < first + rows; ++i) {
      const Row<T> from = (back ? apart : side_by_side).row(i);
      copy(from, (back ? side_by_side : apart).row(i));
    }
  }
}

// 5. output = Concat(z_1 ... z_H) W_O + b_O
template <class T>
void MultiHeadAttentionJob<T>::map_output(std::int64_t task) {
  const AttentionConfig& c = request_.attention.config;
  const Linear<T>& output = parameters_->output;
  const std::int64_t len = c.batch * c.query_len, first = task / output.blocks() * kRows;
  output.forward_block(concatenated_, len, first, std::min(kRows, len - first),
                       task % output.blocks(), output_);
}

// 6. contributions_i = z_i W_O^i: what one head adds to the output, before b_O
template <class T>
void MultiHeadAttentionJob<T>::contribute(std::int64_t task) {
  const AttentionConfig& c = request_.attention.config;
  const Linear<T>& output = parameters_->output;
  const auto [batch_and_head, first, rows] = strip_of(task, c.query_len);
  const std::int64_t head = batch_and_head % c.num_heads, batch = batch_and_head / c.num_heads;
  const Matrix<T> contributions =
      matrix_at(contributions_, batch_and_head, c.query_len, output.shape().head_dim);
  output.forward_columns(z(batch, head).middleRows(first, rows), head * c.value_head_dim,
                         contributions.middleRows(first, rows));
}

// 7. average = (A_1 + ... + A_H) / H
template <class T>
void MultiHeadAttentionJob<T>::average(std::int64_t batch_and_query) {
  const AttentionConfig& c = request_.attention.config;
  const std::int64_t batch = batch_and_query / c.query_len, query = batch_and_query % c.query_len;
  const std::int64_t total = c.total_len(), head_size = c.query_len * total;
  const T* maps = attention_.attention().activations.attention;
  const T* of_query = row_at(maps, batch * c.num_heads * c.query_len + query, total).data();
  Row<T> mean = row_at(average_, batch_and_query, total);
  sum_rows<T>(matrix(of_query, c.num_heads, total, head_size), mean);
  mean /= static_cast<T>(c.num_heads);
}

template class MultiHeadAttentionJob<float>;
template class MultiHeadAttentionJob<double>;

}  // namespace headwise
