// The exceptions of the core. src/bindings and src/js give them their
// JavaScript classes.
#pragma once

#include <exception>
#include <stdexcept>

namespace headwise {

// A size or number out of range: what was expected and what came.
class InvalidArgument : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

// More memory than there is, or than the caller allowed; nothing was begun. Takes none itself.
class OutOfMemory : public std::exception {
 public:
  explicit OutOfMemory(double needed) : needed_(needed) {}
  // Bytes, those that are in use included; infinite if they cannot be counted.
  double needed() const { return needed_; }

 private:
  double needed_;
};

inline void require(bool condition, const char* message) {
  if (!condition) throw InvalidArgument(message);
}

}  // namespace headwise
