// The backward of scaled dot-product attention (Dao et al. 2022, FlashAttention,
// algorithm 4), a block of queries and keys at a time: the attention of a block is computed again
// from queries, keys and the two numbers that the forward left for each row.
//
//   dV = A^T dZ     dA = dZ V^T     dS = A (dA - delta), delta_i = dZ_i . Z_i
//   dQ = scale dS K     dK = scale dS^T Q
#pragma once

#include <cstdint>

#include "core/attention_job.h"
#include "core/job.h"
#include "core/kept.h"
#include "core/positions.h"
#include "core/workspace.h"

namespace headwise {

// Numbers (B, heads, rows, width), the last contiguous and the others wherever the strides say.
template <class T>
struct HeadRows {
  T* data = nullptr;
  std::int64_t batch_stride = 0, head_stride = 0, row_stride = 0;

  T* row(std::int64_t batch, std::int64_t head, std::int64_t index) const {
    return data + batch * batch_stride + head * head_stride + index * row_stride;
  }
};

// All memory is the caller's. Gradients of what came in, before rotary turns; keys and values of a
// past have none, nor have biases of masks and slopes. A query that may attend to nothing has a
// gradient of zeros.
template <class T>
struct AttentionGradients {
  HeadRows<const T> output;  // dZ (B, H, L, Ev)
  HeadRows<T> query;         // (B, H, L, E), written
  HeadRows<T> key;           // (B, Hkv, S, E), written: of the new keys
  HeadRows<T> value;         // (B, Hkv, S, Ev), written
  T* extra_key = nullptr;    // (Hkv, E), written if not null: of the layer's own bias key
  T* extra_value = nullptr;  // (Hkv, Ev), likewise
};

// Stages: pack, as many rounds of strips as it takes, reduce, extra keys. A sum is never split by
// thread: queries are cut into chunks by the sizes alone, each chunk adds to its own dK and dV,
// and these are added in order.
template <class T>
class AttentionBackwardJob : public Job {
 public:
  // Throws InvalidArgument if the request replaces intermediates: what was written over has no
  // gradient. The forward's request must say keep.
  void lay_out(const AttentionRequest& request, int threads, Workspace& scratch);

  // Takes addresses, once everything is allocated; they hold from run to run.
  void bind(const Kept<T>& kept, const AttentionGradients<T>& gradients, const Workspace& scratch);

  int stages() const override;
  std::int64_t tasks(int stage) const override;
  double task_cost(int stage) const override;
  void run(int stage, std::int64_t task, int worker) override;
};

}  // namespace headwise
