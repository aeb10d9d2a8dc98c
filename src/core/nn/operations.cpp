// Layout and tasks of the small operations.
#include "core/nn/operations.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/base/matrix.h"
#include "core/base/random.h"
#include "core/base/size.h"
#include "core/nn/positions.h"
#include "kernels/softmax.h"

namespace headwise {

namespace {
constexpr std::int64_t kRows = 48;             // of one task
constexpr std::uint32_t kEmbeddingStream = 6;  // 0 to 5 are the layer's parameters
}  // namespace

void LinearJob::lay_out(std::int64_t rows, std::int64_t input_dim, std::int64_t output_dim,
                        bool bias, Workspace& workspace) {
  require(rows >= 0 && input_dim > 0 && output_dim > 0, "linear: expected widths of at least 1");
  rows_ = rows;
  shape_ = {1, output_dim, input_dim};
  x_ = workspace.add<float>("x", {rows, input_dim});
  const float* weight = workspace.add<float>("weight", {output_dim, input_dim});
  const float* added = bias ? workspace.add<float>("bias", {output_dim}) : nullptr;
  linear_.bind(weight, added, shape_, workspace.add<float>({shape_.panels()}));
  output_ = workspace.add<float>("output", {rows, output_dim});
  const double depth = static_cast<double>(shape_.inputs);
  clear_stages();
  add_stage({divide_up(shape_.outputs(), kPanelWidth), depth * kPanelWidth,
             [this](std::int64_t task, int) { linear_.pack_panel(task); }});
  add_stage({divide_up(rows_, kRows), depth * 2.0 * kRows * static_cast<double>(shape_.outputs()),
             [this](std::int64_t task, int) { multiply(task); }});
}

void LinearJob::multiply(std::int64_t strip) {
  const std::int64_t first = strip * kRows;
  const std::int64_t rows = std::min(kRows, rows_ - first);
  linear_.forward(rows_at(x_, first, rows, shape_.inputs).data(), rows,
                  rows_at(output_, first, rows, shape_.outputs()).data());
}

void SoftmaxJob::lay_out(std::int64_t rows, std::int64_t size, bool steps, Workspace& workspace) {
  require(rows >= 0 && size >= 0, "softmax: expected sizes of at least 0");
  rows_ = rows;
  size_ = size;
  output_ = workspace.add<float>("output", {rows, size});
  max_ = steps ? workspace.add<float>("max", {rows}) : nullptr;
  sum_ = steps ? workspace.add<float>("sum", {rows}) : nullptr;
  exponentials_ = steps ? workspace.add<float>("exponentials", {rows, size}) : nullptr;
  clear_stages();
  add_stage({rows_, (max_ ? 100.0 : 30.0) * static_cast<double>(size_),
             [this](std::int64_t task, int) { run(task); }});
}

void SoftmaxJob::run(std::int64_t task) {
  const Row<float> row = row_at(output_, task, size_);
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const float max = row_max(row.data(), size_);
  const bool empty = max == -kInfinity && (row == -kInfinity).all();
  if (max_) {
    const Row<float> exponentials = row_at(exponentials_, task, size_);
    if (empty)
      fill(exponentials, 0);
    else
      exponentials_row(row.data(), size_, max, exponentials.data());
  }
  float sum = 0;
  if (empty)
    fill(row, 0);
  else
    sum = softmax_row<float>(row.data(), size_, 1, max).sum;
  if (max_) max_[task] = max, sum_[task] = sum;
}

void AddAndNormJob::lay_out(std::int64_t rows, std::int64_t width, double epsilon, bool weight,
                            bool bias, Workspace& workspace) {
  require(rows >= 0 && width > 0, "addAndNorm: expected a width of at least 1");
  rows_ = rows;
  norm_.width = width;
  norm_.epsilon = epsilon;
  x_ = workspace.add<float>("x", {rows, width});
  sublayer_ = workspace.add<float>("sublayer", {rows, width});
  norm_.gamma = weight ? workspace.add<float>("weight", {width}) : nullptr;
  norm_.beta = bias ? workspace.add<float>("bias", {width}) : nullptr;
  sum_ = workspace.add<float>("sum", {rows, width});
  mean_ = workspace.add<float>("mean", {rows});
  variance_ = workspace.add<float>("variance", {rows});
  output_ = workspace.add<float>("output", {rows, width});
  clear_stages();
  add_stage({rows_, 12.0 * static_cast<double>(norm_.width),
             [this](std::int64_t task, int) { run(task); }});
}

void AddAndNormJob::run(std::int64_t task) {
  const std::int64_t width = norm_.width;
  // 1. Residual connection:               sum = x + sublayer
  Row<float> sum = row_at(sum_, task, width);
  sum = row_at(x_, task, width) + row_at(sublayer_, task, width);
  // 2. Normalised to mean 0, variance 1:   output = (sum - mean) / sqrt(variance + epsilon)
  const auto moments = norm_.forward_row(sum.data(), row_at(output_, task, width).data());
  mean_[task] = moments.mean;
  variance_[task] = moments.variance;
}

void EmbedJob::lay_out(std::int64_t len, std::int64_t embed_dim, const EmbedConfig& config,
                       Workspace& workspace) {
  require(len >= 0 && embed_dim > 0, "embed: expected a width of at least 1");
  len_ = len;
  embed_dim_ = embed_dim;
  config_ = config;
  ids_ = workspace.add<std::uint32_t>("ids", {len});
  tokens_ = workspace.add<float>("tokens", {len, embed_dim});
  positions_ = workspace.add<float>("positions", {len, embed_dim});
  x_ = workspace.add<float>("x", {len, embed_dim});
  clear_stages();
  add_stage({len_, 200.0 * static_cast<double>(embed_dim_),
             [this](std::int64_t task, int) { run(task); }});
}

void EmbedJob::run(std::int64_t task) {
  const RandomStream random(config_.seed, kEmbeddingStream, ids_[task]);
  const Row<float> tokens = row_at(tokens_, task, embed_dim_);
  const Row<float> positions = row_at(positions_, task, embed_dim_);
  Row<float> x = row_at(x_, task, embed_dim_);
  if (!config_.positions_given) {
    if (config_.sinusoidal)
      sinusoidal_position(config_.offset + task, embed_dim_, positions.data());
    else
      fill(positions, 0);
  }
  if (!config_.tokens_given) random.fill_symmetric(tokens.data(), embed_dim_, 1.0f);
  x = tokens + positions;
}

}  // namespace headwise
