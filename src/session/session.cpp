// Plans of session.h: each lays out one job.
#include "session/session.h"

#include "core/base/error.h"

namespace headwise {

Session::Session(int threads, double threads_from, const Budget& budget)
    : pool_(threads), threads_from_(threads_from), budget_(budget) {
  runner_.set_threads_from(threads_from);
}

void Session::plan_attention(const AttentionRequest& request, double result_bytes) {
  plan_keeping(attention_, request.keep, result_bytes,
               [&](Workspace& workspace) { attention_.lay_out(request, threads(), workspace); });
}

void Session::plan_forward(const Parameters& parameters, const ForwardRequest& request,
                           Cache<float>* cache, double result_bytes) {
  plan_keeping(forward_, request.attention.keep, result_bytes, [&](Workspace& workspace) {
    forward_.lay_out(parameters, request, threads(), workspace, cache);
  });
}

void Session::plan_window(const SavedActivations<float>& saved, const WindowRequest& request,
                          double result_bytes) {
  plan(window_, result_bytes,
       [&](Workspace& workspace) { window_.lay_out(saved, request, threads(), workspace); });
}

void Session::plan_attention_backward(const SavedActivations<float>& saved,
                                      const WantedGradients& wanted, double result_bytes) {
  plan(attention_backward_, result_bytes, [&](Workspace& workspace) {
    attention_backward_.lay_out(saved, threads(), workspace, wanted);
  });
}

void Session::plan_layer_backward(const Parameters& parameters,
                                  const SavedActivations<float>& saved, bool key_in_query,
                                  bool value_in_key, const WantedGradients& wanted,
                                  double result_bytes) {
  plan(layer_backward_, result_bytes, [&](Workspace& workspace) {
    layer_backward_.lay_out(parameters, saved, key_in_query, value_in_key, threads(), workspace,
                            wanted);
  });
}

void Session::plan_linear(std::int64_t rows, std::int64_t input_dim, std::int64_t output_dim,
                          bool bias, double result_bytes) {
  plan(linear_, result_bytes, [&](Workspace& workspace) {
    linear_.lay_out(rows, input_dim, output_dim, bias, workspace);
  });
}

void Session::plan_softmax(std::int64_t rows, std::int64_t size, bool steps, double result_bytes) {
  plan(softmax_, result_bytes,
       [&](Workspace& workspace) { softmax_.lay_out(rows, size, steps, workspace); });
}

void Session::plan_add_and_norm(std::int64_t rows, std::int64_t width, double epsilon, bool weight,
                                bool bias, double result_bytes) {
  plan(add_and_norm_, result_bytes, [&](Workspace& workspace) {
    add_and_norm_.lay_out(rows, width, epsilon, weight, bias, workspace);
  });
}

void Session::plan_embed(std::int64_t len, std::int64_t embed_dim, const EmbedConfig& config,
                         double result_bytes) {
  plan(embed_, result_bytes,
       [&](Workspace& workspace) { embed_.lay_out(len, embed_dim, config, workspace); });
}

void Session::start() {
  require(planned_ != nullptr, "start: expected a plan");
  runner_.start(*planned_);
}

AttentionJob<float>::Rows Session::part_rows() const {
  return planned_ == &forward_ ? forward_.part_rows() : attention_.part_rows();
}

std::unique_ptr<SavedActivations<float>> Session::take_saved() {
  require(saved_ != nullptr, "takeKept: expected a call that keeps");
  planned_ = nullptr;
  workspace_.clear();
  return std::move(saved_);
}

void Session::forget_saved() {
  if (saved_) clear(false);
}

// Without a plan. The runner must not work any more.
void Session::clear(bool keep) {
  planned_ = nullptr;
  workspace_.clear();  // it may refer to the saved activations
  saved_ = keep ? std::make_unique<SavedActivations<float>>() : nullptr;
  workspace_.clear(saved_ ? &saved_->memory : nullptr);
}

void Session::plan(Job& job, double result_bytes, bool keep, LayOut call, void* lay_out) {
  stop();
  clear(keep);
  try {
    call(lay_out, workspace_);
    take(workspace_.missing_bytes(), result_bytes, [&] { workspace_.allocate(); });
    call(lay_out, workspace_);
  } catch (...) {
    clear(false);
    throw;
  }
  planned_ = &job;
}

template <class SomeJob, class Function>
void Session::plan_keeping(SomeJob& job, bool keep, double result_bytes, Function lay_out) {
  const auto call = [](void* lay_out, Workspace& workspace) {
    (*static_cast<Function*>(lay_out))(workspace);
  };
  plan(job, result_bytes, keep, call, &lay_out);
  if (keep) job.hand_over(*saved_);
}

}  // namespace headwise
