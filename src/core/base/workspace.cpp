// Layout and growth of the block behind workspace.h.
#include "core/base/workspace.h"

#include <algorithm>
#include <limits>

#include "core/base/error.h"
#include "core/base/size.h"

namespace headwise {

void Workspace::begin(bool measures, std::uintptr_t start) {
  scope_.clear();
  names_.clear();
  measures_ = measures;
  start_ = start;
  end_ = 0;
}

void Workspace::clear(Workspace* lasting) {
  begin(true, kAlignment);
  bytes_ = 0;
  lasting_ = lasting;
  if (lasting_) lasting_->clear();
}

void* Workspace::add_bytes(std::int64_t element_size, std::initializer_list<std::int64_t> shape) {
  const std::int64_t bytes = checked_product({element_size, checked_product(shape)});
  void* data = reinterpret_cast<void*>(start_ + static_cast<std::uintptr_t>(end_));
  end_ = checked_sum(end_, checked_sum(bytes, kAlignment - 1)) / kAlignment * kAlignment;
  require(measures_ || end_ <= bytes_, "workspace: expected the buffers that were measured");
  bytes_ = std::max(bytes_, end_);
  return data;
}

void Workspace::set_name(std::string_view name, const void* data) {
  if (measures_) return;  // addresses come with the memory
  names_.push_back({scope_, const_cast<void*>(data)});
  names_.back().name.append(name);
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
  const auto start = reinterpret_cast<std::uintptr_t>(memory_.data());
  begin(false, (start + kAlignment - 1) / kAlignment * kAlignment);
}

void* Workspace::find(std::string_view name) const {
  for (const Name& one : names_) {
    if (one.name == name) return one.data;
  }
  return lasting_ ? lasting_->find(name) : nullptr;
}

}  // namespace headwise
