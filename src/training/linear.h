// A linear map y = x W^T + b whose W changes from step to step: it keeps W packed for both
// directions. The gradients of W and b are LinearBackward's.
#pragma once

#include <cstdint>

#include "core/workspace.h"

namespace headwise {

template <class T>
class Linear {
 public:
  // Adds room for the panels to the workspace; the one towards x only if `backward`.
  static void lay_out(std::int64_t outputs, std::int64_t inputs, bool backward,
                      Workspace& workspace);

  // weight (outputs, inputs); bias (outputs) or null. In the scope that lay_out was in.
  void bind(const T* weight, const T* bias, std::int64_t outputs, std::int64_t inputs,
            const Workspace& workspace);

  // After every change of W and before forward and backward.
  void pack();

  // y = x W^T + b. x (rows, inputs), y (rows, outputs)
  void forward(const T* x, std::int64_t rows, T* y) const;

  // dx = dy W. dy (rows, outputs), dx (rows, inputs)
  void backward(const T* dy, std::int64_t rows, T* dx) const;

  const T* weight() const { return weight_; }
  std::int64_t outputs() const { return outputs_; }
  std::int64_t inputs() const { return inputs_; }

 private:
  std::int64_t outputs_ = 0, inputs_ = 0;
  const T *weight_ = nullptr, *bias_ = nullptr;
  T *panels_ = nullptr, *back_panels_ = nullptr;
};

}  // namespace headwise
