// A transformer and its calls for the tests: parameters drawn at random, a batch of random tokens,
// and one step or one loss at a time.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/job.h"
#include "core/base/workspace.h"
#include "parallel/thread_pool.h"
#include "random_values.h"
#include "transformer/transformer_job.h"

namespace headwise {

struct Batch {
  std::int64_t size = 0, length = 0;
  std::vector<std::int32_t> tokens, targets;
  std::vector<std::uint8_t> mask;
};

// About one position in four does not count.
inline Batch random_batch(std::int64_t size, std::int64_t length, std::int64_t vocab_size,
                          std::uint32_t seed) {
  Batch batch{size, length, {}, {}, {}};
  const auto values = random_values<double>(3 * size * length, seed);  // from -1 to 1
  for (std::int64_t i = 0; i < size * length; ++i) {
    const auto token = [&](double x) {
      return static_cast<std::int32_t>((x + 1) / 2 * static_cast<double>(vocab_size)) %
             static_cast<std::int32_t>(vocab_size);
    };
    batch.tokens.push_back(token(values[3 * i]));
    batch.targets.push_back(token(values[3 * i + 1]));
    batch.mask.push_back(values[3 * i + 2] > -0.5);
  }
  return batch;
}

template <class T>
class TransformerCall {
 public:
  explicit TransformerCall(const TransformerConfig& config, std::uint32_t seed = 1)
      : parameters(config), state(parameters) {
    parameters.initialize(seed);
  }

  // Every parameter at random: with initial values norms and biases have no effect.
  void randomize(std::uint32_t seed) {
    for (const Parameter<T>& parameter : parameters.all()) {
      const auto values = random_values<double>(parameter.size, seed++);
      const bool around_one = parameter.name.find("norm") != std::string::npos &&
                              parameter.name.find("weight") != std::string::npos;
      for (std::int64_t i = 0; i < parameter.size; ++i)
        parameter.data[i] = static_cast<T>((around_one ? 1 : 0) + 0.5 * values[i]);
    }
  }

  // `milliseconds` of a slice; 0: to the end at once.
  const TransformerOutcome& run(const Batch& batch, TransformerRequest request,
                                const OptimizerConfig& optimizer = {}, int threads = 1,
                                double milliseconds = 0) {
    request.batch = batch.size;
    request.length = batch.length;
    workspace.clear();
    place(workspace, [&] { job.lay_out(parameters, &state, request, threads, workspace); });
    std::copy(batch.tokens.begin(), batch.tokens.end(), workspace.find<std::int32_t>("tokens"));
    if (request.loss) {
      std::copy(batch.targets.begin(), batch.targets.end(),
                workspace.find<std::int32_t>("targets"));
      std::copy(batch.mask.begin(), batch.mask.end(), workspace.find<std::uint8_t>("mask"));
    }
    if (request.train) job.set_optimizer(optimizer, 5);
    ThreadPool pool(threads);
    JobRunner runner;
    runner.start(job);
    while (runner.step(pool, milliseconds) != StepResult::kDone) {
    }
    return job.outcome();
  }

  const TransformerOutcome& train(const Batch& batch, const OptimizerConfig& optimizer = {},
                                  int threads = 1, double milliseconds = 0) {
    TransformerRequest request;
    request.loss = request.train = true;
    return run(batch, request, optimizer, threads, milliseconds);
  }

  double loss(const Batch& batch) {
    TransformerRequest request;
    request.loss = true;
    return run(batch, request).loss;
  }

  // All parameters in one row.
  std::vector<T> values() const {
    std::vector<T> all;
    for (const Parameter<T>& p : parameters.all()) all.insert(all.end(), p.data, p.data + p.size);
    return all;
  }

  TransformerParameters<T> parameters;
  TrainingState<T> state;
  TransformerJob<T> job;
  Workspace workspace;
};

}  // namespace headwise
