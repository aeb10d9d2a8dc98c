// Independent tasks, spread over threads. Built with HEADWISE_THREADS it keeps
// a pool; without, the same interface runs everything on the caller. What a
// task computes never depends on which worker took it.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

namespace headwise {

class ThreadPool {
 public:
  // `threads` counts the caller; 1 starts none. The serial build takes any
  // number and has 1.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return threads_; }

  // While one lives, threads without work look for more for some tens of microseconds before they
  // sleep. Otherwise they sleep at once. Null: nothing.
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
  // caller's or thread's own number, for scratch memory. Tasks must not throw.
  template <class Task>
  void run(std::int64_t begin, std::int64_t end, Task&& task) {
    run_erased(begin, end, erased<Task>, &task);
  }

  // Lets the threads begin while the caller does something else; join() takes part, and returns when
  // all are done. Without threads join() does everything. `task` lives until then, and there is no
  // other run in between.
  template <class Task>
  void begin(std::int64_t begin, std::int64_t end, Task& task) {
    begin_erased({begin, end, erased<Task>, &task});
  }
  void join();
  // Instead of join(): waits for the tasks that were begun, and leaves out the others.
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

  Round begun_{};  // where there are no threads, or too many tasks for one round of theirs

  struct State;
  int threads_ = 1;
  std::unique_ptr<State> state_;
};

}  // namespace headwise
