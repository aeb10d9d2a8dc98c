// Tests the whole transformer: its gradients against finite differences of its loss, the same bits
// for any threads and slices, and the promises of a step.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "transformer_call.h"

namespace headwise {
namespace {

TransformerConfig small() {
  TransformerConfig c;
  c.vocab_size = 7;
  c.context_len = 6;
  c.embed_dim = 8;
  c.num_heads = c.num_kv_heads = 2;
  c.head_dim = 4;
  c.scale = 0.5;
  c.num_layers = 2;
  c.mlp_dim = 12;
  return c;
}

void llama_like(TransformerConfig& c) {
  c.num_kv_heads = 1;
  c.positions = PositionKind::kRotary;
  c.rotary.dims = c.head_dim;
  c.rms = c.gated = true;
  c.bias = c.mlp_bias = false;
  c.activation = Activation::kSilu;
}

// Every kind of transformer that differs in its backward.
std::vector<TransformerConfig> kinds() {
  std::vector<TransformerConfig> all;
  const auto add = [&](auto change) {
    TransformerConfig c = small();
    change(c);
    all.push_back(c);
  };
  add([](auto&) {});
  add([](auto& c) { c.norm = NormKind::kPost, c.final_norm = false; });
  add([](auto& c) { c.norm = NormKind::kNone, c.final_norm = false; });
  add([](auto& c) { c.norm = NormKind::kPost, c.mlp_dim = 0; });
  add([](auto& c) { c.mlp_dim = 0; });
  add([](auto& c) { c.mlp_dim = 0, c.norm = NormKind::kNone, c.final_norm = false; });
  add([](auto& c) { c.tied = true, c.causal = Causal::kNone; });
  add([](auto& c) {
    c.bias = c.mlp_bias = c.norm_bias = false;
    c.activation = Activation::kGelu;
  });
  add([](auto& c) {
    c.positions = PositionKind::kRotary, c.rotary.dims = 4;
    c.activation = Activation::kGeluTanh;
  });
  add([](auto& c) { c.positions = PositionKind::kSinusoidal, c.head_dim = 3; });
  add([](auto& c) { c.positions = PositionKind::kNone, c.num_layers = 1; });
  add([](auto& c) { c.dropout = 0.3, c.activation = Activation::kGelu; });
  add([](auto& c) { c.dropout = 0.3, c.norm = NormKind::kPost; });
  add([](auto& c) {  // as Llama's, with one key head for two query heads
    llama_like(c);
  });
  add([](auto& c) {  // as Qwen 3's and OLMo 2's
    llama_like(c);
    c.norm = NormKind::kInside, c.dropout = 0.3;
    c.query_key_norm.on = true, c.query_key_norm.per_head = false;
  });
  add([](auto& c) {  // as Gemma 2's
    llama_like(c);
    c.norm = NormKind::kSandwich, c.softcap = 5, c.scale = 0.7;
    c.window_left = 2, c.activation = Activation::kGeluTanh;
    c.query_key_norm = {true, true, true, true};
  });
  add([](auto& c) {
    c.positions = PositionKind::kAlibi, c.norm = NormKind::kSandwich, c.final_norm = false;
    c.bias.key = c.bias.output = false, c.activation = Activation::kQuickGelu;
  });
  add([](auto& c) {
    c.positions = PositionKind::kAlibi, c.position_values = {0.3, -0.1}, c.norm_bias = false;
    c.norm = NormKind::kInside, c.mlp_dim = 0;
  });
  add([](auto& c) { c.activation = Activation::kReluSquared, c.gated = true, c.dropout = 0.3; });
  add([](auto& c) {
    c.activation = Activation::kTanh, c.mlp_bias = false;
    c.positions = PositionKind::kRotary, c.rotary = {1, true, 2, 0, 1.1};
    c.position_values = {0.8};
  });
  return all;
}

OptimizerConfig standing_still() {
  OptimizerConfig optimizer;
  optimizer.kind = OptimizerKind::kSgd;
  optimizer.learning_rate = 0;
  return optimizer;
}

// The largest difference between the gradients of a step and central differences of the loss,
// relative to the largest gradient of the same parameter.
double largest_difference(const TransformerConfig& config) {
  TransformerCall<double> call(config);
  call.randomize(11);
  const Batch batch = random_batch(3, 5, config.vocab_size, 23);
  // A step with rate 0: its loss has the same draws of dropout as its gradients.
  const auto step_loss = [&] {
    call.state.steps_done = 0;
    return call.train(batch, standing_still()).loss;
  };
  step_loss();
  const std::vector<double> gradients(call.state.gradients, call.state.gradients + call.state.size);
  double largest = 0;
  for (const Parameter<double>& parameter : call.parameters.all()) {
    double worst = 0, scale = 1e-3;  // b_k has none: it adds the same to all scores of a query
    for (std::int64_t i = 0; i < parameter.size; i += 1 + parameter.size / 5) {
      const double before = parameter.data[i], h = 1e-5;
      parameter.data[i] = before + h;
      const double above = step_loss();
      parameter.data[i] = before - h;
      const double below = step_loss();
      parameter.data[i] = before;
      const double expected = (above - below) / (2 * h);
      const double got = gradients[parameter.offset + i];
      EXPECT_TRUE(std::isfinite(got) && std::isfinite(expected)) << parameter.name;
      worst = std::max(worst, std::abs(got - expected));
      scale = std::max(scale, std::abs(expected));
    }
    EXPECT_LE(worst / scale, 1e-7) << parameter.name;
    largest = std::max(largest, worst / scale);
  }
  return largest;
}

TEST(Transformer, GradientsAreThoseOfTheLoss) {
  int kind = 0;
  for (const TransformerConfig& config : kinds()) {
    SCOPED_TRACE("kind " + std::to_string(kind++));
    const double difference = largest_difference(config);
    RecordProperty("kind" + std::to_string(kind), std::to_string(difference));
  }
}

// Against double: float32's own error.
TEST(Transformer, GradientsInFloatAreThoseInDouble) {
  int kind = 0;
  for (const TransformerConfig& config : kinds()) {
    SCOPED_TRACE("kind " + std::to_string(kind++));
    TransformerCall<double> exact(config);
    TransformerCall<float> call(config);
    exact.randomize(31);
    call.randomize(31);
    for (std::size_t p = 0; p < call.parameters.all().size(); ++p) {
      const auto& from = call.parameters.all()[p];
      std::copy(from.data, from.data + from.size, exact.parameters.all()[p].data);
    }
    const Batch batch = random_batch(5, 6, config.vocab_size, 41);
    const double loss = exact.train(batch, standing_still()).loss;
    EXPECT_NEAR(call.train(batch, standing_still()).loss, loss, 1e-6 * loss);
    for (const Parameter<float>& parameter : call.parameters.all()) {
      const float* got = call.state.gradients + parameter.offset;
      const double* expected = exact.state.gradients + parameter.offset;
      double scale = 1e-3;
      for (std::int64_t i = 0; i < parameter.size; ++i)
        scale = std::max(scale, std::abs(expected[i]));
      for (std::int64_t i = 0; i < parameter.size; ++i) {
        ASSERT_NEAR(got[i], expected[i], 1e-4 * scale) << parameter.name << " " << i;
      }
    }
  }
}

TEST(Transformer, HasTheSameBitsWhateverTheThreadsAndSlices) {
  TransformerConfig config = small();
  config.vocab_size = 11;
  config.context_len = 37;
  config.dropout = 0.1;
  const auto trained = [&](int threads, double milliseconds) {
    TransformerCall<float> call(config, 3);
    OptimizerConfig optimizer;
    optimizer.clip_norm = 1;
    for (std::uint32_t step = 0; step < 6; ++step)
      call.train(random_batch(5, 37, 11, step), optimizer, threads, milliseconds);
    return call.values();
  };
  const std::vector<float> alone = trained(1, 0);
  EXPECT_EQ(alone, trained(1, 1e-3));
  EXPECT_EQ(alone, trained(2, 0));
  EXPECT_EQ(alone, trained(3, 1e-3));
}

TEST(Transformer, DropsNothingOnceItDoesNotTrain) {
  TransformerConfig config = small();
  config.dropout = 0.5;
  TransformerCall<float> call(config);
  const Batch batch = random_batch(3, 6, 7, 1);
  call.train(batch, standing_still());
  EXPECT_NE(call.job.outcome().loss, TransformerCall<float>(small()).loss(batch));
  EXPECT_EQ(call.loss(batch), TransformerCall<float>(small()).loss(batch));
}

TEST(Transformer, LearnsToCopyTheTokenBefore) {
  TransformerConfig config = small();
  config.vocab_size = 5;
  config.embed_dim = 16;
  TransformerCall<float> call(config);
  OptimizerConfig optimizer;
  optimizer.learning_rate = 1e-2;
  double accuracy = 0;
  for (std::uint32_t step = 0; step < 150; ++step) {
    Batch batch = random_batch(16, 6, 5, step);
    for (std::size_t i = 0; i < batch.tokens.size(); ++i) {
      batch.mask[i] = i % 6 > 0;
      batch.targets[i] = i % 6 > 0 ? batch.tokens[i - 1] : 0;
    }
    const TransformerOutcome& outcome = call.train(batch, optimizer);
    EXPECT_EQ(outcome.counted, 16 * 5);
    accuracy = static_cast<double>(outcome.correct) / static_cast<double>(outcome.counted);
  }
  EXPECT_GT(accuracy, 0.99);
}

TEST(Transformer, ChangesNoParameterOnceItDiverged) {
  TransformerCall<float> call(small());
  const Batch batch = random_batch(2, 6, 7, 1);
  call.train(batch);
  EXPECT_FALSE(call.job.outcome().diverged);
  EXPECT_EQ(call.state.steps_done, 1);
  const std::vector<float> before = call.values();
  float* bias = call.parameters.parameter("layers.1.linear1.bias")->data;
  const float value = bias[0];
  bias[0] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(call.train(batch).diverged);
  EXPECT_EQ(call.state.steps_done, 1);
  bias[0] = value;
  EXPECT_EQ(call.values(), before);
}

TEST(Transformer, IsReadWithoutItsRemovedHeads) {
  const TransformerConfig config = small();
  TransformerCall<float> call(config), without(config);
  call.randomize(5);
  without.randomize(5);
  // Head 1 of layer 0 adds nothing where its columns of W_O are 0.
  float* w_o = without.parameters.parameter("layers.0.self_attn.w_o")->data;
  for (std::int64_t row = 0; row < config.embed_dim; ++row) {
    for (std::int64_t e = 0; e < config.head_dim; ++e)
      w_o[row * config.num_heads * config.head_dim + config.head_dim + e] = 0;
  }
  const Batch batch = random_batch(3, 6, 7, 2);
  TransformerRequest request;
  request.loss = true;
  const double expected = without.run(batch, request).loss, whole = call.run(batch, request).loss;
  request.removed = {0, 1};  // and none of the others
  EXPECT_EQ(call.run(batch, request).loss, expected);
  EXPECT_NE(expected, whole);
}

// Each choice of attention and of norms reaches the forward: the loss is another than without it.
TEST(Transformer, EveryChoiceChangesTheLoss) {
  const Batch batch = random_batch(3, 6, 7, 2);
  const auto loss = [&](auto change) {
    TransformerConfig config = small();
    config.norm_bias = false;
    change(config);
    TransformerCall<double> call(config);
    call.randomize(9);
    return call.loss(batch);
  };
  const auto rotary = [](auto& c) { c.positions = PositionKind::kRotary, c.rotary.dims = 4; };
  const auto alibi = [](auto& c) { c.positions = PositionKind::kAlibi; };
  const double plain = loss([](auto&) {});
  EXPECT_NE(loss([](auto& c) { c.rms = true; }), plain);
  EXPECT_NE(loss([](auto& c) { c.window_left = 1; }), plain);
  EXPECT_NE(loss([](auto& c) { c.causal = Causal::kNone, c.window_right = 1; }),
            loss([](auto& c) { c.causal = Causal::kNone; }));
  EXPECT_NE(loss([](auto& c) { c.softcap = 1; }), plain);
  EXPECT_NE(loss([](auto& c) { c.scale = 0.25; }), plain);
  EXPECT_NE(loss([&](auto& c) { rotary(c), c.position_values = {1, 0.5}; }), loss(rotary));
  EXPECT_EQ(loss([&](auto& c) { rotary(c), c.position_values = {1, 0.01}; }), loss(rotary));
  EXPECT_NE(loss([&](auto& c) { alibi(c), c.position_values = {0.5, 0.25}; }), loss(alibi));
  EXPECT_EQ(loss([&](auto& c) { alibi(c), c.position_values = {0.0625, 0.00390625}; }),
            loss(alibi));
}

TEST(Transformer, TracingChangesNoBit) {
  TransformerCall<float> call(small());
  call.randomize(8);
  const Batch batch = random_batch(3, 6, 7, 2);
  const auto logits = [&](bool trace) {
    TransformerRequest request;
    request.trace = request.attention = trace;
    call.run(batch, request);
    const float* data = call.workspace.find<float>("logits");
    return std::vector<float>(data, data + 3 * 6 * 7);
  };
  const auto untraced = logits(false);
  EXPECT_EQ(untraced, logits(true));
  EXPECT_NE(call.workspace.find("layers.1.contributions"), nullptr);
}

TEST(Transformer, RefusesSizesOutOfRange) {
  const auto refused = [](auto change) {
    TransformerConfig c = small();
    change(c);
    EXPECT_THROW(TransformerParameters<float>{c}, InvalidArgument);
  };
  refused([](auto& c) { c.vocab_size = 0; });
  refused([](auto& c) { c.mlp_dim = -1; });
  refused([](auto& c) { c.dropout = 1; });
  refused([](auto& c) { c.num_kv_heads = 3; });
  refused([](auto& c) { c.positions = PositionKind::kRotary, c.rotary.dims = 3; });
  refused([](auto& c) { c.positions = PositionKind::kRotary, c.rotary.dims = 6; });
  refused([](auto& c) { c.position_values = {1}; });
  refused([](auto& c) { c.positions = PositionKind::kAlibi, c.position_values = {1}; });
  refused([](auto& c) { c.scale = std::numeric_limits<double>::infinity(); });
  TransformerCall<float> call(small());
  TransformerRequest request;
  EXPECT_THROW(call.run(random_batch(1, 7, 7, 1), request), InvalidArgument);  // context_len is 6
  request.removed = {0, 1, 0, 0, 1};                                           // it has four
  EXPECT_THROW(call.run(random_batch(1, 6, 7, 1), request), InvalidArgument);
}

TEST(Transformer, TakesABatchOfNothing) {
  TransformerCall<float> call(small());
  const Batch batch = random_batch(0, 6, 7, 1);
  EXPECT_EQ(call.train(batch).counted, 0);
  EXPECT_EQ(call.job.outcome().loss, 0);
}

}  // namespace
}  // namespace headwise
