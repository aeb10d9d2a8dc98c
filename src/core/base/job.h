// Long work in slices: stages of independent tasks, run in order. Between slices the caller may report
// progress or stop; slicing changes no bit of the result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <vector>

#include "parallel/thread_pool.h"

namespace headwise {

// A function with room for what a stage captures, copied by value: std::function takes 300 bytes of
// the module for each lambda.
class Task {
 public:
  template <class Function>
  Task(Function function) : call_(&call<Function>) {
    static_assert(sizeof(Function) <= sizeof room_ && std::is_trivially_copyable_v<Function>);
    new (room_) Function(function);
  }
  void operator()(std::int64_t task, int worker) const { call_(room_, task, worker); }

 private:
  template <class Function>
  static void call(const std::byte* room, std::int64_t task, int worker) {
    (*std::launder(reinterpret_cast<const Function*>(room)))(task, worker);
  }

  alignas(8) std::byte room_[3 * sizeof(std::int64_t)];
  void (*call_)(const std::byte*, std::int64_t, int);
};

// For results that the caller copies out part by part, each before the next part is complete.
class Parts {
 public:
  virtual ~Parts() = default;
  virtual std::int64_t tasks() const = 0;  // tasks of one part
  virtual void begin(std::int64_t first_task) = 0;
  // The part is complete, and stays so until the next one is complete, too.
  virtual void end() = 0;
};

struct Stage {
  std::int64_t tasks;
  // A rough count of the floating-point operations of one task, for progress and for slicing.
  double cost;
  Task run;
  Parts* parts = nullptr;  // null: all results are complete at the end

  double total_cost() const { return cost * static_cast<double>(tasks); }
};

// A list of stages, written when the job's memory is bound: a call allocates nothing. Stages refer to
// their job, which must stay where it is.
class Job {
 public:
  const std::vector<Stage>& stages() const { return stages_; }

 protected:
  void clear_stages() { stages_.clear(); }
  // A stage without tasks is left out.
  void add_stage(const Stage& stage);
  void add_stages(const Job& other) {
    stages_.insert(stages_.end(), other.stages_.begin(), other.stages_.end());
  }

 private:
  std::vector<Stage> stages_;
};

// Jobs with the same number of stages as one job: stage n of all of them runs at the same time. It does not own
// them.
class SideBySide : public Job {
 public:
  void bind(std::vector<const Job*> jobs);

 private:
  void run(std::size_t stage, std::int64_t task, int worker) const;

  std::vector<const Job*> jobs_;
};

enum class StepResult { kMore, kPart, kDone };

class JobRunner {
 public:
  // Jobs of fewer operations run on the caller: to wake a thread takes longer. It changes no bit.
  void set_threads_from(double operations) { threads_from_ = operations; }

  JobRunner() = default;
  ~JobRunner() { stop(); }
  JobRunner(const JobRunner&) = delete;
  JobRunner& operator=(const JobRunner&) = delete;

  void start(const Job& job);
  // For a job that is not stepped to its end: no thread works on it any more, and its memory may be
  // freed.
  void stop();

  // Works for about `milliseconds` (at least one task; 0 = to the end), but no further than to the
  // end of a part.
  StepResult step(ThreadPool& pool, double milliseconds);

  // Progress, from 0 to 1.
  double progress() const;

 private:
  struct RunTask {
    JobRunner* runner;
    void operator()(std::int64_t task, int worker) const { runner->stage().run(task, worker); }
  };
  const Stage& stage() const { return job_->stages()[stage_]; }
  std::int64_t part_end() const;
  bool is_shared(std::int64_t tasks) const;
  void run_tasks(ThreadPool& pool, std::int64_t end);
  void end_part(ThreadPool& pool);

  const Job* job_ = nullptr;
  RunTask run_task_{this};
  // Its threads work on the next part while the caller copies this one.
  ThreadPool* ahead_ = nullptr;
  bool threaded_ = false;
  std::size_t stage_ = 0;
  std::int64_t task_ = 0;
  double threads_from_ = 0;
  double total_cost_ = 0;
  double done_cost_ = 0;
};

}  // namespace headwise
