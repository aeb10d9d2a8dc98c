// A part of a block, attention or MLP, with its norms and its residual connection, in transformers that train and in opened
// models:
//
//   y = after(x + inside(part(before(x))))
#pragma once

#include <cstdint>

#include "core/base/matrix.h"
#include "core/nn/layer_norm.h"

namespace headwise {

// The buffers of rows (count, width) at the end of a part: all `T*`. `added` may be `given`; `sum` and `y` may be `x`. The
// stats of norms (count, 2), or null.
template <class T>
struct SublayerEnd {
  const T* x;  // the residual connection
  T* given;    // the part's result
  T* added;    // inside(given), then changed
  T* sum;      // x + added
  T* y;        // after(sum)
  T *inside_stats, *after_stats;
};

// `inside` and `after` null: there is no such norm. `change` is called with `added`: dropout, or a scale.
template <class T, class Change>
void end_sublayer(const LayerNorm<T>* inside, const LayerNorm<T>* after, const SublayerEnd<T>& rows,
                  std::int64_t count, std::int64_t width, const Change& change) {
  const std::int64_t size = count * width;
  if (inside) inside->forward(rows.given, count, rows.added, rows.inside_stats);
  change(rows.added);
  row(rows.sum, size) = row(rows.x, size) + row(rows.added, size);
  if (after) after->forward(rows.sum, count, rows.y, rows.after_stats);
}

}  // namespace headwise
