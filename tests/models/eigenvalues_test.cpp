// Tests eigenvalues of matrices whose eigenvalues are known.
#include "transformer/eigenvalues.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace headwise {
namespace {

std::vector<double> of(const std::vector<double>& matrix, std::int64_t size) {
  std::vector<double> out(static_cast<std::size_t>(2 * size));
  eigenvalues(matrix.data(), size, out.data());
  return out;
}

TEST(Eigenvalues, OfATriangleAreItsDiagonalByMagnitude) {
  const std::vector<double> found = of({1, 5, 7, 0, -3, 2, 0, 0, 2}, 3);
  const std::vector<double> wanted = {-3, 0, 2, 0, 1, 0};
  for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(found[i], wanted[i], 1e-12);
}

// A quarter turn times 2: 2i and -2i.
TEST(Eigenvalues, OfATurnAreAPair) {
  const std::vector<double> found = of({0, -2, 2, 0}, 2);
  EXPECT_NEAR(found[0], 0, 1e-12);
  EXPECT_NEAR(std::abs(found[1]), 2, 1e-12);
  EXPECT_NEAR(found[1], -found[3], 1e-12);
}

TEST(Eigenvalues, AreNaNIfANumberIsNotFinite) {
  EXPECT_TRUE(std::isnan(of({1, NAN, 0, 1}, 2)[0]));
  EXPECT_TRUE(std::isnan(of({1, INFINITY, 0, 1}, 2)[2]));
}

}  // namespace
}  // namespace headwise
