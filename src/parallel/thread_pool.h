// Runs independent tasks on threads. With HEADWISE_THREADS there is a pool; otherwise the same
// interface runs all tasks on the caller. A task's results never depend on its worker.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

namespace headwise {

class ThreadPool {
 public:
  // `threads` includes the caller; 1 starts no thread. The serial build accepts any number and has
  // one thread.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return threads_; }

  // During a session, idle threads check for new work for some tens of microseconds before they
  // sleep; otherwise they sleep at once. A null pool has no effect.
  class Session {
   public:
    explicit Session(ThreadPool* pool) : pool_(pool) {
      if (pool_) pool_->set_in_session(true);
    }
    ~Session() {
      if (pool_) pool_->set_in_session(false);
    }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

   private:
    ThreadPool* pool_;
  };

  // Calls task(index, worker) once for every begin <= index < end, in any
  // order, and returns when all are done. 0 <= worker < threads() is the
  // number of the calling thread, for scratch memory. Tasks must not throw.
  template <class Task>
  void run(std::int64_t begin, std::int64_t end, Task&& task) {
    run_erased(begin, end, erased<Task>, &task);
  }

  // Starts the tasks on the threads while the caller does other work; join() takes part, and returns
  // when all are done. Without threads join() does everything. `task` must live until then, and no
  // other run may be in between.
  template <class Task>
  void begin(std::int64_t begin, std::int64_t end, Task& task) {
    begin_erased({begin, end, erased<Task>, &task});
  }
  void join();
  // Instead of join(): waits for the tasks that have begun, and drops the others.
  void abandon();

 private:
  using ErasedTask = void (*)(void* context, std::int64_t index, int worker);
  struct Round {
    std::int64_t begin, end;
    ErasedTask task;
    void* context;
  };

  template <class Task>
  static void erased(void* context, std::int64_t index, int worker) {
    (*static_cast<std::remove_reference_t<Task>*>(context))(index, worker);
  }
  static void run_alone(const Round& round) {
    for (std::int64_t index = round.begin; index < round.end; ++index)
      round.task(round.context, index, 0);
  }
  void set_in_session(bool in_session);
  void run_erased(std::int64_t begin, std::int64_t end, ErasedTask task, void* context);
  void begin_erased(const Round& round);

  Round begun_{};  // the round of join() if there are no threads, or too many tasks for one round

  struct State;
  int threads_ = 1;
  std::unique_ptr<State> state_;
};

}  // namespace headwise
