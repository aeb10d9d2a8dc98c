// One block of memory for the buffers of a call, reused from call to call, and, on request, a second block for buffers that
// outlive the call.
//
// A job lays out its buffers in one function, which runs twice: to measure them, and, once there is memory for all, to get
// their addresses. See place().
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/matrix.h"

namespace headwise {

class Workspace {
 public:
  static constexpr std::int64_t kAlignment = 64;  // bytes: a cache line

  // Begins to measure. `lasting`, which is the caller's, is laid out and allocated with this one; buffers that outlive the
  // call are added to it.
  void clear(Workspace* lasting = nullptr);

  // A buffer of product(shape) numbers; the next begins at the next multiple of kAlignment. Its address holds until the next
  // allocate(); while measuring it only tells buffers apart, and must not be read or written. A buffer that callers look up has
  // a name.
  template <class T>
  T* add(std::initializer_list<std::int64_t> shape) {
    return static_cast<T*>(add_bytes(sizeof(T), shape));
  }
  template <class T>
  T* add(std::string_view name, std::initializer_list<std::int64_t> shape) {
    return named(name, add<T>(shape));
  }

  // Names a buffer, or a part of one.
  template <class T>
  T* named(std::string_view name, T* data) {
    set_name(name, data);
    return data;
  }

  // The workspace of buffers that outlive the call: another one, or this one if there is no other.
  Workspace& lasting() { return lasting_ ? *lasting_ : *this; }

  // Later names begin with `scope`, until clear() or allocate().
  void enter(std::string_view scope) { scope_ = scope; }

  // Buffers that are added after rewind(mark()) share memory with the buffers added between the two.
  std::int64_t mark() const { return end_; }
  void rewind(std::int64_t mark) { end_ = mark; }

  std::int64_t bytes() const { return bytes_; }
  std::int64_t capacity() const { return memory_.size(); }

  // The bytes that allocate() would take beyond the capacity.
  std::int64_t missing_bytes() const;

  // Takes the memory that was measured. The same buffers must be added again, and get their addresses.
  void allocate();
  bool measures() const { return measures_; }

  // The address of a named buffer, or null if there is none of that name.
  void* find(std::string_view name) const;

  template <class T>
  T* find(std::string_view name) const {
    return static_cast<T*>(find(name));
  }

 private:
  struct Name {
    std::string name;
    void* data;
  };
  void* add_bytes(std::int64_t element_size, std::initializer_list<std::int64_t> shape);
  void set_name(std::string_view name, const void* data);
  void begin(bool measures, std::uintptr_t start);

  std::string scope_;
  std::vector<Name> names_;
  bool measures_ = true;
  std::uintptr_t start_ = kAlignment;  // while measuring, an address that is not null
  std::int64_t end_ = 0, bytes_ = 0;
  Workspace* lasting_ = nullptr;
  Eigen::Array<std::uint8_t, Eigen::Dynamic, 1> memory_;
};

// Measures the buffers that lay_out() adds to a cleared workspace, allocates them, and has them laid out with their
// addresses.
template <class LayOut>
void place(Workspace& workspace, LayOut lay_out) {
  lay_out();
  workspace.allocate();
  lay_out();
}

}  // namespace headwise
