// The layer's backward as stages: W_O, attention, and the projections of each input together.
#include "core/layer/multi_head_attention_backward.h"

#include <utility>

#include "core/base/error.h"
#include "core/base/size.h"

namespace headwise {

template <class T>
void MultiHeadAttentionBackwardJob<T>::lay_out(const MultiHeadAttentionParameters<T>& parameters,
                                               const SavedActivations<T>& saved,
                                               const MultiHeadAttentionGradients<T>& gradients,
                                               int threads, Workspace& scratch,
                                               const WantedGradients& wanted) {
  const MultiHeadAttentionConfig& layer = parameters.config;
  const MultiHeadAttentionWeights<T>&w = parameters.weights(), &dw = gradients.weights;
  const AttentionConfig& c = saved.request.config;
  const std::int64_t z = layer.num_heads * layer.value_head_dim;
  T* concatenated = scratch.add<T>({c.batch, c.query_len, z});
  output_.lay_out(checked_product({c.batch, c.query_len}), z,
                  {saved.attention.activations.output.data,
                   gradients.output,
                   concatenated,
                   {{layer.output_dim, w.w_o, dw.w_o, dw.b_o}}},
                  scratch);

  const std::int64_t q = layer.num_heads * layer.head_dim;
  const std::int64_t k = layer.num_kv_heads * layer.head_dim;
  const std::int64_t v = layer.num_kv_heads * layer.value_head_dim;
  // The projections and the inputs that they read: queries, keys, values.
  const LinearPart<T> projections[] = {
      {q, w.w_q, dw.w_q, dw.b_q}, {k, w.w_k, dw.w_k, dw.b_k}, {v, w.w_v, dw.w_v, dw.b_v}};
  const std::int64_t head_dims[] = {layer.head_dim, layer.head_dim, layer.value_head_dim};
  const T* x[] = {saved.query_input, saved.key_input, saved.value_input};
  T* dx[] = {gradients.query_input, gradients.key_input, gradients.value_input};
  const std::int64_t widths[] = {layer.embed_dim, layer.key_dim, layer.value_dim};
  const std::int64_t lengths[] = {c.query_len, c.key_len, c.key_len};
  const bool shares[] = {false, gradients.key_in_query, gradients.value_in_key};

  // The heads of a projection are side by side, and so are the projections of an input: one product then gives the gradient
  // of the input.
  Heads<T> rows[3];
  std::vector<const Job*> linears;
  for (int first = 0, end = 1; first < 3; first = end++) {
    while (end < 3 && shares[end]) ++end;
    LinearGradients<T> linear{x[first], nullptr, dx[first], {}};
    linear.parts.assign(projections + first, projections + end);
    std::int64_t width = 0, column = 0;
    for (const LinearPart<T>& part : linear.parts) width += part.outputs;
    T* data = scratch.add<T>({c.batch, lengths[first], width});
    for (int i = first; i < end; column += projections[i++].outputs) {
      T* part = row(data, width).segment(column, projections[i].outputs).data();
      rows[i] = heads_in_rows(part, lengths[first], head_dims[i], width);
    }
    linear.output_gradient = data;
    inputs_[first].lay_out(checked_product({c.batch, lengths[first]}), widths[first], linear,
                           scratch);
    linears.push_back(&inputs_[first]);
  }
  inputs_together_.bind(std::move(linears));
  const Heads<T> dz = heads_in_rows(concatenated, c.query_len, layer.value_head_dim, z);
  attention_.lay_out(saved,
                     {dz, rows[0], rows[1], rows[2], dw.bias_k, dw.bias_v, gradients.sinks,
                      gradients.bias, gradients.slopes},
                     threads, scratch, wanted);

  this->clear_stages();
  this->add_stages(output_);
  this->add_stages(attention_);
  if (layer.query_key_norm.on) {
    query_norm_.lay_out(saved.query_norm, c.batch * c.query_len, rows[0].data, rows[0].row_stride,
                        dw.q_norm, dw.q_norm_bias, scratch);
    key_norm_.lay_out(saved.key_norm, c.batch * c.key_len, rows[1].data, rows[1].row_stride,
                      dw.k_norm, dw.k_norm_bias, scratch);
    norms_together_.bind({&query_norm_, &key_norm_});
    this->add_stages(norms_together_);
  }
  this->add_stages(inputs_together_);
}

template class MultiHeadAttentionBackwardJob<float>;
template class MultiHeadAttentionBackwardJob<double>;

}  // namespace headwise
