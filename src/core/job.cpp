// Walks through the stages of a job, one slice of tasks at a time.
#include "core/job.h"

#include <time.h>

#include <algorithm>

namespace headwise {

namespace {
// Between two looks at the clock; about a tenth of a millisecond.
constexpr double kSliceCost = 4e6;

// A stage is shared from a smaller size on than the whole job: the threads are awake by then.
constexpr double kStageShare = 16;

// In milliseconds. std::chrono's clock can throw std::system_error, whose messages bring printf
// along: 9 kB of the module.
double now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}
}  // namespace

void JobRunner::start(Job& job) {
  job_ = &job;
  stage_ = 0;
  task_ = 0;
  done_cost_ = 0;
  total_cost_ = 0;
  for (int stage = 0; stage < job.stages(); ++stage) {
    total_cost_ += job.task_cost(stage) * static_cast<double>(job.tasks(stage));
  }
}

StepResult JobRunner::step(ThreadPool& pool, double milliseconds) {
  const bool to_the_end = milliseconds <= 0;
  const double deadline = to_the_end ? 0 : now() + milliseconds;
  const bool shared = pool.threads() > 1 && total_cost_ >= threads_from_;
  const ThreadPool::Session session(shared ? &pool : nullptr);
  while (stage_ < job_->stages()) {
    const std::int64_t tasks = job_->tasks(stage_);
    const double cost = job_->task_cost(stage_);
    const double slice =
        std::max(1.0, kSliceCost / std::max(cost, 1.0)) * (shared ? pool.threads() : 1);
    const std::int64_t part = job_->part_tasks(stage_);
    while (task_ < tasks) {
      if (part > 0 && task_ % part == 0) job_->begin_part(stage_, task_);
      const std::int64_t limit = part > 0 ? std::min(tasks, task_ / part * part + part) : tasks;
      const std::int64_t end = to_the_end || slice >= static_cast<double>(limit - task_)
                                   ? limit
                                   : task_ + static_cast<std::int64_t>(slice);
      auto run = [this](std::int64_t task, int worker) { job_->run(stage_, task, worker); };
      if (shared && cost * static_cast<double>(end - task_) >= threads_from_ / kStageShare)
        pool.run(task_, end, run);
      else
        for (std::int64_t task = task_; task < end; ++task) run(task, 0);
      done_cost_ += cost * static_cast<double>(end - task_);
      task_ = end;
      if (part > 0 && task_ == limit) return StepResult::kPart;
      if (!to_the_end && task_ < tasks && now() >= deadline) return StepResult::kMore;
    }
    ++stage_;
    task_ = 0;
    if (!to_the_end && stage_ < job_->stages() && now() >= deadline) return StepResult::kMore;
  }
  return StepResult::kDone;
}

double JobRunner::progress() const {
  return total_cost_ > 0 ? std::min(1.0, done_cost_ / total_cost_) : 1.0;
}

}  // namespace headwise
