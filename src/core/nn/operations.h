// The small operations of lessons and of the page: a linear map, a softmax and
// its steps, token vectors, add & norm.
#pragma once

#include <cstdint>

#include "core/base/job.h"
#include "core/base/workspace.h"
#include "core/nn/layer_norm.h"
#include "core/nn/linear.h"

namespace headwise {

// y = x W^T + b. Buffers: x (rows, input_dim), weight (output_dim, input_dim),
// bias* (output_dim), packed_weight, output (rows, output_dim).
class LinearJob : public Job {
 public:
  void lay_out(std::int64_t rows, std::int64_t input_dim, std::int64_t output_dim, bool bias,
               Workspace& workspace);

 private:
  void multiply(std::int64_t strip);

  std::int64_t rows_ = 0;
  Linear<float>::Shape shape_{};
  Linear<float> linear_;
  const float* x_ = nullptr;
  float* output_ = nullptr;
};

// The softmax over the last axis. A row of -Infinity gives zeros, like a query
// that may attend to nothing. Buffers: output (rows, size), which
// holds x at first; with steps also max, sum (rows) and exponentials (rows,
// size): output = exponentials * (1 / sum), exponentials = exp(x - max).
class SoftmaxJob : public Job {
 public:
  void lay_out(std::int64_t rows, std::int64_t size, bool steps, Workspace& workspace);

 private:
  void run(std::int64_t row);

  std::int64_t rows_ = 0, size_ = 0;
  float* output_ = nullptr;
  float *max_ = nullptr, *sum_ = nullptr, *exponentials_ = nullptr;
};

// The residual connection around a layer (Vaswani et al. 2017, section 3.1): the
// input is added, and the sum normalised as layer_norm.h does it for models.
// Buffers: x, sublayer, sum, output (rows, width); weight*, bias* (width); mean,
// variance (rows).
class AddAndNormJob : public Job {
 public:
  void lay_out(std::int64_t rows, std::int64_t width, double epsilon, bool weight, bool bias,
               Workspace& workspace);

 private:
  void run(std::int64_t row);

  std::int64_t rows_ = 0;
  LayerNorm<float> norm_;
  const float *x_ = nullptr, *sublayer_ = nullptr;
  float *sum_ = nullptr, *mean_ = nullptr, *variance_ = nullptr, *output_ = nullptr;
};

// Untrained token vectors: a token's vector depends on its id, the width and the seed alone. Buffers: ids (len) uint32; tokens, positions, x
// (len, embed_dim), x = tokens + positions. The caller's tokens or positions
// are in their buffers at first and are not changed.
struct EmbedConfig {
  std::uint64_t seed = 0;
  bool sinusoidal = true;  // else positions are zeros
  std::int64_t offset = 0;
  bool tokens_given = false, positions_given = false;
};

class EmbedJob : public Job {
 public:
  void lay_out(std::int64_t len, std::int64_t embed_dim, const EmbedConfig& config,
               Workspace& workspace);

 private:
  void run(std::int64_t token);

  std::int64_t len_ = 0, embed_dim_ = 0;
  EmbedConfig config_;
  const std::uint32_t* ids_ = nullptr;
  float *tokens_ = nullptr, *positions_ = nullptr, *x_ = nullptr;
};

}  // namespace headwise
