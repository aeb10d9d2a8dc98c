// The limits of memory, and the check before memory is allocated. The caller reports the memory that there is.
#pragma once

#include <algorithm>
#include <cmath>
#include <new>

#include "core/base/error.h"

namespace headwise {

// Size of the memory that everything is allocated in, in bytes, and its free bytes. It grows by pages and never shrinks.
struct Heap {
  double size, free;
};

class Budget {
 public:
  static constexpr double kPage = 65536;

  // maximum: of the heap. limit: of the heap and the results outside it together; 0: none. look() gives the heap as it is.
  Budget(double maximum, double limit, Heap (*look)())
      : maximum_(maximum), limit_(limit), look_(look) {}

  // Calls a function that takes `more` bytes of the heap, unless they, with the `outside` bytes of the results, exceed a
  // limit. Throws OutOfMemory.
  template <class Call>
  auto within(double more, double outside, Call call) const {
    expect_room(more, outside);
    try {
      return call();
    } catch (const std::bad_alloc&) {
      // Enough is free, but fragmented.
      refuse(grown_by(look_(), more + kBookkeeping), outside);
    }
  }

 private:
  static constexpr double kBookkeeping = 1024;  // of the allocator, for a block

  static double grown_by(const Heap& heap, double bytes) {
    return heap.size + std::ceil(bytes / kPage) * kPage;
  }
  // Free bytes cost nothing.
  void expect_room(double more, double outside) const {
    const Heap heap = look_();
    const double needed =
        more > 0 ? grown_by(heap, std::max(0.0, more + kBookkeeping - heap.free)) : heap.size;
    if (needed > maximum_ || (limit_ > 0 && needed + outside > limit_)) refuse(needed, outside);
  }
  [[noreturn]] void refuse(double needed, double outside) const {
    throw OutOfMemory(limit_ > 0 ? needed + outside : needed);
  }

  double maximum_, limit_;
  Heap (*look_)();
};

}  // namespace headwise
