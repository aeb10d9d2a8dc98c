// Eigenvalues by Eigen's real Schur decomposition.
#include "transformer/eigenvalues.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "core/base/error.h"

namespace headwise {

void eigenvalues(const double* matrix, std::int64_t size, double* out) {
  require(size > 0 && size <= 4096, "size: expected from 1 to 4096");
  using Square = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Square given = Eigen::Map<const Square>(matrix, size, size);
  const std::complex<double> none(std::numeric_limits<double>::quiet_NaN(), 0);
  std::vector<std::complex<double>> found(static_cast<std::size_t>(size), none);
  if (given.allFinite()) {
    const Eigen::EigenSolver<Square> solver(given, false);
    if (solver.info() == Eigen::Success)
      std::copy_n(solver.eigenvalues().data(), size, found.begin());
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return std::abs(a) > std::abs(b); });
  for (std::size_t i = 0; i < found.size(); ++i) {
    out[2 * i] = found[i].real();
    out[2 * i + 1] = found[i].imag();
  }
}

}  // namespace headwise
