// Row by row, with the norm of layer_norm.h.
#include "core/nn/query_key_norm.h"

#include <algorithm>

#include "core/base/matrix.h"
#include "core/base/size.h"

namespace headwise {

template <class T>
ProjectionNorm<T> projection_norm(const QueryKeyNormConfig& config, std::int64_t heads,
                                  std::int64_t head_dim) {
  ProjectionNorm<T> made;
  made.heads = heads;
  made.head_dim = head_dim;
  made.norm.width = config.width(heads, head_dim);
  made.norm.epsilon = config.epsilon;
  made.norm.centered = config.centered;
  made.norm.plus_one = config.plus_one;
  return made;
}

template <class T>
void ProjectionNorm<T>::lay_out(std::int64_t rows, const T* weight, const T* bias,
                                Workspace& workspace) {
  norm.gamma = weight;
  norm.beta = bias;
  x = workspace.lasting().add<T>({rows, size()});
  moments = workspace.lasting().add<T>({rows, groups(), 2});
}

template <class T>
void ProjectionNorm<T>::forward(std::int64_t batch, std::int64_t len, std::int64_t first,
                                std::int64_t rows, T* out, T* scratch) const {
  for (std::int64_t i = first; i < first + rows; ++i) {
    const std::int64_t at = batch * len + i;
    norm.forward(row_at(x, at, size()).data(), groups(), scratch,
                 matrix_at(moments, at, groups(), 2).data());
    for (std::int64_t head = 0; head < heads; ++head) {
      const Matrix<T> normalized = matrix_at(out, batch * heads + head, len, head_dim);
      copy(row_at(scratch, head, head_dim), normalized.row(i));
    }
  }
}

template <class T>
void ProjectionNormBackward<T>::lay_out(const ProjectionNorm<T>& norm, std::int64_t rows,
                                        T* gradient, std::int64_t stride, T* dweight, T* dbias,
                                        Workspace& scratch) {
  norm_ = norm;
  rows_ = rows;
  gradient_ = gradient;
  stride_ = stride;
  dweight_ = dweight;
  dbias_ = dbias;
  sums_ = scratch.add<T>({2, strips(), norm.norm.width});
  this->clear_stages();
  this->add_stage({strips(), 20.0 * static_cast<double>(kRows * norm_.size()),
                   [this](std::int64_t task, int) { differentiate(task); }});
  this->add_stage({1, 2.0 * static_cast<double>(strips() * norm_.norm.width),
                   [this](std::int64_t, int) { add_up(); }});
}

// At least one: stages of queries and keys run side by side, so none of them may be left out.
template <class T>
std::int64_t ProjectionNormBackward<T>::strips() const {
  return std::max<std::int64_t>(1, divide_up(rows_, kRows));
}

template <class T>
void ProjectionNormBackward<T>::differentiate(std::int64_t strip) {
  const std::int64_t width = norm_.norm.width, groups = norm_.groups();
  const Row<T> dweight = row_at(sums_, strip, width);
  const Row<T> dbias = row_at(sums_, strips() + strip, width);
  fill(dweight, 0);
  fill(dbias, 0);
  const Matrix<T> gradients = matrix(gradient_, rows_, norm_.size(), stride_);
  for (std::int64_t i = strip * kRows; i < std::min(rows_, (strip + 1) * kRows); ++i) {
    for (std::int64_t group = 0; group < groups; ++group) {
      const Row<T> gradient = gradients.row(i).segment(group * width, width);
      if (is_zero<T>(gradient)) continue;
      norm_.norm.backward_row(row_at(norm_.x, i * groups + group, width).data(),
                              row_at(norm_.moments, i * groups + group, 2).data(), gradient.data(),
                              false, gradient.data(), dweight.data(), dbias.data());
    }
  }
}

template <class T>
void ProjectionNormBackward<T>::add_up() {
  const std::int64_t width = norm_.norm.width;
  sum_rows<T>(matrix_at(sums_, 0, strips(), width), row(dweight_, width));
  if (dbias_) sum_rows<T>(matrix_at(sums_, 1, strips(), width), row(dbias_, width));
}

#define HEADWISE_INSTANTIATE(T)             \
  template struct ProjectionNorm<T>;        \
  template class ProjectionNormBackward<T>; \
  template ProjectionNorm<T> projection_norm(const QueryKeyNormConfig&, std::int64_t, std::int64_t)
HEADWISE_INSTANTIATE(float);
HEADWISE_INSTANTIATE(double);

}  // namespace headwise
