// Long work in slices: stages of independent tasks, run in order. The caller
// may look up between slices, to report progress or to stop; slicing changes no
// bit of the result.
#pragma once

#include <cstdint>

#include "parallel/thread_pool.h"

namespace headwise {

class Job {
 public:
  virtual ~Job() = default;
  virtual int stages() const = 0;
  virtual std::int64_t tasks(int stage) const = 0;
  // A rough count of the floating-point operations of one task, for progress
  // and for slicing.
  virtual double task_cost(int stage) const = 0;
  virtual void run(int stage, std::int64_t task, int worker) = 0;

  // How many tasks of a stage make a part, whose results the caller takes before the next part
  // begins; 0: there are none, all results are there at the end.
  virtual std::int64_t part_tasks(int) const { return 0; }
  virtual void begin_part(int, std::int64_t) {}  // stage, first task
  // The part is whole, and stays so while the next one is computed, until that is whole too.
  virtual void end_part() {}
};

enum class StepResult { kMore, kPart, kDone };

class JobRunner {
 public:
  // Jobs of fewer operations stay on the caller: to wake a thread takes longer. Never a matter of
  // bits.
  void set_threads_from(double operations) { threads_from_ = operations; }

  JobRunner() = default;
  ~JobRunner() { stop(); }
  JobRunner(const JobRunner&) = delete;
  JobRunner& operator=(const JobRunner&) = delete;

  void start(Job& job);
  // No thread works on the job any more. For a job that is not stepped to its end; its memory may go
  // then.
  void stop();

  // Works for about `milliseconds` (at least one task; 0 = to the end), but no further than to the
  // end of a part.
  StepResult step(ThreadPool& pool, double milliseconds);

  // The part of the work that is done, 0 to 1.
  double progress() const;

 private:
  struct RunTask {
    JobRunner* runner;
    void operator()(std::int64_t task, int worker) const {
      runner->job_->run(runner->stage_, task, worker);
    }
  };

  Job* job_ = nullptr;
  RunTask run_task_{this};
  // Whose threads are at the next part, while the caller takes this one.
  ThreadPool* ahead_ = nullptr;
  int stage_ = 0;
  std::int64_t task_ = 0;
  double threads_from_ = 0;
  double total_cost_ = 0;
  double done_cost_ = 0;
};

}  // namespace headwise
