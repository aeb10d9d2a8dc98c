// The guard around every function that JavaScript calls: no exception of the core leaves it. An exception that leaves
// the module does not restore the stack pointer and does not free Embind's arguments, so that every refusal would leak.
// The function returns normally instead, and exchange.h holds the reason.
#pragma once

#include <exception>
#include <new>
#include <type_traits>

#include "bindings/exchange.h"
#include "bindings/heap.h"
#include "core/base/error.h"

namespace headwise {

// Reports the exception that is being handled. A separate function, because guard() is compiled into every call.
inline void report_current() {
  try {
    throw;
  } catch (const OutOfMemory& error) {
    report_memory(error.needed());
  } catch (const std::bad_alloc&) {
    // the least: a few words did not fit, and no page could be added
    report_memory(heap().size + Budget::kPage);
  } catch (const InvalidArgument& error) {
    report(Fault::kRange, error.what());
  } catch (const std::exception& error) {
    report(Fault::kInternal, error.what());
  }
}

template <class Call>
auto guard(Call call) -> decltype(call()) {
  const auto attempt = [&](auto&& work) {
    exchange.inside = 1;
    try {
      work();
    } catch (...) {
      report_current();
    }
    exchange.inside = 0;
  };
  if constexpr (std::is_void_v<decltype(call())>) {
    attempt(call);
  } else {
    decltype(call()) result{};
    attempt([&] { result = call(); });
    return result;
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
