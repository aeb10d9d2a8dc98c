// The texts of the exceptions in error.h.
#include "core/error.h"

#include <limits>

namespace headwise {

OutOfMemory::OutOfMemory(std::uint64_t needed, std::uint64_t available)
    : std::runtime_error(needed == std::numeric_limits<std::uint64_t>::max()
                             ? "this call needs more bytes than can be counted; " +
                                   std::to_string(available) + " are available"
                             : "this call needs " + std::to_string(needed) + " bytes; " +
                                   std::to_string(available) + " are available") {}

}  // namespace headwise
