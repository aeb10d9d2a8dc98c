// A transformer as JavaScript holds it: its parameters, what its optimiser remembers, and the job of
// its next call. Conversion only; Embind's names for it are in bindings.cpp.
#pragma once

#include <emscripten/val.h>

#include <memory>

#include "bindings/exchange.h"
#include "bindings/index.h"
#include "core/error.h"
#include "training/transformer_job.h"

namespace headwise {

struct TransformerFields {
  double vocabSize, contextLen, embedDim, numHeads, headDim, numLayers, mlpDim;
  double positions, norm, activation;  // places in their enums
  bool causal, finalNorm, tied, bias;
  double dropout, normEpsilon, rotaryTheta, seed;
};

inline TransformerConfig to_config(const TransformerFields& f) {
  require(f.positions >= 0 && f.positions <= 3, "positions: expected one of four kinds");
  require(f.norm >= 0 && f.norm <= 2, "norm: expected one of three kinds");
  require(f.activation >= 0 && f.activation <= 2, "activation: expected one of three kinds");
  TransformerConfig c;
  c.vocab_size = to_index(f.vocabSize);
  c.context_len = to_index(f.contextLen);
  c.embed_dim = to_index(f.embedDim);
  c.num_heads = to_index(f.numHeads);
  c.head_dim = to_index(f.headDim);
  c.num_layers = to_index(f.numLayers);
  c.mlp_dim = to_index(f.mlpDim);
  c.causal = f.causal;
  c.positions = static_cast<PositionKind>(to_index(f.positions));
  c.norm = static_cast<NormKind>(to_index(f.norm));
  c.final_norm = f.finalNorm;
  c.tied = f.tied;
  c.bias = f.bias;
  c.activation = static_cast<Activation>(to_index(f.activation));
  c.dropout = f.dropout;
  c.norm_epsilon = f.normEpsilon;
  c.rotary_theta = f.rotaryTheta;
  return c;
}

struct TransformerCallFields {
  double batch, length;
  bool loss, train, attention, trace;
  emscripten::val removed = emscripten::val::undefined();  // numbers, layer * num_heads + head
};

inline TransformerRequest to_request(const TransformerCallFields& f, const TransformerConfig& c) {
  TransformerRequest request;
  request.batch = to_index(f.batch);
  request.length = to_index(f.length);
  request.loss = f.loss;
  request.train = f.train;
  request.attention = f.attention;
  request.trace = f.trace;
  const std::int64_t heads = c.num_layers * c.num_heads;
  for (const double number : emscripten::convertJSArrayToNumberVector<double>(f.removed)) {
    const std::int64_t head = to_index(number);
    require(head >= 0 && head < heads, "removed: expected heads that there are");
    request.removed.resize(heads);
    request.removed[head] = true;
  }
  return request;
}

struct OptimizerFields {
  double kind, schedule;  // places in their enums
  double learningRate, momentum, beta1, beta2, epsilon, weightDecay, clipNorm;
  double warmUp, steps, finalShare, dropoutSeed;
};

inline OptimizerConfig to_config(const OptimizerFields& f) {
  require(f.kind >= 0 && f.kind <= 2, "optimizer: expected one of three kinds");
  require(f.schedule >= 0 && f.schedule <= 1, "schedule: expected one of two kinds");
  OptimizerConfig c;
  c.kind = static_cast<OptimizerKind>(to_index(f.kind));
  c.schedule = static_cast<Schedule>(to_index(f.schedule));
  c.learning_rate = f.learningRate;
  c.momentum = f.momentum;
  c.beta1 = f.beta1;
  c.beta2 = f.beta2;
  c.epsilon = f.epsilon;
  c.weight_decay = f.weightDecay;
  c.clip_norm = f.clipNorm;
  c.warm_up = to_index(f.warmUp);
  c.steps = to_index(f.steps);
  c.final_share = f.finalShare;
  return c;
}

struct TransformerOutcomeFields {
  double loss, counted, correct, gradientNorm, rate, stepsDone;
  bool diverged;
};

class Transformer {
 public:
  explicit Transformer(const TransformerFields& fields) : parameters_(to_config(fields)) {
    parameters_.initialize(static_cast<std::uint64_t>(fields.seed));
  }

  double address(double length) const {
    return static_cast<double>(
        reinterpret_cast<std::uintptr_t>(parameters_.find(given_name(length))));
  }

  // As the plans of Engine, whose memory it takes.
  template <class Engine>
  void plan(Engine& engine, const TransformerCallFields& fields, double result_bytes) {
    const TransformerRequest request = to_request(fields, parameters_.config);
    if (request.train && !state_) {
      engine.take(static_cast<double>(TrainingState<float>::bytes(parameters_.config)),
                  result_bytes,
                  [&] { state_ = std::make_unique<TrainingState<float>>(parameters_); });
    }
    engine.plan_job(job_, result_bytes, [&](int threads, Workspace& workspace) {
      job_.lay_out(parameters_, state_.get(), request, threads, workspace);
    });
  }

  // Of the planned train step.
  void set_optimizer(const OptimizerFields& fields) {
    require(state_ != nullptr, "set_optimizer: expected a plan to train");
    job_.set_optimizer(to_config(fields), static_cast<std::uint64_t>(fields.dropoutSeed));
  }

  TransformerOutcomeFields outcome() const {
    const TransformerOutcome& o = job_.outcome();
    return {o.loss,
            static_cast<double>(o.counted),
            static_cast<double>(o.correct),
            o.gradient_norm,
            o.rate,
            state_ ? static_cast<double>(state_->steps_done) : 0,
            o.diverged};
  }

  // After other parameters were put in: the optimiser begins anew.
  void forget_steps() {
    if (state_) state_->reset();
  }

 private:
  TransformerParameters<float> parameters_;
  std::unique_ptr<TrainingState<float>> state_;
  TransformerJob<float> job_;
};

}  // namespace headwise
