// Unpacks saved keys and values.
#include "core/attention/saved_activations.h"

#include "kernels/pack.h"

namespace headwise {

template <class T>
void SavedActivations<T>::unpack_keys(std::int64_t kv, std::int64_t first, std::int64_t count,
                                      T* rows) const {
  unpack_columns(attention.activations.key[kv], first, count, request.config.head_dim, rows);
}

template <class T>
void SavedActivations<T>::unpack_values(std::int64_t kv, std::int64_t first, std::int64_t count,
                                        T* rows) const {
  unpack_rows(attention.activations.value[kv], first, count, request.config.value_head_dim, rows);
}

template struct SavedActivations<float>;
template struct SavedActivations<double>;

}  // namespace headwise
