// The gradients of a call with saved activations, in buffers of a workspace: for callers without memory of their own
// in the core. The passes are attention_backward.h's and multi_head_attention_backward.h's.
#pragma once

#include <string>

#include "core/attention/attention_backward.h"
#include "core/attention/saved_activations.h"
#include "core/base/workspace.h"
#include "core/layer/multi_head_attention_backward.h"

namespace headwise {

// The backward of scaledDotProductAttention. Buffers:
//   grad_output  (B, H, L, Ev)    input
//   grad_query   (B, H, L, E)
//   grad_key     (B, Hkv, S, E)   of the new keys
//   grad_value   (B, Hkv, S, Ev)
//   grad_sinks*  (H)              where the call had sinks
//   grad_bias*   as the mask      where it is wanted
//   grad_slopes* (H)              likewise
template <class T>
class SavedAttentionBackwardJob : public AttentionBackwardJob<T> {
 public:
  void lay_out(const SavedActivations<T>& saved, int threads, Workspace& workspace,
               const WantedGradients& wanted = {});
};

// The backward of a layer. Buffers, * where there is such an input or parameter:
//   grad_output   (B, L, output_dim)   input
//   grad_query    (B, L, D)
//   grad_key*     (B, S, key_dim)
//   grad_value*   (B, S, value_dim)
//   grad_<name>*  as the parameter of that name
//   grad_sinks*, grad_bias*, grad_slopes*   as above
template <class T>
class SavedLayerBackwardJob : public MultiHeadAttentionBackwardJob<T> {
 public:
  // With key_in_query the key's gradient is added to the query's, because they are one input, and
  // has no buffer; likewise with value_in_key.
  void lay_out(const MultiHeadAttentionParameters<T>& parameters, const SavedActivations<T>& saved,
               bool key_in_query, bool value_in_key, int threads, Workspace& workspace,
               const WantedGradients& wanted = {});
};

}  // namespace headwise
