// The exceptions of the core. src/bindings and src/js give them their
// JavaScript classes.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace headwise {

// A size or number out of range: what was expected and what came.
class InvalidArgument : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

// More memory than there is, or than the caller allowed; nothing was begun.
class OutOfMemory : public std::runtime_error {
 public:
  OutOfMemory(std::uint64_t needed, std::uint64_t available);
};

inline void require(bool condition, const char* message) {
  if (!condition) throw InvalidArgument(message);
}

}  // namespace headwise
