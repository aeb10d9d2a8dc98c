// One call of scaled dot-product attention: lays out its memory, joins past, new and extra keys,
// applies rotary positions, and runs attention strip by strip. The multi-head layer runs the same job
// between its projections.
#pragma once

#include <cstdint>

#include "core/attention/attention.h"
#include "core/attention/attention_request.h"
#include "core/base/job.h"
#include "core/base/workspace.h"
#include "core/nn/positions.h"

namespace headwise {

template <class T>
class Cache;
template <class T>
struct SavedActivations;

// Named buffers in the workspace, * only when asked for, + lasting where the request says keep. T = past + new + extra keys.
//   query+            (B, H, L, E)        input; rotated in place by rotary positions
//   new_key           (B, Hkv, S, E)      input
//   new_value         (B, Hkv, S, Ev)     input
//   past_key*         (B, Hkv, P, E)      input, unless cached
//   past_value*       (B, Hkv, P, Ev)     likewise
//   replaced_key*     (B, Hkv, P + S, E)  input
//   replaced_value*   (B, Hkv, P + S, Ev) input
//   gathered_key*     (B, Hkv, T, E)      all keys, unless new_key holds all; with a cache, only for a trace
//   gathered_value*   (B, Hkv, T, Ev)     likewise
//   key_lengths*+     (B) int32           input
//   slopes*+          (H)                 the paper's; the caller may overwrite them
//   frequencies*+     (dims / 2) double   of rotary positions, by theta; the caller may overwrite them
//   sinks*+           (H)                 input
//   mask0*+, mask1*+ ...                  input, of the requested sizes; each follows the one before it, as
//                     Workspace places buffers, so that one address leads to any number of them
//   replaced_dot_products*+, replaced_scores*+, replaced_attention*+  (B, H, L, T) input
//   attention*, and HEADWISE_TRACE_MAPS*  (B, H, L, T),
//                     `attention` only two parts' rows if maps are copied out in parts
//   log_sum_exp*      (B, H, L)
// and without names: key*+, value*+, irregular+, row_max*+, row_sum*+, see attention.h
template <class T>
class AttentionJob : public Job {
 public:
  // Run by place(). `cache`, where the request says cached, holds the past, has room for the new keys, and must outlive
  // the call. The call does not change its length: the caller must append() the new keys.
  void lay_out(const AttentionRequest& request, int threads, Workspace& workspace,
               Cache<T>* cache = nullptr);

  // After lay_out(). The destination of z. The layer's own bias key and value, (num_kv_heads * head_dim) each, or null.
  void set_output(const Heads<T>& output) { attention_.activations.output = output; }
  void set_extra_bias(const T* key, const T* value);

  // After lay_out(), once there is memory: frequencies of rotary positions, or slopes, instead of the ones by rule; none: no
  // change.
  void set_positions(const std::vector<double>& values);

  // After lay_out(): one more bias of scores, (num_heads, query_len, masked_len), in the caller's memory; with a stride, one
  // for each entry of the batch.
  void add_bias(const T* bias, std::int64_t batch_stride = 0);

  // After lay_out(): dropout of attention; null: none. The caller keeps `dropout` alive and may change it.
  void set_dropout(const Dropout* dropout) { attention_.inputs.dropout = dropout; }

  // After lay_out(), if the request says keep: hands over the saved activations of the finished call.
  void hand_over(SavedActivations<T>& saved) const;

  const AttentionRequest& request() const { return request_; }
  const Attention<T>& attention() const { return attention_; }

  // Buffers that a layer writes into.
  T* query() const { return query_; }
  T* new_key() const { return new_key_; }
  T* new_value() const { return new_value_; }

  // If maps are copied out in parts: the rows of the complete part, counted over batch, heads and
  // queries, and the row of `attention` where they begin.
  struct Rows {
    std::int64_t first, count, place;
  };
  Rows part_rows() const { return parts_.whole; }

 private:
  // The parts in which maps are copied out.
  struct MapParts final : Parts {
    AttentionJob* job = nullptr;
    Rows current{}, whole{};
    std::int64_t tasks() const override { return job->part_strips(); }
    void begin(std::int64_t first_task) override;
    void end() override { whole = current; }
  };
  static constexpr std::int64_t kGatherRows = 512;  // rows of one task
  bool joins() const {
    return (request_.config.past_len > 0 && !request_.cached) || request_.config.extra_len > 0;
  }
  bool gathers_keys() const { return joins() || request_.replaced_key; }
  bool gathers_values() const { return joins() || request_.replaced_value; }
  // New keys that need no gathering are rotated in place.
  bool rotates_in_place() const { return request_.rotary && !gathers_keys(); }
  // Keys that are in a cache already are not gathered.
  std::int64_t first_gathered() const { return request_.cached ? request_.config.past_len : 0; }
  std::int64_t gathered_len() const { return request_.config.total_len() - first_gathered(); }
  std::int64_t strips_size() const;
  void lay_out_inputs(Workspace& workspace);
  void lay_out_activations(Workspace& workspace);
  void add_gathered(Workspace& workspace);
  void append(std::int64_t task);
  void unpack(std::int64_t kv);
  std::int64_t rotated_positions() const;
  std::int64_t part_strips() const;
  std::int64_t part_rows_at_most() const;
  void list_stages();
  std::int64_t query_strips() const;
  std::int64_t key_strips() const;
  void rotate_queries(std::int64_t task);
  void gather(std::int64_t task, bool keys);
  void gather_keys_and_values(std::int64_t task);
  Row<const T> key_row(std::int64_t batch_and_head, std::int64_t j, bool keys) const;

  AttentionRequest request_;
  int threads_ = 1;
  MapParts parts_;
  Attention<T> attention_;
  RotaryTable<T> rotary_;
  double* frequencies_ = nullptr;
  T* slopes_ = nullptr;
  Cache<T>* cache_ = nullptr;
  T *all_keys_ = nullptr, *all_values_ = nullptr;  // copied from the cache for a trace
  PackedOperands<T> saved_key_, saved_value_;      // no wider than the call's keys
  T *query_ = nullptr, *new_key_ = nullptr, *new_value_ = nullptr;
  T *key_ = nullptr, *value_ = nullptr;  // as attention reads them
  const T *past_key_ = nullptr, *past_value_ = nullptr;
  const T *replaced_key_ = nullptr, *replaced_value_ = nullptr;
  const T *extra_key_ = nullptr, *extra_value_ = nullptr;
};

// The job alone: z is its output (B, H, L, Ev), another buffer of the
// workspace.
template <class T>
class ScaledDotProductAttentionJob : public AttentionJob<T> {
 public:
  void lay_out(const AttentionRequest& request, int threads, Workspace& workspace);
};

}  // namespace headwise
