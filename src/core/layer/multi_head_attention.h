// Multi-head attention (Vaswani et al. 2017, section 3.2.2): three projections of x, attention for
// each head, concatenation, and W_O. One linear map leads from x to each head's queries, keys and
// values.
//
//   head_i = Attention(x W_Q^i, x W_K^i, x W_V^i)
//   output = Concat(head_1 ... head_H) W_O + b_O
#pragma once

#include <cstdint>

#include "core/attention/attention_job.h"
#include "core/base/job.h"
#include "core/base/workspace.h"
#include "core/layer/multi_head_attention_parameters.h"
#include "core/nn/query_key_norm.h"

namespace headwise {

struct ForwardRequest {
  AttentionRequest attention;  // its sizes of heads must be the layer's
  bool key_is_query = false;   // one input is both, and is written once
  bool value_is_key = false;
  bool average_heads = false;  // the mean map over heads is wanted
};

// Buffers, besides AttentionJob's (whose query, new_key and new_value are results of the
// projections here):
//   query_input+    (B, L, D)              input
//   key_input*+     (B, S, key_dim)        input
//   value_input*+   (B, S, value_dim)      input
//   concatenated+   (B, L, H Ev)
//   output          (B, L, output_dim)
//   replaced_heads* (B, H, L, Ev)          input
//   heads*          (B, H, L, Ev)          with trace
//   contributions*  (B, H, L, output_dim)  with trace
//   average*        (B, L, T)
//   projected_query*+, projected_key*+     with query_key_norm, see query_key_norm.h
template <class T>
class MultiHeadAttentionJob : public Job {
 public:
  void lay_out(const MultiHeadAttentionParameters<T>& parameters, const ForwardRequest& request,
               int threads, Workspace& workspace, Cache<T>* cache = nullptr);
  void hand_over(SavedActivations<T>& saved) const;  // as AttentionJob does

  // The number of stages up to the end of attention: `concatenated` is complete, and not yet read.
  std::size_t attended_stages() const { return attended_stages_; }
  void set_dropout(const Dropout* dropout) { attention_.set_dropout(dropout); }
  void set_positions(const std::vector<double>& values) { attention_.set_positions(values); }

  // Buffers that a transformer reads or writes.
  const AttentionJob<T>& attention() const { return attention_; }
  T* query_input() const { return const_cast<T*>(query_input_); }
  T* concatenated() const { return concatenated_; }
  T* output() const { return output_; }

  typename AttentionJob<T>::Rows part_rows() const { return attention_.part_rows(); }

 private:
  static constexpr std::int64_t kRows = 48;  // rows of one projection task: whole tiles
  std::int64_t strips(std::int64_t rows) const;
  // Rows first <= i < first + rows of one sequence of `len`.
  struct RowStrip {
    std::int64_t sequence, first, rows;
  };
  RowStrip strip_of(std::int64_t task, std::int64_t len) const;
  void lay_out_output(Workspace& workspace);
  void list_stages();
  void project(std::int64_t task);
  void normalize(std::int64_t task, int worker);
  void map_output(std::int64_t task);
  Matrix<T> z(std::int64_t batch, std::int64_t head) const;
  void copy_heads(T* heads, bool back, std::int64_t task) const;
  void contribute(std::int64_t task);
  void average(std::int64_t batch_and_query);

  const MultiHeadAttentionParameters<T>* parameters_ = nullptr;
  ForwardRequest request_;
  AttentionJob<T> attention_;
  ProjectionNorm<T> query_norm_, key_norm_;
  T* normalized_ = nullptr;  // (threads, H E)
  std::size_t attended_stages_ = 0;
  const T *query_input_ = nullptr, *key_input_ = nullptr, *value_input_ = nullptr;
  T *concatenated_ = nullptr, *output_ = nullptr, *heads_ = nullptr, *contributions_ = nullptr,
    *average_ = nullptr, *replaced_heads_ = nullptr;
};

}  // namespace headwise
