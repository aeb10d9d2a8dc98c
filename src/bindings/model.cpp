// What JavaScript sees of real models: the names, for Embind, of what model.h holds.
#include "bindings/model.h"

#include <emscripten/bind.h>

#include <cmath>

#include "bindings/guard.h"

EMSCRIPTEN_BINDINGS(headwise_model) {
  using namespace headwise;
  emscripten::class_<StoredWeights>("StoredWeights")
      .constructor(
          +[](const Engine& engine, int type, double rows, double columns) {
            return guard([&] { return new StoredWeights(engine, type, rows, columns); });
          },
          emscripten::allow_raw_pointers())
      .property("address", &StoredWeights::address);

  emscripten::class_<FloatBuffer>("FloatBuffer")
      .constructor(
          +[](const Engine& engine, double size) {
            return guard([&] { return new FloatBuffer(engine, size); });
          },
          emscripten::allow_raw_pointers())
      .property("address", &FloatBuffer::address);

  emscripten::class_<Blocks>("Blocks")
      .constructor(
          +[](Engine& engine) { return guard([&] { return new Blocks(engine); }); },
          emscripten::allow_raw_pointers())
      .function("multiply", &Guarded<&Blocks::multiply>::call)
      .function("embed", &Guarded<&Blocks::embed>::call)
      .function("normalize", &Guarded<&Blocks::normalize>::call)
      .function("activate", &Guarded<&Blocks::activate>::call)
      .function("turn", &Guarded<&Blocks::turn>::call)
      .function("add", &Guarded<&Blocks::add>::call)
      .function("scale", &Guarded<&Blocks::scale>::call);

  // The same bits in every browser, which Math.pow has not.
  emscripten::function(
      "power", +[](double base, double exponent) { return std::pow(base, exponent); });
  emscripten::function("logarithm", +[](double x) { return std::log(x); });
}
