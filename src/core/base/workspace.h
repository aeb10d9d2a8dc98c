// One block of memory that the buffers of a call are laid out in, reused from call to call, and
// beside it, on request, a second one of buffers that outlive the call. It handles names and sizes
// only.
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

  // Lay out: clear(), then add() every buffer, then allocate(). Pointers hold
  // until the next allocate().
  //
  // Buffers added as lasting go to the workspace `lasting`, which is laid out and allocated with
  // this one and is the caller's; without one they are like any other.
  void clear(Workspace* lasting = nullptr);

  // Names that are added and found from now on begin with `scope`, so that several of a kind fit one
  // layout. clear() leaves it.
  void enter(std::string_view scope) { scope_ = scope; }

  // A buffer of element_size * product(shape) bytes. The next begins at the next multiple of kAlignment.
  void add(std::string_view name, std::int64_t element_size,
           std::initializer_list<std::int64_t> shape);

  template <class T>
  void add(std::string_view name, std::initializer_list<std::int64_t> shape) {
    add(name, sizeof(T), shape);
  }

  // A buffer that shares the memory of one that was added before, if it fits there; else its own. For
  // buffers that are written only after the other has been read.
  void add_over(std::string_view name, std::string_view other, std::int64_t element_size,
                std::initializer_list<std::int64_t> shape);

  template <class T>
  void add_over(std::string_view name, std::string_view other,
                std::initializer_list<std::int64_t> shape) {
    add_over(name, other, sizeof(T), shape);
  }

  void add_lasting(std::string_view name, std::int64_t element_size,
                   std::initializer_list<std::int64_t> shape) {
    (lasting_ ? *lasting_ : *this).add(name, element_size, shape);
  }

  template <class T>
  void add_lasting(std::string_view name, std::initializer_list<std::int64_t> shape) {
    add_lasting(name, sizeof(T), shape);
  }

  std::int64_t bytes() const { return bytes_; }
  std::int64_t capacity() const { return memory_.size(); }
  void allocate();

  // The bytes that allocate() would take beyond the capacity.
  std::int64_t missing_bytes() const;

  // The buffer's address, or null if the layout has none of that name.
  void* find(std::string_view name) const;

  template <class T>
  T* find(std::string_view name) const {
    return static_cast<T*>(find(name));
  }

 private:
  struct Buffer {
    std::string name;
    std::int64_t offset, bytes;
  };
  bool is_named(std::string_view full, std::string_view name) const;

  std::string scope_;
  std::vector<Buffer> buffers_;
  std::int64_t bytes_ = 0;
  Workspace* lasting_ = nullptr;
  Eigen::Array<std::uint8_t, Eigen::Dynamic, 1> memory_;
};

}  // namespace headwise
