// The JavaScript interface of training: Embind's names for session/transformer_session.h. A module without it has
// everything else.
#include <emscripten/bind.h>

#include "bindings/exchange.h"
#include "bindings/fields.h"
#include "bindings/guard.h"
#include "bindings/index.h"
#include "bindings/transformer_fields.h"
#include "session/transformer_session.h"

EMSCRIPTEN_BINDINGS(headwise_training) {
  using namespace headwise;
#define IN_TRANSFORMER(type, member, initial, name) .field(name, &TransformerConfig::member)
  Described<TransformerConfig>("TransformerConfig")  //
      HEADWISE_TRANSFORMER_CONFIG(IN_TRANSFORMER)    //
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

#define IN_OPTIMIZER(type, member, initial, name) .field(name, &OptimizerConfig::member)
  Described<OptimizerConfig>("OptimizerConfig")  //
      HEADWISE_OPTIMIZER_CONFIG(IN_OPTIMIZER);

  Described<TransformerOutcome>("TransformerOutcome")
      .field("loss", &TransformerOutcome::loss)
      .field("counted", &TransformerOutcome::counted)
      .field("correct", &TransformerOutcome::correct)
      .field("gradientNorm", &TransformerOutcome::gradient_norm)
      .field("rate", &TransformerOutcome::rate)
      .field("diverged", &TransformerOutcome::diverged);

  emscripten::class_<TransformerSession>("Transformer")
      .constructor(
          +[](const Session& session, TransformerConfig& config,
              const MultiHeadAttentionConfig& layer, const AttentionRequest& call, double seed) {
            return guard([&] {
              set_attention(config, layer, call);
              return session.take(TransformerParameters<float>::bytes(config), 0, [&] {
                return new TransformerSession(config, static_cast<std::uint64_t>(seed));
              });
            });
          },
          emscripten::allow_raw_pointers())
      // The address of a parameter's values, or of its first or second moment (1 or 2); 0 before the first plan to train.
      .function(
          "address",
          +[](const TransformerSession& self, double length, double moment) {
            const Parameter<float>* found = self.parameters().parameter(given_name(length));
            if (!found) return 0.0;
            if (moment == 0) return address_of(found->data);
            const TrainingState<float>* state = self.state();
            if (!state) return 0.0;
            return address_of(found->in(moment == 1 ? state->first : state->second).data());
          })
      .function("plan", &Guarded<&TransformerSession::plan>::call)
      .function(
          "setOptimizer",
          +[](TransformerSession& self, const OptimizerConfig& config, double dropout_seed) {
            guard([&] { self.set_optimizer(config, static_cast<std::uint64_t>(dropout_seed)); });
          })
      .function(
          "outcome", +[](const TransformerSession& self) { return &self.outcome(); },
          emscripten::return_value_policy::reference())
      .property(
          "stepsDone",
          +[](const TransformerSession& self) { return static_cast<double>(self.steps_done()); })
      .function(
          "resetOptimizer", +[](TransformerSession& self, double steps) {
            guard([&] { self.reset_optimizer(to_index(steps)); });
          });
}
