// Names and sizes of the gradients' buffers.
#include "core/layer/saved_backward.h"

#include "core/base/error.h"

namespace headwise {

namespace {

// The gradients of what a call was given beside its inputs.
template <class T, class Gradients>
void add_gradients(const AttentionRequest& request, const WantedGradients& wanted,
                   Gradients& gradients, Workspace& workspace) {
  const std::int64_t heads = request.config.num_heads;
  if (request.sinks) gradients.sinks = workspace.add<T>("grad_sinks", {heads});
  const auto masks = static_cast<std::int64_t>(request.masks.size());
  if (wanted.bias_mask >= 0 && wanted.bias_mask < masks) {
    gradients.bias = workspace.add<T>("grad_bias", {request.masks[wanted.bias_mask].elements});
  }
  if (wanted.slopes) gradients.slopes = workspace.add<T>("grad_slopes", {heads});
}

}  // namespace

template <class T>
void SavedAttentionBackwardJob<T>::lay_out(const SavedActivations<T>& saved, int threads,
                                           Workspace& workspace, const WantedGradients& wanted) {
  require(!saved.query_input, "kept: expected a call without a layer");
  const AttentionConfig& c = saved.request.config;
  const auto rows = [&](const char* name, std::int64_t heads, std::int64_t len,
                        std::int64_t width) {
    return heads_apart(workspace.add<T>(name, {c.batch, heads, len, width}), heads, len, width);
  };
  AttentionGradients<T> gradients;
  gradients.output = rows("grad_output", c.num_heads, c.query_len, c.value_head_dim);
  gradients.query = rows("grad_query", c.num_heads, c.query_len, c.head_dim);
  gradients.key = rows("grad_key", c.num_kv_heads, c.key_len, c.head_dim);
  gradients.value = rows("grad_value", c.num_kv_heads, c.key_len, c.value_head_dim);
  add_gradients<T>(saved.request, wanted, gradients, workspace);
  AttentionBackwardJob<T>::lay_out(saved, gradients, threads, workspace, wanted);
}

template <class T>
void SavedLayerBackwardJob<T>::lay_out(const MultiHeadAttentionParameters<T>& parameters,
                                       const SavedActivations<T>& saved, bool key_in_query,
                                       bool value_in_key, int threads, Workspace& workspace,
                                       const WantedGradients& wanted) {
  require(saved.query_input && (saved.key_is_query || !key_in_query) &&
              (saved.value_is_key || !value_in_key),
          "kept: expected a call of this layer that shared inputs as key_in_query and value_in_key "
          "say");
  const MultiHeadAttentionConfig& layer = parameters.config;
  const AttentionConfig& c = saved.request.config;
  const auto rows = [&](const char* name, std::int64_t len, std::int64_t width) {
    return workspace.add<T>(name, {c.batch, len, width});
  };
  MultiHeadAttentionGradients<T> gradients;
  gradients.key_in_query = key_in_query;
  gradients.value_in_key = value_in_key;
  gradients.output = rows("grad_output", c.query_len, layer.output_dim);
  gradients.query_input = rows("grad_query", c.query_len, layer.embed_dim);
  if (!key_in_query) gradients.key_input = rows("grad_key", c.key_len, layer.key_dim);
  if (!value_in_key) gradients.value_input = rows("grad_value", c.key_len, layer.value_dim);
  MultiHeadAttentionWeights<T>::for_each(
      layer, [&](const std::string& name, T* MultiHeadAttentionWeights<T>::* field,
                 std::initializer_list<std::int64_t> shape) {
        gradients.weights.*field = workspace.add<T>("grad_" + name, shape);
      });
  add_gradients<T>(saved.request, wanted, gradients, workspace);
  MultiHeadAttentionBackwardJob<T>::lay_out(parameters, saved, gradients, threads, workspace,
                                            wanted);
}

template class SavedAttentionBackwardJob<float>;
template class SavedAttentionBackwardJob<double>;
template class SavedLayerBackwardJob<float>;
template class SavedLayerBackwardJob<double>;

}  // namespace headwise
