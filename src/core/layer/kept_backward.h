// The gradients of a kept call, in buffers of a workspace: what a caller without memory of its own
// in the core asks for. The passes are attention_backward.h's and multi_head_attention_backward.h's.
#pragma once

#include <string>

#include "core/attention/attention_backward.h"
#include "core/attention/kept.h"
#include "core/base/workspace.h"
#include "core/layer/multi_head_attention_backward.h"

namespace headwise {

// Of scaledDotProductAttention. Buffers:
//   grad_output  (B, H, L, Ev)    input
//   grad_query   (B, H, L, E)
//   grad_key     (B, Hkv, S, E)   of the new keys
//   grad_value   (B, Hkv, S, Ev)
//   grad_sinks*  (H)              where the call had sinks
//   grad_bias*   as the mask      where it is wanted
//   grad_slopes* (H)              likewise
template <class T>
class KeptAttentionBackwardJob : public AttentionBackwardJob<T> {
 public:
  void lay_out(const Kept<T>& kept, int threads, Workspace& workspace,
               const WantedGradients& wanted = {});
};

// Of a layer. Buffers, * where there is such an input or parameter:
//   grad_output   (B, L, output_dim)   input
//   grad_query    (B, L, D)
//   grad_key*     (B, S, key_dim)
//   grad_value*   (B, S, value_dim)
//   grad_<name>*  as the parameter of that name
//   grad_sinks*, grad_bias*, grad_slopes*   as above
template <class T>
class KeptLayerBackwardJob : public MultiHeadAttentionBackwardJob<T> {
 public:
  // With key_in_query the gradient of the key is added to that of the query, from which it was
  // taken, and has no buffer; likewise with value_in_key.
  void lay_out(const MultiHeadAttentionParameters<T>& parameters, const Kept<T>& kept,
               bool key_in_query, bool value_in_key, int threads, Workspace& workspace,
               const WantedGradients& wanted = {});
};

}  // namespace headwise
