// Normalised queries and keys, between projection and rotary positions (Henry et al. 2020; Dehghani et al.
// 2023): over the numbers of each head, or of all heads of a token together.
#pragma once

#include <cstdint>

#include "core/base/job.h"
#include "core/base/workspace.h"
#include "core/nn/layer_norm.h"
#include "core/nn/query_key_norm_fields.h"

namespace headwise {

struct QueryKeyNormConfig {
  // centered: LayerNorm, which has a bias; else RMSNorm. plus_one: the gain is 1 + weight.
  HEADWISE_QUERY_KEY_NORM(HEADWISE_DECLARE)

  // Numbers that are normalised together.
  std::int64_t width(std::int64_t heads, std::int64_t head_dim) const {
    return per_head ? head_dim : heads * head_dim;
  }
};

// The norm of the queries, or of the keys.
template <class T>
struct ProjectionNorm {
  LayerNorm<T> norm;
  std::int64_t heads = 1, head_dim = 1;
  T* x = nullptr;        // (B, len, heads, head_dim): as projected
  T* moments = nullptr;  // (B, len, groups(), 2): mean and rstd

  std::int64_t size() const { return heads * head_dim; }
  std::int64_t groups() const { return size() / norm.width; }

  // For (B len) rows; x and moments live as long as the saved activations. weight and bias (norm.width), bias or null.
  void lay_out(std::int64_t rows, const T* weight, const T* bias, Workspace& workspace);

  // Rows first <= i < first + rows of one sequence; out (B, heads, len, head_dim), scratch (size()).
  void forward(std::int64_t batch, std::int64_t len, std::int64_t first, std::int64_t rows, T* out,
               T* scratch) const;
};

template <class T>
ProjectionNorm<T> projection_norm(const QueryKeyNormConfig& config, std::int64_t heads,
                                  std::int64_t head_dim);

// Two stages: strips of rows, each with its own sums for the weight, and the addition of these in order. A row
// with a gradient of zeros adds nothing, whatever it holds: 0 * NaN is NaN, and keys that no query attended to
// must not matter.
template <class T>
class ProjectionNormBackward : public Job {
 public:
  // The gradient of the norm's output becomes the gradient of its input: `rows` rows of size() numbers, `stride` apart.
  // dweight and dbias (norm.width) are written; dbias may be null.
  void lay_out(const ProjectionNorm<T>& norm, std::int64_t rows, T* gradient, std::int64_t stride,
               T* dweight, T* dbias, Workspace& scratch);

 private:
  static constexpr std::int64_t kRows = 256;  // rows of one task
  std::int64_t strips() const;
  void differentiate(std::int64_t strip);
  void add_up();

  ProjectionNorm<T> norm_;
  std::int64_t rows_ = 0, stride_ = 0;
  T *gradient_ = nullptr, *dweight_ = nullptr, *dbias_ = nullptr;
  T* sums_ = nullptr;  // (2, strips, norm.width): of the weight, then of the bias
};

}  // namespace headwise
