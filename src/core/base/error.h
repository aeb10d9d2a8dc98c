// The exceptions of the core. src/bindings and src/js give them their JavaScript classes.
#pragma once

#include <exception>
#include <stdexcept>

namespace headwise {

// A size or number is out of range. The message names the expected range.
class InvalidArgument : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

// More memory than there is, or than the caller allowed; nothing was begun. Takes none itself.
class OutOfMemory : public std::exception {
 public:
  explicit OutOfMemory(double needed) : needed_(needed) {}
  // Bytes, with the bytes in use; infinite if they overflow.
  double needed() const { return needed_; }

 private:
  double needed_;
};

// Not inlined: each throw takes 100 bytes of the module.
[[noreturn, gnu::noinline]] inline void refuse(const char* message) {
  throw InvalidArgument(message);
}

inline void require(bool condition, const char* message) {
  if (!condition) refuse(message);
}

}  // namespace headwise
