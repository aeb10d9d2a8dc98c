// The JavaScript interface of opened models: Embind's names for session/stored_weights.h and model/blocks.h, and the
// conversion of addresses. Address 0 means that there is no buffer.
#include <emscripten/bind.h>

#include "bindings/fields.h"
#include "bindings/guard.h"
#include "bindings/index.h"
#include "model/blocks.h"
#include "session/stored_weights.h"

namespace headwise {

template <>
inline constexpr NormForm kLast<NormForm> = NormForm::kRms;

namespace {

template <class T = float>
T* at(double address) {
  return reinterpret_cast<T*>(static_cast<std::uintptr_t>(address));
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
          "address", +[](const StoredWeights& self) { return address_of(self.matrix().data); });

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

  emscripten::function("power", &power);
  emscripten::function("logarithm", &logarithm);
}
