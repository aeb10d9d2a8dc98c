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
  attention_.set_output(concatenated_, c.query_len * width, c.value_head_dim, width);
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
                     [this](std::int64_t task, int) { merge_replaced_heads(task); }});
  }
  if (heads_) {
    this->add_stage(
        {strips(c.query_len), width * rows, [this](std::int64_t task, int) { split_heads(task); }});
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

// q_i = x W_Q^i + b_Q^i, and k_i and v_i likewise: one linear map each,
// straight from the input.
template <class T>
void MultiHeadAttentionJob<T>::project(std::int64_t task) {
  const AttentionConfig& c = request_.attention.config;
  const MultiHeadAttentionConfig& layer = parameters_->config;
  // Tasks of one projection: by strips of rows, by blocks of columns within them.
  const auto apply = [&](const Linear<T>& projection, const T* input, std::int64_t input_dim,
                         std::int64_t len, T* out, std::int64_t width) {
    const std::int64_t tasks = strips(len) * projection.blocks();
    if (task >= tasks) {
      task -= tasks;
      return false;
    }
    const std::int64_t strip = task / projection.blocks(), per_batch = divide_up(len, kRows);
    const std::int64_t batch = strip / per_batch, first = strip % per_batch * kRows;
    if (out) {
      projection.forward_block(input + batch * len * input_dim, len, first,
                               std::min(kRows, len - first), task % projection.blocks(),
                               out + batch * len * width);
    }
    return true;
  };
  const bool norm = layer.query_key_norm.on;
  T* query = request_.attention.replaced_query ? nullptr
             : norm                            ? query_norm_.x
                                               : attention_.query();
  apply(parameters_->query, query_input_, layer.embed_dim, c.query_len, query,
        c.num_heads * c.head_dim) ||
      apply(parameters_->key, key_input_, layer.key_dim, c.key_len,
            norm ? key_norm_.x : attention_.new_key(), c.num_kv_heads * c.head_dim) ||
      apply(parameters_->value, value_input_, layer.value_dim, c.key_len, attention_.new_value(),
            c.num_kv_heads * c.value_head_dim);
}

// q_i = norm(x W_Q^i + b_Q^i), and k_i likewise
template <class T>
void MultiHeadAttentionJob<T>::normalize(std::int64_t task, int worker) {
  const AttentionConfig& c = request_.attention.config;
  const bool queries = task < strips(c.query_len);
  if (queries && request_.attention.replaced_query) return;
  if (!queries) task -= strips(c.query_len);
  const std::int64_t len = queries ? c.query_len : c.key_len, per_batch = divide_up(len, kRows);
  const std::int64_t first = task % per_batch * kRows;
  const ProjectionNorm<T>& norm = queries ? query_norm_ : key_norm_;
  norm.forward(task / per_batch, len, first, std::min(kRows, len - first),
               queries ? attention_.query() : attention_.new_key(),
               normalized_ + worker * query_norm_.size());
}

// output = Concat(head_1 ... head_H) W_O + b_O
template <class T>
void MultiHeadAttentionJob<T>::map_output(std::int64_t task) {
  const AttentionConfig& c = request_.attention.config;
  const Linear<T>& output = parameters_->output;
  const std::int64_t rows = c.batch * c.query_len, first = task / output.blocks() * kRows;
  output.forward_block(concatenated_, rows, first, std::min(kRows, rows - first),
                       task % output.blocks(), output_);
}

// heads (H, L, Ev) from concatenated (L, H, Ev)
template <class T>
void MultiHeadAttentionJob<T>::split_heads(std::int64_t task) {
  for_each_head_row(task, [&](std::int64_t in_rows, std::int64_t in_heads, std::int64_t size) {
    std::copy_n(concatenated_ + in_rows, size, heads_ + in_heads);
  });
}

// concatenated (L, H, Ev) from replaced_heads (H, L, Ev)
template <class T>
void MultiHeadAttentionJob<T>::merge_replaced_heads(std::int64_t task) {
  for_each_head_row(task, [&](std::int64_t in_rows, std::int64_t in_heads, std::int64_t size) {
    std::copy_n(replaced_heads_ + in_heads, size, concatenated_ + in_rows);
  });
}

// The places of one head's numbers for one query in (B, L, H, Ev) and in
// (B, H, L, Ev), for a strip of queries.
template <class T>
template <class Visit>
void MultiHeadAttentionJob<T>::for_each_head_row(std::int64_t task, Visit visit) const {
  const AttentionConfig& c = request_.attention.config;
  const std::int64_t per_batch = divide_up(c.query_len, kRows);
  const std::int64_t batch = task / per_batch, first = task % per_batch * kRows;
  const std::int64_t end = std::min(first + kRows, c.query_len);
  for (std::int64_t i = first; i < end; ++i) {
    for (std::int64_t head = 0; head < c.num_heads; ++head) {
      visit(((batch * c.query_len + i) * c.num_heads + head) * c.value_head_dim,
            ((batch * c.num_heads + head) * c.query_len + i) * c.value_head_dim, c.value_head_dim);
    }
  }
}

// contributions[i] = z_i W_O^i: what one head adds to the output, before b_O.
template <class T>
void MultiHeadAttentionJob<T>::contribute(std::int64_t task) {
  const AttentionConfig& c = request_.attention.config;
  const std::int64_t per_head = divide_up(c.query_len, kRows);
  const std::int64_t batch_and_head = task / per_head, first = task % per_head * kRows;
  const std::int64_t head = batch_and_head % c.num_heads, batch = batch_and_head / c.num_heads;
  const std::int64_t width = c.num_heads * c.value_head_dim;
  parameters_->output.forward_columns(
      concatenated_ + (batch * c.query_len + first) * width + head * c.value_head_dim, width,
      std::min(kRows, c.query_len - first), head * c.value_head_dim, c.value_head_dim,
      contributions_ + (batch_and_head * c.query_len + first) * parameters_->config.output_dim);
}

template <class T>
void MultiHeadAttentionJob<T>::average(std::int64_t batch_and_query) {
  const AttentionConfig& c = request_.attention.config;
  const std::int64_t batch = batch_and_query / c.query_len, query = batch_and_query % c.query_len;
  const std::int64_t total = c.total_len();
  const T* maps = attention_.attention().activations.attention +
                  (batch * c.num_heads * c.query_len + query) * total;
  auto mean = row(average_ + batch_and_query * total, total);
  sum_rows<T>(matrix(maps, c.num_heads, total, c.query_len * total), mean);
  mean /= static_cast<T>(c.num_heads);
}

template class MultiHeadAttentionJob<float>;
template class MultiHeadAttentionJob<double>;

}  // namespace headwise
