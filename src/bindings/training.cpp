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
      .field("embedDim", &TransformerConfig::embed_dim)
      .field("numHeads", &TransformerConfig::num_heads)
      .field("headDim", &TransformerConfig::head_dim)
      .field("numLayers", &TransformerConfig::num_layers)
      .field("mlpDim", &TransformerConfig::mlp_dim)
      .field("positions", &TransformerConfig::positions)
      .field("norm", &TransformerConfig::norm)
      .field("activation", &TransformerConfig::activation)
      .field("causal", &TransformerConfig::causal)
      .field("finalNorm", &TransformerConfig::final_norm)
      .field("tied", &TransformerConfig::tied)
      .field("bias", &TransformerConfig::bias)
      .field("dropout", &TransformerConfig::dropout)
      .field("normEpsilon", &TransformerConfig::norm_epsilon)
      .field("rotaryTheta", &TransformerConfig::rotary_theta);

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
          +[](const Engine& engine, const TransformerConfig& config, double seed) {
            return guard([&] {
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
