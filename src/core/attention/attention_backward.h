// The backward of scaled dot-product attention (Dao et al. 2022, FlashAttention,
// algorithm 4), a block of queries and keys at a time: the attention of a block is computed again
// from queries, keys and the two numbers that the forward saved for each row.
//
//   dV = A^T dZ     dA = dZ V^T     dS = A (dA - delta), delta_i = dZ_i . Z_i
//   dQ = scale dS K     dK = scale dS^T Q     dsink = -sum_i exp(sink - lse_i) delta_i
//   dbias = dS, summed where the bias was broadcast       dslope = -sum_ij dS_ij |i - j|
#pragma once

#include <cstdint>

#include "core/attention/attention_job.h"
#include "core/attention/saved_activations.h"
#include "core/base/job.h"
#include "core/base/matrix.h"
#include "core/base/workspace.h"
#include "core/nn/positions.h"

namespace headwise {

// All memory is the caller's. Gradients of the inputs, before rotary positions; keys and values of
// a past have none. A query that may attend to nothing has a gradient of zeros.
template <class T>
struct AttentionGradients {
  Heads<const T> output;     // dZ (B, H, L, Ev)
  Heads<T> query;            // (B, H, L, E), written
  Heads<T> key;              // (B, Hkv, S, E), written: the new keys'
  Heads<T> value;            // (B, Hkv, S, Ev), written
  T* extra_key = nullptr;    // (Hkv, E), written if not null: the layer's bias key's
  T* extra_value = nullptr;  // (Hkv, Ev), likewise
  T* sinks = nullptr;        // (H), written if not null
  T* bias = nullptr;         // in the mask's shape, written if it is wanted
  T* slopes = nullptr;       // (H), likewise
};

// Gradients that only some callers want: a bias's takes memory for a map of every head.
struct WantedGradients {
  std::int64_t bias_mask = -1;  // the mask whose bias's gradient is wanted; -1: none
  bool slopes = false;          // ALiBi's
};

// Stages: rotary positions, pack, rounds of strips, reduce, extra keys, sinks, bias, slopes. A sum is never
// split by thread: the queries that one key head serves are cut into chunks by the sizes alone, each
// chunk adds to a dK and a dV of its own, and these are added in order.
template <class T>
class AttentionBackwardJob : public Job {
 public:
  // `saved` comes from a call with keep. Addresses hold from run to run. Throws InvalidArgument if the call replaces intermediates:
  // they have no gradient.
  void lay_out(const SavedActivations<T>& saved, const AttentionGradients<T>& gradients,
               int threads, Workspace& scratch, const WantedGradients& wanted = {});

 private:
  // Queries of a strip and keys of a block: two blocks of maps and the operands of five products stay
  // in the second-level cache. Whole tiles and panels of any width.
  static constexpr std::int64_t kRows = 96, kKeys = 256;
  static_assert(kRows % kWholeTiles == 0 && kRows % kPanelWidth == 0 && kKeys % kPanelWidth == 0);
  static constexpr std::int64_t kGroup = 256;  // keys of one task of the reduction
  using Query = typename Attention<T>::Query;
  using Range = typename Attention<T>::Range;
  std::int64_t key_heads() const { return config_.batch * config_.num_kv_heads; }
  std::int64_t key_groups() const;
  std::int64_t strips_per_head() const;
  double strip_cost() const;
  void list_stages();
  // (T, E) or (T, Ev): dK or dV of one chunk of queries.
  Matrix<T> partial(std::int64_t kv, std::int64_t chunk, bool keys) const;
  void pack(std::int64_t task);
  void work_on_chunk(std::int64_t kv, std::int64_t chunk, std::int64_t round, int worker);
  void work_on_strip(std::int64_t kv, std::int64_t chunk, std::int64_t strip, bool fresh,
                     int worker);
  void differentiate_row(const Query& row, Range range, T delta, const Row<T>& maps,
                         const Row<T>& scores, const Row<T>& slopes) const;
  void reduce(std::int64_t task);
  // (E) or (Ev): the bias key's in one batch entry.
  Row<T> extra_of(std::int64_t kv, bool keys) const {
    const std::int64_t dim = config_.head_dim, value_dim = config_.value_head_dim;
    return row_at(extra_, kv, dim + value_dim).segment(keys ? 0 : dim, keys ? dim : value_dim);
  }
  void sum_extra(std::int64_t kv_head);
  void sum_sink(std::int64_t head);
  void record_row(const Query& row, Range range, const Row<T>& scores) const;
  std::int64_t bias_rows() const;
  void sum_bias(std::int64_t row);
  void sum_slope(std::int64_t head);

  AttentionConfig config_;
  bool rotary_ = false, extra_bias_ = false;
  WantedGradients wanted_;
  RotaryConfig rotary_config_;
  // Strips in a chunk, and how many of them one task works on before yielding.
  std::int64_t chunks_ = 1, strips_per_chunk_ = 0, strips_per_task_ = 1, rounds_ = 1;
  std::int64_t block_stride_ = 0;

  const Attention<T>* attention_ = nullptr;
  AttentionGradients<T> gradients_;
  RotaryTable<T> rotations_;
  T* keys_ = nullptr;            // (B, Hkv, packed_size(T, E)): K packed
  T* values_ = nullptr;          // (B, Hkv, packed_size(Ev, T)): V^T packed
  T* partial_keys_ = nullptr;    // (B, Hkv, chunks, T, E): dK of each chunk of queries
  T* partial_values_ = nullptr;  // (B, Hkv, chunks, T, Ev)
  T* extra_ = nullptr;           // (B, Hkv, E + Ev): gradients of the bias key
  T* cells_ = nullptr;           // (B, H, L, P + S): dS, if a bias's gradient is wanted
  T* row_slopes_ = nullptr;      // (B, H, L): sum_j dS_ij |i - j|
  // Scratch of each thread:
  T* maps_ = nullptr;     // (strip rows, block stride): attention
  T* scores_ = nullptr;   // the same: the gradient of attention, then of the dot products
  T* slopes_ = nullptr;   // (block stride): slopes of the softcap along one row
  T* dz_rows_ = nullptr;  // (strip rows, Ev) and (strip rows, E), close together: in the gradients
  T* dq_rows_ = nullptr;  // they are so far apart that few of them stay in the first-level cache
  T* packed_queries_ = nullptr;  // packed_size(strip rows, E): Q packed
  T* packed_dz_ = nullptr;       // packed_size(strip rows, Ev): dZ packed
};

}  // namespace headwise
