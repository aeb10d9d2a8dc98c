// Layout, initial values and packing of the layer's parameters.
#include "core/layer/multi_head_attention_parameters.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/size.h"

namespace headwise {

void MultiHeadAttentionConfig::validate() const {
  constexpr std::int64_t kLimit = std::int64_t{1} << 31;
  for (const std::int64_t size : {embed_dim, num_heads, num_kv_heads, head_dim, value_head_dim,
                                  key_dim, value_dim, output_dim}) {
    require(size > 0 && size < kLimit,
            "every size of the layer: expected at least 1 and less than 2^31");
  }
  require(num_heads % num_kv_heads == 0, "num_kv_heads: expected a divisor of num_heads");
}

template <class T>
MultiHeadAttentionParameters<T>::MultiHeadAttentionParameters(const MultiHeadAttentionConfig& c)
    : config(c) {
  place(memory_, [&] { lay_out(); });
}

template <class T>
MultiHeadAttentionParameters<T>::MultiHeadAttentionParameters(const MultiHeadAttentionConfig& c,
                                                              Measured)
    : config(c) {
  lay_out();
}

// Queries and keys that are normalised leave their linear maps token by token, not head by head.
template <class T>
void MultiHeadAttentionParameters<T>::lay_out() {
  const MultiHeadAttentionConfig& c = config;
  c.validate();
  MultiHeadAttentionWeights<T>& w = weights_;
  MultiHeadAttentionWeights<T>::for_each(
      c,
      [&](const char* name, T* MultiHeadAttentionWeights<T>::* field,
          std::initializer_list<std::int64_t> shape) { w.*field = memory_.add<T>(name, shape); });
  const auto bind = [&](Linear<T>& linear, const T* weight, const T* bias, bool by_head,
                        std::int64_t heads, std::int64_t head_dim, std::int64_t inputs) {
    if (!by_head) head_dim *= std::exchange(heads, 1);
    const typename Linear<T>::Shape shape{heads, head_dim, inputs};
    linear.bind(weight, bias, shape, memory_.add<T>({shape.panels()}));
  };
  const bool by_head = !c.query_key_norm.on;
  bind(query, w.w_q, w.b_q, by_head, c.num_heads, c.head_dim, c.embed_dim);
  bind(key, w.w_k, w.b_k, by_head, c.num_kv_heads, c.head_dim, c.key_dim);
  bind(value, w.w_v, w.b_v, true, c.num_kv_heads, c.value_head_dim, c.value_dim);
  bind(output, w.w_o, w.b_o, true, 1, c.output_dim, c.num_heads * c.value_head_dim);
}

template <class T>
void MultiHeadAttentionParameters<T>::initialize(std::uint64_t seed) {
  std::uint32_t stream = 0;
  const auto fill = [&](T* values, std::int64_t rows, std::int64_t columns) {
    const RandomStream random(seed, stream++);
    const float bound = static_cast<float>(std::sqrt(6.0 / static_cast<double>(rows + columns)));
    if (values) random.fill_symmetric(values, rows * columns, bound);
  };
  const auto& c = config;
  const MultiHeadAttentionWeights<T>& w = weights_;
  fill(w.w_q, c.num_heads * c.head_dim, c.embed_dim);
  fill(w.w_k, c.num_kv_heads * c.head_dim, c.key_dim);
  fill(w.w_v, c.num_kv_heads * c.value_head_dim, c.value_dim);
  fill(w.w_o, c.output_dim, c.num_heads * c.value_head_dim);
  fill(w.bias_k, 1, c.num_kv_heads * c.head_dim);
  fill(w.bias_v, 1, c.num_kv_heads * c.value_head_dim);
  const auto set = [&](T* values, std::int64_t size, T value = 0) {
    if (values) std::fill_n(values, size, value);
  };
  set(w.b_q, c.num_heads * c.head_dim);
  set(w.b_k, c.num_kv_heads * c.head_dim);
  set(w.b_v, c.num_kv_heads * c.value_head_dim);
  set(w.b_o, c.output_dim);
  const QueryKeyNormConfig& norm = c.query_key_norm;
  const std::int64_t of_query = norm.width(c.num_heads, c.head_dim);
  const std::int64_t of_key = norm.width(c.num_kv_heads, c.head_dim);
  set(w.q_norm, of_query, norm.plus_one ? 0 : 1);
  set(w.k_norm, of_key, norm.plus_one ? 0 : 1);
  set(w.q_norm_bias, of_query);
  set(w.k_norm_bias, of_key);
  pack();
}

template <class T>
void MultiHeadAttentionParameters<T>::pack() {
  for (Linear<T>* linear : {&query, &key, &value, &output}) linear->pack();
}

template <class T>
std::int64_t MultiHeadAttentionParameters<T>::bytes(const MultiHeadAttentionConfig& c) {
  return MultiHeadAttentionParameters(c, Measured{}).memory_.bytes();
}

template class MultiHeadAttentionParameters<float>;
template class MultiHeadAttentionParameters<double>;

}  // namespace headwise
