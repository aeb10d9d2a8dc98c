// How much memory there may be, and the question before it is taken.
#pragma once

#include <emscripten/heap.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <new>

#include "core/error.h"

namespace headwise {

// How much there may be, in bytes.
struct Budget {
  double maximum;  // of the wasm memory, which src/js made so
  double limit;    // of the wasm memory and the results outside it together; 0 = none
};

constexpr double kPage = 65536;

inline double heap_size() { return static_cast<double>(emscripten_get_heap_size()); }

// What the wasm memory would be if `more` bytes were taken from it. It never
// shrinks, so what is free in it, given back or not yet given out, costs
// nothing.
inline double memory_with(double more) {
  constexpr double kBookkeeping = 1024;
  const double given_out = static_cast<double>(reinterpret_cast<std::uintptr_t>(sbrk(0)));
  const double free_bytes = static_cast<double>(static_cast<std::uint32_t>(mallinfo().fordblks)) +
                            heap_size() - given_out;
  const double growth = more > 0 ? std::max(0.0, more + kBookkeeping - free_bytes) : 0;
  return heap_size() + std::ceil(growth / kPage) * kPage;
}

inline OutOfMemory out_of_memory(double needed, double outside, const Budget& budget) {
  return OutOfMemory(budget.limit > 0 ? needed + outside : needed);
}

// Calls what takes `more` bytes of the wasm memory, unless they, with the
// `outside` bytes of the results, are more than there may be.
template <class Call>
auto within(const Budget& budget, double more, double outside, Call call) {
  const double needed = memory_with(more);
  if (needed > budget.maximum || (budget.limit > 0 && needed + outside > budget.limit))
    throw out_of_memory(needed, outside, budget);
  try {
    return call();
  } catch (const std::bad_alloc&) {
    throw out_of_memory(heap_size() + more, outside, budget);  // enough is free, but in pieces
  }
}

}  // namespace headwise
