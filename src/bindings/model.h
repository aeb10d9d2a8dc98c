// What JavaScript holds of a real model: weights as they are stored, buffers of floats, and the operations between them.
// src/js/models puts blocks together from these and from attention.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "bindings/engine.h"
#include "bindings/fields.h"
#include "bindings/index.h"
#include "model/blocks.h"

namespace headwise {

template <>
inline constexpr NormForm kLast<NormForm> = NormForm::kRms;

class StoredWeights {
 public:
  StoredWeights(const Engine& engine, int type, double rows, double columns) {
    matrix_.type = static_cast<StoredType>(type);
    matrix_.rows = to_index(rows);
    matrix_.columns = to_index(columns);
    matrix_.validate();
    const std::int64_t bytes = matrix_.bytes();
    within(engine.budget(), static_cast<double>(bytes), 0,
           [&] { memory_.resize(static_cast<std::size_t>(bytes)); });
    matrix_.data = memory_.data();
  }
  double address() const { return address_of(memory_.data()); }
  const StoredMatrix& matrix() const { return matrix_; }

 private:
  StoredMatrix matrix_;
  std::vector<std::uint8_t> memory_;
};

class FloatBuffer {
 public:
  FloatBuffer(const Engine& engine, double size) {
    within(engine.budget(), 4 * size, 0, [&] { memory_.resize(static_cast<std::size_t>(size)); });
  }
  double address() const { return address_of(memory_.data()); }

 private:
  std::vector<float> memory_;
};

// Addresses are those of buffers; 0 stands for none.
class Blocks {
 public:
  explicit Blocks(Engine& engine) : engine_(engine) {}

  void multiply(const StoredWeights& weights, double bias, double x, double rows, double y) {
    const std::int64_t needed = multiply_scratch(weights.matrix(), engine_.pool().threads());
    const std::int64_t more = needed - static_cast<std::int64_t>(scratch_.size());
    if (more > 0) {
      within(engine_.budget(), 4.0 * static_cast<double>(needed), 0,
             [&] { scratch_.resize(static_cast<std::size_t>(needed)); });
    }
    headwise::multiply(engine_.pool(), weights.matrix(), at(bias), at(x), to_index(rows),
                       scratch_.data(), at(y));
  }
  void embed(const StoredWeights& weights, double ids, double count, double out) {
    const auto* all = reinterpret_cast<const std::int32_t*>(at(ids));
    for (std::int64_t i = 0; i < to_index(count); ++i) {
      require(all[i] >= 0 && all[i] < weights.matrix().rows, "ids: expected rows of the table");
    }
    headwise::embed(weights.matrix(), all, to_index(count), at(out));
  }
  void normalize(double form, double x, double rows, double width, double epsilon, double gain,
                 double shift, double y) {
    headwise::normalize(from_number<NormForm>(form), at(x), to_index(rows), to_index(width),
                        epsilon, at(gain), at(shift), at(y));
  }
  void activate(double kind, double x, double gate, double size, double y) {
    headwise::activate(engine_.pool(), from_number<Activation>(kind), at(x), at(gate),
                       to_index(size), at(y));
  }
  // x (rows, heads, headDim) in place. `frequencies` holds dims / 2 doubles.
  void turn(double x, double rows, double heads, double head_dim, double dims, bool interleaved,
            double frequencies, double factor, double first_position) {
    const RotaryConfig rotary{0, interleaved, to_index(dims), to_index(first_position), factor};
    headwise::turn(rotary, reinterpret_cast<const double*>(at(frequencies)), to_index(rows),
                   to_index(heads), to_index(head_dim), at(x));
  }
  // y += scale x
  void add(double x, double scale, double size, double y) {
    const float *from = at(x), by = static_cast<float>(scale);
    float* to = at(y);
    for (std::int64_t i = 0; i < to_index(size); ++i) to[i] += by * from[i];
  }
  // y *= scale
  void scale(double scale, double size, double y) {
    float* to = at(y);
    for (std::int64_t i = 0; i < to_index(size); ++i) to[i] *= static_cast<float>(scale);
  }

 private:
  static float* at(double address) {
    return reinterpret_cast<float*>(static_cast<std::uintptr_t>(address));
  }

  Engine& engine_;
  std::vector<float> scratch_;
};

}  // namespace headwise
