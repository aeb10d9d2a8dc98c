// The JavaScript interface of opened models: Embind's names for session/stored_weights.h, session/model_session.h and
// transformer/row_operations.h, and the conversion of addresses. Address 0 means that there is no buffer.
#include <emscripten/bind.h>

#include <memory>
#include <utility>

#include "bindings/fields.h"
#include "bindings/guard.h"
#include "bindings/index.h"
#include "session/model_session.h"
#include "session/stored_weights.h"
#include "transformer/block_fields.h"
#include "transformer/eigenvalues.h"
#include "transformer/row_operations.h"
#include "transformer/stack.h"
#include "transformer/stored_product.h"

namespace headwise {

template <>
inline constexpr NormForm kLast<NormForm> = NormForm::kRms;
template <>
inline constexpr BiasForm kLast<BiasForm> = BiasForm::kBucketsBothWays;
template <>
inline constexpr Replaced kLast<Replaced> = Replaced::kAttended;

namespace {

template <class T = float>
T* at(double address) {
  return reinterpret_cast<T*>(static_cast<std::uintptr_t>(address));
}

// Numbers that JavaScript wrote, one after another, become fields: in the order of transformer/block_fields.h.
class Numbers {
 public:
  explicit Numbers(const double* values) : values_(values) {}

  template <class T>
  [[gnu::noinline]] void read(T& field) {
    field = from_number<T>(values_[at_++]);
  }

 private:
  const double* values_;
  std::size_t at_ = 0;
};

#define READ(member) numbers.read(out.member);
#define READ_SCORE_OPTION(type, member, initial, name) READ(config.member)

[[gnu::noinline]] void read(Numbers& numbers, StoredLinear& out) { HEADWISE_LINEAR(READ) }

[[gnu::noinline]] void read(Numbers& numbers, BlockNorm& out) { HEADWISE_NORM(READ) }

[[gnu::noinline]] void read(Numbers& numbers, BlockAttention& out) {
  read(numbers, out.query);
  read(numbers, out.key);
  read(numbers, out.value);
  read(numbers, out.output);
  read(numbers, out.query_norm);
  read(numbers, out.key_norm);
  HEADWISE_BLOCK_ATTENTION(READ)
  HEADWISE_SCORE_OPTIONS(READ_SCORE_OPTION)
}

[[gnu::noinline]] void read(Numbers& numbers, BlockSublayer& out) {
  read(numbers, out.before);
  read(numbers, out.inside);
  read(numbers, out.after);
  HEADWISE_BLOCK_SUBLAYER(READ)
}

void read(Numbers& numbers, BlockMlp& out) {
  read(numbers, out.up);
  read(numbers, out.gate);
  read(numbers, out.down);
  READ(activation)
}

void read(Numbers& numbers, Block& out) {
  READ(parallel)
  read(numbers, out.attention);
  read(numbers, out.around);
  read(numbers, out.cross);
  read(numbers, out.around_cross);
  read(numbers, out.mlp);
  read(numbers, out.around_mlp);
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
          +[](const Session& session, int type, double rows, double columns, bool int8) {
            return guard([&] {
              return new StoredWeights(session, static_cast<StoredType>(type), to_index(rows),
                                       to_index(columns),
                                       int8 ? Arithmetic::kInt8 : Arithmetic::kExact);
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

  emscripten::class_<RowOperations>("RowOperations")
      .constructor(
          +[](Session& session) { return guard([&] { return new RowOperations(session); }); },
          emscripten::allow_raw_pointers())
      .function(
          "multiply",
          +[](RowOperations& self, const StoredWeights& weights, double bias, double x, double rows,
              double y) {
            guard([&] { self.multiply(weights.matrix(), at(bias), at(x), to_index(rows), at(y)); });
          })
      .function(
          "embed",
          +[](RowOperations&, const StoredWeights& weights, double ids, double count, double out) {
            guard(
                [&] { embed(weights.matrix(), at<std::int32_t>(ids), to_index(count), at(out)); });
          })
      .function(
          "normalize",
          +[](RowOperations&, double form, double x, double rows, double width, double epsilon,
              double gain, double shift, double y) {
            guard([&] {
              normalize(from_number<NormForm>(form), at(x), to_index(rows), to_index(width),
                        epsilon, at(gain), at(shift), at(y));
            });
          })
      .function(
          "activate",
          +[](RowOperations& self, double kind, double x, double gate, double size, double y) {
            guard([&] {
              activate(self.pool(), from_number<Activation>(kind), at(x), at(gate), to_index(size),
                       at(y));
            });
          })
      // x (rows, heads, headDim) in place. `frequencies` holds dims / 2 doubles.
      .function(
          "rotate",
          +[](RowOperations&, double x, double rows, double heads, double head_dim, double dims,
              bool interleaved, double frequencies, double factor, double first_position) {
            guard([&] {
              RotaryConfig rotary;
              rotary.interleaved = interleaved;
              rotary.dims = to_index(dims);
              rotary.offset = to_index(first_position);
              rotary.factor = factor;
              rotate_rows(rotary, at<double>(frequencies), to_index(rows), to_index(heads),
                          to_index(head_dim), at(x));
            });
          })
      .function(
          "add",
          +[](RowOperations&, double x, double scale, double size, double y) {
            guard([&] { add_scaled(at(x), static_cast<float>(scale), to_index(size), at(y)); });
          })
      .function(
          "scale", +[](RowOperations&, double scale, double size, double y) {
            guard([&] { multiply_by(static_cast<float>(scale), to_index(size), at(y)); });
          });

  Described<PassRequest>("PassRequest")
      .field("length", &PassRequest::length)
      .field("past", &PassRequest::past)
      .field("statesLen", &PassRequest::states_len)
      .field("keep", &PassRequest::keep)
      .field("stream", &PassRequest::stream)
      .field("first", &PassRequest::first)
      .field("blocks", &PassRequest::blocks)
      .field("variants", &PassRequest::variants)
      .field("fromHeads", &PassRequest::from_heads)
      .field("lastRow", &PassRequest::last_row)
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
          "replace",
          +[](PassRequest& self, double block, double what) {
            guard([&] { self.replaced.push_back({to_index(block), from_number<Replaced>(what)}); });
          })
      // Limits the last replacement to rows; without this call it replaces all of them.
      .function(
          "replaceRow", +[](PassRequest& self, double row) {
            guard([&] {
              require(!self.replaced.empty(), "row: expected a replacement before it");
              self.replaced.back().rows.push_back(to_index(row));
            });
          });

  emscripten::class_<TextCaches>("TextCaches")
      .constructor(
          +[] { return guard([] { return new TextCaches; }); }, emscripten::allow_raw_pointers())
      .function(
          "readKeys",
          +[](const TextCaches& self, double block, bool cross, double count, double keys) {
            guard([&] { self.read_keys(to_index(block), cross, to_index(count), at(keys)); });
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
      // numbers: the address of the block's description.
      .function(
          "addBlock",
          +[](StackSession& self, double numbers) {
            guard([&] {
              Block block;
              Numbers given(at<const double>(numbers));
              read(given, block);
              self.stack.blocks.push_back(std::move(block));
            });
          })
      .function(
          "setFinalNorm",
          +[](StackSession& self, double numbers) {
            guard([&] {
              Numbers given(at<const double>(numbers));
              read(given, self.stack.final_norm);
            });
          })
      // The address for the frequencies of a block's rotary positions, (rotaryDims / 2) doubles.
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
      // The bias of scores by distance, (num_heads, length, keys).
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
      // The addend of scores by relative positions, (num_heads, length, length), from queries and keys (num_heads, length,
      // head_dim).
      .function(
          "positionScores",
          +[](const StackSession& self, double block, double length, double query, double key,
              double scratch, double out) {
            guard([&] {
              const BlockAttention& one = attention_of(self, block, false);
              one.positions.fill_heads(one.config.num_heads, to_index(length), one.config.head_dim,
                                       at(query), at(key), at(scratch), at(out));
            });
          })
      // Numbers of its scratch.
      .function(
          "positionScratch",
          +[](const StackSession& self, double block, double length) {
            return guard([&] {
              const BlockAttention& one = attention_of(self, block, false);
              const auto rows = one.positions.rows_of(to_index(length));
              return static_cast<double>(
                  PositionScores::scratch(rows, to_index(length), one.config.head_dim));
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
      // 0: there is more to do; 1: a block is done, whose numbers may be read; 2: done, like the engine's step.
      .function(
          "step", +[](StackSession& self, double milliseconds) {
            return guard([&] { return static_cast<int>(self.step(milliseconds)); });
          });

  // matrix (size, size) and out (size, 2): addresses of doubles.
  emscripten::function(
      "eigenvalues", +[](double matrix, double size, double out) {
        guard([&] { eigenvalues(at<const double>(matrix), to_index(size), at<double>(out)); });
      });
  emscripten::function("power", &power);
  emscripten::function("logarithm", &logarithm);
}
