// A pass: its memory, which blocks share, the order of its stages, and their work: norms and sums on strips of rows, products
// on blocks of outputs.
#include "transformer/pass_job.h"

#include <algorithm>
#include <string>

#include "core/base/error.h"
#include "core/base/matrix.h"
#include "core/nn/activation.h"
#include "transformer/sublayer.h"

namespace headwise {
namespace {

// Operations that take as long as to decode one weight.
constexpr double kDecodeCost = 8;

// Null: there is none.
const BlockNorm* if_any(const BlockNorm& norm) { return norm.width > 0 ? &norm : nullptr; }

void clip_row(double clip, std::int64_t size, float* row) {
  const float most = static_cast<float>(clip);
  for (std::int64_t i = 0; i < size; ++i)
    row[i] = row[i] > clip ? most : row[i] < -clip ? -most : row[i];
}

bool same_rotations(const BlockAttention& a, const BlockAttention& b) {
  return a.rotary.dims == b.rotary.dims && a.rotary.interleaved == b.rotary.interleaved &&
         a.rotary.factor == b.rotary.factor && a.frequencies == b.frequencies;
}

}  // namespace

void PassJob::lay_out(const Stack& stack, const PassRequest& request, float* x, const float* states,
                      std::vector<BlockCaches>* caches, int threads, Workspace& workspace) {
  require(request.length > 0 && request.past >= 0 && request.states_len >= 0,
          "length, past and states: expected rows");
  require(!caches || (!request.keep && caches->size() == stack.blocks.size()),
          "caches: expected one for each block, and nothing to keep");
  require(caches || request.past == 0, "past: expected caches that hold it");
  const auto count = static_cast<std::int64_t>(stack.blocks.size());
  require(request.first >= 0 && request.first <= count && request.blocks >= 0 &&
              request.blocks <= count - request.first,
          "first and blocks: expected blocks of the stack");
  require(!caches || (request.first == 0 && request.blocks == 0),
          "first: expected the whole stack where there are caches");
  stack_ = &stack;
  request_ = request;
  threads_ = threads;
  x_ = x;
  attentions_ = 0;
  rotations_.clear();
  biases_.clear();
  seams_.clear();
  products_.clear();
  mlps_.clear();
  seam_ = {};
  this->clear_stages();

  normed_ = rows_of(stack.width, workspace);
  given_ = rows_of(stack.width, workspace);
  const auto is_parallel = [](const Block& block) { return block.parallel; };
  const bool parallel = std::any_of(stack.blocks.begin(), stack.blocks.end(), is_parallel);
  beside_ = parallel ? rows_of(stack.width, workspace) : nullptr;
  std::int64_t widest = 0, queries = 0;
  const std::size_t sublayers = 4 * stack.blocks.size() + 1;  // at most
  for (const Block& block : stack.blocks) {
    for (const BlockAttention* part : {&block.attention, &block.cross}) {
      widest = std::max({widest, part->query.inputs(), part->output.inputs()});
      if (part->on()) queries += part->width();
    }
    widest = std::max({widest, block.mlp.up.inputs(), block.mlp.down.inputs()});
  }
  seams_.reserve(sublayers);
  products_.reserve(sublayers);
  mlps_.reserve(stack.blocks.size());
  scratch_size_ = multiply_scratch(widest);
  scratch_ = workspace.add<float>({threads, scratch_size_});
  last_queries_ = caches ? workspace.add<float>("last_queries", {queries}) : nullptr;
  queries_ = 0;
  lay_out_replaced(workspace);
  // Tables and biases come first: blocks share them, and the memory behind them.
  const std::int64_t own_keys = request.length + request.past;
  for (const Block& block : stack.blocks) {
    for (const BlockAttention* part : {&block.attention, &block.cross}) {
      if (!part->on()) continue;
      const bool is_cross = part == &block.cross;
      rotations_of(*part, workspace);
      bias_of(*part, is_cross ? request.states_len : own_keys, request.past, workspace);
    }
  }
  const std::int64_t mark = workspace.mark();
  for (std::int64_t n = request.first; n < end_block(); ++n) {
    workspace.rewind(mark);
    lay_out_block(n, caches ? &(*caches)[static_cast<std::size_t>(n)] : nullptr, states, workspace);
  }
  workspace.enter("");
  if (stack.final_norm.width > 0 && end_block() == count) seam_.last = &stack.final_norm;
  add_seam();
  if (caches) this->add_stage({1, 1, [this](std::int64_t, int) { append(); }});
}

std::int64_t PassJob::end_block() const {
  const auto count = static_cast<std::int64_t>(stack_->blocks.size());
  const std::int64_t start = request_.first, some = request_.blocks;
  return some > 0 ? start + some : count;
}

void PassJob::lay_out_replaced(Workspace& workspace) {
  replaced_.clear();
  replaced_rows_.clear();
  const std::int64_t length = request_.length;
  for (const auto& [n, what, rows] : request_.replaced) {
    require(n >= 0 && n < static_cast<std::int64_t>(stack_->blocks.size()),
            "replaced: expected a block");
    const AttentionConfig& c = stack_->blocks[static_cast<std::size_t>(n)].attention.config;
    const bool of_keys = what == Replaced::kKey || what == Replaced::kValue;
    const std::string name =
        "replaced" + std::to_string(static_cast<int>(what)) + "." + std::to_string(n);
    if (what >= Replaced::kResidual)
      replaced_.push_back(workspace.add<float>(name, {length, stack_->width}));
    else
      replaced_.push_back(
          workspace.add<float>(name, {of_keys ? c.num_kv_heads : c.num_heads, length,
                                      what == Replaced::kAttention ? length : c.head_dim}));
    std::vector<char> flags;
    for (const std::int64_t row : rows) {
      require(row >= 0 && row < length, "replaced: expected rows of x");
      flags.resize(static_cast<std::size_t>(length));
      flags[static_cast<std::size_t>(row)] = 1;
    }
    replaced_rows_.push_back(std::move(flags));
  }
}

// The last replacement of one kind.
PassJob::Given PassJob::replaced(std::int64_t block, Replaced what) const {
  Given given;
  for (std::size_t i = 0; i < replaced_.size(); ++i) {
    const PassRequest::Replacement& one = request_.replaced[i];
    if (one.block != block || one.what != what) continue;
    given = {replaced_[i], replaced_rows_[i].empty() ? nullptr : replaced_rows_[i].data()};
  }
  return given;
}

// Rows (L, D) that a caller may read after the block; null if it asks for none.
float* PassJob::kept_rows(std::int64_t block, const char* name, Workspace& workspace) const {
  if (!request_.keep || !request_.stream) return nullptr;
  workspace.enter(std::to_string(block) + ".");
  return workspace.add<float>(name, {request_.length, stack_->width});
}

RotaryTable<float>* PassJob::rotations_of(const BlockAttention& part, Workspace& workspace) {
  if (part.rotary.dims == 0) return nullptr;
  for (const auto& one : rotations_) {
    if (same_rotations(*one->part, part)) return &one->table;
  }
  rotations_.push_back(std::make_unique<Rotations>(Rotations{&part, {}}));
  RotaryTable<float>* table = &rotations_.back()->table;
  RotaryConfig config = part.rotary;
  config.offset = request_.past;
  table->plan(config, part.frequencies.data(),
              workspace.add<float>({request_.length, config.dims}));
  this->add_stage({request_.length, 20.0 * static_cast<double>(config.dims),
                   [table](std::int64_t i, int) { table->fill(0, i); }});
  return table;
}

const float* PassJob::bias_of(const BlockAttention& part, std::int64_t keys, std::int64_t past,
                              Workspace& workspace) {
  if (!part.bias.on()) return nullptr;
  const std::int64_t heads = part.config.num_heads;
  for (const Bias& one : biases_) {
    if (one.part->bias == part.bias && one.part->config.num_heads == heads && one.keys == keys)
      return one.values;
  }
  biases_.push_back({&part, keys, past, workspace.add<float>({heads, request_.length, keys})});
  const std::size_t at = biases_.size() - 1;
  this->add_stage(
      {1, 4.0 * static_cast<double>(heads * request_.length * keys), [this, at](std::int64_t, int) {
         const Bias& one = biases_[at];
         one.part->bias.fill(one.part->config.num_heads, request_.length, one.keys, one.past,
                             one.values);
       }});
  return biases_.back().values;
}

// x is the block's input, until a seam adds to it.
void PassJob::lay_out_block(std::int64_t n, BlockCaches* caches, const float* states,
                            Workspace& workspace) {
  const Block& block = stack_->blocks[static_cast<std::size_t>(n)];
  const auto taken = [&](const BlockSublayer& around) {
    return around.before.width > 0 ? normed_ : x_;
  };
  seam_.begun = &block.around;
  seam_.residual = replaced(n, Replaced::kResidual);
  add_seam();
  lay_out_attention(n, false, taken(block.around), taken(block.around), request_.length,
                    caches ? caches->own.get() : nullptr, block.parallel ? beside_ : given_,
                    workspace);
  (block.parallel ? seam_.beside : seam_.ended) = {&block.around, replaced(n, Replaced::kAttended),
                                                   kept_rows(n, "attended", workspace)};
  if (block.cross.on() && !block.parallel) {
    seam_.begun = &block.around_cross;
    add_seam();
    Cache<float>* cache = caches ? caches->cross.get() : nullptr;
    const bool projected = cache && cache->length() > 0;
    lay_out_attention(n, true, taken(block.around_cross), states,
                      projected ? 0 : request_.states_len, cache, given_, workspace);
    seam_.ended = {&block.around_cross, {}, kept_rows(n, "crossed", workspace)};
  }
  if (block.mlp.on()) {
    // The part beside waits in its own rows.
    const Ended beside = seam_.beside;
    seam_.beside = {};
    seam_.begun = &block.around_mlp;
    if (!block.parallel) seam_.middle = kept_rows(n, "middle", workspace);
    add_seam();
    lay_out_mlp(block.mlp, taken(block.around_mlp), workspace);
    seam_.ended = {&block.around_mlp, replaced(n, Replaced::kMlp), kept_rows(n, "mlp", workspace)};
    seam_.beside = beside;
  }
  if (!request_.keep) return;
  add_seam();
  this->add_stage({1, 1, [](std::int64_t, int) {}, &block_end_});
}

void PassJob::lay_out_attention(std::int64_t n, bool cross, const float* x, const float* key_x,
                                std::int64_t keys, Cache<float>* cache, float* given,
                                Workspace& workspace) {
  const Block& block = stack_->blocks[static_cast<std::size_t>(n)];
  const BlockAttention& part = cross ? block.cross : block.attention;
  require(!cross || request_.states_len > 0, "states: expected rows of the encoder");
  if (attentions_ == attending_.size()) attending_.push_back(std::make_unique<Attending>());
  Attending& a = *attending_[attentions_++];
  a.part = &part;
  a.cache = cache;
  a.x = x;
  a.key_x = key_x;
  a.keys = keys;
  a.rotations = rotations_of(part, workspace);
  a.removed.clear();
  for (const PassRequest::Head& one : request_.removed) {
    require(one.block != n || (one.head >= 0 && one.head < part.config.num_heads),
            "removed: expected heads of the block");
    if (!cross && one.block == n) a.removed.push_back(one.head);
  }
  for (int i = 0; i < kReplaced; ++i)
    a.replaced[i] = cross ? Given{} : replaced(n, static_cast<Replaced>(i));
  const auto replaces = [&](Replaced what) {
    return a.replaced[static_cast<int>(what)].values != nullptr;
  };
  // Some rows of maps are multiplied with the values after attention; all of them instead of its own.
  const Given& maps = a.replaced[static_cast<int>(Replaced::kAttention)];

  AttentionRequest request;
  AttentionConfig& c = request.config;
  c = part.config;
  c.batch = 1;
  c.query_len = request_.length;
  c.past_len = cache ? cache->length() : 0;
  c.key_len = keys;
  c.value_head_dim = c.head_dim;
  request.cached = cache != nullptr;
  request.replaced_attention = maps.values && !maps.rows;
  const std::int64_t kv_width = c.num_kv_heads * c.head_dim, width = part.width();
  if (request_.keep) workspace.enter(std::to_string(n) + (cross ? ".cross." : "."));
  a.query = rows_of(width, workspace);
  a.key = workspace.add<float>({keys, kv_width});
  a.value = workspace.add<float>({keys, kv_width});
  a.concatenated = rows_of(width, workspace);
  a.job.lay_out(request, threads_, workspace, cache);
  a.job.set_output(heads_in_rows(a.concatenated, request_.length, c.head_dim, width));
  if (part.bias.on())
    a.job.add_bias(bias_of(part, c.masked_len(), cross ? 0 : request_.past, workspace));
  a.heads = request_.keep
                ? workspace.add<float>("heads", {c.num_heads, request_.length, c.head_dim})
                : nullptr;
  a.last_query = last_queries_
                     ? row(last_queries_, queries_ + width).segment(queries_, width).data()
                     : nullptr;
  queries_ += width;

  add_projections(a);
  Attending* attending = &a;
  const double row = 8.0 * static_cast<double>(width + 2 * kv_width);
  this->add_stage({strips(std::max(request_.length, keys)), row * kRows,
                   [this, attending](std::int64_t strip, int) { split(*attending, strip); }});
  this->add_stages(a.job);
  if (a.heads || replaces(Replaced::kHeads) || maps.rows || !a.removed.empty()) {
    this->add_stage(
        {strips(request_.length), row * kRows,
         [this, attending](std::int64_t strip, int) { change_heads(*attending, strip); }});
  }
  add_product(part.output, a.concatenated, given);
}

void PassJob::lay_out_mlp(const BlockMlp& mlp, const float* x, Workspace& workspace) {
  const std::int64_t width = mlp.up.outputs();
  float* up = rows_of(width, workspace);
  float* gate = mlp.gate.weight ? rows_of(width, workspace) : nullptr;
  mlps_.push_back({&mlp, x, up, gate});
  const Mlp* made = &mlps_.back();
  this->add_stage({multiply_tasks(width),
                   product_cost(mlp.up, request_.length) + product_cost(mlp.gate, request_.length),
                   [this, made](std::int64_t task, int worker) { activate(*made, task, worker); }});
  add_product(mlp.down, gate ? gate : up, given_);
}

void PassJob::add_projections(Attending& a) {
  const BlockAttention& part = *a.part;
  const std::int64_t of_keys =
      a.keys > 0 ? multiply_tasks(part.key.outputs()) + multiply_tasks(part.value.outputs()) : 0;
  const Attending* attending = &a;
  this->add_stage(
      {multiply_tasks(part.query.outputs()) + of_keys,
       product_cost(part.query, std::max(request_.length, a.keys)),
       [this, attending](std::int64_t task, int worker) { project(*attending, task, worker); }});
}

void PassJob::add_product(const StoredLinear& linear, const float* x, float* y) {
  products_.push_back({&linear, x, y});
  const Product* made = &products_.back();
  this->add_stage({multiply_tasks(linear.outputs()), product_cost(linear, request_.length),
                   [this, made](std::int64_t task, int worker) {
                     multiply_rows(*made->linear, made->x, request_.length, task, worker, made->y);
                   }});
}

void PassJob::add_seam() {
  seams_.push_back(seam_);
  seam_ = {};
  const Seam* made = &seams_.back();
  this->add_stage({strips(request_.length), 30.0 * static_cast<double>(kRows * stack_->width),
                   [this, made](std::int64_t strip, int) { run_seam(*made, strip); }});
}

// The cost of one task.
double PassJob::product_cost(const StoredLinear& linear, std::int64_t rows) const {
  if (!linear.weight) return 0;
  const std::int64_t tasks = multiply_tasks(linear.outputs());
  return (2.0 * static_cast<double>(rows) + kDecodeCost) *
         static_cast<double>(linear.inputs() * linear.outputs()) / static_cast<double>(tasks);
}

void PassJob::multiply_rows(const StoredLinear& linear, const float* x, std::int64_t rows,
                            std::int64_t task, int worker, float* y) const {
  float* scratch = row_at(scratch_, worker, scratch_size_).data();
  multiply_task(*linear.weight, linear.bias, x, rows, task, scratch, y);
}

// x = after(x + inside(given)), inside(given) times the layer's scale; x may be before(x).
void PassJob::add_result(const Ended& part, const BlockNorm* after, const float* x, float* given,
                         std::int64_t first, std::int64_t rows) const {
  const std::int64_t width = stack_->width;
  const BlockSublayer& around = *part.around;
  const auto own = [&](auto* buffer) { return rows_at(buffer, first, rows, width).data(); };
  float *result = own(given), *sum = own(x_);
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
  const std::int64_t rows = std::min(kRows, request_.length - first);
  float* x = rows_at(x_, first, rows, width).data();
  if (const BlockSublayer* around = seam.ended.around) {
    const bool normed = around->keeps_normed && around->before.width > 0;
    add_result(seam.ended, if_any(around->after), normed ? normed_ : x_, given_, first, rows);
  }
  if (seam.beside.around) add_result(seam.beside, nullptr, x_, beside_, first, rows);
  keep_rows(x, first, rows, seam.middle);
  replace_rows(seam.residual, first, rows, x);
  if (seam.last) seam.last->forward(x, rows, x, nullptr);
  if (seam.begun && seam.begun->before.width > 0)
    seam.begun->before.forward(x, rows, rows_at(normed_, first, rows, width).data(), nullptr);
}

// Queries, keys and values as (rows, heads, E): the blocks of one projection after those of another.
void PassJob::project(const Attending& a, std::int64_t task, int worker) const {
  const BlockAttention& part = *a.part;
  const std::int64_t of_query = multiply_tasks(part.query.outputs());
  const std::int64_t of_key = multiply_tasks(part.key.outputs());
  if (task < of_query)
    return multiply_rows(part.query, a.x, request_.length, task, worker, a.query);
  task -= of_query;
  if (task < of_key) return multiply_rows(part.key, a.key_x, a.keys, task, worker, a.key);
  multiply_rows(part.value, a.key_x, a.keys, task - of_key, worker, a.value);
}

void PassJob::split(const Attending& a, std::int64_t strip) const {
  const std::int64_t first = strip * kRows;
  split_queries(a, first, std::min(first + kRows, request_.length));
  split_keys(a, first, std::min(first + kRows, a.keys));
}

namespace {

// Takes rows (heads, E) as projected into (heads, len, E): clipped, normalised and rotated.
struct HeadRows {
  std::int64_t heads, head_dim, len;
  double clip;
  const BlockNorm* norm;                // null: none
  const RotaryTable<float>* rotations;  // likewise

  void split(float* rows, std::int64_t i, float* out) const {
    const std::int64_t width = heads * head_dim;
    float* own = row_at(rows, i, width).data();
    if (clip > 0) clip_row(clip, width, own);
    if (norm && norm->width > 0) norm->forward(own, width / norm->width, own, nullptr);
    for (std::int64_t head = 0; head < heads; ++head) {
      const Row<const float> from = row_at<const float>(own, head, head_dim);
      const Row<float> to = row_at(out, head * len + i, head_dim);
      if (rotations)
        rotations->rotate(i, from.data(), head_dim, to.data());
      else
        copy<float>(from, to);
    }
  }
};

// Rows first <= i < end of each head, from one (heads, len, dim) to another.
void copy_head_rows(const float* from, std::int64_t heads, std::int64_t len, std::int64_t dim,
                    std::int64_t first, std::int64_t end, float* to) {
  if (first >= end) return;
  const std::int64_t count = end - first;
  for (std::int64_t head = 0; head < heads; ++head) {
    const auto rows = matrix_at(from, head, len, dim).middleRows(first, count);
    std::copy_n(rows.data(), rows.size(),
                matrix_at(to, head, len, dim).middleRows(first, count).data());
  }
}

}  // namespace

void PassJob::copy_given(const Given& given, std::int64_t heads, std::int64_t len, std::int64_t dim,
                         std::int64_t first, std::int64_t end, float* to) {
  if (given.values && !given.rows)
    return copy_head_rows(given.values, heads, len, dim, first, end, to);
  for (std::int64_t i = first; i < end; ++i)
    if (given.has(i)) copy_head_rows(given.values, heads, len, dim, i, i + 1, to);
}

void PassJob::split_queries(const Attending& a, std::int64_t first, std::int64_t end) const {
  const BlockAttention& part = *a.part;
  const AttentionConfig& c = part.config;
  const std::int64_t length = request_.length;
  const Given& given_maps = a.replaced[static_cast<int>(Replaced::kAttention)];
  const HeadRows rows{c.num_heads, c.head_dim, length, part.clip, &part.query_norm, a.rotations};
  float* query = a.job.query();
  for (std::int64_t i = first; i < end; ++i) rows.split(a.query, i, query);
  copy_given(a.replaced[static_cast<int>(Replaced::kQuery)], c.num_heads, length, c.head_dim, first,
             end, query);
  if (given_maps.values && !given_maps.rows) {
    auto* maps = const_cast<float*>(a.job.attention().inputs.replaced_attention);
    copy_head_rows(given_maps.values, c.num_heads, length, length, first, end, maps);
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
  for (std::int64_t i = first; i < end; ++i) {
    keys.split(a.key, i, a.job.new_key());
    values.split(a.value, i, a.job.new_value());
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
  const std::int64_t length = request_.length, group = c.num_heads / c.num_kv_heads;
  for (std::int64_t i = first; i < end; ++i) {
    if (!maps.has(i)) continue;
    for (std::int64_t head = 0; head < c.num_heads; ++head) {
      Row<float> z = row_at(a.concatenated, i * c.num_heads + head, c.head_dim);
      fill(z, 0);
      for (std::int64_t j = 0; j < length; ++j) {
        const float weight = row_at(maps.values, head * length + i, length)[j];
        const float* value =
            row_at(a.job.new_value(), head / group * length + j, c.head_dim).data();
        if (weight != 0) z += weight * row(value, c.head_dim);
      }
    }
  }
}

// Heads are replaced, then removed, and then copied where they are kept.
void PassJob::change_heads(const Attending& a, std::int64_t strip) const {
  const AttentionConfig& c = a.part->config;
  const std::int64_t first = strip * kRows, end = std::min(first + kRows, request_.length);
  const Given& replaced = a.replaced[static_cast<int>(Replaced::kHeads)];
  attend_rows(a, first, end);
  for (std::int64_t i = first; i < end; ++i) {
    // Row i of a head, side by side with the others and in (heads, len, E).
    const auto own = [&](std::int64_t head) {
      return row_at(a.concatenated, i * c.num_heads + head, c.head_dim);
    };
    const auto apart = [&](auto* heads, std::int64_t head) {
      return row_at(heads, head * request_.length + i, c.head_dim);
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
  const std::int64_t rows = request_.length, width = mlp.up.outputs();
  const auto [first, end] = outputs_of(width, task);
  multiply_rows(mlp.up, m.x, rows, task, worker, m.up);
  if (m.gate) multiply_rows(mlp.gate, m.x, rows, task, worker, m.gate);
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
