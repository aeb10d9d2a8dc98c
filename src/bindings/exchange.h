// A block of static memory, in which JavaScript and the core exchange data that must need no allocation: the reason of a
// failed call, and the name of a buffer.
#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

namespace headwise {

// The reason of a failed call. src/js/runtime/core.ts knows the numbers, and resets it to kNone.
enum class Fault { kNone, kMemory, kRange, kInternal };

struct Exchange {
  double fault = 0;
  double needed = 0;    // bytes, if memory is missing; infinite if they overflow
  double inside = 0;    // 1 while a call is in the core: a call leaves it by returning only
  char text[240] = {};  // the message of another failure, up to a 0; or a name
};

inline Exchange exchange;

inline void report(Fault fault, const char* text) {
  exchange.fault = static_cast<double>(fault);
  std::strncpy(exchange.text, text, sizeof exchange.text - 1);
}

inline void report_memory(double needed) {
  exchange.fault = static_cast<double>(Fault::kMemory);
  exchange.needed = needed;
}

// The name that JavaScript wrote, of `length` characters.
inline std::string_view given_name(double length) {
  return {exchange.text, static_cast<std::size_t>(length)};
}

}  // namespace headwise
