// Keys and values of a kept call, out of their panels.
#include "core/kept.h"

#include "kernels/gemm.h"

namespace headwise {

template <class T>
void Kept<T>::unpack_keys(std::int64_t kv, std::int64_t first, std::int64_t count, T* rows) const {
  const std::int64_t dim = request.config.head_dim;
  const T* panels = attention.activations.packed_key + kv * attention.activations.packed_key_stride;
  for (std::int64_t j = first; j < first + count; ++j, rows += dim) {
    const T* lane = panels + j / kPanelWidth * dim * kPanelWidth + j % kPanelWidth;
    for (std::int64_t e = 0; e < dim; ++e) rows[e] = lane[e * kPanelWidth];
  }
}

template <class T>
void Kept<T>::unpack_values(std::int64_t kv, std::int64_t first, std::int64_t count,
                            T* rows) const {
  const std::int64_t dim = request.config.value_head_dim;
  const std::int64_t panel = attention.activations.value_panel_stride;
  const T* panels =
      attention.activations.packed_value + kv * attention.activations.packed_value_stride;
  for (std::int64_t j = first; j < first + count; ++j, rows += dim) {
    for (std::int64_t d = 0; d < dim; ++d) {
      rows[d] = panels[d / kPanelWidth * panel + j * kPanelWidth + d % kPanelWidth];
    }
  }
}

template struct Kept<float>;
template struct Kept<double>;

}  // namespace headwise
