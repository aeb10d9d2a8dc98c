// Token positions for attention: rotary positions (Su et al. 2021,
// RoFormer, equation 34), ALiBi slopes (Press, Smith and Lewis 2022, section 3)
// and sinusoids (Vaswani et al. 2017, section 3.5). Angles are computed in
// double.
#pragma once

#include <cstdint>

#include "core/nn/rotary_fields.h"

namespace headwise {

// Numbers of a row from dims on stay as they are.
struct RotaryConfig {
  HEADWISE_ROTARY(HEADWISE_DECLARE)
};

// The angles from one position to the next: frequencies[i] = theta^(-2 i / dims), (dims / 2).
void fill_frequencies(const RotaryConfig& config, double* frequencies);

// The rotations of consecutive positions.
template <class T>
class RotaryTable {
 public:
  // Room for `positions` rotations: `rotations` is (positions, dims) numbers, cos in
  // the first half of a row, sin in the second. `frequencies` (dims / 2) may change until fill().
  void plan(const RotaryConfig& config, const double* frequencies, T* rotations);
  const double* frequencies() const { return frequencies_; }

  // Computes the rotation of position offset + first + index.
  void fill(std::int64_t first, std::int64_t index);

  // Rotates a row (head_dim) by the rotation at `index`, in place if out is row: each
  // pair (a, b) becomes (a cos - b sin, b cos + a sin).
  void rotate(std::int64_t index, const T* row, std::int64_t head_dim, T* out) const;

  // The inverse rotation, in place: the gradient of the row before its rotation.
  void rotate_back(std::int64_t index, T* row) const;

 private:
  RotaryConfig config_;
  const double* frequencies_ = nullptr;
  T* rotations_ = nullptr;
};

// The slope of head h of num_heads: 2^(-8 (h + 1) / H) where H is a power of
// two; else the slopes of the power of two below H, then every other slope of
// the power of two above (the paper's rule).
double alibi_slope(std::int64_t head, std::int64_t num_heads);

// row[2 i] = sin(position / 10000^(2 i / dims)), row[2 i + 1] = cos of the
// same.
void sinusoidal_position(std::int64_t position, std::int64_t dims, float* row);

}  // namespace headwise
