// The products of linear.h.
#include "training/linear.h"

#include "kernels/gemm.h"

namespace headwise {

template <class T>
void Linear<T>::lay_out(std::int64_t outputs, std::int64_t inputs, bool backward,
                        Workspace& workspace) {
  workspace.add<T>("panels", {inputs, round_up(outputs, kPanelWidth)});
  if (backward) workspace.add<T>("back_panels", {outputs, round_up(inputs, kPanelWidth)});
}

template <class T>
void Linear<T>::bind(const T* weight, const T* bias, std::int64_t outputs, std::int64_t inputs,
                     const Workspace& workspace) {
  weight_ = weight;
  bias_ = bias;
  outputs_ = outputs;
  inputs_ = inputs;
  panels_ = workspace.find<T>("panels");
  back_panels_ = workspace.find<T>("back_panels");
}

template <class T>
void Linear<T>::pack() {
  pack_transposed(weight_, inputs_, outputs_, inputs_, panels_);
  if (back_panels_) {
    headwise::pack(weight_, inputs_, outputs_, inputs_, back_panels_, outputs_ * kPanelWidth);
  }
}

template <class T>
void Linear<T>::forward(const T* x, std::int64_t rows, T* y) const {
  gemm<T>(rows, outputs_, inputs_, x, inputs_, {panels_, inputs_ * kPanelWidth}, bias_, y,
          outputs_);
}

template <class T>
void Linear<T>::backward(const T* dy, std::int64_t rows, T* dx) const {
  gemm<T>(rows, inputs_, outputs_, dy, outputs_, {back_panels_, outputs_ * kPanelWidth}, nullptr,
          dx, inputs_);
}

template class Linear<float>;
template class Linear<double>;

}  // namespace headwise
