// Plans of a transformer's calls.
#include "session/transformer_session.h"

#include "core/base/error.h"

namespace headwise {

TransformerSession::TransformerSession(const TransformerConfig& config, std::uint64_t seed)
    : parameters_(config) {
  parameters_.initialize(seed);
}

void TransformerSession::plan(Session& session, const TransformerRequest& request,
                              double result_bytes) {
  if (request.train && !state_) {
    session.take(TrainingState<float>::bytes(parameters_), result_bytes,
                 [&] { state_ = std::make_unique<TrainingState<float>>(parameters_); });
  }
  session.plan(job_, result_bytes, [&](Workspace& workspace) {
    job_.lay_out(parameters_, state_.get(), request, session.threads(), workspace);
  });
}

void TransformerSession::set_optimizer(const OptimizerConfig& config, std::uint64_t dropout_seed) {
  require(state_ != nullptr, "set_optimizer: expected a plan to train");
  job_.set_optimizer(config, dropout_seed);
}

void TransformerSession::reset_optimizer(std::int64_t steps) {
  if (state_) state_->reset(steps);
}

}  // namespace headwise
