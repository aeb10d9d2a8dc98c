// The objects that JavaScript holds: a layer's parameters, a cache, and the engine, which plans and
// steps one call at a time. Conversion only; Embind's names for it are in bindings.cpp.
#pragma once

#include <cstdint>
#include <memory>

#include "bindings/budget.h"
#include "bindings/exchange.h"
#include "bindings/index.h"
#include "core/attention/attention_job.h"
#include "core/attention/attention_window.h"
#include "core/attention/cache.h"
#include "core/attention/kept.h"
#include "core/base/error.h"
#include "core/base/job.h"
#include "core/layer/kept_backward.h"
#include "core/layer/multi_head_attention.h"
#include "core/rows/operations.h"

namespace headwise {

class CacheHandle {
 public:
  explicit CacheHandle(const CacheConfig& config) : cache_(config) {}
  double length() const { return static_cast<double>(cache_.length()); }
  void append(double count) { cache_.append(to_index(count)); }
  void truncate(double length) { cache_.truncate(to_index(length)); }
  Cache<float>& cache() { return cache_; }

 private:
  Cache<float> cache_;
};

class Layer {
 public:
  Layer(const MultiHeadAttentionConfig& config, double seed) : parameters_(config) {
    parameters_.initialize(static_cast<std::uint64_t>(seed));
  }
  double address(double length) const { return address_of(parameters_.find(given_name(length))); }
  void pack() { parameters_.pack(); }
  const MultiHeadAttentionParameters<float>& parameters() const { return parameters_; }

 private:
  MultiHeadAttentionParameters<float> parameters_;
};

// plan...() lays out the memory of a call and must be repeated when its sizes
// change, or after another plan; addresses hold until then. Then: copy the
// inputs in, start(), step() until it is done, copy the results out.
class Engine {
 public:
  Engine(int threads, double threads_from, const Budget& budget) : pool_(threads), budget_(budget) {
    runner_.set_threads_from(threads_from);
  }

  int threads() const { return pool_.threads(); }
  ThreadPool& pool() { return pool_; }
  const Budget& budget() const { return budget_; }

  // result_bytes: what the caller will allocate outside for the results.
  void plan_attention(const AttentionRequest& request, double result_bytes) {
    plan_keeping(attention_, request.keep, result_bytes,
                 [&] { attention_.lay_out(request, pool_.threads(), workspace_); });
  }
  // `cache` may be null.
  void plan_forward(const Layer& layer, CacheHandle* cache, const AttentionRequest& request,
                    bool key_is_query, bool value_is_key, bool average_heads, double result_bytes) {
    plan_keeping(forward_, request.keep, result_bytes, [&] {
      forward_.lay_out(layer.parameters(), {request, key_is_query, value_is_key, average_heads},
                       pool_.threads(), workspace_, cache ? &cache->cache() : nullptr);
    });
  }
  void plan_window(const Kept<float>& kept, const WindowRequest& request, double result_bytes) {
    plan(window_, result_bytes,
         [&] { window_.lay_out(kept, request, pool_.threads(), workspace_); });
  }
  // bias_mask: whose gradient is wanted, or -1.
  void plan_attention_backward(const Kept<float>& kept, double bias_mask, bool slopes,
                               double result_bytes) {
    plan(attention_backward_, result_bytes, [&] {
      attention_backward_.lay_out(kept, pool_.threads(), workspace_, {to_index(bias_mask), slopes});
    });
  }
  void plan_layer_backward(const Layer& layer, const Kept<float>& kept, bool key_in_query,
                           bool value_in_key, double bias_mask, bool slopes, double result_bytes) {
    plan(layer_backward_, result_bytes, [&] {
      layer_backward_.lay_out(layer.parameters(), kept, key_in_query, value_in_key, pool_.threads(),
                              workspace_, {to_index(bias_mask), slopes});
    });
  }
  void plan_linear(double rows, double input_dim, double output_dim, bool bias,
                   double result_bytes) {
    plan(linear_, result_bytes, [&] {
      linear_.lay_out(to_index(rows), to_index(input_dim), to_index(output_dim), bias, workspace_);
    });
  }
  void plan_softmax(double rows, double size, bool steps, double result_bytes) {
    plan(softmax_, result_bytes,
         [&] { softmax_.lay_out(to_index(rows), to_index(size), steps, workspace_); });
  }
  void plan_add_and_norm(double rows, double width, double epsilon, bool weight, bool bias,
                         double result_bytes) {
    plan(add_and_norm_, result_bytes, [&] {
      add_and_norm_.lay_out(to_index(rows), to_index(width), epsilon, weight, bias, workspace_);
    });
  }
  void plan_embed(double len, double embed_dim, double seed, bool sinusoidal, double offset,
                  bool tokens_given, bool positions_given, double result_bytes) {
    plan(embed_, result_bytes, [&] {
      embed_.lay_out(to_index(len), to_index(embed_dim),
                     {static_cast<std::uint64_t>(seed), sinusoidal, to_index(offset), tokens_given,
                      positions_given},
                     workspace_);
    });
  }

  // lay_out adds the job's buffers to the workspace that it is given.
  template <class SomeJob, class LayOut>
  void plan_job(SomeJob& job, double result_bytes, LayOut lay_out) {
    plan(job, result_bytes, [&] { lay_out(pool_.threads(), workspace_); });
  }

  // Calls a function that allocates `bytes` for longer than a call.
  template <class Call>
  auto take(double bytes, double result_bytes, Call call) {
    return within(budget_, bytes, result_bytes, call);
  }

  double address(double length) const { return address_of(workspace_.find(given_name(length))); }

  void start() {
    require(planned_ != nullptr, "start: expected a plan");
    runner_.start(*planned_);
  }
  // 0: there is more to do; 1: a part is there, to be taken before the next step; 2: done.
  int step(double milliseconds) { return static_cast<int>(runner_.step(pool_, milliseconds)); }
  // Of the part: which rows of the map, over batch, heads and queries, and from which row of the
  // buffer on.
  double part_first() const { return static_cast<double>(part_rows().first); }
  double part_count() const { return static_cast<double>(part_rows().count); }
  double part_place() const { return static_cast<double>(part_rows().place); }
  double progress() const { return runner_.progress(); }
  // For a call that is not stepped to its end, before anything that it uses is freed.
  void stop() { runner_.stop(); }

  // The state that the planned call, which is over, has kept; the caller owns it from now on.
  Kept<float>* take_kept() {
    require(kept_ != nullptr, "take_kept: expected a call that keeps");
    planned_ = nullptr;
    workspace_.clear();
    return kept_.release();
  }
  // Frees it, unless it was taken.
  void forget_kept() {
    if (!kept_) return;
    planned_ = nullptr;
    workspace_.clear();
    kept_.reset();
  }

 private:
  AttentionJob<float>::Rows part_rows() const {
    return planned_ == &forward_ ? forward_.part_rows() : attention_.part_rows();
  }

  template <class SomeJob, class LayOut>
  void plan_keeping(SomeJob& job, bool keep, double result_bytes, LayOut lay_out) {
    plan(job, result_bytes, lay_out, keep);
    if (keep) job.hand_over(*kept_);
  }
  template <class SomeJob, class LayOut>
  void plan(SomeJob& job, double result_bytes, LayOut lay_out, bool keep = false) {
    begin_plan(keep);
    try {
      for (const bool placing : {false, true}) {
        if (placing) allocate(result_bytes);
        lay_out();
      }
    } catch (...) {
      forget_kept();
      throw;
    }
    planned_ = &job;
  }
  void begin_plan(bool keep) {
    stop();
    planned_ = nullptr;
    workspace_.clear();
    kept_ = keep ? std::make_unique<Kept<float>>() : nullptr;
    workspace_.clear(kept_ ? &kept_->memory : nullptr);
  }
  void allocate(double result_bytes) {
    within(budget_, static_cast<double>(workspace_.missing_bytes()), result_bytes,
           [&] { workspace_.allocate(); });
  }

  ThreadPool pool_;
  Budget budget_;
  Workspace workspace_;
  ScaledDotProductAttentionJob<float> attention_;
  MultiHeadAttentionJob<float> forward_;
  AttentionWindowJob<float> window_;
  KeptAttentionBackwardJob<float> attention_backward_;
  KeptLayerBackwardJob<float> layer_backward_;
  LinearJob linear_;
  SoftmaxJob softmax_;
  AddAndNormJob add_and_norm_;
  EmbedJob embed_;
  std::unique_ptr<Kept<float>> kept_;  // of the planned call
  Job* planned_ = nullptr;
  JobRunner runner_;
};

}  // namespace headwise
