// The layer's backward as stages: W_O, attention, and the projections of each input together.
#include "core/layer/multi_head_attention_backward.h"

#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/base/size.h"

namespace headwise {

namespace {
constexpr int kQuery = 0, kKey = 1, kValue = 2;
}  // namespace

// Numbers in a row of the queries, keys or values of all heads.
template <class T>
std::int64_t MultiHeadAttentionBackwardJob<T>::width(const MultiHeadAttentionConfig& layer,
                                                     int projection) const {
  if (projection == kQuery) return layer.num_heads * layer.head_dim;
  return layer.num_kv_heads * (projection == kKey ? layer.head_dim : layer.value_head_dim);
}

template <class T>
void MultiHeadAttentionBackwardJob<T>::lay_out(const MultiHeadAttentionParameters<T>& parameters,
                                               const ForwardRequest& request, int threads,
                                               Workspace& scratch, const WantedGradients& wanted) {
  const MultiHeadAttentionConfig& layer = parameters.config;
  const AttentionConfig& c = request.attention.config;
  attention_.lay_out(request.attention, threads, scratch, wanted);
  const std::int64_t z = layer.num_heads * layer.value_head_dim;
  output_.lay_out("of_output", checked_product({c.batch, c.query_len}), z, {layer.output_dim},
                  scratch);
  scratch.add<T>("concatenated_gradient", {c.batch, c.query_len, z});

  inputs_.clear();
  inputs_.push_back({kQuery, kQuery, {}, nullptr});
  if (request.key_is_query)
    inputs_.back().last = kKey;
  else
    inputs_.push_back({kKey, kKey, {}, nullptr});
  if (request.value_is_key)
    inputs_.back().last = kValue;
  else
    inputs_.push_back({kValue, kValue, {}, nullptr});
  for (Input& input : inputs_) {
    const std::string name = "of_input" + std::to_string(input.first);
    const std::int64_t len = input.first == kQuery ? c.query_len : c.key_len;
    const std::int64_t inputs[] = {layer.embed_dim, layer.key_dim, layer.value_dim};
    std::vector<std::int64_t> outputs;
    std::int64_t total = 0;
    for (int projection = input.first; projection <= input.last; ++projection) {
      outputs.push_back(width(layer, projection));
      total += outputs.back();
    }
    input.linear.lay_out(name, checked_product({c.batch, len}), inputs[input.first], outputs,
                         scratch);
    scratch.add<T>(name + "_gradient", {c.batch, len, total});
  }
  const QueryKeyNormConfig& norm = layer.query_key_norm;
  if (!norm.on) return;
  query_norm_.lay_out("of_q_norm", projection_norm<T>(norm, layer.num_heads, layer.head_dim),
                      c.batch * c.query_len, scratch);
  key_norm_.lay_out("of_k_norm", projection_norm<T>(norm, layer.num_kv_heads, layer.head_dim),
                    c.batch * c.key_len, scratch);
}

template <class T>
void MultiHeadAttentionBackwardJob<T>::bind(const MultiHeadAttentionParameters<T>& parameters,
                                            const Kept<T>& kept,
                                            const MultiHeadAttentionGradients<T>& gradients,
                                            const Workspace& scratch) {
  const MultiHeadAttentionConfig& layer = parameters.config;
  const AttentionConfig& c = kept.request.config;
  const std::int64_t z = layer.num_heads * layer.value_head_dim;
  T* concatenated = scratch.find<T>("concatenated_gradient");
  output_.bind({kept.attention.activations.output,
                gradients.output,
                concatenated,
                {{layer.output_dim, parameters.find("w_o"), gradients.w_o, gradients.b_o}}},
               scratch);

  const T* x[] = {kept.query_input, kept.key_input, kept.value_input};
  T* dx[] = {gradients.query_input, gradients.key_input, gradients.value_input};
  const char* weights[] = {"w_q", "w_k", "w_v"};
  T* weight_gradients[] = {gradients.w_q, gradients.w_k, gradients.w_v};
  T* bias_gradients[] = {gradients.b_q, gradients.b_k, gradients.b_v};
  // The heads of a projection stand side by side, and so do the projections of an input: one
  // product then gives the gradient of the input.
  HeadRows<T> rows[3];
  for (Input& input : inputs_) {
    T* data = scratch.find<T>("of_input" + std::to_string(input.first) + "_gradient");
    const std::int64_t len = input.first == kQuery ? c.query_len : c.key_len;
    LinearGradients<T> linear{x[input.first], data, dx[input.first], {}};
    std::int64_t row = 0;
    for (int projection = input.first; projection <= input.last; ++projection)
      row += width(layer, projection);
    for (int projection = input.first; projection <= input.last; ++projection) {
      const std::int64_t outputs = width(layer, projection);
      linear.parts.push_back({outputs, parameters.find(weights[projection]),
                              weight_gradients[projection], bias_gradients[projection]});
      rows[projection] = {data, len * row,
                          projection == kValue ? layer.value_head_dim : layer.head_dim, row};
      data += outputs;
    }
    input.linear.bind(linear, scratch);
  }
  const HeadRows<const T> dz{concatenated, c.query_len * z, layer.value_head_dim, z};
  attention_.bind(kept,
                  {dz, rows[kQuery], rows[kKey], rows[kValue], gradients.bias_k, gradients.bias_v,
                   gradients.sinks, gradients.bias, gradients.slopes},
                  scratch);

  std::vector<const Job*> linears;
  for (const Input& input : inputs_) linears.push_back(&input.linear);
  inputs_together_.bind(std::move(linears));
  this->clear_stages();
  this->add_stages(output_);
  this->add_stages(attention_);
  if (layer.query_key_norm.on) {
    query_norm_.bind(kept.query_norm, rows[kQuery].data, rows[kQuery].row_stride, gradients.q_norm,
                     gradients.q_norm_bias, scratch);
    key_norm_.bind(kept.key_norm, rows[kKey].data, rows[kKey].row_stride, gradients.k_norm,
                   gradients.k_norm_bias, scratch);
    norms_together_.bind({&query_norm_, &key_norm_});
    this->add_stages(norms_together_);
  }
  this->add_stages(inputs_together_);
}

template class MultiHeadAttentionBackwardJob<float>;
template class MultiHeadAttentionBackwardJob<double>;

}  // namespace headwise
