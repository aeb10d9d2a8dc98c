// The pool of thread_pool.h. Tasks are claimed from one atomic word, which also contains the number
// of their round: a worker that wakes late finds no task, and nobody waits for it.
#include "parallel/thread_pool.h"

#ifdef HEADWISE_THREADS

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace headwise {

namespace {

// How often a worker checks for the next round, and the caller for the end of this one, before it
// sleeps: some tens of microseconds, about the time of a wake-up.
constexpr int kLooks = 1 << 14;

// The maximum number of tasks of a round; more tasks take several rounds.
constexpr std::int64_t kMostTasks = 0xffffffff;

}  // namespace

struct ThreadPool::State {
  // The number of the round in the upper half, the number of its unclaimed tasks in the lower half.
  std::atomic<std::uint64_t> open{0};
  std::atomic<std::int64_t> unfinished{0};
  std::atomic<bool> in_session{
      false};  // rounds follow each other: spinning is faster than sleeping
  std::atomic<int> sleepers{0};
  std::atomic<bool> caller_sleeps{false};
  std::atomic<bool> stop{false};

  Round round{};  // constant while a task of it is unfinished

  std::mutex mutex;
  std::condition_variable wake, done;
  std::vector<std::thread> workers;

  static bool has_tasks(std::uint64_t open) { return static_cast<std::uint32_t>(open) != 0; }

  void work(int worker) {
    std::uint64_t seen = open.load();
    while (has_tasks(seen)) {
      if (!open.compare_exchange_weak(seen, seen - 1)) continue;
      round.task(round.context, round.end - static_cast<std::uint32_t>(seen), worker);
      if (unfinished.fetch_sub(1) == 1 && caller_sleeps) {
        std::lock_guard lock(mutex);
        done.notify_one();
      }
      seen = open.load();
    }
  }

  // `next` has at most kMostTasks tasks.
  void open_round(const Round& next) {
    const std::int64_t count = next.end - next.begin;
    round = next;
    unfinished = count;
    open = ((open >> 32) + 1) << 32 | static_cast<std::uint64_t>(count);
    if (sleepers == 0) return;
    {
      std::lock_guard lock(mutex);
    }
    wake.notify_all();
  }

  void await_end() {
    const auto finished = [this] { return unfinished == 0; };
    if (comes_soon(finished)) return;
    std::unique_lock lock(mutex);
    caller_sleeps = true;
    done.wait(lock, finished);
    caller_sleeps = false;
  }

  // Removes the unclaimed tasks.
  void close_round() {
    std::uint64_t seen = open.load();
    while (!open.compare_exchange_weak(seen, seen >> 32 << 32)) {
    }
    unfinished -= static_cast<std::uint32_t>(seen);
  }

  template <class Condition>
  static bool comes_soon(Condition condition) {
    for (int look = 0; look < kLooks; ++look) {
      if (condition()) return true;
    }
    return false;
  }

  void loop(int worker) {
    while (!stop) {
      work(worker);
      if (in_session && comes_soon([this] { return has_tasks(open) || !in_session || stop; }) &&
          in_session)
        continue;
      // open_round opens a round before it reads `sleepers`; here the order is reversed, so one of
      // the two sees the other.
      std::unique_lock lock(mutex);
      ++sleepers;
      wake.wait(lock, [this] { return stop || has_tasks(open); });
      --sleepers;
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

void ThreadPool::set_in_session(bool in_session) {
  if (state_) state_->in_session = in_session;
}

void ThreadPool::run_erased(std::int64_t begin, std::int64_t end, ErasedTask task, void* context) {
  if (!state_ || end - begin < 2) return run_alone({begin, end, task, context});
  for (std::int64_t first = begin; first < end; first += kMostTasks) {
    state_->open_round({first, std::min(end, first + kMostTasks), task, context});
    join();
  }
}

void ThreadPool::begin_erased(const Round& round) {
  if (state_ && round.end - round.begin <= kMostTasks)
    state_->open_round(round);
  else
    begun_ = round;
}

void ThreadPool::join() {
  run_alone(begun_);
  begun_ = {};
  if (!state_) return;
  state_->work(0);
  state_->await_end();
}

void ThreadPool::abandon() {
  begun_ = {};
  if (!state_) return;
  state_->close_round();
  state_->await_end();
}

}  // namespace headwise

#else

namespace headwise {

struct ThreadPool::State {};

ThreadPool::ThreadPool(int) {}
ThreadPool::~ThreadPool() = default;

void ThreadPool::set_in_session(bool) {}

void ThreadPool::run_erased(std::int64_t begin, std::int64_t end, ErasedTask task, void* context) {
  run_alone({begin, end, task, context});
}

void ThreadPool::begin_erased(const Round& round) { begun_ = round; }

void ThreadPool::join() {
  run_alone(begun_);
  begun_ = {};
}

void ThreadPool::abandon() { begun_ = {}; }

}  // namespace headwise

#endif
