// The small operations that lessons and the page need beside attention: a
// linear map, a softmax, token vectors.
#pragma once

#include <cstdint>

#include "core/job.h"
#include "core/workspace.h"

namespace headwise {

// y = x W^T + b. Buffers: x (rows, input_dim), weight (output_dim, input_dim),
// bias* (output_dim), packed_weight, output (rows, output_dim).
class LinearJob : public Job {
 public:
  void lay_out(std::int64_t rows, std::int64_t input_dim, std::int64_t output_dim, bool bias,
               Workspace& workspace);
  void bind(const Workspace& workspace);

  int stages() const override { return 2; }
  std::int64_t tasks(int stage) const override;
  double task_cost(int stage) const override;
  void run(int stage, std::int64_t task, int worker) override;

 private:
  std::int64_t rows_ = 0, input_dim_ = 0, output_dim_ = 0;
  const float *x_ = nullptr, *weight_ = nullptr, *bias_ = nullptr;
  float *panels_ = nullptr, *output_ = nullptr;
};

// Over the last axis. A row that is -Infinity throughout gives zeros, as a
// query that may attend to nothing does. Buffers: output (rows, size), which
// holds x at first.
class SoftmaxJob : public Job {
 public:
  void lay_out(std::int64_t rows, std::int64_t size, Workspace& workspace);
  void bind(const Workspace& workspace);

  int stages() const override { return 1; }
  std::int64_t tasks(int) const override { return rows_; }
  double task_cost(int) const override { return 30.0 * static_cast<double>(size_); }
  void run(int stage, std::int64_t task, int worker) override;

 private:
  std::int64_t rows_ = 0, size_ = 0;
  float* output_ = nullptr;
};

// Untrained token vectors: what a token's vector is depends on its id, the
// width and the seed alone. Buffers: ids (len) uint32; tokens, positions, x
// (len, embed_dim), x = tokens + positions.
class EmbedJob : public Job {
 public:
  void lay_out(std::int64_t len, std::int64_t embed_dim, std::uint64_t seed, bool sinusoidal,
               std::int64_t offset, Workspace& workspace);
  void bind(const Workspace& workspace);

  int stages() const override { return 1; }
  std::int64_t tasks(int) const override { return len_; }
  double task_cost(int) const override { return 200.0 * static_cast<double>(embed_dim_); }
  void run(int stage, std::int64_t task, int worker) override;

 private:
  std::int64_t len_ = 0, embed_dim_ = 0, offset_ = 0;
  std::uint64_t seed_ = 0;
  bool sinusoidal_ = true;
  const std::uint32_t* ids_ = nullptr;
  float *tokens_ = nullptr, *positions_ = nullptr, *x_ = nullptr;
};

}  // namespace headwise
