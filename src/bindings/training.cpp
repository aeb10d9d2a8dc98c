// The JavaScript interface of training: Embind's names for the contents of transformer.h. A module without it
// has everything else.
#include <emscripten/bind.h>

#include "bindings/engine.h"
#include "bindings/fields.h"
#include "bindings/guard.h"
#include "bindings/transformer.h"

EMSCRIPTEN_BINDINGS(headwise_training) {
  using namespace headwise;
  Described<TransformerConfig>("TransformerConfig")
      .field("vocabSize", &TransformerConfig::vocab_size)
      .field("contextLen", &TransformerConfig::context_len)
      .field("numLayers", &TransformerConfig::num_layers)
      .field("mlpDim", &TransformerConfig::mlp_dim)
      .field("positions", &TransformerConfig::positions)
      .field("norm", &TransformerConfig::norm)
      .field("rms", &TransformerConfig::rms)
      .field("finalNorm", &TransformerConfig::final_norm)
      .field("normEpsilon", &TransformerConfig::norm_epsilon)
      .field("normBias", &TransformerConfig::norm_bias)
      .field("activation", &TransformerConfig::activation)
      .field("gated", &TransformerConfig::gated)
      .field("mlpBias", &TransformerConfig::mlp_bias)
      .field("tied", &TransformerConfig::tied)
      .field("dropout", &TransformerConfig::dropout)
      .function("clearPositions", &clear_positions)
      .function("addPosition", &add_position);

  Described<TransformerRequest>("TransformerRequest")
      .field("batch", &TransformerRequest::batch)
      .field("length", &TransformerRequest::length)
      .field("loss", &TransformerRequest::loss)
      .field("train", &TransformerRequest::train)
      .field("attention", &TransformerRequest::attention)
      .field("trace", &TransformerRequest::trace)
      .function("clearRemoved", &clear_removed)
      .function("removeHead", &remove_head);

  Described<OptimizerConfig>("OptimizerConfig")
      .field("kind", &OptimizerConfig::kind)
      .field("schedule", &OptimizerConfig::schedule)
      .field("learningRate", &OptimizerConfig::learning_rate)
      .field("momentum", &OptimizerConfig::momentum)
      .field("beta1", &OptimizerConfig::beta1)
      .field("beta2", &OptimizerConfig::beta2)
      .field("epsilon", &OptimizerConfig::epsilon)
      .field("weightDecay", &OptimizerConfig::weight_decay)
      .field("clipNorm", &OptimizerConfig::clip_norm)
      .field("warmUp", &OptimizerConfig::warm_up)
      .field("steps", &OptimizerConfig::steps)
      .field("finalShare", &OptimizerConfig::final_share);

  Described<TransformerOutcome>("TransformerOutcome")
      .field("loss", &TransformerOutcome::loss)
      .field("counted", &TransformerOutcome::counted)
      .field("correct", &TransformerOutcome::correct)
      .field("gradientNorm", &TransformerOutcome::gradient_norm)
      .field("rate", &TransformerOutcome::rate)
      .field("diverged", &TransformerOutcome::diverged);

  emscripten::class_<Transformer>("Transformer")
      .constructor(
          +[](const Engine& engine, TransformerConfig& config,
              const MultiHeadAttentionConfig& layer, const AttentionRequest& call, double seed) {
            return guard([&] {
              set_attention(config, layer, call);
              const auto bytes = TransformerParameters<float>::bytes(config);
              return within(engine.budget(), static_cast<double>(bytes), 0,
                            [&] { return new Transformer(config, seed); });
            });
          },
          emscripten::allow_raw_pointers())
      .function("address", &Guarded<&Transformer::address>::call)
      .function("plan", &Guarded<&Transformer::plan<Engine>>::call)
      .function("setOptimizer", &Guarded<&Transformer::set_optimizer>::call)
      .function("outcome", &Transformer::outcome, emscripten::return_value_policy::reference())
      .property("stepsDone", &Transformer::steps_done)
      .function("resetOptimizer", &Guarded<&Transformer::reset_optimizer>::call);
}
