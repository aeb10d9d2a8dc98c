// Names and sizes of the gradients' buffers.
#include "core/layer/kept_backward.h"

#include "core/base/error.h"

namespace headwise {

namespace {

// Numbers (B, heads, len, width), one after the other.
template <class T>
HeadRows<T> contiguous(T* data, std::int64_t heads, std::int64_t len, std::int64_t width) {
  return {data, heads * len * width, len * width, width};
}

// Those of what a call was given beside its inputs.
template <class T>
void add_gradients(const AttentionRequest& request, const WantedGradients& wanted,
                   Workspace& workspace) {
  if (request.sinks) workspace.add<T>("grad_sinks", {request.config.num_heads});
  const auto masks = static_cast<std::int64_t>(request.masks.size());
  if (wanted.bias_mask >= 0 && wanted.bias_mask < masks)
    workspace.add<T>("grad_bias", {request.masks[wanted.bias_mask].elements});
  if (wanted.slopes) workspace.add<T>("grad_slopes", {request.config.num_heads});
}

}  // namespace

template <class T>
void KeptAttentionBackwardJob<T>::lay_out(const Kept<T>& kept, int threads, Workspace& workspace,
                                          const WantedGradients& wanted) {
  require(!kept.query_input, "kept: expected a call without a layer");
  const AttentionConfig& c = kept.request.config;
  kept_ = &kept;
  workspace.add<T>("grad_output", {c.batch, c.num_heads, c.query_len, c.value_head_dim});
  workspace.add<T>("grad_query", {c.batch, c.num_heads, c.query_len, c.head_dim});
  workspace.add<T>("grad_key", {c.batch, c.num_kv_heads, c.key_len, c.head_dim});
  workspace.add<T>("grad_value", {c.batch, c.num_kv_heads, c.key_len, c.value_head_dim});
  add_gradients<T>(kept.request, wanted, workspace);
  AttentionBackwardJob<T>::lay_out(kept.request, threads, workspace, wanted);
}

template <class T>
void KeptAttentionBackwardJob<T>::bind(const Workspace& workspace) {
  const AttentionConfig& c = kept_->request.config;
  const auto find = [&](const char* name) { return workspace.find<T>(name); };
  AttentionGradients<T> gradients;
  gradients.output =
      contiguous<const T>(find("grad_output"), c.num_heads, c.query_len, c.value_head_dim);
  gradients.query = contiguous(find("grad_query"), c.num_heads, c.query_len, c.head_dim);
  gradients.key = contiguous(find("grad_key"), c.num_kv_heads, c.key_len, c.head_dim);
  gradients.value = contiguous(find("grad_value"), c.num_kv_heads, c.key_len, c.value_head_dim);
  gradients.sinks = find("grad_sinks");
  gradients.bias = find("grad_bias");
  gradients.slopes = find("grad_slopes");
  AttentionBackwardJob<T>::bind(*kept_, gradients, workspace);
}

template <class T>
void KeptLayerBackwardJob<T>::lay_out(const MultiHeadAttentionParameters<T>& parameters,
                                      const Kept<T>& kept, bool key_in_query, bool value_in_key,
                                      int threads, Workspace& workspace,
                                      const WantedGradients& wanted) {
  require(kept.query_input && (kept.key_is_query || !key_in_query) &&
              (kept.value_is_key || !value_in_key),
          "kept: expected a call of this layer that shared inputs as key_in_query and value_in_key "
          "say");
  const MultiHeadAttentionConfig& layer = parameters.config;
  const AttentionConfig& c = kept.request.config;
  parameters_ = &parameters;
  kept_ = &kept;
  workspace.add<T>("grad_output", {c.batch, c.query_len, layer.output_dim});
  workspace.add<T>("grad_query", {c.batch, c.query_len, layer.embed_dim});
  if (!key_in_query) workspace.add<T>("grad_key", {c.batch, c.key_len, layer.key_dim});
  if (!value_in_key) workspace.add<T>("grad_value", {c.batch, c.key_len, layer.value_dim});
  MultiHeadAttentionParameters<T>::for_each(
      layer, [&](const std::string& name, std::initializer_list<std::int64_t> shape) {
        workspace.add<T>("grad_" + name, shape);
      });
  add_gradients<T>(kept.request, wanted, workspace);
  MultiHeadAttentionBackwardJob<T>::lay_out(
      parameters, {kept.request, key_in_query, value_in_key, false}, threads, workspace, wanted);
}

template <class T>
void KeptLayerBackwardJob<T>::bind(const Workspace& workspace) {
  const auto find = [&](const char* name) { return workspace.find<T>(name); };
  MultiHeadAttentionGradients<T> gradients;
  gradients.output = find("grad_output");
  gradients.query_input = find("grad_query");
  gradients.key_input = find("grad_key");
  gradients.value_input = find("grad_value");
  gradients.w_q = find("grad_w_q");
  gradients.w_k = find("grad_w_k");
  gradients.w_v = find("grad_w_v");
  gradients.w_o = find("grad_w_o");
  gradients.b_q = find("grad_b_q");
  gradients.b_k = find("grad_b_k");
  gradients.b_v = find("grad_b_v");
  gradients.b_o = find("grad_b_o");
  gradients.bias_k = find("grad_bias_k");
  gradients.bias_v = find("grad_bias_v");
  gradients.q_norm = find("grad_q_norm");
  gradients.k_norm = find("grad_k_norm");
  gradients.q_norm_bias = find("grad_q_norm_bias");
  gradients.k_norm_bias = find("grad_k_norm_bias");
  gradients.sinks = find("grad_sinks");
  gradients.bias = find("grad_bias");
  gradients.slopes = find("grad_slopes");
  MultiHeadAttentionBackwardJob<T>::bind(*parameters_, *kept_, gradients, workspace);
}

template class KeptAttentionBackwardJob<float>;
template class KeptAttentionBackwardJob<double>;
template class KeptLayerBackwardJob<float>;
template class KeptLayerBackwardJob<double>;

}  // namespace headwise
