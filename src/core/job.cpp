// Walks through the stages of a job, one slice of tasks at a time.
#include "core/job.h"

#include <time.h>

#include <algorithm>
#include <utility>

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

void JobRunner::stop() {
  if (ahead_) ahead_->abandon();
  ahead_ = nullptr;
}

void JobRunner::start(Job& job) {
  stop();
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
      if (part > 0 && task_ % part == 0 && !ahead_) job_->begin_part(stage_, task_);
      const auto limit_from = [&](std::int64_t task) {
        return part > 0 ? std::min(tasks, task / part * part + part) : tasks;
      };
      const auto is_shared = [&](std::int64_t first, std::int64_t end) {
        return shared && cost * static_cast<double>(end - first) >= threads_from_ / kStageShare;
      };
      const std::int64_t limit = limit_from(task_);
      const std::int64_t end = ahead_ || to_the_end || slice >= static_cast<double>(limit - task_)
                                   ? limit
                                   : task_ + static_cast<std::int64_t>(slice);
      if (ahead_)
        std::exchange(ahead_, nullptr)->join();
      else if (is_shared(task_, end))
        pool.run(task_, end, run_task_);
      else
        for (std::int64_t task = task_; task < end; ++task) run_task_(task, 0);
      done_cost_ += cost * static_cast<double>(end - task_);
      task_ = end;
      if (part > 0 && task_ == limit) {
        job_->end_part();
        if (task_ < tasks && is_shared(task_, limit_from(task_))) {
          job_->begin_part(stage_, task_);
          ahead_ = &pool;
          pool.begin(task_, limit_from(task_), run_task_);
        }
        return StepResult::kPart;
      }
      if (!to_the_end && task_ < tasks && now() >= deadline) return StepResult::kMore;
    }
    ++stage_;
    task_ = 0;
    // An empty stage is no work: a step does at least one task.
    if (!to_the_end && tasks > 0 && stage_ < job_->stages() && now() >= deadline)
      return StepResult::kMore;
  }
  return StepResult::kDone;
}

double JobRunner::progress() const {
  return total_cost_ > 0 ? std::min(1.0, done_cost_ / total_cost_) : 1.0;
}

}  // namespace headwise
