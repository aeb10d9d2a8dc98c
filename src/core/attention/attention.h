// Scaled dot-product attention (Vaswani et al. 2017, equation 1) for many heads
// at once, a strip of query rows at a time. The caller provides the memory; projections are not part
// of it.
//
//   attention = softmax(mask(scores(query key^T)))
//   z = attention value
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/attention/attention_fields.h"
#include "core/attention/dropout.h"
#include "core/base/matrix.h"
#include "core/base/size.h"
#include "kernels/pack.h"

namespace headwise {

enum class Causal { kNone, kPast, kBottomRight, kByLength };
enum class MaskKind { kAttend, kIgnore, kBias };

// Options of scores and masks; src/js/attention/schema.ts documents each.
struct ScoreConfig {
  HEADWISE_SCORE_OPTIONS(HEADWISE_DECLARE)
};

// Sizes, with their letters in the shapes of comments.
struct AttentionConfig : ScoreConfig {
  std::int64_t batch = 1;           // B
  std::int64_t num_heads = 1;       // H
  std::int64_t num_kv_heads = 1;    // Hkv, a divisor of H: query head h reads head h / (H / Hkv)
  std::int64_t query_len = 0;       // L
  std::int64_t past_len = 0;        // P: keys of earlier calls, which come first
  std::int64_t key_len = 0;         // new keys
  std::int64_t extra_len = 0;       // keys at the end that no mask, range or length touches
  std::int64_t head_dim = 1;        // E
  std::int64_t value_head_dim = 1;  // Ev

  // S: the keys that masks and lengths count.
  std::int64_t masked_len() const { return past_len + key_len; }
  // T, the columns of the maps.
  std::int64_t total_len() const { return masked_len() + extra_len; }
  std::int64_t kv_head(std::int64_t head) const { return head / (num_heads / num_kv_heads); }

  // Throws InvalidArgument unless every size is in range and num_kv_heads
  // divides num_heads.
  void validate() const;
};

// The score of a key that a query may not attend to.
template <class T>
inline constexpr T kMasked = -std::numeric_limits<T>::infinity();

// Broadcast to (batch, num_heads, query_len, masked_len) by strides of 0.
struct Mask {
  MaskKind kind;
  const void* data;  // std::uint8_t for kAttend and kIgnore, T for kBias
  std::array<std::int64_t, 4> strides;
};

template <class T>
struct AttentionInputs {
  const T* query = nullptr;                   // (batch, num_heads, query_len, head_dim)
  const T* key = nullptr;                     // (batch, num_kv_heads, total_len, head_dim)
  const T* value = nullptr;                   // (batch, num_kv_heads, total_len, value_head_dim)
  const std::int32_t* key_lengths = nullptr;  // (batch); null: all keys count
  const T* slopes = nullptr;                  // (num_heads), with alibi
  const T* sinks = nullptr;  // (num_heads): one more score in the sum of each row, and in no column
  std::vector<Mask> masks;
  const Dropout* dropout = nullptr;  // of attention before it weights the values; not in maps

  // (batch, num_heads, query_len, total_len) each; null: computed
  const T* replaced_dot_products = nullptr;
  const T* replaced_scores = nullptr;
  const T* replaced_attention = nullptr;
};

template <class T>
struct AttentionActivations {
  PackedOperands<T> key;              // (batch, num_kv_heads): each (head_dim, total_len)
  PackedOperands<T> value;            // (batch, num_kv_heads): each (total_len, value_head_dim)
  std::uint8_t* irregular = nullptr;  // (batch, num_kv_heads, irregular_len): 1 where a value is
                                      // infinite or NaN
  std::int64_t irregular_len = 0;     // pack_strips(), or 1 for keys that are already packed
  T* strips = nullptr;                // (threads, strip_rows, round_up(total_len, 8)): scratch
  Heads<T> output;                    // z: (batch, num_heads, query_len, value_head_dim)

  // Written only if not null; (batch, num_heads, query_len, total_len) each,
  // log_sum_exp without the last.
#define HEADWISE_MAP(name, condition) T* name = nullptr;
  HEADWISE_TRACE_MAPS(HEADWISE_MAP)
#undef HEADWISE_MAP
  T* attention = nullptr;
  // The row, counted over batch, heads and queries, at the beginning of `attention`.
  std::int64_t attention_first_row = 0;
  T* log_sum_exp = nullptr;
  T* row_max = nullptr;  // (batch, num_heads, query_len): of the masked scores
  T* row_sum = nullptr;  // likewise: the sum of exp(score - row_max); 0 with no key to
                         // attend to
};

template <class T>
class Attention {
 public:
  AttentionConfig config;
  AttentionInputs<T> inputs;
  AttentionActivations<T> activations;

  // Rows of one strip: its scores stay in the second-level cache. A multiple of
  // the tile's rows.
  static std::int64_t strip_rows(std::int64_t total_len);

  // The maximum of strip_rows(n) * round_up(n, 8) for n <= total_len.
  static std::int64_t most_strip_elements(std::int64_t total_len);

  // Keys of one pack task. A multiple of the panel's width: tasks share no panel.
  static constexpr std::int64_t kPackKeys = 512;

  // First all pack tasks, then all strip tasks; each kind in any order.
  std::int64_t pack_strips() const { return divide_up(config.total_len(), kPackKeys); }
  std::int64_t pack_tasks() const { return config.batch * config.num_kv_heads * pack_strips(); }
  double pack_cost() const;
  void pack_keys_and_values(std::int64_t task);

  std::int64_t strip_tasks() const;
  // The first row of a strip task, counted over batch, heads and queries; the rows of a task are
  // consecutive. For strip_tasks(): the number of all rows.
  std::int64_t first_row(std::int64_t strip_task) const;
  double strip_cost() const;
  void attend_strip(std::int64_t task, int worker);

  struct Range {
    std::int64_t begin, end;  // keys begin <= j < end
    std::int64_t size() const { return end - begin; }
  };
  // The computed columns of these rows: the keys that one of them may attend to, from a panel's
  // first column on; all columns if there are extra keys, or maps that need them.
  Range columns(std::int64_t batch, std::int64_t first, std::int64_t rows) const;

  // values[i][j] = attention[first + i][j] of one head for the keys j of the range, with the bits of the
  // finished run, from its row_max and row_sum. Other cells may be overwritten. In
  // attention_window.cpp.
  void attend_again(std::int64_t batch, std::int64_t head, std::int64_t first, Range range,
                    const Matrix<T>& values) const;

 private:
  template <class>
  friend class AttentionBackwardJob;  // the same passes over a row, a block of it at a time
  // A row of all maps.
  struct Query {
    std::int64_t batch, head, query;
  };
  std::int64_t row_index(const Query& row) const {
    return (row.batch * config.num_heads + row.head) * config.query_len + row.query;
  }
  // Some query rows of one head.
  struct Strip {
    std::int64_t batch, head, first, rows;
    Range keys;             // the columns that are computed
    Matrix<const T> query;  // (rows, head_dim)
    PackedPanels<T> key, value;
    Matrix<T> scores;  // (rows, total_len), or more columns
    Matrix<T> output;  // (rows, value_head_dim)
    bool irregular;    // a value of this head is infinite or NaN

    Query row(std::int64_t i) const { return {batch, head, first + i}; }
  };
  Strip strip_of(std::int64_t task, int worker) const;
  Range key_range(std::int64_t batch, std::int64_t query) const;
  // The keys that one of these rows may attend to, without extra keys.
  Range reach(std::int64_t batch, std::int64_t first, std::int64_t rows) const;
  std::int64_t diagonal(std::int64_t batch) const;
  bool may_attend(const Query& row, std::int64_t key) const;
  bool masks_allow(const Query& row, std::int64_t key) const;
  bool may_attend_to_any(const Query& row) const;
  // Functions of one row of a map: `values` has its columns, and the columns in the range are computed.
  template <class U>
  static Row<U> cells(const Row<U>& values, Range range) {
    return values.segment(range.begin, range.size());
  }
  template <class U>
  Row<U> map_row(U* map, const Query& row) const {
    return row_at(map, row_index(row), config.total_len());
  }
  void record(T* map, const Query& row, const Row<T>& values, Range range, T outside) const;
  void score_row(const Query& row, const Row<T>& values, Range range) const;
  void mask_row(const Query& row, const Row<T>& values, Range range) const;
  bool looks_at_scores() const;
  void softmax_row(const Query& row, const Row<T>& values, Range range, T scale) const;
  // attention and z: one row of each.
  void weigh_irregular_values(const Query& row, const Matrix<T>& attention, Range range,
                              PackedPanels<T> value, const Matrix<T>& z) const;
};

}  // namespace headwise
