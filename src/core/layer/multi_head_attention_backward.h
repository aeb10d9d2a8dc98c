// The backward of the multi-head layer: from the gradient of its output to those of its inputs and
// parameters. What the forward left is in a Kept (core/attention/kept.h).
#pragma once

#include <cstdint>
#include <vector>

#include "core/attention/attention_backward.h"
#include "core/attention/kept.h"
#include "core/base/job.h"
#include "core/base/workspace.h"
#include "core/layer/multi_head_attention.h"
#include "core/rows/linear_backward.h"

namespace headwise {

// All memory is the caller's. Everything but `output` is written, if not null.
template <class T>
struct MultiHeadAttentionGradients {
  const T* output = nullptr;  // (B, L, output_dim)

  // The inputs'. One that served for another as well (key_is_query, value_is_key) has the sum, and
  // the other is left out.
  T* query_input = nullptr;  // (B, L, D)
  T* key_input = nullptr;    // (B, S, key_dim)
  T* value_input = nullptr;  // (B, S, value_dim)

  // The parameters', shaped as they are (multi_head_attention.h).
  T *w_q = nullptr, *w_k = nullptr, *w_v = nullptr, *w_o = nullptr;
  T *b_q = nullptr, *b_k = nullptr, *b_v = nullptr, *b_o = nullptr;
  T *bias_k = nullptr, *bias_v = nullptr;

  T *q_norm = nullptr, *k_norm = nullptr, *q_norm_bias = nullptr, *k_norm_bias = nullptr;

  T* sinks = nullptr;  // (H), of the call's
  T* bias = nullptr;   // of one of the call's masks, as WantedGradients say
  T* slopes = nullptr;
};

// One training step of a layer, without JavaScript:
//
//   once:  request.attention.keep = true
//          forward.lay_out(parameters, request, threads, workspace)   with a lasting workspace
//          backward.lay_out(parameters, request, threads, scratch)
//          allocate; forward.bind(workspace); forward.hand_over(kept);
//          backward.bind(parameters, kept, gradients, scratch)
//          (forward.set_dropout(&dropout) before hand_over, to drop attention; maps show it whole)
//   each:  write query_input; run forward (JobRunner); read output
//          write gradients.output; run backward; change the parameters; parameters.pack()
//
// Nothing is allocated in a step, and the bits do not depend on the number of threads.
template <class T>
class MultiHeadAttentionBackwardJob : public Job {
 public:
  void lay_out(const MultiHeadAttentionParameters<T>& parameters, const ForwardRequest& request,
               int threads, Workspace& scratch, const WantedGradients& wanted = {});
  void bind(const MultiHeadAttentionParameters<T>& parameters, const Kept<T>& kept,
            const MultiHeadAttentionGradients<T>& gradients, const Workspace& scratch);

 private:
  // An input, and those of the projections (query, key, value) that read it: first .. last.
  struct Input {
    int first, last;
    LinearBackward<T> linear;
    T* output_gradient;
  };
  std::int64_t width(const MultiHeadAttentionConfig& config, int projection) const;

  LinearBackward<T> output_;
  AttentionBackwardJob<T> attention_;
  std::vector<Input> inputs_;
  ProjectionNormBackward<T> query_norm_, key_norm_;
  SideBySide norms_together_, inputs_together_;
};

}  // namespace headwise
