// Layout, initial values and packing of the layer's parameters.
#include "core/layer/multi_head_attention_parameters.h"

#include <algorithm>
#include <cmath>

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

namespace {
// The layer's four linear maps. Queries and keys that are normalised leave theirs token by token.
template <class T>
struct LayerShapes {
  typename Linear<T>::Shape query, key, value, output;
  explicit LayerShapes(const MultiHeadAttentionConfig& c)
      : query{c.num_heads, c.head_dim, c.embed_dim},
        key{c.num_kv_heads, c.head_dim, c.key_dim},
        value{c.num_kv_heads, c.value_head_dim, c.value_dim},
        output{1, c.output_dim, c.num_heads * c.value_head_dim} {
    if (!c.query_key_norm.on) return;
    query = {1, c.num_heads * c.head_dim, c.embed_dim};
    key = {1, c.num_kv_heads * c.head_dim, c.key_dim};
  }
};
}  // namespace

template <class T>
MultiHeadAttentionParameters<T>::MultiHeadAttentionParameters(const MultiHeadAttentionConfig& c)
    : config(c) {
  lay_out(c, memory_, packed_);
  memory_.allocate();
  packed_.allocate();
}

template <class T>
void MultiHeadAttentionParameters<T>::lay_out(const MultiHeadAttentionConfig& c, Workspace& memory,
                                              Workspace& packed) {
  c.validate();
  for_each(c, [&](const char* name, std::initializer_list<std::int64_t> shape) {
    memory.add<T>(name, shape);
  });
  const LayerShapes<T> shapes(c);
  packed.add<T>("w_q", {shapes.query.panels()});
  packed.add<T>("w_k", {shapes.key.panels()});
  packed.add<T>("w_v", {shapes.value.panels()});
  packed.add<T>("w_o", {shapes.output.panels()});
}

template <class T>
void MultiHeadAttentionParameters<T>::initialize(std::uint64_t seed) {
  std::uint32_t stream = 0;
  const auto fill = [&](const char* name, std::int64_t rows, std::int64_t columns) {
    const RandomStream random(seed, stream++);
    const float bound = static_cast<float>(std::sqrt(6.0 / static_cast<double>(rows + columns)));
    T* values = find(name);
    for (std::int64_t n = 0; values && n < rows * columns; ++n) {
      values[n] = static_cast<T>(random.symmetric(static_cast<std::uint32_t>(n), bound));
    }
  };
  const auto& c = config;
  fill("w_q", c.num_heads * c.head_dim, c.embed_dim);
  fill("w_k", c.num_kv_heads * c.head_dim, c.key_dim);
  fill("w_v", c.num_kv_heads * c.value_head_dim, c.value_dim);
  fill("w_o", c.output_dim, c.num_heads * c.value_head_dim);
  fill("bias_k", 1, c.num_kv_heads * c.head_dim);
  fill("bias_v", 1, c.num_kv_heads * c.value_head_dim);
  const auto set = [&](const char* name, std::int64_t size, T value = 0) {
    if (T* values = find(name)) std::fill_n(values, size, value);
  };
  set("b_q", c.num_heads * c.head_dim);
  set("b_k", c.num_kv_heads * c.head_dim);
  set("b_v", c.num_kv_heads * c.value_head_dim);
  set("b_o", c.output_dim);
  const QueryKeyNormConfig& norm = c.query_key_norm;
  const std::int64_t of_query = norm.width(c.num_heads, c.head_dim);
  const std::int64_t of_key = norm.width(c.num_kv_heads, c.head_dim);
  set("q_norm", of_query, norm.plus_one ? 0 : 1);
  set("k_norm", of_key, norm.plus_one ? 0 : 1);
  set("q_norm_bias", of_query);
  set("k_norm_bias", of_key);
  pack();
}

template <class T>
void MultiHeadAttentionParameters<T>::pack() {
  const LayerShapes<T> shapes(config);
  const auto bind = [&](Linear<T>& linear, const char* weight, const char* bias,
                        const typename Linear<T>::Shape& shape) {
    linear.bind(find(weight), find(bias), shape, packed_.find<T>(weight));
    linear.pack();
  };
  bind(query, "w_q", "b_q", shapes.query);
  bind(key, "w_k", "b_k", shapes.key);
  bind(value, "w_v", "b_v", shapes.value);
  bind(output, "w_o", "b_o", shapes.output);
}

template <class T>
std::int64_t MultiHeadAttentionParameters<T>::bytes(const MultiHeadAttentionConfig& c) {
  Workspace memory, packed;
  lay_out(c, memory, packed);
  return checked_sum(memory.bytes(), packed.bytes());
}

template class MultiHeadAttentionParameters<float>;
template class MultiHeadAttentionParameters<double>;

}  // namespace headwise
