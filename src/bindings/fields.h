// The core's own descriptions of a call, a layer or a cache as classes of JavaScript: every field is a property, set one by
// one. Embind's value objects are not used: they walk over plain objects with `for in`, and so into a page's own properties of
// Object.prototype.
#pragma once

#include <emscripten/bind.h>

#include <type_traits>

#include "bindings/guard.h"
#include "bindings/index.h"
#include "core/attention/attention_job.h"
#include "core/attention/attention_window.h"
#include "core/base/error.h"
#include "core/nn/activation.h"

namespace headwise {

// The last value of each enumeration, whose values JavaScript names by their indices.
template <class Enum>
constexpr Enum kLast{};
template <>
inline constexpr Causal kLast<Causal> = Causal::kByLength;
template <>
inline constexpr MaskKind kLast<MaskKind> = MaskKind::kBias;
template <>
inline constexpr Pooling kLast<Pooling> = Pooling::kMax;
template <>
inline constexpr Activation kLast<Activation> = Activation::kTanh;

inline std::int64_t to_place(double number, double last) {
  require(number >= 0 && number <= last, "kind: expected the index of one that exists");
  return to_index(number);
}

// JavaScript has only float64: integers, booleans and the indices of enumerations come as such.
template <class T>
T from_number(double number) {
  if constexpr (std::is_enum_v<T>)
    return static_cast<T>(to_place(number, static_cast<double>(kLast<T>)));
  else if constexpr (std::is_pointer_v<T>)  // an address; 0: null
    return reinterpret_cast<T>(static_cast<std::uintptr_t>(number));
  else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
    return to_index(number);
  else
    return static_cast<T>(number);
}

template <class T>
double to_number(T value) {
  if constexpr (std::is_pointer_v<T>)
    return address_of(value);
  else
    return static_cast<double>(value);
}

template <class T>
[[gnu::noinline]] void set_field(T& field, double number) {
  guard([&] { field = from_number<T>(number); });
}

// A property for Embind: one object reads and writes a field. All fields of a type share their code.
template <class Class, class T>
struct Field {
  T Class::* field;
  double operator()(const Class& self) const { return to_number(self.*field); }
  void operator()(Class& self, double number) const { set_field(self.*field, number); }
};
template <class Class, class Part, class T>
struct FieldOfPart {
  Part Class::* part;
  T Part::* field;
  double operator()(const Class& self) const { return to_number(self.*part.*field); }
  void operator()(Class& self, double number) const { set_field(self.*part.*field, number); }
};

// There is one of each class, for one call is described at a time: nothing is allocated that could fail.
template <class Class>
class Described : public emscripten::class_<Class> {
 public:
  explicit Described(const char* name) : emscripten::class_<Class>(name) {
    this->constructor(&the_one, emscripten::allow_raw_pointers());
  }
  template <class T>
  const Described& field(const char* name, T Class::* field) const {
    return with(name, Field<Class, T>{field});
  }
  template <class Part, class Owner, class T>  // Owner: Part or a base of it
  const Described& field(const char* name, Part Class::* part, T Owner::* field) const {
    return with(name, FieldOfPart<Class, Part, T>{part, field});
  }

 private:
  static Class* the_one() {
    [[clang::no_destroy]] static Class description;
    return &description;
  }
  template <class Access>
  const Described& with(const char* name, const Access& access) const {
    this->template property<double>(name, access, access);
    return *this;
  }
};

inline void add_mask(AttentionRequest& request, double kind, double elements, double batch,
                     double head, double row, double column) {
  guard([&] {
    request.masks.push_back({from_number<MaskKind>(kind),
                             to_index(elements),
                             {to_index(batch), to_index(head), to_index(row), to_index(column)}});
  });
}

inline void clear_masks(AttentionRequest& request) { request.masks = {}; }

}  // namespace headwise
