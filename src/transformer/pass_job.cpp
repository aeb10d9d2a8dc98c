// A pass as a plan: its memory, which blocks share, and the order of its stages. Their work is in pass_stages.cpp.
#include "transformer/pass_job.h"

#include <algorithm>
#include <string>

#include "core/base/error.h"
#include "core/base/matrix.h"

namespace headwise {
namespace {

// Operations that take as long as to decode one weight.
constexpr double kDecodeCost = 8;

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
  require(request.variants > 0 && (request.variants == 1 || (!caches && !request.keep)),
          "variants: expected no caches, and nothing to keep");
  require(!request.from_heads || (!caches && !request.keep && request.first < count),
          "from_heads: expected a block, no caches, and nothing to keep");
  require(request.last_row >= -1 && request.last_row < request.length &&
              (request.last_row < 0 || (!caches && !request.keep && request.blocks == 0)),
          "last_row: expected a row, the last block, no caches, and nothing to keep");
  stack_ = &stack;
  request_ = request;
  threads_ = threads;
  attentions_ = 0;
  rotations_.clear();
  biases_.clear();
  seams_.clear();
  products_.clear();
  mlps_.clear();
  seam_ = {};
  this->clear_stages();

  const auto is_parallel = [](const Block& block) { return block.parallel; };
  const bool parallel = std::any_of(stack.blocks.begin(), stack.blocks.end(), is_parallel);
  all_ = add_stream(nullptr, all_rows(), parallel, workspace);
  all_.x = x;
  last_ = request.last_row < 0 ? Stream{}
                               : add_stream("last_rows", request.variants, parallel, workspace);
  now_ = all_;
  std::int64_t widest = 0, queries = 0;
  const std::size_t sublayers = 4 * stack.blocks.size() + 3;  // at most
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
  first_heads_ = nullptr;
  if (request.from_heads) {
    const std::int64_t width =
        stack.blocks[static_cast<std::size_t>(request.first)].attention.width();
    first_heads_ = workspace.add<float>("first_heads", {all_rows(), width});
  }
  // Tables and biases come first: blocks share them, and the memory behind them.
  const std::int64_t own_keys = request.length + request.past;
  for (const Block& block : stack.blocks) {
    for (const BlockAttention* part : {&block.attention, &block.cross}) {
      if (!part->on()) continue;
      const bool is_cross = part == &block.cross;
      rotations_of(*part, workspace);
      bias_of(*part, request.length, is_cross ? request.states_len : own_keys,
              is_cross ? 0 : request.past, workspace);
    }
  }
  if (request.last_row >= 0) {
    const BlockAttention& last = stack.blocks.back().attention;
    bias_of(last, 1, request.last_row + 1, request.last_row, workspace);
  }
  const std::int64_t mark = workspace.mark();
  for (std::int64_t n = request.first; n < end_block(); ++n) {
    workspace.rewind(mark);
    lay_out_block(n, caches ? &(*caches)[static_cast<std::size_t>(n)] : nullptr, states, workspace);
  }
  workspace.enter("");
  if (request.last_row >= 0 && now_.x == all_.x) narrow_stream();
  if (stack.final_norm.width > 0 && end_block() == count) seam_.last = &stack.final_norm;
  add_seam();
  if (caches) this->add_stage({1, 1, [this](std::int64_t, int) { append(); }});
}

std::int64_t PassJob::end_block() const {
  const auto count = static_cast<std::int64_t>(stack_->blocks.size());
  const std::int64_t start = request_.first, some = request_.blocks;
  return some > 0 ? start + some : count;
}

// x is the caller's, unless it has a name.
PassJob::Stream PassJob::add_stream(const char* name, std::int64_t rows, bool parallel,
                                    Workspace& workspace) const {
  const auto add = [&] { return workspace.add<float>({rows, stack_->width}); };
  Stream made;
  made.x = name ? workspace.add<float>(name, {rows, stack_->width}) : nullptr;
  made.normed = add();
  made.given = add();
  made.beside = parallel ? add() : nullptr;
  made.rows = rows;
  return made;
}

// The read row, if the block is the last and needs no other query; else -1. A causal row reads keys up to its own.
std::int64_t PassJob::last_block_row(std::int64_t n) const {
  if (request_.last_row < 0 || n + 1 < static_cast<std::int64_t>(stack_->blocks.size())) return -1;
  const Block& block = stack_->blocks[static_cast<std::size_t>(n)];
  const auto is_here = [n](const PassRequest::Replacement& one) { return one.block == n; };
  const bool is_replaced = std::any_of(request_.replaced.begin(), request_.replaced.end(), is_here);
  const bool begins = request_.from_heads && n == request_.first;
  const bool causal = block.attention.config.causal == Causal::kPast;
  return causal && !block.cross.on() && !is_replaced && !begins ? request_.last_row : -1;
}

// Copies the read row of each variant; later stages compute only these rows.
void PassJob::narrow_stream() {
  add_seam();
  const bool parallel = all_.beside != nullptr;
  this->add_stage({1, 1, [this, parallel](std::int64_t, int) {
                     const auto pick = [&](const float* from, float* to) {
                       for (std::int64_t b = 0; b < request_.variants; ++b)
                         copy<float>(
                             row_at(from, b * request_.length + request_.last_row, stack_->width),
                             row_at(to, b, stack_->width));
                     };
                     pick(all_.x, last_.x);
                     pick(all_.normed, last_.normed);
                     pick(all_.given, last_.given);
                     if (parallel) pick(all_.beside, last_.beside);
                   }});
  now_ = last_;
}

void PassJob::lay_out_replaced(Workspace& workspace) {
  replaced_.clear();
  replaced_rows_.clear();
  const std::int64_t length = request_.length, variants = request_.variants;
  for (const auto& [n, what, rows] : request_.replaced) {
    require(n >= 0 && n < static_cast<std::int64_t>(stack_->blocks.size()),
            "replaced: expected a block");
    const AttentionConfig& c = stack_->blocks[static_cast<std::size_t>(n)].attention.config;
    const bool of_keys = what == Replaced::kKey || what == Replaced::kValue;
    const std::string name =
        "replaced" + std::to_string(static_cast<int>(what)) + "." + std::to_string(n);
    if (what >= Replaced::kResidual)
      replaced_.push_back(workspace.add<float>(name, {all_rows(), stack_->width}));
    else
      replaced_.push_back(
          workspace.add<float>(name, {variants * (of_keys ? c.num_kv_heads : c.num_heads), length,
                                      what == Replaced::kAttention ? length : c.head_dim}));
    std::vector<char> flags;
    for (const std::int64_t row : rows) {
      require(row >= 0 && row < all_rows(), "replaced: expected rows of x");
      flags.resize(static_cast<std::size_t>(all_rows()));
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

const float* PassJob::bias_of(const BlockAttention& part, std::int64_t queries, std::int64_t keys,
                              std::int64_t past, Workspace& workspace) {
  if (!part.bias.on()) return nullptr;
  const std::int64_t heads = part.config.num_heads;
  for (const Bias& one : biases_) {
    if (one.part->bias == part.bias && one.part->config.num_heads == heads && one.keys == keys &&
        one.queries == queries && one.past == past)
      return one.values;
  }
  biases_.push_back({&part, queries, keys, past, workspace.add<float>({heads, queries, keys})});
  const std::size_t at = biases_.size() - 1;
  this->add_stage(
      {1, 4.0 * static_cast<double>(heads * queries * keys), [this, at](std::int64_t, int) {
         const Bias& one = biases_[at];
         one.part->bias.fill(one.part->config.num_heads, one.queries, one.keys, one.past,
                             one.values);
       }});
  return biases_.back().values;
}

// x is the block's input, until a seam adds to it.
void PassJob::lay_out_block(std::int64_t n, BlockCaches* caches, const float* states,
                            Workspace& workspace) {
  const Block& block = stack_->blocks[static_cast<std::size_t>(n)];
  seam_.begun = &block.around;
  seam_.residual = replaced(n, Replaced::kResidual);
  add_seam();
  lay_out_attention(n, false, block.around, states, caches ? caches->own.get() : nullptr,
                    workspace);
  (block.parallel ? seam_.beside : seam_.ended) = {&block.around, replaced(n, Replaced::kAttended),
                                                   kept_rows(n, "attended", workspace)};
  if (block.cross.on() && !block.parallel) {
    seam_.begun = &block.around_cross;
    add_seam();
    lay_out_attention(n, true, block.around_cross, states, caches ? caches->cross.get() : nullptr,
                      workspace);
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

// The rows that a part reads.
const float* PassJob::taken(const BlockSublayer& around) const {
  return around.before.width > 0 ? now_.normed : now_.x;
}

void PassJob::lay_out_attention(std::int64_t n, bool cross, const BlockSublayer& around,
                                const float* states, Cache<float>* cache, Workspace& workspace) {
  const Block& block = stack_->blocks[static_cast<std::size_t>(n)];
  const BlockAttention& part = cross ? block.cross : block.attention;
  require(!cross || request_.states_len > 0, "states: expected rows of the encoder");
  require(!cross || request_.variants == 1 || !part.bias.on(),
          "variants: expected no bias of cross attention");
  if (attentions_ == attending_.size()) attending_.push_back(std::make_unique<Attending>());
  Attending& a = *attending_[attentions_++];
  const std::int64_t only = cross ? -1 : last_block_row(n);
  a.part = &part;
  a.cache = cache;
  const float* key_x = cross ? states : taken(around);
  a.key_rows = !cross ? request_.length : cache && cache->length() > 0 ? 0 : request_.states_len;
  a.keys = only < 0 ? a.key_rows : only + 1;
  if (only >= 0) narrow_stream();
  const float* x = taken(around);
  a.batch = cross ? 1 : request_.variants;
  a.length = now_.rows / a.batch;
  a.first = std::max<std::int64_t>(only, 0);
  a.rotations = rotations_of(part, workspace);
  a.removed.clear();
  for (const PassRequest::Head& one : request_.removed) {
    require(one.block != n || (one.head >= 0 && one.head < part.config.num_heads),
            "removed: expected heads of the block");
    if (!cross && one.block == n) a.removed.push_back(one.head);
  }
  for (int i = 0; i < kReplaced; ++i)
    a.replaced[i] = cross ? Given{} : replaced(n, static_cast<Replaced>(i));
  if (request_.keep) workspace.enter(std::to_string(n) + (cross ? ".cross." : "."));
  if (!cross && first_heads_ && n == request_.first)
    a.concatenated = first_heads_;
  else
    add_attention(a, x, key_x, only >= 0 ? only : cross ? 0 : request_.past, workspace);
  add_product(part.output, a.concatenated, block.parallel ? now_.beside : now_.given, workspace);
}

// From the projections to the outputs of heads. past: the position of the first query, for biases by distance.
void PassJob::add_attention(Attending& a, const float* x, const float* key_x, std::int64_t past,
                            Workspace& workspace) {
  const BlockAttention& part = *a.part;
  const auto replaces = [&](Replaced what) {
    return a.replaced[static_cast<int>(what)].values != nullptr;
  };
  // Some rows of maps are multiplied with the values after attention; all of them instead of its own.
  const Given& maps = a.replaced[static_cast<int>(Replaced::kAttention)];
  AttentionRequest request;
  AttentionConfig& c = request.config;
  c = part.config;
  c.batch = a.batch;
  c.query_len = a.length;
  c.past_len = a.cache ? a.cache->length() : 0;
  c.key_len = a.keys;
  c.value_head_dim = c.head_dim;
  if (a.first > 0) c.causal = Causal::kBottomRight;
  request.cached = a.cache != nullptr;
  request.replaced_attention = maps.values && !maps.rows;
  const std::int64_t kv_width = c.num_kv_heads * c.head_dim, width = part.width();
  const std::int64_t keys = a.batch * a.key_rows;
  a.query = workspace.add<float>({now_.rows, width});
  a.key = workspace.add<float>({keys, kv_width});
  a.value = workspace.add<float>({keys, kv_width});
  a.concatenated = workspace.add<float>({now_.rows, width});
  a.job.lay_out(request, threads_, workspace, a.cache);
  a.job.set_output(heads_in_rows(a.concatenated, a.length, c.head_dim, width));
  if (part.bias.on()) a.job.add_bias(bias_of(part, a.length, c.masked_len(), past, workspace));
  a.heads =
      request_.keep ? workspace.add<float>("heads", {c.num_heads, a.length, c.head_dim}) : nullptr;
  a.last_query = last_queries_
                     ? row(last_queries_, queries_ + width).segment(queries_, width).data()
                     : nullptr;
  queries_ += width;

  const std::int64_t rows = a.batch * a.length;
  if (x == key_x && rows == keys) {
    a.x = a.key_x = rows_for({&part.query, &part.key, &part.value}, x, rows, workspace);
  } else {
    a.x = rows_for({&part.query}, x, rows, workspace);
    a.key_x = rows_for({&part.key, &part.value}, key_x, keys, workspace);
  }
  add_projections(a);
  const Attending* attending = &a;
  const double cost = 8.0 * static_cast<double>(width + 2 * kv_width) * kRows;
  this->add_stage({strips(std::max(now_.rows, a.batch * a.keys)), cost,
                   [this, attending](std::int64_t strip, int) { split(*attending, strip); }});
  if (part.positions.on()) add_position_scores(a, workspace);
  this->add_stages(a.job);
  if (a.heads || replaces(Replaced::kHeads) || maps.rows || !a.removed.empty()) {
    this->add_stage({strips(now_.rows), cost, [this, attending](std::int64_t strip, int) {
                       change_heads(*attending, strip);
                     }});
  }
}

void PassJob::lay_out_mlp(const BlockMlp& mlp, const float* x, Workspace& workspace) {
  const std::int64_t width = mlp.up.outputs();
  const auto add = [&] { return workspace.add<float>({now_.rows, width}); };
  float* up = add();
  float* gate = mlp.gate.weight ? add() : nullptr;
  mlps_.push_back({&mlp, rows_for({&mlp.up, &mlp.gate}, x, now_.rows, workspace), up, gate});
  const Mlp* made = &mlps_.back();
  this->add_stage({multiply_tasks(width),
                   product_cost(mlp.up, now_.rows) + product_cost(mlp.gate, now_.rows),
                   [this, made](std::int64_t task, int worker) { activate(*made, task, worker); }});
  add_product(mlp.down, gate ? gate : up, now_.given, workspace);
}

void PassJob::add_projections(Attending& a) {
  const BlockAttention& part = *a.part;
  const std::int64_t of_keys =
      a.keys > 0 ? multiply_tasks(part.key.outputs()) + multiply_tasks(part.value.outputs()) : 0;
  const Attending* attending = &a;
  this->add_stage(
      {multiply_tasks(part.query.outputs()) + of_keys,
       product_cost(part.query, std::max(now_.rows, a.batch * a.key_rows)),
       [this, attending](std::int64_t task, int worker) { project(*attending, task, worker); }});
}

void PassJob::add_position_scores(Attending& a, Workspace& workspace) {
  const AttentionConfig& c = a.part->config;
  require(!a.cache && a.keys == a.length, "positions: expected a whole text without caches");
  a.distances = a.part->positions.rows_of(a.length);
  a.position_room = PositionScores::scratch(a.distances, a.length, c.head_dim);
  const std::int64_t maps = a.batch * c.num_heads;
  a.position_scores = workspace.add<float>({maps, a.length, a.length});
  a.position_scratch = workspace.add<float>({threads_, a.position_room});
  a.job.add_bias(a.position_scores, c.num_heads * a.length * a.length);
  const Attending* attending = &a;
  const double count = static_cast<double>(a.distances.back() - a.distances.front() + 1);
  const double cost = 4.0 * static_cast<double>(a.length * c.head_dim) * count;
  this->add_stage({maps, cost, [this, attending](std::int64_t task, int worker) {
                     fill_position_scores(*attending, task, worker);
                   }});
}

// One head of one variant.
void PassJob::fill_position_scores(const Attending& a, std::int64_t task, int worker) const {
  const AttentionConfig& c = a.part->config;
  const auto own = [&](const float* rows) {
    return matrix_at<const float>(rows, task, a.length, c.head_dim);
  };
  a.part->positions.fill(task % c.num_heads, c.num_heads, a.distances, own(a.job.query()),
                         own(a.job.new_key()),
                         row_at(a.position_scratch, worker, a.position_room).data(),
                         matrix_at(a.position_scores, task, a.length, a.length));
}

// Rows of x for some products: where a weight is int8(), a stage quantises them.
ProductRows PassJob::rows_for(std::initializer_list<const StoredLinear*> linears, const float* x,
                              std::int64_t rows, Workspace& workspace) {
  const auto is_int8 = [](const StoredLinear* one) { return one->weight && one->weight->int8(); };
  const auto first = std::find_if(linears.begin(), linears.end(), is_int8);
  if (first == linears.end() || rows == 0) return {x, nullptr, rows};
  const std::int64_t blocks = (*first)->inputs() / kBlock;
  auto* made = workspace.add<QuantisedBlock>({rows, blocks});
  this->add_stage(
      {rows, 2.0 * static_cast<double>(blocks * kBlock),
       [x, blocks, made](std::int64_t row, int) { quantise(x, row * blocks, blocks, made); }});
  return {x, made, rows};
}

void PassJob::add_product(const StoredLinear& linear, const float* x, float* y,
                          Workspace& workspace) {
  products_.push_back({&linear, rows_for({&linear}, x, now_.rows, workspace), y});
  const Product* made = &products_.back();
  this->add_stage({multiply_tasks(linear.outputs()), product_cost(linear, now_.rows),
                   [this, made](std::int64_t task, int worker) {
                     multiply_rows(*made->linear, made->x, request_.length, task, worker, made->y);
                   }});
}

void PassJob::add_seam() {
  seam_.on = now_;
  seams_.push_back(seam_);
  seam_ = {};
  const Seam* made = &seams_.back();
  this->add_stage({strips(now_.rows), 30.0 * static_cast<double>(kRows * stack_->width),
                   [this, made](std::int64_t strip, int) { run_seam(*made, strip); }});
}

// The cost of one task.
double PassJob::product_cost(const StoredLinear& linear, std::int64_t rows) const {
  if (!linear.weight) return 0;
  const std::int64_t tasks = multiply_tasks(linear.outputs());
  return (2.0 * static_cast<double>(rows) + kDecodeCost) *
         static_cast<double>(linear.inputs() * linear.outputs()) / static_cast<double>(tasks);
}

}  // namespace headwise
