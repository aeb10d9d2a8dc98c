// The pool behind thread_pool.h: workers take indices from one atomic counter,
// the caller takes part.
#include "parallel/thread_pool.h"

#ifdef HEADWISE_THREADS

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace headwise {

struct ThreadPool::State {
  std::mutex mutex;
  std::condition_variable wake, done;
  std::uint64_t round = 0;  // counts calls of run_erased: a worker takes part once in each
  int busy = 0;             // workers still in this round
  bool stop = false;

  std::atomic<std::int64_t> next{0};
  std::int64_t end = 0;
  ErasedTask task = nullptr;
  void* context = nullptr;

  std::vector<std::thread> workers;

  void work(int worker) {
    for (std::int64_t index; (index = next.fetch_add(1, std::memory_order_relaxed)) < end;) {
      task(context, index, worker);
    }
  }

  void end_workers() {
    {
      std::lock_guard lock(mutex);
      stop = true;
    }
    wake.notify_all();
    for (auto& worker : workers) worker.join();
  }

  void loop(int worker) {
    std::uint64_t seen = 0;
    std::unique_lock lock(mutex);
    while (true) {
      wake.wait(lock, [&] { return stop || round != seen; });
      if (stop) return;
      seen = round;
      lock.unlock();
      work(worker);
      lock.lock();
      if (--busy == 0) done.notify_one();
    }
  }
};

ThreadPool::ThreadPool(int threads) : threads_(threads < 1 ? 1 : threads) {
  if (threads_ == 1) return;
  state_ = std::make_unique<State>();
  state_->workers.reserve(threads_ - 1);
  try {
    for (int worker = 1; worker < threads_; ++worker) {
      state_->workers.emplace_back([state = state_.get(), worker] { state->loop(worker); });
    }
  } catch (...) {
    state_->end_workers();  // a thread that is still joinable must not be destroyed
    throw;
  }
}

ThreadPool::~ThreadPool() {
  if (state_) state_->end_workers();
}

void ThreadPool::run_erased(std::int64_t begin, std::int64_t end, ErasedTask task, void* context) {
  if (!state_ || end - begin < 2) {
    for (std::int64_t index = begin; index < end; ++index) task(context, index, 0);
    return;
  }
  {
    std::lock_guard lock(state_->mutex);
    state_->next.store(begin, std::memory_order_relaxed);
    state_->end = end;
    state_->task = task;
    state_->context = context;
    state_->busy = threads_ - 1;
    ++state_->round;
  }
  state_->wake.notify_all();
  state_->work(0);
  std::unique_lock lock(state_->mutex);
  state_->done.wait(lock, [&] { return state_->busy == 0; });
}

}  // namespace headwise

#else

namespace headwise {

struct ThreadPool::State {};

ThreadPool::ThreadPool(int) {}
ThreadPool::~ThreadPool() = default;

void ThreadPool::run_erased(std::int64_t begin, std::int64_t end, ErasedTask task, void* context) {
  for (std::int64_t index = begin; index < end; ++index) task(context, index, 0);
}

}  // namespace headwise

#endif
