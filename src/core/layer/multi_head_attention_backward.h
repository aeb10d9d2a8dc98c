// The backward of the multi-head layer: from the gradient of its output to the gradients of its inputs
// and parameters, with the activations that the forward saved (core/attention/saved_activations.h).
#pragma once

#include <cstdint>
#include <vector>

#include "core/attention/attention_backward.h"
#include "core/attention/saved_activations.h"
#include "core/base/job.h"
#include "core/base/workspace.h"
#include "core/layer/multi_head_attention.h"
#include "core/nn/linear_backward.h"

namespace headwise {

// All memory is the caller's. Everything but `output` is written, if not null.
template <class T>
struct MultiHeadAttentionGradients {
  const T* output = nullptr;  // (B, L, output_dim)

  // The inputs'. If one tensor was two inputs, one gradient may be the sum, and the other is left out.
  bool key_in_query = false, value_in_key = false;
  T* query_input = nullptr;  // (B, L, D)
  T* key_input = nullptr;    // (B, S, key_dim)
  T* value_input = nullptr;  // (B, S, value_dim)

  MultiHeadAttentionWeights<T> weights;

  T* sinks = nullptr;  // (H), the call's
  T* bias = nullptr;   // one of the call's masks', as WantedGradients say
  T* slopes = nullptr;
};

// One training step of a layer, without JavaScript:
//
//   once:  request.attention.keep = true
//          place(workspace, [&] {               a workspace with a lasting one
//            forward.lay_out(parameters, request, threads, workspace);
//            forward.set_dropout(&dropout);     to drop attention; maps show it whole
//            forward.hand_over(saved);
//          });
//          place(scratch, [&] { backward.lay_out(parameters, saved, gradients, threads, scratch); });
//   each:  write query_input; run forward (JobRunner); read output
//          write gradients.output; run backward; change the parameters; parameters.pack()
//
// Nothing is allocated in a step, and the bits do not depend on the number of threads.
template <class T>
class MultiHeadAttentionBackwardJob : public Job {
 public:
  void lay_out(const MultiHeadAttentionParameters<T>& parameters, const SavedActivations<T>& saved,
               const MultiHeadAttentionGradients<T>& gradients, int threads, Workspace& scratch,
               const WantedGradients& wanted = {});

 private:
  LinearBackward<T> output_;
  AttentionBackwardJob<T> attention_;
  LinearBackward<T> inputs_[3];  // one for each input that the call had
  ProjectionNormBackward<T> query_norm_, key_norm_;
  SideBySide norms_together_, inputs_together_;
};

}  // namespace headwise
