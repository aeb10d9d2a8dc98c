// How an exception of the core becomes one of JavaScript: the guard around every function that is
// declared to it.
#pragma once

#include <emscripten/em_js.h>

#include <exception>
#include <new>

#include "core/error.h"

namespace headwise {

// The one place where exceptions of the core leave C++. src/js/core-errors.js
// gives them their classes. (Emscripten's own helper would bring the name
// demangler along, 60 kB.)
EM_JS(void, throw_to_js, (const char* code, const char* message),
      { throw Object.assign(new Error(UTF8ToString(message)), {coreError : UTF8ToString(code)}); });

// Throws the exception that is being handled, to JavaScript. A function of its own, for guard() is
// compiled into every call.
[[noreturn]] inline void leave() {
  try {
    throw;
  } catch (const OutOfMemory& error) {
    throw_to_js("memory", error.what());
  } catch (const std::bad_alloc&) {
    throw_to_js("memory", "the memory of the module is used up");
  } catch (const InvalidArgument& error) {
    throw_to_js("range", error.what());
  } catch (const std::exception& error) {
    throw_to_js("internal", error.what());
  }
  __builtin_unreachable();
}

template <class Call>
auto guard(Call call) -> decltype(call()) {
  try {
    return call();
  } catch (...) {
    leave();
  }
}

// A member function as Embind takes it, with the guard around it.
template <auto kMethod>
struct Guarded;
template <class Class, class Result, class... Arguments, Result (Class::*kMethod)(Arguments...)>
struct Guarded<kMethod> {
  static Result call(Class& self, Arguments... arguments) {
    return guard([&]() -> Result { return (self.*kMethod)(arguments...); });
  }
};
template <class Class, class Result, class... Arguments,
          Result (Class::*kMethod)(Arguments...) const>
struct Guarded<kMethod> {
  static Result call(const Class& self, Arguments... arguments) {
    return guard([&]() -> Result { return (self.*kMethod)(arguments...); });
  }
};

}  // namespace headwise
