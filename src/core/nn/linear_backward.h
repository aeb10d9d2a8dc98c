// The backward of a linear map y = x W^T + b, for the layer's projections and the transformer's
// linear maps.
//
//   dx = dy W        dW = dy^T x        db = the sum of dy's rows
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/job.h"
#include "core/base/matrix.h"
#include "core/base/workspace.h"

namespace headwise {

// One of the matrices that are stacked in W, such as W_Q, W_K and W_V with one input: its rows have
// their own columns of dy.
template <class T>
struct LinearPart {
  std::int64_t outputs = 1;
  const T* weight = nullptr;     // (outputs, inputs)
  T* weight_gradient = nullptr;  // (outputs, inputs), written; null: not wanted
  T* bias_gradient = nullptr;    // (outputs), written; null: not wanted
};

// All memory is the caller's. O = the sum of the parts' outputs.
template <class T>
struct LinearGradients {
  const T* x = nullptr;                // (rows, inputs)
  const T* output_gradient = nullptr;  // dy (rows, O)
  T* input_gradient = nullptr;         // dx (rows, inputs), written; null: not wanted
  std::vector<LinearPart<T>> parts;
};

// A row of zeros in dy adds nothing to dW, whatever its row of x holds: 0 * NaN is NaN, and inputs
// that no query attended to must not matter.
//
// Two stages: pack (W for dx, x and dy for dW), multiply. The sum over rows is never split by
// thread.
template <class T>
class LinearBackward : public Job {
 public:
  // All addresses hold from run to run.
  void lay_out(std::int64_t rows, std::int64_t inputs, const LinearGradients<T>& gradients,
               Workspace& scratch);

 private:
  // The first column of a part in dy, and the beginning of its tiles.
  struct Place {
    std::int64_t outputs, column, tile;
  };
  std::int64_t input_groups() const;
  std::int64_t output_groups() const;
  std::int64_t strips() const;
  const Place& place_of(std::int64_t& group, std::size_t& part) const;
  void pack_inputs(std::int64_t group);
  void pack_outputs(std::int64_t group);
  void multiply_for_inputs(std::int64_t strip);
  void multiply_for_weights(std::int64_t group);
  bool silent(std::int64_t row) const;
  Matrix<T> tiles_of(const Place& place, std::int64_t first) const;

  std::int64_t rows_ = 0, inputs_ = 0, outputs_ = 0;
  std::vector<Place> places_;
  LinearGradients<T> gradients_;
  T* weights_ = nullptr;  // W packed (O, inputs)
  T* x_ = nullptr;        // x packed (rows, inputs)
  T* tiles_ = nullptr;    // dy in tiles, part by part
};

}  // namespace headwise
