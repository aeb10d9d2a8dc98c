// Jobs of equally many stages as one: the same stage of all of them, side by side.
#pragma once

#include <cstdint>
#include <vector>

#include "core/job.h"

namespace headwise {

class Together : public Job {
 public:
  // Not owned.
  std::vector<Job*> jobs;

  int stages() const override { return jobs.empty() ? 0 : jobs.front()->stages(); }

  std::int64_t tasks(int stage) const override {
    std::int64_t sum = 0;
    for (const Job* job : jobs) sum += job->tasks(stage);
    return sum;
  }

  // The mean over all tasks.
  double task_cost(int stage) const override {
    double cost = 0;
    for (const Job* job : jobs)
      cost += job->task_cost(stage) * static_cast<double>(job->tasks(stage));
    const std::int64_t all = tasks(stage);
    return all > 0 ? cost / static_cast<double>(all) : 0;
  }

  void run(int stage, std::int64_t task, int worker) override {
    for (Job* job : jobs) {
      const std::int64_t own = job->tasks(stage);
      if (task < own) return job->run(stage, task, worker);
      task -= own;
    }
  }
};

}  // namespace headwise
