// A transformer as JavaScript holds it: its parameters, what its optimiser remembers, and the job of
// its next call. Conversion only; Embind's names for it are in training.cpp.
#pragma once

#include <memory>

#include "bindings/exchange.h"
#include "bindings/fields.h"
#include "bindings/guard.h"
#include "bindings/index.h"
#include "core/base/error.h"
#include "training/transformer_job.h"

namespace headwise {

template <>
inline constexpr PositionKind kLast<PositionKind> = PositionKind::kAlibi;
template <>
inline constexpr NormKind kLast<NormKind> = NormKind::kSandwich;
template <>
inline constexpr OptimizerKind kLast<OptimizerKind> = OptimizerKind::kAdamW;
template <>
inline constexpr Schedule kLast<Schedule> = Schedule::kCosine;

// Attention is described as that of a layer and of a call.
inline void set_attention(TransformerConfig& c, const MultiHeadAttentionConfig& layer,
                          const AttentionRequest& call) {
  c.embed_dim = layer.embed_dim;
  c.num_heads = layer.num_heads;
  c.num_kv_heads = layer.num_kv_heads;
  c.head_dim = layer.head_dim;
  c.bias = layer.bias;
  c.query_key_norm = layer.query_key_norm;
  c.causal = call.config.causal == Causal::kPast;
  c.window_left = call.config.window_left;
  c.window_right = call.config.window_right;
  c.scale = call.config.scale;
  c.softcap = call.config.softcap;
  c.rotary = call.rotary_config;
}

inline void add_position(TransformerConfig& config, double value) {
  guard([&] { config.position_values.push_back(value); });
}

inline void clear_positions(TransformerConfig& config) { config.position_values = {}; }

inline void remove_head(TransformerRequest& request, double head) {
  guard([&] {
    const auto place = static_cast<std::size_t>(to_index(head));
    if (place >= request.removed.size()) request.removed.resize(place + 1);
    request.removed[place] = 1;
  });
}

inline void clear_removed(TransformerRequest& request) { request.removed.clear(); }

class Transformer {
 public:
  Transformer(const TransformerConfig& config, double seed) : parameters_(config) {
    parameters_.initialize(static_cast<std::uint64_t>(seed));
  }

  // Of a parameter's values, or of its first or second moment (1 or 2); 0 before the first plan to train.
  double address(double length, double moment) const {
    const Parameter<float>* parameter = parameters_.parameter(given_name(length));
    if (!parameter) return 0;
    if (moment == 0) return address_of(parameter->data);
    if (!state_) return 0;
    return address_of((moment == 1 ? state_->first : state_->second) + parameter->offset);
  }

  // As the plans of Engine, whose memory it takes.
  template <class Engine>
  void plan(Engine& engine, const TransformerRequest& request, double result_bytes) {
    if (request.train && !state_) {
      engine.take(static_cast<double>(TrainingState<float>::bytes(parameters_)), result_bytes,
                  [&] { state_ = std::make_unique<TrainingState<float>>(parameters_); });
    }
    engine.plan_job(job_, result_bytes, [&](int threads, Workspace& workspace) {
      job_.lay_out(parameters_, state_.get(), request, threads, workspace);
    });
  }

  // Of the planned train step.
  void set_optimizer(const OptimizerConfig& config, double dropout_seed) {
    require(state_ != nullptr, "set_optimizer: expected a plan to train");
    job_.set_optimizer(config, static_cast<std::uint64_t>(dropout_seed));
  }

  const TransformerOutcome* outcome() const { return &job_.outcome(); }
  double steps_done() const { return state_ ? static_cast<double>(state_->steps_done) : 0; }

  // Resets the moments, as after this many steps.
  void reset_optimizer(double steps) {
    if (state_) state_->reset(to_index(steps));
  }

 private:
  TransformerParameters<float> parameters_;
  std::unique_ptr<TrainingState<float>> state_;
  TransformerJob<float> job_;
};

}  // namespace headwise
