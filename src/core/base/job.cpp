// Walks through the stages of a job, one slice of tasks at a time.
#include "core/base/job.h"

#include <time.h>

#include <algorithm>
#include <utility>

namespace headwise {

namespace {
// Operations of one thread between two looks at the clock: a tenth of a millisecond on a fast machine.
constexpr double kSliceCost = 4e6;

// All threads wait for each other before a look, so their slices grow: each is about as long as all before it in its
// step, which bounds how late the step ends, and at most so many times the first.
constexpr double kMostGrowth = 16;

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

void Job::add_stage(const Stage& stage) {
  if (stage.tasks > 0) stages_.push_back(stage);
}

void SideBySide::bind(std::vector<const Job*> jobs) {
  jobs_ = std::move(jobs);
  clear_stages();
  const std::size_t stages = jobs_.empty() ? 0 : jobs_.front()->stages().size();
  for (std::size_t stage = 0; stage < stages; ++stage) {
    std::int64_t tasks = 0;
    double cost = 0;
    for (const Job* job : jobs_) {
      tasks += job->stages()[stage].tasks;
      cost += job->stages()[stage].total_cost();
    }
    add_stage({tasks, cost / static_cast<double>(std::max<std::int64_t>(1, tasks)),
               [this, stage](std::int64_t task, int worker) { run(stage, task, worker); }});
  }
}

void SideBySide::run(std::size_t stage, std::int64_t task, int worker) const {
  for (const Job* job : jobs_) {
    const Stage& own = job->stages()[stage];
    if (task < own.tasks) return own.run(task, worker);
    task -= own.tasks;
  }
}

void JobRunner::stop() {
  if (ahead_) ahead_->abandon();
  ahead_ = nullptr;
}

void JobRunner::start(const Job& job) {
  stop();
  job_ = &job;
  stage_ = 0;
  task_ = 0;
  done_cost_ = 0;
  total_cost_ = 0;
  for (const Stage& stage : job.stages()) total_cost_ += stage.total_cost();
}

// The end of the part that the next task belongs to.
std::int64_t JobRunner::part_end() const {
  const std::int64_t part = stage().parts ? stage().parts->tasks() : stage().tasks;
  return std::min(stage().tasks, task_ / part * part + part);
}

// Whether the threads finish this number of the stage's tasks sooner than the caller alone.
bool JobRunner::is_shared(std::int64_t tasks) const {
  return threaded_ && stage().cost * static_cast<double>(tasks) >= threads_from_ / kStageShare;
}

void JobRunner::run_tasks(ThreadPool& pool, std::int64_t end) {
  if (ahead_)
    std::exchange(ahead_, nullptr)->join();
  else if (is_shared(end - task_))
    pool.run(task_, end, run_task_);
  else
    for (std::int64_t task = task_; task < end; ++task) stage().run(task, 0);
  done_cost_ += stage().cost * static_cast<double>(end - task_);
  task_ = end;
}

// The threads go on with the next part, if there is one.
void JobRunner::end_part(ThreadPool& pool) {
  stage().parts->end();
  if (task_ == stage().tasks || !is_shared(part_end() - task_)) return;
  stage().parts->begin(task_);
  ahead_ = &pool;
  pool.begin(task_, part_end(), run_task_);
}

StepResult JobRunner::step(ThreadPool& pool, double milliseconds) {
  const bool to_the_end = milliseconds <= 0;
  const double deadline = to_the_end ? 0 : now() + milliseconds;
  threaded_ = pool.threads() > 1 && total_cost_ >= threads_from_;
  const ThreadPool::Session session(threaded_ ? &pool : nullptr);
  bool worked = false;  // a step does at least one task
  double growth = 1;
  for (; stage_ < job_->stages().size(); ++stage_, task_ = 0) {
    const double slice =
        std::max(1.0, kSliceCost / std::max(stage().cost, 1.0)) * (threaded_ ? pool.threads() : 1);
    while (task_ < stage().tasks) {
      if (!to_the_end && worked && now() >= deadline) return StepResult::kMore;
      worked = true;
      const std::int64_t limit = part_end();
      const bool whole =
          ahead_ || to_the_end || growth * slice >= static_cast<double>(limit - task_);
      const bool begins_part = stage().parts && task_ % stage().parts->tasks() == 0;
      if (begins_part && !ahead_) stage().parts->begin(task_);
      run_tasks(pool, whole ? limit : task_ + static_cast<std::int64_t>(growth * slice));
      if (threaded_) growth = std::min(2 * growth, kMostGrowth);
      if (!stage().parts || task_ < limit) continue;
      end_part(pool);
      return StepResult::kPart;
    }
  }
  return StepResult::kDone;
}

double JobRunner::progress() const {
  return total_cost_ > 0 ? std::min(1.0, done_cost_ / total_cost_) : 1.0;
}

}  // namespace headwise
