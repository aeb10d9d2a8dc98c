// The work of a pass's stages: norms and sums on strips of rows, products on blocks of outputs. pass_job.cpp puts them into
// order.
#include <algorithm>

#include "core/base/matrix.h"
#include "core/nn/activation.h"
#include "transformer/pass_job.h"
#include "transformer/sublayer.h"

namespace headwise {
namespace {

// Null: there is none.
const BlockNorm* if_any(const BlockNorm& norm) { return norm.width > 0 ? &norm : nullptr; }

void clip_row(double clip, std::int64_t size, float* row) {
  const float most = static_cast<float>(clip);
  for (std::int64_t i = 0; i < size; ++i)
    row[i] = row[i] > clip ? most : row[i] < -clip ? -most : row[i];
}

// Takes rows (heads, E) as projected into (batch, heads, len, E): clipped, normalised and rotated.
struct HeadRows {
  std::int64_t heads, head_dim, len;
  double clip;
  const BlockNorm* norm;                // null: none
  const RotaryTable<float>* rotations;  // likewise

  // Row `at` of rows becomes row i of the batch's entry b.
  void split(float* rows, std::int64_t at, std::int64_t b, std::int64_t i, std::int64_t position,
             float* out) const {
    const std::int64_t width = heads * head_dim;
    float* own = row_at(rows, at, width).data();
    if (clip > 0) clip_row(clip, width, own);
    if (norm && norm->width > 0) norm->forward(own, width / norm->width, own, nullptr);
    for (std::int64_t head = 0; head < heads; ++head) {
      const Row<const float> from = row_at<const float>(own, head, head_dim);
      const Row<float> to = row_at(out, (b * heads + head) * len + i, head_dim);
      if (rotations)
        rotations->rotate(position, from.data(), head_dim, to.data());
      else
        copy<float>(from, to);
    }
  }
};

}  // namespace

void PassJob::multiply_rows(const StoredLinear& linear, const ProductRows& x,
                            std::int64_t rows_alone, std::int64_t task, int worker,
                            float* y) const {
  float* scratch = row_at(scratch_, worker, scratch_size_).data();
  multiply_task(*linear.weight, linear.bias, x, rows_alone, task, scratch, y);
}

// x = after(x + inside(given)), inside(given) times the layer's scale; x may be before(x).
void PassJob::add_result(const Ended& part, const BlockNorm* after, const float* x, float* given,
                         float* sum, std::int64_t first, std::int64_t rows) const {
  const std::int64_t width = stack_->width;
  const BlockSublayer& around = *part.around;
  const auto own = [&](auto* buffer) { return rows_at(buffer, first, rows, width).data(); };
  float* result = own(given);
  sum = own(sum);
  end_sublayer<float>(if_any(around.inside), after,
                      {own(x), result, result, sum, sum, nullptr, nullptr}, rows, width,
                      [&](float* added) {
                        for (std::int64_t i = 0; around.layer_scale && i < rows; ++i)
                          row_at(added, i, width) *= row(around.layer_scale, width);
                        replace_rows(part.replaced, first, rows, added);
                        keep_rows(added, first, rows, part.kept);
                      });
}

// Copies the rows that a caller replaces, of rows first <= i < first + rows of (L, D).
void PassJob::replace_rows(const Given& given, std::int64_t first, std::int64_t rows,
                           float* to) const {
  const std::int64_t width = stack_->width;
  for (std::int64_t i = 0; i < rows; ++i) {
    if (given.has(first + i))
      copy<float>(row_at(given.values, first + i, width), row_at(to, i, width));
  }
}

// kept: (L, D), or null
void PassJob::keep_rows(const float* from, std::int64_t first, std::int64_t rows,
                        float* kept) const {
  if (!kept) return;
  const std::int64_t size = rows * stack_->width;
  copy<float>(row(from, size), row(rows_at(kept, first, rows, stack_->width).data(), size));
}

// The end of a part, and the norm before the next.
void PassJob::run_seam(const Seam& seam, std::int64_t strip) const {
  const std::int64_t width = stack_->width, first = strip * kRows;
  const auto& [on_x, on_normed, on_given, on_beside, on_rows] = seam.on;
  const std::int64_t rows = std::min(kRows, on_rows - first);
  float* x = rows_at(on_x, first, rows, width).data();
  if (const BlockSublayer* around = seam.ended.around) {
    const bool normed = around->keeps_normed && around->before.width > 0;
    add_result(seam.ended, if_any(around->after), normed ? on_normed : on_x, on_given, on_x, first,
               rows);
  }
  if (seam.beside.around) add_result(seam.beside, nullptr, on_x, on_beside, on_x, first, rows);
  keep_rows(x, first, rows, seam.middle);
  replace_rows(seam.residual, first, rows, x);
  if (seam.last) seam.last->forward(x, rows, x, nullptr);
  if (seam.begun && seam.begun->before.width > 0)
    seam.begun->before.forward(x, rows, rows_at(on_normed, first, rows, width).data(), nullptr);
}

// Queries, keys and values as (rows, heads, E): the blocks of one projection after those of another.
void PassJob::project(const Attending& a, std::int64_t task, int worker) const {
  const BlockAttention& part = *a.part;
  const std::int64_t of_query = multiply_tasks(part.query.outputs());
  const std::int64_t of_key = multiply_tasks(part.key.outputs());
  if (task < of_query) {
    return multiply_rows(part.query, a.x, request_.length, task, worker, a.query);
  }
  task -= of_query;
  const bool of_keys = task < of_key;
  multiply_rows(of_keys ? part.key : part.value, a.key_x, a.key_rows,
                of_keys ? task : task - of_key, worker, of_keys ? a.key : a.value);
}

void PassJob::split(const Attending& a, std::int64_t strip) const {
  const std::int64_t first = strip * kRows;
  split_queries(a, first, std::min(first + kRows, a.batch * a.length));
  split_keys(a, first, std::min(first + kRows, a.batch * a.keys));
}

// Rows first <= at < end, counted over the batch, of (batch, heads, len, dim).
void PassJob::copy_given(const Given& given, std::int64_t heads, std::int64_t len, std::int64_t dim,
                         std::int64_t first, std::int64_t end, float* to) {
  for (std::int64_t at = first; given.values && at < end; ++at) {
    if (!given.has(at)) continue;
    for (std::int64_t head = 0; head < heads; ++head) {
      const std::int64_t place = (at / len * heads + head) * len + at % len;
      copy<float>(row_at(given.values, place, dim), row_at(to, place, dim));
    }
  }
}

void PassJob::split_queries(const Attending& a, std::int64_t first, std::int64_t end) const {
  const BlockAttention& part = *a.part;
  const AttentionConfig& c = part.config;
  const std::int64_t length = a.length;
  const Given& given_maps = a.replaced[static_cast<int>(Replaced::kAttention)];
  const HeadRows rows{c.num_heads, c.head_dim, length, part.clip, &part.query_norm, a.rotations};
  float* query = a.job.query();
  for (std::int64_t at = first; at < end; ++at) {
    const std::int64_t position = a.first > 0 ? a.first : at % request_.length;
    rows.split(a.query, at, at / length, at % length, position, query);
  }
  copy_given(a.replaced[static_cast<int>(Replaced::kQuery)], c.num_heads, length, c.head_dim, first,
             end, query);
  if (given_maps.values && !given_maps.rows) {
    auto* maps = const_cast<float*>(a.job.attention().inputs.replaced_attention);
    copy_given(given_maps, c.num_heads, length, length, first, end, maps);
  }
  for (std::int64_t head = 0; a.last_query && end == length && head < c.num_heads; ++head) {
    copy<float>(row_at(query, head * length + length - 1, c.head_dim),
                row_at(a.last_query, head, c.head_dim));
  }
}

void PassJob::split_keys(const Attending& a, std::int64_t first, std::int64_t end) const {
  const BlockAttention& part = *a.part;
  const AttentionConfig& c = part.config;
  const HeadRows keys{c.num_kv_heads, c.head_dim, a.keys, part.clip, &part.key_norm, a.rotations};
  const HeadRows values{c.num_kv_heads, c.head_dim, a.keys, part.clip, nullptr, nullptr};
  for (std::int64_t at = first; at < end; ++at) {
    const std::int64_t b = at / a.keys, i = at % a.keys, from = b * a.key_rows + i;
    keys.split(a.key, from, b, i, i, a.job.new_key());
    values.split(a.value, from, b, i, i, a.job.new_value());
  }
  const auto replace = [&](Replaced what, float* to) {
    copy_given(a.replaced[static_cast<int>(what)], c.num_kv_heads, a.keys, c.head_dim, first, end,
               to);
  };
  replace(Replaced::kKey, a.job.new_key());
  replace(Replaced::kValue, a.job.new_value());
}

// The rows of heads whose maps are replaced: the values of each head, weighed by the given row.
void PassJob::attend_rows(const Attending& a, std::int64_t first, std::int64_t end) const {
  const AttentionConfig& c = a.part->config;
  const Given& maps = a.replaced[static_cast<int>(Replaced::kAttention)];
  if (!maps.rows) return;
  const std::int64_t length = a.length, group = c.num_heads / c.num_kv_heads;
  for (std::int64_t at = first; at < end; ++at) {
    if (!maps.has(at)) continue;
    const std::int64_t b = at / length, i = at % length;
    for (std::int64_t head = 0; head < c.num_heads; ++head) {
      const std::int64_t map = b * c.num_heads + head, kv = b * c.num_kv_heads + head / group;
      Row<float> z = row_at(a.concatenated, at * c.num_heads + head, c.head_dim);
      fill(z, 0);
      for (std::int64_t j = 0; j < length; ++j) {
        const float weight = row_at(maps.values, map * length + i, length)[j];
        const float* value = row_at(a.job.new_value(), kv * length + j, c.head_dim).data();
        if (weight != 0) z += weight * row(value, c.head_dim);
      }
    }
  }
}

// Heads are replaced, then removed, and then copied where they are kept.
void PassJob::change_heads(const Attending& a, std::int64_t strip) const {
  const AttentionConfig& c = a.part->config;
  const std::int64_t first = strip * kRows, end = std::min(first + kRows, a.batch * a.length);
  const Given& replaced = a.replaced[static_cast<int>(Replaced::kHeads)];
  attend_rows(a, first, end);
  for (std::int64_t i = first; i < end; ++i) {
    // Row i of a head, side by side with the others and in (heads, len, E).
    const auto own = [&](std::int64_t head) {
      return row_at(a.concatenated, i * c.num_heads + head, c.head_dim);
    };
    const auto apart = [&](auto* heads, std::int64_t head) {
      return row_at(heads, (i / a.length * c.num_heads + head) * a.length + i % a.length,
                    c.head_dim);
    };
    for (std::int64_t head = 0; replaced.has(i) && head < c.num_heads; ++head)
      copy<float>(apart(replaced.values, head), own(head));
    for (const std::int64_t head : a.removed) fill(own(head), 0);
    for (std::int64_t head = 0; a.heads && head < c.num_heads; ++head)
      copy<float>(own(head), apart(a.heads, head));
  }
}

// up = f(x W_up^T), or gate = f(x W_gate^T) x W_up^T
void PassJob::activate(const Mlp& m, std::int64_t task, int worker) const {
  const BlockMlp& mlp = *m.mlp;
  const std::int64_t rows = m.x.rows, width = mlp.up.outputs();
  const auto [first, end] = outputs_of(width, task);
  multiply_rows(mlp.up, m.x, request_.length, task, worker, m.up);
  if (m.gate) multiply_rows(mlp.gate, m.x, request_.length, task, worker, m.gate);
  for (std::int64_t i = 0; i < rows; ++i) {
    const auto own = [&](float* rows) {
      return row_at(rows, i, width).segment(first, end - first).data();
    };
    if (m.gate)
      activate_gated_row(mlp.activation, own(m.gate), own(m.up), end - first, own(m.gate));
    else
      activate_row(mlp.activation, own(m.up), end - first, own(m.up));
  }
}

void PassJob::append() const {
  for (std::size_t i = 0; i < attentions_; ++i) {
    const Attending& a = *attending_[i];
    a.cache->append(a.keys);
  }
}

}  // namespace headwise
