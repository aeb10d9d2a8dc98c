// Sines, cosines and powers come from the C library that is compiled in, never
// from the host's, which differ.
#include "core/nn/positions.h"

#include <cmath>

#include "core/base/matrix.h"

namespace headwise {

void fill_frequencies(const RotaryConfig& config, double* frequencies) {
  for (std::int64_t i = 0; i < config.dims / 2; ++i) {
    frequencies[i] =
        std::pow(config.theta, -2.0 * static_cast<double>(i) / static_cast<double>(config.dims));
  }
}

template <class T>
void RotaryTable<T>::plan(const RotaryConfig& config, const double* frequencies, T* rotations) {
  config_ = config;
  frequencies_ = frequencies;
  rotations_ = rotations;
}

template <class T>
void RotaryTable<T>::fill(std::int64_t first, std::int64_t index) {
  const std::int64_t pairs = config_.dims / 2;
  const Row<T> cos = row_at(rotations_, 2 * index, pairs),
               sin = row_at(rotations_, 2 * index + 1, pairs);
  const double position = static_cast<double>(config_.offset + first + index);
  for (std::int64_t i = 0; i < pairs; ++i) {
    cos[i] = static_cast<T>(config_.factor * std::cos(position * frequencies_[i]));
    sin[i] = static_cast<T>(config_.factor * std::sin(position * frequencies_[i]));
  }
}

template <class T>
void RotaryTable<T>::rotate(std::int64_t index, const T* row, std::int64_t head_dim, T* out) const {
  const std::int64_t pairs = config_.dims / 2;
  const Row<T> cos = row_at(rotations_, 2 * index, pairs),
               sin = row_at(rotations_, 2 * index + 1, pairs);
  for (std::int64_t i = 0; i < pairs; ++i) {
    const std::int64_t a = config_.interleaved ? 2 * i : i;
    const std::int64_t b = config_.interleaved ? 2 * i + 1 : pairs + i;
    const T x = row[a], y = row[b];
    out[a] = x * cos[i] - y * sin[i];
    out[b] = y * cos[i] + x * sin[i];
  }
  if (out == row) return;
  const std::int64_t rest = head_dim - config_.dims;
  copy(headwise::row(row, head_dim).segment(config_.dims, rest),
       headwise::row(out, head_dim).segment(config_.dims, rest));
}

template <class T>
void RotaryTable<T>::rotate_back(std::int64_t index, T* row) const {
  const std::int64_t pairs = config_.dims / 2;
  const Row<T> cos = row_at(rotations_, 2 * index, pairs),
               sin = row_at(rotations_, 2 * index + 1, pairs);
  for (std::int64_t i = 0; i < pairs; ++i) {
    T& a = row[config_.interleaved ? 2 * i : i];
    T& b = row[config_.interleaved ? 2 * i + 1 : pairs + i];
    const T x = a, y = b;
    a = x * cos[i] + y * sin[i];
    b = y * cos[i] - x * sin[i];
  }
}

template class RotaryTable<float>;
template class RotaryTable<double>;

double alibi_slope(std::int64_t head, std::int64_t num_heads) {
  std::int64_t power = 1;
  while (power * 2 <= num_heads) power *= 2;
  if (head < power)
    return std::exp2(-8.0 * static_cast<double>(head + 1) / static_cast<double>(power));
  return std::exp2(-4.0 * static_cast<double>(2 * (head - power) + 1) / static_cast<double>(power));
}

void sinusoidal_position(std::int64_t position, std::int64_t dims, float* row) {
  for (std::int64_t i = 0; i < dims; ++i) {
    const double exponent = static_cast<double>(i - i % 2) / static_cast<double>(dims);
    const double angle = static_cast<double>(position) * std::pow(10000.0, -exponent);
    row[i] = static_cast<float>(i % 2 == 0 ? std::sin(angle) : std::cos(angle));
  }
}

}  // namespace headwise
