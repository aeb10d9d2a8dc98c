// A transformer between its calls: its parameters, the state of its optimiser, and the job of its next call.
#pragma once

#include <cstdint>
#include <memory>

#include "session/session.h"
#include "transformer/transformer_job.h"

namespace headwise {

class TransformerSession {
 public:
  TransformerSession(const TransformerConfig& config, std::uint64_t seed);

  const TransformerParameters<float>& parameters() const { return parameters_; }
  const TrainingState<float>* state() const {
    return state_.get();
  }  // null before the first plan to train

  // Plans a call in the session's memory, as Session::plan_attention does.
  void plan(Session& session, const TransformerRequest& request, double result_bytes);

  // Sets the optimiser of the planned train step.
  void set_optimizer(const OptimizerConfig& config, std::uint64_t dropout_seed);

  // The outcome of the last call with a loss.
  const TransformerOutcome& outcome() const { return job_.outcome(); }
  std::int64_t steps_done() const { return state_ ? state_->steps_done : 0; }

  // Sets the moments to zeros, as after this many steps.
  void reset_optimizer(std::int64_t steps);

 private:
  TransformerParameters<float> parameters_;
  std::unique_ptr<TrainingState<float>> state_;
  TransformerJob<float> job_;
};

}  // namespace headwise
