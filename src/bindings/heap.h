// The memory of the module, for session/budget.h.
#pragma once

#include <emscripten/heap.h>
#include <malloc.h>
#include <unistd.h>

#include <cstdint>

#include "session/budget.h"

namespace headwise {

// Returned bytes are free, and so are bytes that were never used.
inline Heap heap() {
  const double size = static_cast<double>(emscripten_get_heap_size());
  const double given_out = static_cast<double>(reinterpret_cast<std::uintptr_t>(sbrk(0)));
  const double returned = static_cast<double>(static_cast<std::uint32_t>(mallinfo().fordblks));
  return {size, returned + size - given_out};
}

}  // namespace headwise
