// Layout and growth of the block behind workspace.h.
#include "core/base/workspace.h"

#include <algorithm>
#include <limits>

#include "core/base/error.h"
#include "core/base/size.h"

namespace headwise {

void Workspace::clear(Workspace* lasting) {
  scope_.clear();
  buffers_.clear();
  bytes_ = 0;
  lasting_ = lasting;
  if (lasting_) lasting_->clear();
}

void Workspace::add(std::string_view name, std::int64_t element_size,
                    std::initializer_list<std::int64_t> shape) {
  const std::int64_t bytes = checked_product({element_size, checked_product(shape)});
  buffers_.push_back({scope_ + std::string(name), bytes_, bytes});
  bytes_ = checked_sum(bytes_, checked_sum(bytes, kAlignment - 1)) / kAlignment * kAlignment;
}

void Workspace::add_over(std::string_view name, std::string_view other, std::int64_t element_size,
                         std::initializer_list<std::int64_t> shape) {
  const std::int64_t bytes = checked_product({element_size, checked_product(shape)});
  for (const Buffer& buffer : buffers_) {
    if (buffer.name != other || buffer.bytes < bytes) continue;
    buffers_.push_back({std::string(name), buffer.offset, bytes});
    return;
  }
  add(name, element_size, shape);
}

std::int64_t Workspace::missing_bytes() const {
  const std::int64_t own = std::max<std::int64_t>(0, bytes_ - capacity());
  return lasting_ ? checked_sum(own, lasting_->missing_bytes()) : own;
}

void Workspace::allocate() {
  const std::int64_t needed = checked_sum(bytes_, kAlignment);
  const bool grows = needed > memory_.size();
  // The old block is freed first: its contents are not needed, and both may not fit.
  if (grows) memory_.resize(0);
  if (lasting_) lasting_->allocate();
  if (grows) {
    if (static_cast<std::uint64_t>(needed) > std::numeric_limits<std::ptrdiff_t>::max()) {
      throw OutOfMemory(static_cast<double>(needed));
    }
    memory_.resize(needed);
  }
#ifdef HEADWISE_POISON
  memory_.setConstant(
      0xFF);  // NaN as a float: a number that was never written shows in the results
#endif
}

bool Workspace::is_named(std::string_view full, std::string_view name) const {
  return full.size() == scope_.size() + name.size() && full.starts_with(scope_) &&
         full.ends_with(name);
}

void* Workspace::find(std::string_view name) const {
  for (const Buffer& buffer : buffers_) {
    if (!is_named(buffer.name, name)) continue;
    const auto start = reinterpret_cast<std::uintptr_t>(memory_.data());
    const auto aligned = (start + kAlignment - 1) / kAlignment * kAlignment;
    return reinterpret_cast<void*>(aligned + static_cast<std::uintptr_t>(buffer.offset));
  }
  return lasting_ ? lasting_->find(name) : nullptr;
}

}  // namespace headwise
