// The JavaScript interface of opened models: Embind's names for session/stored_weights.h and model/blocks.h, and the
// conversion of addresses. Address 0 means that there is no buffer.
#include <emscripten/bind.h>

#include <memory>
#include <utility>

#include "bindings/fields.h"
#include "bindings/guard.h"
#include "bindings/index.h"
#include "session/model_session.h"
#include "session/stored_weights.h"
#include "transformer/row_operations.h"
#include "transformer/stack.h"
#include "transformer/stored_product.h"

namespace headwise {

template <>
inline constexpr NormForm kLast<NormForm> = NormForm::kRms;
template <>
inline constexpr BiasForm kLast<BiasForm> = BiasForm::kBucketsBothWays;
template <>
inline constexpr Replaced kLast<Replaced> = Replaced::kValue;

namespace {

template <class T = float>
T* at(double address) {
  return reinterpret_cast<T*>(static_cast<std::uintptr_t>(address));
}

template <class Class>
void add_linear(const Described<Class>& described, const char* weight, const char* bias,
                StoredLinear Class::* linear) {
  described.field(weight, linear, &StoredLinear::weight).field(bias, linear, &StoredLinear::bias);
}

struct NormNames {
  const char *width, *centered, *epsilon, *gain, *shift;
};

template <class Class>
void add_norm(const Described<Class>& described, const NormNames& names, BlockNorm Class::* norm) {
  described.field(names.width, norm, &BlockNorm::width)
      .field(names.centered, norm, &BlockNorm::centered)
      .field(names.epsilon, norm, &BlockNorm::epsilon)
      .field(names.gain, norm, &BlockNorm::gamma)
      .field(names.shift, norm, &BlockNorm::beta);
}

const BlockAttention& attention_of(const StackSession& self, double block, bool cross) {
  const std::int64_t n = to_index(block);
  require(n >= 0 && n < static_cast<std::int64_t>(self.stack.blocks.size()),
          "block: expected one of the stack");
  const Block& one = self.stack.blocks[static_cast<std::size_t>(n)];
  return cross ? one.cross : one.attention;
}

}  // namespace
}  // namespace headwise

EMSCRIPTEN_BINDINGS(headwise_model) {
  using namespace headwise;
  emscripten::class_<StoredWeights>("StoredWeights")
      .constructor(
          +[](const Session& session, int type, double rows, double columns) {
            return guard([&] {
              return new StoredWeights(session, static_cast<StoredType>(type), to_index(rows),
                                       to_index(columns));
            });
          },
          emscripten::allow_raw_pointers())
      .property(
          "address", +[](const StoredWeights& self) { return address_of(self.matrix().data); })
      .property("matrix", +[](const StoredWeights& self) { return address_of(&self.matrix()); });

  emscripten::class_<FloatBuffer>("FloatBuffer")
      .constructor(
          +[](const Session& session, double size) {
            return guard([&] { return new FloatBuffer(session, to_index(size)); });
          },
          emscripten::allow_raw_pointers())
      .property("address", +[](const FloatBuffer& self) { return address_of(self.data()); });

  emscripten::class_<StoredProducts>("Blocks")
      .constructor(
          +[](Session& session) { return guard([&] { return new StoredProducts(session); }); },
          emscripten::allow_raw_pointers())
      .function(
          "multiply",
          +[](StoredProducts& self, const StoredWeights& weights, double bias, double x,
              double rows, double y) {
            guard([&] { self.multiply(weights.matrix(), at(bias), at(x), to_index(rows), at(y)); });
          })
      .function(
          "embed",
          +[](StoredProducts&, const StoredWeights& weights, double ids, double count, double out) {
            guard(
                [&] { embed(weights.matrix(), at<std::int32_t>(ids), to_index(count), at(out)); });
          })
      .function(
          "normalize",
          +[](StoredProducts&, double form, double x, double rows, double width, double epsilon,
              double gain, double shift, double y) {
            guard([&] {
              normalize(from_number<NormForm>(form), at(x), to_index(rows), to_index(width),
                        epsilon, at(gain), at(shift), at(y));
            });
          })
      .function(
          "activate",
          +[](StoredProducts& self, double kind, double x, double gate, double size, double y) {
            guard([&] {
              activate(self.pool(), from_number<Activation>(kind), at(x), at(gate), to_index(size),
                       at(y));
            });
          })
      // x (rows, heads, headDim) in place. `frequencies` holds dims / 2 doubles.
      .function(
          "turn",
          +[](StoredProducts&, double x, double rows, double heads, double head_dim, double dims,
              bool interleaved, double frequencies, double factor, double first_position) {
            guard([&] {
              const RotaryConfig rotary{0, interleaved, to_index(dims), to_index(first_position),
                                        factor};
              turn(rotary, at<double>(frequencies), to_index(rows), to_index(heads),
                   to_index(head_dim), at(x));
            });
          })
      .function(
          "add",
          +[](StoredProducts&, double x, double scale, double size, double y) {
            guard([&] { add_scaled(at(x), static_cast<float>(scale), to_index(size), at(y)); });
          })
      .function(
          "scale", +[](StoredProducts&, double scale, double size, double y) {
            guard([&] { multiply_by(static_cast<float>(scale), to_index(size), at(y)); });
          });

  Described<BlockAttention> attention("BlockAttention");
  add_linear(attention, "queryWeight", "queryBias", &BlockAttention::query);
  add_linear(attention, "keyWeight", "keyBias", &BlockAttention::key);
  add_linear(attention, "valueWeight", "valueBias", &BlockAttention::value);
  add_linear(attention, "outputWeight", "outputBias", &BlockAttention::output);
  add_norm(attention,
           {"queryNormWidth", "queryNormCentered", "queryNormEpsilon", "queryNormGain",
            "queryNormShift"},
           &BlockAttention::query_norm);
  add_norm(attention,
           {"keyNormWidth", "keyNormCentered", "keyNormEpsilon", "keyNormGain", "keyNormShift"},
           &BlockAttention::key_norm);
  attention.field("numHeads", &BlockAttention::config, &AttentionConfig::num_heads)
      .field("numKvHeads", &BlockAttention::config, &AttentionConfig::num_kv_heads)
      .field("headDim", &BlockAttention::config, &AttentionConfig::head_dim)
      .field("scale", &BlockAttention::config, &AttentionConfig::scale)
      .field("causal", &BlockAttention::config, &AttentionConfig::causal)
      .field("softcap", &BlockAttention::config, &AttentionConfig::softcap)
      .field("windowLeft", &BlockAttention::config, &AttentionConfig::window_left)
      .field("windowRight", &BlockAttention::config, &AttentionConfig::window_right)
      .field("clip", &BlockAttention::clip)
      .field("rotaryDims", &BlockAttention::rotary, &RotaryConfig::dims)
      .field("rotaryInterleaved", &BlockAttention::rotary, &RotaryConfig::interleaved)
      .field("biasForm", &BlockAttention::bias, &DistanceBias::form)
      .field("biasValues", &BlockAttention::bias, &DistanceBias::values)
      .field("biasBuckets", &BlockAttention::bias, &DistanceBias::buckets)
      .field("biasFarthest", &BlockAttention::bias, &DistanceBias::farthest)
      .field("biasScale", &BlockAttention::bias, &DistanceBias::scale);

  Described<BlockMlp> mlp("BlockMlp");
  add_linear(mlp, "upWeight", "upBias", &BlockMlp::up);
  add_linear(mlp, "gateWeight", "gateBias", &BlockMlp::gate);
  add_linear(mlp, "downWeight", "downBias", &BlockMlp::down);
  mlp.field("activation", &BlockMlp::activation);

  Described<BlockSublayer> around("BlockSublayer");
  add_norm(around, {"beforeWidth", "beforeCentered", "beforeEpsilon", "beforeGain", "beforeShift"},
           &BlockSublayer::before);
  add_norm(around, {"insideWidth", "insideCentered", "insideEpsilon", "insideGain", "insideShift"},
           &BlockSublayer::inside);
  add_norm(around, {"afterWidth", "afterCentered", "afterEpsilon", "afterGain", "afterShift"},
           &BlockSublayer::after);
  around.field("layerScale", &BlockSublayer::layer_scale)
      .field("keepsNormed", &BlockSublayer::keeps_normed);

  Described<PassRequest>("PassRequest")
      .field("length", &PassRequest::length)
      .field("past", &PassRequest::past)
      .field("statesLen", &PassRequest::states_len)
      .field("keep", &PassRequest::keep)
      .function(
          "clearChanges",
          +[](PassRequest& self) {
            self.removed.clear();
            self.replaced.clear();
          })
      .function(
          "removeHead",
          +[](PassRequest& self, double block, double head) {
            guard([&] { self.removed.push_back({to_index(block), to_index(head)}); });
          })
      .function(
          "replace", +[](PassRequest& self, double block, double what) {
            guard([&] { self.replaced.push_back({to_index(block), from_number<Replaced>(what)}); });
          });

  emscripten::class_<TextCaches>("TextCaches")
      .constructor(
          +[] { return guard([] { return new TextCaches; }); }, emscripten::allow_raw_pointers())
      .function(
          "read", +[](const TextCaches& self, double block, bool cross, double count, double keys,
                      double values) {
            guard(
                [&] { self.read(to_index(block), cross, to_index(count), at(keys), at(values)); });
          });

  emscripten::class_<StackSession>("Stack")
      .constructor(
          +[](Session& session, double width) {
            return guard([&] {
              auto made = std::make_unique<StackSession>(session);
              made->stack.width = to_index(width);
              return made.release();
            });
          },
          emscripten::allow_raw_pointers())
      .function(
          "addBlock",
          +[](StackSession& self, bool parallel, const BlockAttention& attention,
              const BlockSublayer& around) {
            guard([&] {
              Block block;
              block.attention = attention;
              block.around = around;
              block.parallel = parallel;
              self.stack.blocks.push_back(std::move(block));
            });
          })
      // Of the block that was added last.
      .function(
          "setCross",
          +[](StackSession& self, const BlockAttention& cross, const BlockSublayer& around) {
            guard([&] {
              self.stack.blocks.back().cross = cross;
              self.stack.blocks.back().around_cross = around;
            });
          })
      .function(
          "setMlp",
          +[](StackSession& self, const BlockMlp& mlp, const BlockSublayer& around) {
            self.stack.blocks.back().mlp = mlp;
            self.stack.blocks.back().around_mlp = around;
          })
      .function(
          "setFinalNorm",
          +[](StackSession& self, const BlockSublayer& around) {
            self.stack.final_norm = around.before;
          })
      // Where the frequencies of a block's turns are to be written, (rotaryDims / 2) doubles.
      .function(
          "frequencies",
          +[](StackSession& self, double block, double factor) {
            return guard([&] {
              auto& one = const_cast<BlockAttention&>(attention_of(self, block, false));
              one.rotary.factor = factor;
              one.frequencies.resize(static_cast<std::size_t>(one.rotary.dims / 2));
              return address_of(one.frequencies.data());
            });
          })
      // What distance adds to scores, (num_heads, length, keys).
      .function(
          "bias",
          +[](const StackSession& self, double block, bool cross, double length, double keys,
              double past, double out) {
            guard([&] {
              const BlockAttention& one = attention_of(self, block, cross);
              one.bias.fill(one.config.num_heads, to_index(length), to_index(keys), to_index(past),
                            at(out));
            });
          })
      .function(
          "plan",
          +[](StackSession& self, const PassRequest& request, double x, double states,
              TextCaches* caches, double result_bytes) {
            guard([&] { self.plan(request, at(x), at(states), caches, result_bytes); });
          },
          emscripten::allow_raw_pointers())
      .function(
          "address", +[](const StackSession& self,
                         double length) { return address_of(self.find(given_name(length))); })
      .function("start", &Guarded<&StackSession::start>::call)
      // As of the engine: 0: there is more to do; 1: a block is done, whose numbers may be read; 2: done.
      .function(
          "step", +[](StackSession& self, double milliseconds) {
            return guard([&] { return static_cast<int>(self.step(milliseconds)); });
          });

  emscripten::function("power", &power);
  emscripten::function("logarithm", &logarithm);
}
