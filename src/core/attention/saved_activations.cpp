// Unpacks saved keys and values.
#include "core/attention/saved_activations.h"

#include "kernels/gemm.h"

namespace headwise {

template <class T>
void SavedActivations<T>::unpack_keys(std::int64_t kv, std::int64_t first, std::int64_t count,
                                      T* rows) const {
  const AttentionActivations<T>& a = attention.activations;
  const std::int64_t dim = request.config.head_dim;
  unpack_columns<T>({a.packed_key + kv * a.packed_key_stride, dim * kPanelWidth}, first, count, dim,
                    rows);
}

template <class T>
void SavedActivations<T>::unpack_values(std::int64_t kv, std::int64_t first, std::int64_t count,
                                        T* rows) const {
  const AttentionActivations<T>& a = attention.activations;
  unpack_rows<T>({a.packed_value + kv * a.packed_value_stride, a.value_panel_stride}, first, count,
                 request.config.value_head_dim, rows);
}

template struct SavedActivations<float>;
template struct SavedActivations<double>;

}  // namespace headwise
