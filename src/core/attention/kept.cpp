// Keys and values of a kept call, out of their panels.
#include "core/attention/kept.h"

#include "kernels/gemm.h"

namespace headwise {

template <class T>
void Kept<T>::unpack_keys(std::int64_t kv, std::int64_t first, std::int64_t count, T* rows) const {
  const AttentionActivations<T>& a = attention.activations;
  const std::int64_t dim = request.config.head_dim;
  unpack_columns<T>({a.packed_key + kv * a.packed_key_stride, dim * kPanelWidth}, first, count, dim,
                    rows);
}

template <class T>
void Kept<T>::unpack_values(std::int64_t kv, std::int64_t first, std::int64_t count,
                            T* rows) const {
  const AttentionActivations<T>& a = attention.activations;
  unpack_rows<T>({a.packed_value + kv * a.packed_value_stride, a.value_panel_stride}, first, count,
                 request.config.value_head_dim, rows);
}

template struct Kept<float>;
template struct Kept<double>;

}  // namespace headwise
