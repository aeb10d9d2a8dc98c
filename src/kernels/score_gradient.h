// The element-wise passes of attention's backward. Products are in gemm_add.h.
#pragma once

#include <cstdint>

namespace headwise {

// (s0 + s1) + (s2 + s3), where s_l is the running sum of a[j] b[j] over j = l, l + 4, l + 8 ...
template <class T>
T dot(const T* a, const T* b, std::int64_t size);

// gradient[j], that of attention[j], becomes that of the score before it and its scale:
// attention[j] * (gradient[j] - delta) * scale, and 0 where attention[j] is 0, whatever the
// gradient: 0 * NaN is NaN, and a masked value must not matter.
template <class T>
void score_gradient(const T* attention, T delta, T scale, std::int64_t size, T* gradient);

// Infinite and NaN values become 0.
template <class T>
void clear_irregular(T* values, std::int64_t size);

}  // namespace headwise
