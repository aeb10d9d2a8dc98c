// One call of a transformer: its forward, and when training the loss, the backward and the update of
// its parameters, as stages of one job. Everything but attention works on strips of rows, and all
// that follows for a strip until the next attention is done while it is in the cache.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/attention/dropout.h"
#include "core/attention/saved_activations.h"
#include "core/base/job.h"
#include "core/base/size.h"
#include "core/base/workspace.h"
#include "core/layer/multi_head_attention_backward.h"
#include "core/nn/layer_norm.h"
#include "core/nn/linear.h"
#include "core/nn/linear_backward.h"
#include "transformer/embedding.h"
#include "transformer/mlp.h"
#include "transformer/optimizer.h"
#include "transformer/transformer_parameters.h"

namespace headwise {

struct TransformerRequest {
  std::int64_t batch = 1;   // B
  std::int64_t length = 1;  // L
  bool loss = false;        // targets and a mask are given
  bool train = false;       // and the parameters are updated
  bool attention = false;   // every layer's maps are wanted
  bool trace = false;       // and every intermediate
  std::vector<std::uint8_t>
      removed;  // (num_layers * num_heads) or fewer: 1 for heads that add nothing
};

struct TransformerOutcome {
  double loss = 0;           // mean over the positions that count
  std::int64_t counted = 0;  // how many those are
  std::int64_t correct = 0;  // at how many of them the target is most likely
  double gradient_norm = 0;  // before clipping
  double rate = 0;           // the learning rate of this step
  bool diverged = false;     // the loss or the norm is not finite: no parameter was changed
};

// Buffers in the workspace; R = B L rows, * only where the model has or the request wants them.
//   tokens       (B, L) int32           input, 0 <= token < V
//   targets*     (B, L) int32           input, likewise
//   mask*        (B, L) uint8           input: which positions count
//   input*       (R, D)                 embeddings, of the first layer; see below
//   encoded      (R, D)                 the last layer's output
//   final*       (R, D)                 its norm
//   logits       (R, V)                 with loss: at the end their gradient
// and for layer n, under names that begin with layers.<n>. :
//   input*       (R, D)                 the layer's input, with a norm before attention; else that is
//   query_input  (R, D)                 attention's input; this and more are MultiHeadAttentionJob's
//   output       (R, D)                 attention's output
//   normed1*     (R, D)                 its norm, with kInside and kSandwich
//   middle*      (R, D)                 between attention and MLP
//   mlp_input*   (R, D)                 its norm
//   hidden*      (R, M), gated (R, 2 M)
//   active*      (R, M)
//   mlp_output*  (R, D)                 the MLP's output
//   normed2*     (R, D)                 its norm, with kInside and kSandwich
template <class T>
class TransformerJob : public Job {
 public:
  // `state` may be null where the request does not train.
  void lay_out(TransformerParameters<T>& parameters, TrainingState<T>* state,
               const TransformerRequest& request, int threads, Workspace& workspace);

  // Settings of the next train step, whose dropout is drawn from the seed.
  void set_optimizer(const OptimizerConfig& config, std::uint64_t dropout_seed);

  // Once the job is done.
  const TransformerOutcome& outcome() const { return outcome_; }

 private:
  // A norm with its input, and with the sums over each strip's rows for its gradients.
  struct Norm {
    LayerNorm<T> norm;
    const T* x = nullptr;  // (R, D)
    T* stats = nullptr;    // (R, 2)
    T* parts = nullptr;    // (strips, 2, D)
    T *dgamma = nullptr, *dbeta = nullptr;
  };

  // Attention or the MLP of a layer, with its norms and its residual connection: y = after(x + inside(part(before(x)))).
  struct Sublayer {
    Norm before, inside, after;
    Dropout drop;
    T* x = nullptr;       // (R, D), as all of these
    T* taken = nullptr;   // before(x), or x
    T* given = nullptr;   // the part's result
    T* added = nullptr;   // inside(given), or given
    T* sum = nullptr;     // x + added, or y
    T* y = nullptr;       // after(sum)
    T* dgiven = nullptr;  // the gradient of given
  };

  struct Layer {
    MultiHeadAttentionJob<T> attention;
    SavedActivations<T> saved;
    MultiHeadAttentionBackwardJob<T> attention_backward;
    Mlp<T> mlp;
    LinearBackward<T> first_backward, second_backward;
    Sublayer around_attention, around_mlp;
    Dropout drop_attention, drop_active;
    T *hidden = nullptr, *active = nullptr, *dhidden = nullptr;
  };

  struct Chunk {
    T* values;
    std::int64_t offset, size;
    // The chunk's numbers in an array that holds one for every parameter.
    T* in(T* array) const { return row_at(array, offset, 1).data(); }
  };

  static constexpr std::int64_t kRows = 48;     // of a strip: whole tiles
  static constexpr std::int64_t kChunk = 8192;  // parameters
  static constexpr std::int64_t kTableColumns = 16;

  std::int64_t rows() const { return request_.batch * request_.length; }
  std::int64_t strips() const { return divide_up(rows(), kRows); }
  std::int64_t chunks() const { return static_cast<std::int64_t>(chunks_.size()); }
  ForwardRequest attention_request() const;
  void lay_out_layer(std::int64_t n, Workspace& workspace);
  void lay_out_sublayer(const char* number, const NormWeights<T>& own, const NormWeights<T>& down,
                        const NormWeights<T>& inside, const NormWeights<T>& dinside,
                        Sublayer& around, Workspace& workspace);
  void set_output(Sublayer& around, T* y) const;
  void lay_out_norm(const NormWeights<T>& weights, const NormWeights<T>& gradients, const T* x,
                    Norm& norm, Workspace& workspace);
  void lay_out_linear(const T* weight, const T* bias, std::int64_t outputs, std::int64_t inputs,
                      Linear<T>& linear, Workspace& workspace);
  void lay_out_backward(Workspace& workspace);
  T* rows_of(const char* name, Workspace& workspace) const;
  void list_stages();
  void list_attention(std::int64_t layer);
  void list_backward();
  double strip_cost(std::int64_t layer) const;
  const Dropout* dropout(const Dropout& place) const { return request_.train ? &place : nullptr; }

  // The tasks of the stages.
  void pack(std::int64_t task);
  void run_forward(std::int64_t layer, std::int64_t strip);
  void run_backward(std::int64_t layer, std::int64_t strip, int worker);
  void normalize(const Norm& norm, std::int64_t first, std::int64_t count, T* y) const;
  void normalize_backward(const Norm& norm, const T* dy, std::int64_t first, std::int64_t count,
                          bool add, T* dx) const;
  void take(const Sublayer& around, std::int64_t first, std::int64_t count) const;
  void take_backward(const Sublayer& around, const T* dtaken, std::int64_t first,
                     std::int64_t count) const;
  void add(const Sublayer& around, std::int64_t first, std::int64_t count) const;
  void add_backward(const Sublayer& around, std::int64_t first, std::int64_t count) const;
  void finish_layer(Layer& layer, std::int64_t first, std::int64_t count);
  void finish_layer_backward(Layer& layer, std::int64_t first, std::int64_t count, int worker);
  void predict(std::int64_t first, std::int64_t count);
  void predict_backward(std::int64_t first, std::int64_t count, T* scratch);
  void remove_heads(std::int64_t layer, std::int64_t strip);
  void sum_norm(std::int64_t task);
  void add_to_table(std::int64_t task);
  void sum_squares(std::int64_t chunk);
  void decide();
  void update(std::int64_t chunk);

  TransformerParameters<T>* parameters_ = nullptr;
  TrainingState<T>* state_ = nullptr;
  TransformerWeights<T> gradients_;  // in the state
  TransformerRequest request_;
  int threads_ = 1;
  OptimizerConfig optimizer_;
  TransformerOutcome outcome_;
  std::vector<std::unique_ptr<Layer>> layers_;
  std::vector<Norm*> norms_;
  std::vector<Chunk> chunks_;
  std::vector<Linear<T>*> linears_;
  SideBySide weights_;
  Embedding<T> embedding_;
  Linear<T> unembedding_;
  LinearBackward<T> unembedding_backward_;
  Norm final_norm_;
  Dropout drop_embedding_;
  std::optional<Update<T>> update_;
  std::int64_t counted_ = 0;

  const std::int32_t *tokens_ = nullptr, *targets_ = nullptr;
  const std::uint8_t* mask_ = nullptr;
  T *encoded_ = nullptr, *final_ = nullptr, *logits_ = nullptr;
  T* row_loss_ = nullptr;                                    // (R)
  std::uint8_t* row_correct_ = nullptr;                      // (R)
  T *dx_ = nullptr, *dquery_ = nullptr, *dadded_ = nullptr;  // (R, D)
  T* scratch_ = nullptr;                                     // (threads, kRows, D)
  T* dactive_ = nullptr;                                     // (threads, kRows, M), gated
  double* squares_ = nullptr;                                // (chunks)
};

}  // namespace headwise
