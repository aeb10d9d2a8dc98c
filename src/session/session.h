// Everything that lives between two calls: the threads, the memory of calls, the jobs, and saved activations. A session plans
// and steps one call at a time.
//
// plan...() lays out the memory of a call, and must be repeated when its sizes change, or after another plan; addresses hold
// until then. Then: write the inputs, start(), step() until it is done, read the results. A plan that is refused leaves no
// plan.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "core/attention/attention_job.h"
#include "core/attention/attention_window.h"
#include "core/attention/cache.h"
#include "core/attention/saved_activations.h"
#include "core/base/job.h"
#include "core/base/workspace.h"
#include "core/layer/multi_head_attention.h"
#include "core/layer/saved_backward.h"
#include "core/nn/operations.h"
#include "session/budget.h"

namespace headwise {

class Session {
 public:
  using Parameters = MultiHeadAttentionParameters<float>;

  // Calls of fewer operations than `threads_from` run on the caller's thread.
  Session(int threads, double threads_from, const Budget& budget);

  int threads() const { return pool_.threads(); }
  ThreadPool& pool() { return pool_; }
  double threads_from() const { return threads_from_; }

  // result_bytes: bytes of the results that the caller allocates outside.
  void plan_attention(const AttentionRequest& request, double result_bytes);
  void plan_forward(const Parameters& parameters, const ForwardRequest& request,
                    Cache<float>* cache, double result_bytes);  // cache: null without one
  void plan_window(const SavedActivations<float>& saved, const WindowRequest& request,
                   double result_bytes);
  void plan_attention_backward(const SavedActivations<float>& saved, const WantedGradients& wanted,
                               double result_bytes);
  void plan_layer_backward(const Parameters& parameters, const SavedActivations<float>& saved,
                           bool key_in_query, bool value_in_key, const WantedGradients& wanted,
                           double result_bytes);
  void plan_linear(std::int64_t rows, std::int64_t input_dim, std::int64_t output_dim, bool bias,
                   double result_bytes);
  void plan_softmax(std::int64_t rows, std::int64_t size, bool steps, double result_bytes);
  void plan_add_and_norm(std::int64_t rows, std::int64_t width, double epsilon, bool weight,
                         bool bias, double result_bytes);
  void plan_embed(std::int64_t len, std::int64_t embed_dim, const EmbedConfig& config,
                  double result_bytes);

  // Plans a job of the caller. lay_out(workspace) adds its buffers; place() runs it.
  template <class LayOut>
  void plan(Job& job, double result_bytes, LayOut lay_out) {
    const auto call = [](void* lay_out, Workspace& workspace) {
      (*static_cast<LayOut*>(lay_out))(workspace);
    };
    plan(job, result_bytes, false, call, &lay_out);
  }

  // Calls a function that allocates `bytes` for longer than a call.
  template <class Call>
  auto take(std::int64_t bytes, double result_bytes, Call call) const {
    return budget_.within(static_cast<double>(bytes), result_bytes, call);
  }

  // A buffer of the planned call, or null if it has none of that name.
  void* find(std::string_view name) const { return workspace_.find(name); }

  void start();
  StepResult step(double milliseconds) { return runner_.step(pool_, milliseconds); }
  // After a step that ends a part: its rows of the maps.
  AttentionJob<float>::Rows part_rows() const;
  double progress() const { return runner_.progress(); }
  // For a call that is not stepped to its end, before anything that it uses is freed.
  void stop() { runner_.stop(); }

  // Hands over the saved activations of the planned call, which is over. The plan ends with it.
  std::unique_ptr<SavedActivations<float>> take_saved();
  // Frees them, unless they were handed over.
  void forget_saved();

 private:
  using LayOut = void (*)(void* lay_out, Workspace& workspace);
  void plan(Job& job, double result_bytes, bool keep, LayOut call, void* lay_out);
  template <class SomeJob, class Function>
  void plan_keeping(SomeJob& job, bool keep, double result_bytes, Function lay_out);
  void clear(bool keep);

  ThreadPool pool_;
  double threads_from_;
  Budget budget_;
  Workspace workspace_;
  ScaledDotProductAttentionJob<float> attention_;
  MultiHeadAttentionJob<float> forward_;
  AttentionWindowJob<float> window_;
  SavedAttentionBackwardJob<float> attention_backward_;
  SavedLayerBackwardJob<float> layer_backward_;
  LinearJob linear_;
  SoftmaxJob softmax_;
  AddAndNormJob add_and_norm_;
  EmbedJob embed_;
  std::unique_ptr<SavedActivations<float>> saved_;  // the planned call's
  Job* planned_ = nullptr;
  JobRunner runner_;
};

}  // namespace headwise
