// The limits of memory, and the check before memory is taken.
#pragma once

#include <emscripten/heap.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <new>

#include "core/base/error.h"

namespace headwise {

// Limits, in bytes.
struct Budget {
  double maximum;  // of the wasm memory, which src/js made so
  double limit;    // of the wasm memory and the results outside it together; 0 = none
};

constexpr double kPage = 65536;
constexpr double kBookkeeping = 1024;  // of the allocator, for a block

inline double heap_size() { return static_cast<double>(emscripten_get_heap_size()); }

inline double grown_by(double bytes) { return heap_size() + std::ceil(bytes / kPage) * kPage; }

// The size of the wasm memory if `more` bytes were taken from it. It never shrinks, so the bytes that
// are free in it, returned or not yet used, cost nothing.
inline double memory_with(double more) {
  const double given_out = static_cast<double>(reinterpret_cast<std::uintptr_t>(sbrk(0)));
  const double free_bytes = static_cast<double>(static_cast<std::uint32_t>(mallinfo().fordblks)) +
                            heap_size() - given_out;
  return more > 0 ? grown_by(std::max(0.0, more + kBookkeeping - free_bytes)) : heap_size();
}

inline OutOfMemory out_of_memory(double needed, double outside, const Budget& budget) {
  return OutOfMemory(budget.limit > 0 ? needed + outside : needed);
}

// Calls a function that takes `more` bytes of the wasm memory, unless they, with the `outside` bytes of
// the results, exceed the budget.
template <class Call>
auto within(const Budget& budget, double more, double outside, Call call) {
  const double needed = memory_with(more);
  if (needed > budget.maximum || (budget.limit > 0 && needed + outside > budget.limit))
    throw out_of_memory(needed, outside, budget);
  try {
    return call();
  } catch (const std::bad_alloc&) {
    // Enough is free, but in pieces.
    throw out_of_memory(grown_by(more + kBookkeeping), outside, budget);
  }
}

}  // namespace headwise
