// Tests a pass of an opened model's blocks: the ordinary layer's bits, for any threads, parts of
// the text and growth of caches; heads removed and replaced; wrong shapes; and the bias of scores
// by distance.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <deque>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/layer/multi_head_attention.h"
#include "random_values.h"
#include "session/model_session.h"
#include "transformer/pass_job.h"

namespace headwise {
namespace {

constexpr std::int64_t kWidth = 24, kHeads = 4, kKvHeads = 2, kDim = 6, kInner = 40;
constexpr std::int64_t kLength = 11;

Heap endless() { return {0, 1e12}; }
Heap full() { return {0, 0}; }

// A stack of blocks with weights of its own, as float32.
class Model {
 public:
  explicit Model(int blocks) {
    stack.width = kWidth;
    for (int n = 0; n < blocks; ++n) {
      Block block;
      BlockAttention& a = block.attention;
      set_attention(a);
      a.config.causal = Causal::kPast;
      a.rotary = {10000, false, 4, 0, 1};
      a.frequencies = {1, 0.1};
      block.around.before = norm();
      block.mlp.up = linear(kInner, kWidth);
      block.mlp.gate = linear(kInner, kWidth);
      block.mlp.down = linear(kWidth, kInner);
      block.mlp.activation = Activation::kSilu;
      block.around_mlp.before = norm();
      stack.blocks.push_back(block);
    }
    stack.final_norm = norm();
  }

  void set_attention(BlockAttention& a) {
    a.query = linear(kHeads * kDim, kWidth);
    a.key = linear(kKvHeads * kDim, kWidth);
    a.value = linear(kKvHeads * kDim, kWidth);
    a.output = linear(kWidth, kHeads * kDim);
    a.config.num_heads = kHeads;
    a.config.num_kv_heads = kKvHeads;
    a.config.head_dim = kDim;
    a.config.scale = 0.4;
  }

  BlockNorm norm() { return {kWidth, 1e-5, numbers(kWidth), numbers(kWidth), true}; }

  StoredLinear linear(std::int64_t outputs, std::int64_t inputs) {
    matrices_.push_back({StoredType::kF32, outputs, inputs,
                         reinterpret_cast<const std::uint8_t*>(numbers(outputs * inputs))});
    return {&matrices_.back(), numbers(outputs)};
  }

  const float* numbers(std::int64_t size) {
    numbers_.push_back(random_values<float>(size, 100 + static_cast<unsigned>(numbers_.size())));
    return numbers_.back().data();
  }

  Stack stack;

 private:
  std::deque<StoredMatrix> matrices_;
  std::deque<std::vector<float>> numbers_;
};

std::vector<float> input(std::int64_t rows = kLength) {
  return random_values<float>(rows * kWidth, 7);
}

// Runs a planned pass, and reads each block's end.
template <class Look>
void run(StackSession& own, Look look) {
  own.start();
  for (StepResult state; (state = own.step(0)) != StepResult::kDone;)
    if (state == StepResult::kPart) look();
}

struct OwnSession {
  Session session;
};

// The blocks of a stack, in a session of their own.
class OwnStack : private OwnSession, public StackSession {
 public:
  explicit OwnStack(const Stack& blocks, int threads = 1)
      : OwnSession{Session(threads, 0, Budget(1e12, 0, &endless))},
        StackSession(OwnSession::session) {
    stack = blocks;
  }

  // A pass over a text that keeps what each block used, for a look at each block's end.
  template <class Look>
  void keep(std::vector<float>& x, Look look) {
    PassRequest request;
    request.length = kLength;
    request.keep = true;
    plan(request, x.data(), nullptr, nullptr, 0);
    run(*this, look);
  }
};

std::vector<float> passed(
    const Stack& stack, PassRequest request, std::vector<float> x, int threads,
    const std::vector<float>& states = {},
    const std::vector<std::pair<const char*, std::vector<float>>>& given = {}) {
  OwnStack own(stack, threads);
  request.length = static_cast<std::int64_t>(x.size()) / kWidth;
  own.plan(request, x.data(), states.data(), nullptr, 0);
  for (const auto& [name, values] : given)
    std::copy(values.begin(), values.end(), static_cast<float*>(own.find(name)));
  run(own, [] {});
  return x;
}

// The text in pieces of these lengths, with caches.
std::vector<float> written(const Stack& stack, const std::vector<std::int64_t>& lengths) {
  OwnStack own(stack);
  TextCaches caches;
  std::vector<float> all = input();
  std::int64_t past = 0;
  for (const std::int64_t length : lengths) {
    PassRequest request;
    request.length = length;
    request.past = past;
    own.plan(request, all.data() + past * kWidth, nullptr, &caches, 0);
    run(own, [] {});
    past += length;
    EXPECT_EQ(caches.length(), past);
  }
  return all;
}

TEST(Pass, ThreadsChangeNoBit) {
  const Model model(2);
  const auto once = passed(model.stack, {}, input(), 1);
  for (const float value : once) ASSERT_TRUE(std::isfinite(value));
  EXPECT_EQ(passed(model.stack, {}, input(), 3), once);
}

TEST(Pass, ATextInPiecesHasTheBitsOfTheWhole) {
  const Model model(2);
  const auto whole = passed(model.stack, {}, input(), 1);
  EXPECT_EQ(written(model.stack, {kLength}), whole);
  EXPECT_EQ(written(model.stack, {4, 4, 3}),
            whole);  // products of one and two rows are sums in another order
}

// x + layer(x): the attention of a block without norms and MLP.
TEST(Pass, HasTheBitsOfTheLayer) {
  Model model(1);
  Block& block = model.stack.blocks[0];
  block.around = {};
  block.mlp = {};
  model.stack.final_norm = kNoNorm;
  const BlockAttention& a = block.attention;

  MultiHeadAttentionConfig config;
  config.embed_dim = config.key_dim = config.value_dim = config.output_dim = kWidth;
  config.num_heads = kHeads;
  config.num_kv_heads = kKvHeads;
  config.head_dim = config.value_head_dim = kDim;
  MultiHeadAttentionParameters<float> parameters(config);
  const auto copy = [](const StoredLinear& from, float* weight, float* bias) {
    std::memcpy(weight, from.weight->data, static_cast<std::size_t>(from.weight->bytes()));
    std::copy_n(from.bias, from.outputs(), bias);
  };
  const auto& w = parameters.weights();
  copy(a.query, w.w_q, w.b_q);
  copy(a.key, w.w_k, w.b_k);
  copy(a.value, w.w_v, w.b_v);
  copy(a.output, w.w_o, w.b_o);
  parameters.pack();
  ForwardRequest request;
  request.key_is_query = request.value_is_key = true;
  request.attention.config = a.config;
  request.attention.config.query_len = request.attention.config.key_len = kLength;
  request.attention.config.value_head_dim = kDim;
  request.attention.rotary = true;
  request.attention.rotary_config = a.rotary;
  Session session(1, 0, Budget(1e12, 0, &endless));
  session.plan_forward(parameters, request, nullptr, 0);
  const auto x = input();
  std::copy(x.begin(), x.end(), static_cast<float*>(session.find("query_input")));
  std::copy(a.frequencies.begin(), a.frequencies.end(),
            static_cast<double*>(session.find("frequencies")));
  session.start();
  session.step(0);
  const auto* output = static_cast<const float*>(session.find("output"));
  const auto y = passed(model.stack, {}, x, 1);
  for (std::int64_t i = 0; i < kLength * kWidth; ++i) ASSERT_EQ(y[i], x[i] + output[i]) << i;
}

TEST(Pass, KeepsWhatABlockUsed) {
  const Model model(2);
  OwnStack own(model.stack);
  auto x = input();
  int block = 0;
  std::vector<float> heads, values;
  own.keep(x, [&] {
    const std::string at = std::to_string(block++) + ".";
    const auto* kept = static_cast<const float*>(own.find(at + "heads"));
    const auto* value = static_cast<const float*>(own.find(at + "new_value"));
    ASSERT_NE(own.find(at + "query"), nullptr);
    ASSERT_NE(own.find(at + "new_key"), nullptr);
    heads.insert(heads.end(), kept, kept + kHeads * kLength * kDim);
    values.insert(values.end(), value, value + kKvHeads * kLength * kDim);
  });
  EXPECT_EQ(block, 2);
  EXPECT_EQ(x, passed(model.stack, {}, input(), 1));
  // The first query sees the first key alone: its heads are that key's values.
  for (std::int64_t head = 0; head < kHeads; ++head) {
    for (std::int64_t e = 0; e < kDim; ++e) {
      EXPECT_EQ(heads[head * kLength * kDim + e], values[head / 2 * kLength * kDim + e]);
    }
  }
}

TEST(Pass, RemovedHeadsAreHeadsOfZeros) {
  const Model model(2);
  PassRequest removed, replaced;
  removed.removed = {{1, 0}, {1, 1}, {1, 2}, {1, 3}};
  replaced.replaced = {{1, Replaced::kHeads}};
  const std::vector<float> zeros(kHeads * kLength * kDim, 0);
  const auto y = passed(model.stack, removed, input(), 1);
  EXPECT_EQ(passed(model.stack, replaced, input(), 1, {}, {{"replaced1.1", zeros}}), y);
  EXPECT_NE(passed(model.stack, {}, input(), 1), y);
}

// All rows of each, and one row of each that alone is computed in the last block.
TEST(Pass, VariantsSideBySideHaveTheBitsOfEachAlone) {
  const Model model(2);
  const auto one = input(), other = random_values<float>(kLength * kWidth, 9);
  std::vector<float> expected = passed(model.stack, {}, one, 1);
  const auto second = passed(model.stack, {}, other, 1);
  expected.insert(expected.end(), second.begin(), second.end());
  for (const std::int64_t last_row : {std::int64_t{-1}, std::int64_t{0}, std::int64_t{4}}) {
    OwnStack own(model.stack, 2);
    std::vector<float> x = one;
    x.insert(x.end(), other.begin(), other.end());
    PassRequest request;
    request.length = kLength;
    request.variants = 2;
    request.last_row = last_row;
    own.plan(request, x.data(), nullptr, nullptr, 0);
    run(own, [] {});
    if (last_row < 0) {
      EXPECT_EQ(x, expected);
      continue;
    }
    const auto* rows = static_cast<const float*>(own.find("last_rows"));
    for (std::int64_t b = 0; b < 2; ++b) {
      for (std::int64_t i = 0; i < kWidth; ++i)
        EXPECT_EQ(rows[b * kWidth + i], expected[(b * kLength + last_row) * kWidth + i]);
    }
  }
}

// Each query attends to itself alone: its heads are its own values.
TEST(Pass, ReplacedMapsWeighTheValues) {
  const Model model(1);
  PassRequest maps, heads;
  maps.replaced = {{0, Replaced::kAttention}, {0, Replaced::kValue}};
  heads.replaced = {{0, Replaced::kHeads}};
  std::vector<float> identity(kHeads * kLength * kLength, 0);
  for (std::int64_t i = 0; i < kHeads * kLength; ++i) identity[i * kLength + i % kLength] = 1;
  const auto given = random_values<float>(kKvHeads * kLength * kDim, 5);
  std::vector<float> repeated;
  for (std::int64_t head = 0; head < kHeads; ++head) {
    const auto first = given.begin() + head / 2 * kLength * kDim;
    repeated.insert(repeated.end(), first, first + kLength * kDim);
  }
  EXPECT_EQ(passed(model.stack, maps, input(), 1, {},
                   {{"replaced0.0", identity}, {"replaced4.0", given}}),
            passed(model.stack, heads, input(), 1, {}, {{"replaced1.0", repeated}}));
}

// Cross attention to one row of the encoder gives its values to every query, whatever the text's length; projected once.
TEST(Pass, CrossAttentionReadsTheEncoder) {
  Model model(1);
  Block& block = model.stack.blocks[0];
  model.set_attention(block.cross);
  block.around_cross.before = model.norm();
  PassRequest request;
  request.states_len = 3;
  const auto states = input(3);
  const auto whole = passed(model.stack, request, input(), 1, states);
  auto zero = input(3);
  std::fill(zero.begin(), zero.end(), 0);
  EXPECT_NE(passed(model.stack, request, input(), 1, zero), whole);

  OwnStack own(model.stack);
  TextCaches caches;
  auto x = input();
  for (const std::int64_t first : {0, 4, 8}) {
    request.length = std::min<std::int64_t>(4, kLength - first);
    request.past = first;
    own.plan(request, x.data() + first * kWidth, first == 0 ? states.data() : nullptr, &caches, 0);
    run(own, [] {});
  }
  EXPECT_EQ(x, whole);
}

// Both parts take the same x, and x gets both: (x + mlp) + attention.
TEST(Pass, PartsBesideEachOther) {
  Model model(1);
  model.stack.final_norm = kNoNorm;
  Block& block = model.stack.blocks[0];
  const float scale = 0.5f;
  const std::vector<float> scales(kWidth, scale);
  const auto part = [&](bool attention) {
    Stack alone = model.stack;
    if (attention) {
      alone.blocks[0].mlp = {};
    } else {
      const std::vector<float> none(kHeads * kLength * kDim, 0);
      alone.blocks[0].attention.output.bias = nullptr;
      PassRequest request;
      request.replaced = {{0, Replaced::kHeads}};
      return passed(alone, request, input(), 1, {}, {{"replaced1.0", none}});
    }
    return passed(alone, {}, input(), 1);
  };
  const auto x = input(), attended = part(true), mapped = part(false);
  block.parallel = true;
  const auto y = passed(model.stack, {}, input(), 1);
  block.around.layer_scale = scales.data();
  const auto scaled = passed(model.stack, {}, input(), 1);
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_NEAR(y[i], mapped[i] + (attended[i] - x[i]), 1e-5);
    EXPECT_NEAR(scaled[i], mapped[i] + scale * (attended[i] - x[i]), 1e-5);
  }
}

TEST(Pass, NormsInsideAndAfterAndSumsWithTheNormed) {
  Model model(1);
  model.stack.final_norm = kNoNorm;
  Block& block = model.stack.blocks[0];
  block.mlp = {};
  const std::vector<float> zeros(kHeads * kLength * kDim, 0);
  PassRequest request;
  request.replaced = {{0, Replaced::kHeads}};
  const auto of = [&](const BlockSublayer& around) {
    block.around = around;
    return passed(model.stack, request, input(), 1, {}, {{"replaced1.0", zeros}});
  };
  block.attention.output.bias = nullptr;  // attention gives zeros
  const BlockNorm norm = model.norm();
  auto x = input(), normed = x;
  for (std::int64_t i = 0; i < kLength; ++i)
    norm.forward_row(x.data() + i * kWidth, normed.data() + i * kWidth);
  EXPECT_EQ(of({norm, kNoNorm, kNoNorm, nullptr, false}), x);
  EXPECT_EQ(of({norm, kNoNorm, kNoNorm, nullptr, true}), normed);
  EXPECT_EQ(of({kNoNorm, kNoNorm, norm, nullptr, false}), normed);
  const auto inside = of({kNoNorm, norm, kNoNorm, nullptr, false});  // of zeros: the shift
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_EQ(inside[i], x[i] + norm.beta[i % kWidth]);
}

// The stream around each block, and the rows that its parts add to it.
struct Streams {
  std::vector<std::vector<float>> x, attended, middle, mlp;
};

Streams streams(const Stack& stack, PassRequest request, std::vector<float> x) {
  OwnStack own(stack);
  request.length = kLength;
  request.keep = request.stream = true;
  own.plan(request, x.data(), nullptr, nullptr, 0);
  Streams all;
  std::int64_t n = request.first;
  run(own, [&] {
    const auto read = [&](const char* name) {
      const auto* from = static_cast<const float*>(own.find(std::to_string(n) + "." + name));
      return from ? std::vector<float>(from, from + kLength * kWidth) : std::vector<float>();
    };
    all.x.push_back(x);
    all.attended.push_back(read("attended"));
    all.middle.push_back(read("middle"));
    all.mlp.push_back(read("mlp"));
    ++n;
  });
  return all;
}

std::vector<float> sum(std::vector<float> a, const std::vector<float>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
  return a;
}

TEST(Pass, ThePartsOfABlockAddUpToItsStream) {
  const Model model(2);
  const Streams all = streams(model.stack, {}, input());
  EXPECT_EQ(all.middle[0], sum(input(), all.attended[0]));
  EXPECT_EQ(all.x[0], sum(all.middle[0], all.mlp[0]));
  EXPECT_EQ(all.middle[1], sum(all.x[0], all.attended[1]));
  Model beside(1);
  beside.stack.blocks[0].parallel = true;
  const Streams both = streams(beside.stack, {}, input());
  EXPECT_TRUE(both.middle[0].empty());
  EXPECT_EQ(both.x[0], sum(sum(input(), both.mlp[0]), both.attended[0]));
}

TEST(Pass, BeginsAtAnyBlockWithTheSameBits) {
  const Model model(3);
  const auto whole = passed(model.stack, {}, input(), 1);
  const Streams all = streams(model.stack, {}, input());
  PassRequest from;
  from.first = 2;
  EXPECT_EQ(passed(model.stack, from, all.x[1], 1), whole);
  from.first = 3;  // the final norm alone
  EXPECT_EQ(passed(model.stack, from, all.x[2], 1), whole);
  PassRequest one;
  one.first = 1;
  one.blocks = 1;
  EXPECT_EQ(passed(model.stack, one, all.x[0], 1), all.x[1]);
  for (const auto& [first, blocks] : std::vector<std::pair<int, int>>{{-1, 0}, {4, 0}, {2, 2}}) {
    one.first = first;
    one.blocks = blocks;
    EXPECT_THROW(passed(model.stack, one, input(), 1), InvalidArgument);
  }
}

// Replaced by the numbers of another input, for some rows or for all of them.
TEST(Pass, RowsOfTheStreamAreReplaced) {
  const Model model(2);
  const auto other = random_values<float>(kLength * kWidth, 8);
  const Streams own = streams(model.stack, {}, input()), theirs = streams(model.stack, {}, other);
  const auto row_of = [](const std::vector<float>& all, std::int64_t row) {
    return std::vector<float>(all.begin() + row * kWidth, all.begin() + (row + 1) * kWidth);
  };
  const auto replaced = [&](Replaced what, const std::vector<std::int64_t>& rows,
                            const std::vector<float>& values) {
    PassRequest request;
    request.replaced = {{1, what, rows}};
    const std::string name = "replaced" + std::to_string(static_cast<int>(what)) + ".1";
    return passed(model.stack, request, input(), 1, {}, {{name.c_str(), values}});
  };
  const auto plain = passed(model.stack, {}, input(), 1);
  EXPECT_EQ(replaced(Replaced::kResidual, {}, theirs.x[0]), passed(model.stack, {}, other, 1));
  EXPECT_EQ(replaced(Replaced::kResidual, {}, own.x[0]), plain);
  EXPECT_EQ(replaced(Replaced::kMlp, {}, own.mlp[1]), plain);
  EXPECT_EQ(replaced(Replaced::kAttended, {}, own.attended[1]), plain);
  // attention is causal: earlier rows keep their bits, and so do other rows of an MLP
  const auto third = replaced(Replaced::kResidual, {3}, theirs.x[0]);
  EXPECT_EQ(row_of(third, 2), row_of(plain, 2));
  EXPECT_NE(row_of(third, 3), row_of(plain, 3));
  EXPECT_NE(row_of(third, 4), row_of(plain, 4));
  const auto fourth = replaced(Replaced::kMlp, {4}, theirs.mlp[1]);
  EXPECT_NE(row_of(fourth, 4), row_of(plain, 4));
  EXPECT_EQ(row_of(fourth, 5), row_of(plain, 5));
  EXPECT_THROW(replaced(Replaced::kMlp, {kLength}, theirs.mlp[1]), InvalidArgument);
}

// Some rows of maps: each row gives the bits that it gives among all replaced rows, up to the order of sums.
TEST(Pass, RowsOfMapsAndHeadsAreReplaced) {
  Model model(1);
  model.stack.final_norm = kNoNorm;
  model.stack.blocks[0].mlp = {};
  const auto maps = random_values<float>(kHeads * kLength * kLength, 9);
  const auto heads = random_values<float>(kHeads * kLength * kDim, 10);
  const auto with = [&](Replaced what, const std::vector<std::int64_t>& rows) {
    PassRequest request;
    request.replaced = {{0, what, rows}};
    return passed(model.stack, request, input(), 1, {},
                  {{what == Replaced::kHeads ? "replaced1.0" : "replaced0.0",
                    what == Replaced::kHeads ? heads : maps}});
  };
  const auto plain = passed(model.stack, {}, input(), 1);
  for (const Replaced what : {Replaced::kAttention, Replaced::kHeads}) {
    const auto all = with(what, {}), some = with(what, {2, 5});
    for (std::int64_t i = 0; i < kLength * kWidth; ++i) {
      const std::int64_t row = i / kWidth;
      EXPECT_NEAR(some[i], row == 2 || row == 5 ? all[i] : plain[i], 1e-4) << row;
    }
  }
}

TEST(Pass, ClipBoundsQueriesKeysAndValues) {
  Model model(1);
  model.stack.blocks[0].attention.clip = 0.01;
  OwnStack own(model.stack);
  auto x = input();
  own.keep(x, [&] {
    const auto* value = static_cast<const float*>(own.find("0.new_value"));
    float most = 0;
    for (std::int64_t i = 0; i < kKvHeads * kLength * kDim; ++i)
      most = std::max(most, std::abs(value[i]));
    EXPECT_EQ(most, 0.01f);
  });
}

// f(gate(norm(x))) up(norm(x)), summed by down.
TEST(Pass, TheGatedMlpIsItsFormula) {
  Model model(1);
  model.stack.final_norm = kNoNorm;
  Block& block = model.stack.blocks[0];
  block.attention.output.bias = nullptr;
  PassRequest request;
  request.replaced = {{0, Replaced::kHeads}};
  const auto x = input();
  const std::vector<float> none(kHeads * kLength * kDim, 0);  // attention adds nothing
  const auto y = passed(model.stack, request, x, 1, {}, {{"replaced1.0", none}});
  const BlockMlp& mlp = block.mlp;
  const auto map = [](const StoredLinear& linear, const std::vector<double>& row) {
    std::vector<double> out(linear.bias, linear.bias + linear.outputs());
    const auto* weight = reinterpret_cast<const float*>(linear.weight->data);
    for (std::size_t i = 0; i < out.size(); ++i) {
      for (std::size_t j = 0; j < row.size(); ++j)
        out[i] += row[j] * static_cast<double>(weight[i * row.size() + j]);
    }
    return out;
  };
  for (std::int64_t i = 0; i < kLength; ++i) {
    std::vector<float> normed(kWidth);
    block.around_mlp.before.forward_row(x.data() + i * kWidth, normed.data());
    const std::vector<double> row(normed.begin(), normed.end());
    auto active = map(mlp.gate, row);
    const auto up = map(mlp.up, row);
    for (std::size_t j = 0; j < up.size(); ++j)
      active[j] *= up[j] / (1 + std::exp(-active[j]));  // SiLU
    const auto sum = map(mlp.down, active);
    for (std::int64_t d = 0; d < kWidth; ++d)
      EXPECT_NEAR(y[i * kWidth + d], static_cast<double>(x[i * kWidth + d]) + sum[d], 1e-3);
  }
}

// Before the rotation, which keeps a row's length, each head has the mean square 1.
TEST(Pass, NormsQueriesOverEachHead) {
  Model model(1);
  model.stack.blocks[0].attention.query_norm = {kDim, 0, nullptr, nullptr, false};
  OwnStack own(model.stack);
  auto x = input();
  own.keep(x, [&] {
    const auto* query = static_cast<const float*>(own.find("0.query"));
    for (std::int64_t row = 0; row < kHeads * kLength; ++row) {
      double squares = 0;
      for (std::int64_t e = 0; e < kDim; ++e)
        squares += std::pow(static_cast<double>(query[row * kDim + e]), 2);
      EXPECT_NEAR(squares / kDim, 1, 1e-5);
    }
  });
}

// Scores by relative positions, from the queries and keys of the pass: each head's output is the formula's, side by side with
// another text, too.
TEST(Pass, PositionScoresAreAddedToScores) {
  constexpr std::int64_t kSpan = 4, kSize = kHeads * kLength * kDim;
  Model model(1);
  BlockAttention& a = model.stack.blocks[0].attention;
  a.key = model.linear(kHeads * kDim, kWidth);
  a.value = model.linear(kHeads * kDim, kWidth);
  a.config.num_kv_heads = kHeads;
  a.config.causal = Causal::kNone;
  const auto keys = random_values<float>(2 * kSpan * kHeads * kDim, 31),
             queries = random_values<float>(2 * kSpan * kHeads * kDim, 32);
  a.positions = {keys.data(), queries.data(), kSpan, 0, 0, 0.4};
  OwnStack own(model.stack);
  auto x = input();
  std::vector<float> query, key, value, heads;
  own.keep(x, [&] {
    const auto read = [&](const char* name) {
      const auto* from = static_cast<const float*>(own.find(name));
      return std::vector<float>(from, from + kSize);
    };
    query = read("0.query"), key = read("0.new_key"), value = read("0.new_value");
    heads = read("0.heads");
  });
  const auto rows = a.positions.rows_of(kLength);
  std::vector<float> scratch(
      static_cast<std::size_t>(PositionScores::scratch(rows, kLength, kDim)));
  std::vector<float> added(kLength * kLength);
  for (std::int64_t head = 0; head < kHeads; ++head) {
    const auto of = [&](const std::vector<float>& all) {
      return matrix_at(all.data(), head, kLength, kDim);
    };
    a.positions.fill(head, kHeads, rows, of(query), of(key), scratch.data(),
                     matrix(added.data(), kLength, kLength));
    for (std::int64_t i = 0; i < kLength; ++i) {
      std::vector<double> weights, z(kDim);
      double sum = 0;
      for (std::int64_t j = 0; j < kLength; ++j) {
        double score = 0;
        for (std::int64_t e = 0; e < kDim; ++e) score += double{of(query)(i, e)} * of(key)(j, e);
        const double offset = added[static_cast<std::size_t>(i * kLength + j)];
        weights.push_back(std::exp(0.4 * score + offset));
        sum += weights.back();
        for (std::int64_t e = 0; e < kDim; ++e)
          z[static_cast<std::size_t>(e)] += weights.back() * double{of(value)(j, e)};
      }
      for (std::int64_t e = 0; e < kDim; ++e)
        EXPECT_NEAR(of(heads)(i, e), z[static_cast<std::size_t>(e)] / sum, 1e-5);
    }
  }
  const auto alone = passed(model.stack, {}, input(), 1);
  EXPECT_EQ(x, alone);
  EXPECT_EQ(passed(model.stack, {}, input(), 3), alone);
  auto other = random_values<float>(kLength * kWidth, 33), both = input();
  const auto second = passed(model.stack, {}, other, 1);
  both.insert(both.end(), other.begin(), other.end());
  own.stack = model.stack;
  PassRequest request;
  request.length = kLength;
  request.variants = 2;
  own.plan(request, both.data(), nullptr, nullptr, 0);
  run(own, [] {});
  auto expected = alone;
  expected.insert(expected.end(), second.begin(), second.end());
  EXPECT_EQ(both, expected);
}

// Damages one thing at a time.
TEST(Stack, RefusesShapesThatDoNotFit) {
  using Damage = std::function<void(Stack&, Block&)>;
  StoredMatrix empty{StoredType::kF32, kHeads * kDim, kWidth, nullptr};
  StoredMatrix ragged{StoredType::kQ8_0, kHeads * kDim, kWidth, nullptr};
  const auto refused = [&](const Damage& damage) {
    Model model(2);
    Block& block = model.stack.blocks[1];
    model.set_attention(block.cross);
    EXPECT_NO_THROW(model.stack.validate());
    damage(model.stack, block);
    EXPECT_THROW(model.stack.validate(), InvalidArgument);
    OwnStack own(model.stack);
    auto x = input();
    PassRequest request;
    request.length = kLength;
    EXPECT_THROW(own.plan(request, x.data(), nullptr, nullptr, 0), InvalidArgument);
  };
  const std::vector<Damage> damages = {
      [](Stack& stack, Block&) { stack.width = 0; },
      [](Stack& stack, Block&) { stack.width = kWidth + 1; },
      [](Stack& stack, Block&) { stack.final_norm.width = kWidth + 1; },
      [](Stack&, Block& b) { b.attention.config.num_heads = 2 * kHeads; },
      [](Stack&, Block& b) { b.attention.config.num_heads = 0; },
      [](Stack&, Block& b) { b.attention.config.num_kv_heads = 3; },
      [](Stack&, Block& b) { b.attention.config.head_dim = std::int64_t{1} << 40; },
      [](Stack&, Block& b) { b.attention.query = {}; },
      [](Stack&, Block& b) { b.attention.key = b.attention.query; },
      [](Stack&, Block& b) { b.attention.value = b.mlp.up; },
      [](Stack&, Block& b) { b.attention.output = b.attention.key; },
      [](Stack&, Block& b) { b.cross.value = b.attention.query; },
      [](Stack&, Block& b) { b.attention.query_norm.width = 5; },
      [](Stack&, Block& b) { b.attention.key_norm = {kHeads * kDim}; },
      [](Stack&, Block& b) { b.attention.rotary.dims = kDim + 2; },
      [](Stack&, Block& b) { b.attention.rotary.dims = 3; },
      [](Stack&, Block& b) { b.attention.frequencies.pop_back(); },
      [](Stack&, Block& b) { b.cross.rotary.dims = 4, b.cross.frequencies = {1, 1}; },
      [](Stack&, Block& b) { b.attention.bias.form = BiasForm::kAlibi; },
      [](Stack&, Block& b) {
        b.attention.bias = {BiasForm::kBuckets, b.attention.query.bias, 0, 8, 1};
      },
      [](Stack&, Block& b) { b.attention.positions = {b.attention.query.bias, nullptr, 2}; },
      [](Stack&, Block& b) { b.cross.positions.span = 1; },
      [](Stack&, Block& b) { b.around.before.width = kWidth - 1; },
      [](Stack&, Block& b) { b.around.inside = {kWidth + 1}; },
      [](Stack&, Block& b) { b.around_cross.after = {kWidth + 1}; },
      [](Stack&, Block& b) { b.around_mlp.before.epsilon = NAN; },
      [](Stack&, Block& b) { b.mlp.gate = b.mlp.down; },
      [](Stack&, Block& b) { b.mlp.down = b.mlp.up; },
      [&](Stack&, Block& b) { b.attention.query.weight = &empty; },
      [&](Stack&, Block& b) { b.attention.query.weight = &ragged; },
  };
  for (const Damage& damage : damages) refused(damage);
}

TEST(Pass, MemoryThatIsRefusedLeavesTheText) {
  const Model model(2);
  Session session(1, 0, Budget(1e12, 0, &endless)), poor(1, 0, Budget(1000, 0, &full));
  StackSession own(session), refused(poor);
  own.stack = refused.stack = model.stack;
  TextCaches caches;
  auto x = input();
  PassRequest request;
  request.length = kLength;
  own.plan(request, x.data(), nullptr, &caches, 0);
  run(own, [] {});
  std::vector<float> before(2 * kKvHeads * kLength * kDim), after(before);
  const auto read = [&](std::vector<float>& out) {
    const auto& cache = *caches.blocks[1].own;
    for (std::int64_t kv = 0; kv < kKvHeads; ++kv)
      cache.unpack(kv, kLength, out.data(), out.data() + out.size() / 2);
    std::vector<float> keys(kKvHeads * kLength * kDim);
    caches.read_keys(1, false, kLength, keys.data());
    EXPECT_TRUE(std::equal(keys.begin(), keys.end(), out.begin()));
  };
  read(before);
  request.past = kLength;
  request.length = 100;  // more than there is room for
  auto more = random_values<float>(100 * kWidth, 3);
  EXPECT_THROW(refused.plan(request, more.data(), nullptr, &caches, 0), OutOfMemory);
  EXPECT_EQ(caches.length(), kLength);
  own.plan(request, more.data(), nullptr, &caches, 0);
  run(own, [] {});
  EXPECT_EQ(caches.length(), kLength + 100);
  read(after);
  EXPECT_EQ(after, before);  // taken over by larger caches
}

TEST(DistanceBias, EachFormIsItsFormula) {
  constexpr std::int64_t kRows = 3, kColumns = 7, kPast = 4;
  const std::vector<float> slopes = {0.25f, 0.1f};
  const auto filled = [&](BiasForm form) {
    std::vector<float> out(2 * kRows * kColumns, NAN);
    DistanceBias{form, slopes.data(), 0, 0, 0.5}.fill(2, kRows, kColumns, kPast, out.data());
    return out;
  };
  const auto plain = filled(BiasForm::kAlibi), both = filled(BiasForm::kAlibiBothWays),
             keys = filled(BiasForm::kAlibiOfKeys);
  for (std::int64_t head = 0; head < 2; ++head) {
    for (std::int64_t i = 0; i < kRows; ++i) {
      for (std::int64_t j = 0; j < kColumns; ++j) {
        const std::int64_t at = (head * kRows + i) * kColumns + j, distance = j - kPast - i;
        EXPECT_EQ(plain[at], slopes[head] * static_cast<float>(distance));
        EXPECT_EQ(both[at], -slopes[head] * static_cast<float>(std::abs(distance)));
        EXPECT_NEAR(keys[at], slopes[head] * static_cast<float>(j) * 0.5f, 0.01);
        EXPECT_EQ(keys[at], keys[(head * kRows) * kColumns + j]);
      }
    }
  }
}

// Eight buckets, of which half are for keys after the query: 0 and 1 apart, farther ones by the logarithm.
TEST(DistanceBias, BucketsShareFarDistances) {
  constexpr std::int64_t kBuckets = 8, kFar = 16, kKeys = 40;
  std::vector<float> table(kBuckets);
  std::iota(table.begin(), table.end(), 0.0f);
  const auto at = [&](BiasForm form, std::int64_t distance) {
    const std::int64_t query = 20;
    std::vector<float> out(kKeys);
    DistanceBias{form, table.data(), kBuckets, kFar, 1}.fill(1, 1, kKeys, query, out.data());
    return out[query + distance];
  };
  for (const auto& [distance, bucket] :
       std::vector<std::pair<int, float>>{{0, 0}, {-1, 1}, {-2, 2}, {-19, 3}, {1, 5}, {19, 7}})
    EXPECT_EQ(at(BiasForm::kBucketsBothWays, distance), bucket) << distance;
  for (const auto& [distance, bucket] :
       std::vector<std::pair<int, float>>{{0, 0}, {5, 0}, {-1, 1}, {-3, 3}, {-4, 4}, {-19, 7}})
    EXPECT_EQ(at(BiasForm::kBuckets, distance), bucket) << distance;
}

}  // namespace
}  // namespace headwise
