// One pass through the blocks of an opened model, as stages of one job. Attention is the engine's own; projections write its
// inputs and read its output here, and keys and values of earlier passes are in caches.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <vector>

#include "core/attention/attention_job.h"
#include "core/attention/cache.h"
#include "core/base/job.h"
#include "core/base/size.h"
#include "core/base/workspace.h"
#include "transformer/stack.h"
#include "transformer/stored_product.h"

namespace headwise {

// Intermediates of a block that a caller may replace: of its attention, (heads, rows, width) each as a trace has them; and of
// the stream, (L, D): what enters the block, and what its MLP and its attention add.
enum class Replaced { kAttention, kHeads, kQuery, kKey, kValue, kResidual, kMlp, kAttended };
inline constexpr int kReplaced = 8;

struct PassRequest {
  std::int64_t length = 0;      // L: rows of x
  std::int64_t past = 0;        // positions before them
  std::int64_t states_len = 0;  // S: rows of the encoder, for cross attention
  bool keep = false;            // ends a part after every block, whose numbers may then be read
  bool stream = false;          // keeps what the parts of each block add, too
  std::int64_t first = 0;       // the first block, which takes x
  std::int64_t blocks =
      0;  // number of blocks; 0: all after the first. Only the last is followed by the final norm
  std::int64_t variants = 1;  // B: passes side by side, each of L rows of x, (B L, D)
  bool from_heads =
      false;  // the first block begins at W_O, with outputs of heads that the caller writes
  std::int64_t last_row =
      -1;  // the only row of each variant that is read; the last block computes no others. -1: all

  struct Head {
    std::int64_t block, head;
  };
  std::vector<Head> removed;  // heads that add nothing
  struct Replacement {
    std::int64_t block;
    Replaced what;
    std::vector<std::int64_t> rows = {};  // the replaced ones of all B L rows; none: all
  };
  std::vector<Replacement> replaced;
};

// The keys and values of a text that is read in several passes.
struct BlockCaches {
  std::unique_ptr<Cache<float>> own, cross;
};

// Buffers with names; E and H are the block's:
//   replaced<w>.<n>  input, (B, H, L, E), key and value (B, Hkv, L, E), attention (B, H, L, L), of the stream (B L, D); w: an
//                    index of Replaced
//   first_heads      input, (B L, H E), with from_heads: the outputs of the first block's heads
//   last_rows        (B, D), with last_row: that row of each variant, after the final norm
//   last_queries     with caches: the query of the last row, (H, E), of each attention in order: a block's own, its cross
// With keep, after part n, under names that begin with <n>. for a block's own attention and with <n>.cross. for the other:
//   query            (H, L, E)     after norm and rotation
//   new_key          (Hkv, S, E)   likewise
//   new_value        (Hkv, S, E)
//   heads            (H, L, E)
// With keep and stream also, under names that begin with <n>.:
//   attended, crossed, mlp   (L, D)   what attention, cross attention and the MLP add to the stream
//   middle                   (L, D)   the stream before the MLP; not of parallel blocks
class PassJob : public Job {
 public:
  // x (L, D) is read and overwritten, states (S, D) is read. With `caches`, of one entry for each block: they hold `past`
  // keys and have room for L more; the job appends to them at its end. The stack, x, states and caches must outlive the job.
  void lay_out(const Stack& stack, const PassRequest& request, float* x, const float* states,
               std::vector<BlockCaches>* caches, int threads, Workspace& workspace);

 private:
  // Numbers that a caller gives for some rows.
  struct Given {
    const float* values = nullptr;  // null: none
    const char* rows = nullptr;     // (B L), whether a row is replaced; null: all

    bool has(std::int64_t row) const { return values && (!rows || rows[row]); }
  };
  // One attention of a block.
  struct Attending {
    const BlockAttention* part = nullptr;
    AttentionJob<float> job;
    Cache<float>* cache = nullptr;
    ProductRows x, key_x;  // rows of queries, and of keys and values
    std::int64_t batch = 1,
                 length = 0;    // variants, and queries of each; cross attention has one for all
    std::int64_t first = 0;     // position of a variant's first query
    std::int64_t keys = 0;      // keys of a variant; 0: all are in the cache
    std::int64_t key_rows = 0;  // rows of key_x of a variant, of which the first are the keys
    float *query = nullptr, *key = nullptr, *value = nullptr;  // as projected, (rows, heads, E)
    float* concatenated = nullptr;                             // (rows, H, E)
    float* heads = nullptr;                                    // (H, L, E), kept
    float* last_query = nullptr;                               // (H, E)
    RotaryTable<float>* rotations = nullptr;
    std::vector<std::int32_t> distances;  // rows of the tables of positions
    float* position_scores = nullptr;     // (B, H, L, L)
    float* position_scratch = nullptr;    // (threads, position_room)
    std::int64_t position_room = 0;
    Given replaced[kReplaced];  // by Replaced
    std::vector<std::int64_t> removed;
  };
  // Rows that a part reads and changes, (rows, D) each.
  struct Stream {
    float *x = nullptr, *normed = nullptr;  // normed: before(x)
    float *given = nullptr,
          *beside = nullptr;  // the result of a part, and of a part that runs beside another
    std::int64_t rows = 0;
  };
  struct Product {
    const StoredLinear* linear;
    ProductRows x;
    float* y;
  };
  struct Mlp {
    const BlockMlp* mlp;
    ProductRows x;
    float *up, *gate;  // (rows, M)
  };
  struct Rotations {
    const BlockAttention* part;
    RotaryTable<float> table;
  };
  struct Bias {
    const BlockAttention* part;
    std::int64_t queries, keys, past;
    float* values;  // (H, queries, keys)
  };
  // The end of a part.
  struct Ended {
    const BlockSublayer* around = nullptr;  // null: there is none
    Given replaced;
    float* kept = nullptr;  // (L, D), or null
  };
  // Between two parts of a block, or of two blocks. Null: nothing to do.
  struct Seam {
    Stream on;
    Ended ended;              // on.given is its part's result
    Ended beside;             // on.beside is, and is added after the other
    float* middle = nullptr;  // (L, D), where x is kept
    Given residual;           // x after it
    const BlockNorm* last = nullptr;
    const BlockSublayer* begun = nullptr;
  };
  struct BlockEnd final : Parts {
    std::int64_t tasks() const override { return 1; }
    void begin(std::int64_t) override {}
    void end() override {}
  };

  static constexpr std::int64_t kRows = 16;  // of a strip

  std::int64_t strips(std::int64_t rows) const { return divide_up(rows, kRows); }
  // B L
  std::int64_t all_rows() const { return request_.variants * request_.length; }
  Stream add_stream(const char* name, std::int64_t rows, bool parallel, Workspace& workspace) const;
  std::int64_t end_block() const;
  void lay_out_replaced(Workspace& workspace);
  Given replaced(std::int64_t block, Replaced what) const;
  float* kept_rows(std::int64_t block, const char* name, Workspace& workspace) const;
  void lay_out_block(std::int64_t n, BlockCaches* caches, const float* states,
                     Workspace& workspace);
  void lay_out_attention(std::int64_t n, bool cross, const BlockSublayer& around,
                         const float* states, Cache<float>* cache, Workspace& workspace);
  void add_attention(Attending& a, const float* x, const float* key_x, std::int64_t past,
                     Workspace& workspace);
  void narrow_stream();
  const float* taken(const BlockSublayer& around) const;
  void lay_out_mlp(const BlockMlp& mlp, const float* x, Workspace& workspace);
  void add_projections(Attending& a);
  void add_position_scores(Attending& a, Workspace& workspace);
  RotaryTable<float>* rotations_of(const BlockAttention& part, Workspace& workspace);
  const float* bias_of(const BlockAttention& part, std::int64_t queries, std::int64_t keys,
                       std::int64_t past, Workspace& workspace);
  void add_seam();
  void add_product(const StoredLinear& linear, const float* x, float* y, Workspace& workspace);
  ProductRows rows_for(std::initializer_list<const StoredLinear*> linears, const float* x,
                       std::int64_t rows, Workspace& workspace);
  double product_cost(const StoredLinear& linear, std::int64_t rows) const;

  // The tasks of the stages.
  void run_seam(const Seam& seam, std::int64_t strip) const;
  void add_result(const Ended& part, const BlockNorm* after, const float* x, float* given,
                  float* sum, std::int64_t first, std::int64_t rows) const;
  void replace_rows(const Given& given, std::int64_t first, std::int64_t rows, float* to) const;
  void keep_rows(const float* from, std::int64_t first, std::int64_t rows, float* kept) const;
  static void copy_given(const Given& given, std::int64_t heads, std::int64_t len, std::int64_t dim,
                         std::int64_t first, std::int64_t end, float* to);
  std::int64_t last_block_row(std::int64_t n) const;
  void project(const Attending& a, std::int64_t task, int worker) const;
  void split(const Attending& a, std::int64_t strip) const;
  void fill_position_scores(const Attending& a, std::int64_t task, int worker) const;
  void split_queries(const Attending& a, std::int64_t first, std::int64_t end) const;
  void split_keys(const Attending& a, std::int64_t first, std::int64_t end) const;
  void change_heads(const Attending& a, std::int64_t strip) const;
  void attend_rows(const Attending& a, std::int64_t first, std::int64_t end) const;
  void activate(const Mlp& mlp, std::int64_t task, int worker) const;
  void append() const;
  void multiply_rows(const StoredLinear& linear, const ProductRows& x, std::int64_t rows_alone,
                     std::int64_t task, int worker, float* y) const;

  const Stack* stack_ = nullptr;
  PassRequest request_;
  int threads_ = 1;
  Stream all_, last_;  // all rows, and the read ones alone
  Stream now_;         // the one that the next part reads
  float* first_heads_ = nullptr;
  float* scratch_ = nullptr;  // (threads, scratch_size_), of products
  std::int64_t scratch_size_ = 0;
  float* last_queries_ = nullptr;
  std::int64_t queries_ = 0;  // numbers of last_queries_ that have an attention
  std::vector<std::unique_ptr<Attending>> attending_;
  std::size_t attentions_ = 0;
  std::vector<std::unique_ptr<Rotations>> rotations_;
  std::vector<Bias> biases_;
  std::vector<const float*> replaced_;
  std::vector<std::vector<char>> replaced_rows_;  // (B L) each, or empty: all
  Seam seam_;                                     // the next one
  // Stages refer to them.
  std::vector<Seam> seams_;
  std::vector<Product> products_;
  std::vector<Mlp> mlps_;
  BlockEnd block_end_;
};

}  // namespace headwise
