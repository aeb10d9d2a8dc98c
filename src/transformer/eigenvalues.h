// The eigenvalues of a square matrix, for circuits of heads.
#pragma once

#include <cstdint>

namespace headwise {

// matrix (size, size) by rows; out (size, 2): real and imaginary parts, the larger magnitudes first. NaN where a number of the
// matrix is not finite, or the iteration does not converge.
void eigenvalues(const double* matrix, std::int64_t size, double* out);

}  // namespace headwise
