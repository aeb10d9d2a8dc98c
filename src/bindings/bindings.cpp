// What JavaScript sees of the core: the names, for Embind, of what engine.h and transformer.h hold.
// src/js checks arguments, src/core computes. Memory is reached by address, copied there by src/js.
#include <emscripten/bind.h>
#include <emscripten/em_macros.h>

#include "bindings/engine.h"
#include "bindings/fields.h"
#include "bindings/guard.h"
#include "bindings/transformer.h"

// A custom section that says whose module this is, which src/js reads before it
// hands the module to Emscripten's glue.
__asm__(".section .custom_section.headwise,\"\",@\n.ascii \"" HEADWISE_IDENTITY "\"\n");

// What the C++ runtime says before it gives up, in the place of its own, which brings printf along
// (7 kB). No exception gets that far: guard() below takes them all.
extern "C" [[noreturn]] void abort_message(const char*, ...) { __builtin_trap(); }

extern "C" EMSCRIPTEN_KEEPALIVE headwise::Exchange* headwise_exchange() {
  return &headwise::exchange;
}

EMSCRIPTEN_BINDINGS(headwise) {
  using namespace headwise;
  emscripten::value_object<AttentionFields>("AttentionFields")
      .field("batch", &AttentionFields::batch)
      .field("numHeads", &AttentionFields::numHeads)
      .field("numKvHeads", &AttentionFields::numKvHeads)
      .field("queryLen", &AttentionFields::queryLen)
      .field("pastLen", &AttentionFields::pastLen)
      .field("keyLen", &AttentionFields::keyLen)
      .field("headDim", &AttentionFields::headDim)
      .field("valueHeadDim", &AttentionFields::valueHeadDim)
      .field("causal", &AttentionFields::causal)
      .field("windowLeft", &AttentionFields::windowLeft)
      .field("windowRight", &AttentionFields::windowRight)
      .field("scale", &AttentionFields::scale)
      .field("softcap", &AttentionFields::softcap)
      .field("alibi", &AttentionFields::alibi)
      .field("rotary", &AttentionFields::rotary)
      .field("interleaved", &AttentionFields::interleaved)
      .field("keyLengths", &AttentionFields::keyLengths)
      .field("extraBias", &AttentionFields::extraBias)
      .field("extraZero", &AttentionFields::extraZero)
      .field("theta", &AttentionFields::theta)
      .field("dims", &AttentionFields::dims)
      .field("offset", &AttentionFields::offset)
      .field("masks", &AttentionFields::masks)
      .field("attention", &AttentionFields::attention)
      .field("trace", &AttentionFields::trace)
      .field("inParts", &AttentionFields::inParts)
      .field("keep", &AttentionFields::keep)
      .field("present", &AttentionFields::present)
      .field("cached", &AttentionFields::cached)
      .field("replacedQuery", &AttentionFields::replacedQuery)
      .field("replacedKey", &AttentionFields::replacedKey)
      .field("replacedValue", &AttentionFields::replacedValue)
      .field("replacedDotProducts", &AttentionFields::replacedDotProducts)
      .field("replacedScores", &AttentionFields::replacedScores)
      .field("replacedAttention", &AttentionFields::replacedAttention)
      .field("replacedHeads", &AttentionFields::replacedHeads);

  emscripten::value_object<WindowFields>("WindowFields")
      .field("batch", &WindowFields::batch)
      .field("head", &WindowFields::head)
      .field("rowBegin", &WindowFields::rowBegin)
      .field("rowEnd", &WindowFields::rowEnd)
      .field("columnBegin", &WindowFields::columnBegin)
      .field("columnEnd", &WindowFields::columnEnd)
      .field("height", &WindowFields::height)
      .field("width", &WindowFields::width)
      .field("max", &WindowFields::max);

  emscripten::value_object<LayerFields>("LayerFields")
      .field("embedDim", &LayerFields::embedDim)
      .field("numHeads", &LayerFields::numHeads)
      .field("numKvHeads", &LayerFields::numKvHeads)
      .field("headDim", &LayerFields::headDim)
      .field("valueHeadDim", &LayerFields::valueHeadDim)
      .field("keyDim", &LayerFields::keyDim)
      .field("valueDim", &LayerFields::valueDim)
      .field("outputDim", &LayerFields::outputDim)
      .field("bias", &LayerFields::bias)
      .field("addBiasKv", &LayerFields::addBiasKv)
      .field("addZeroAttention", &LayerFields::addZeroAttention)
      .field("seed", &LayerFields::seed);

  emscripten::class_<Layer>("Layer")
      .constructor(
          +[](const Engine& engine, const LayerFields& fields) {
            return guard([&] {
              const auto bytes = MultiHeadAttentionParameters<float>::bytes(to_config(fields));
              return within(engine.budget(), static_cast<double>(bytes), 0,
                            [&] { return new Layer(fields); });
            });
          },
          emscripten::allow_raw_pointers())
      .function("address", &Guarded<&Layer::address>::call)
      .function("pack", &Guarded<&Layer::pack>::call);

  emscripten::value_object<CacheFields>("CacheFields")
      .field("batch", &CacheFields::batch)
      .field("numKvHeads", &CacheFields::numKvHeads)
      .field("headDim", &CacheFields::headDim)
      .field("valueHeadDim", &CacheFields::valueHeadDim)
      .field("capacity", &CacheFields::capacity)
      .field("extraLen", &CacheFields::extraLen);

  emscripten::class_<CacheHandle>("Cache")
      .constructor(
          +[](const Engine& engine, const CacheFields& fields) {
            return guard([&] {
              const auto bytes = Cache<float>::bytes(to_config(fields));
              return within(engine.budget(), static_cast<double>(bytes), 0,
                            [&] { return new CacheHandle(fields); });
            });
          },
          emscripten::allow_raw_pointers())
      .property("length", &CacheHandle::length)
      .function("append", &Guarded<&CacheHandle::append>::call)
      .function("truncate", &Guarded<&CacheHandle::truncate>::call);

  emscripten::class_<Kept<float>>("Kept");

  emscripten::value_object<TransformerFields>("TransformerFields")
      .field("vocabSize", &TransformerFields::vocabSize)
      .field("contextLen", &TransformerFields::contextLen)
      .field("embedDim", &TransformerFields::embedDim)
      .field("numHeads", &TransformerFields::numHeads)
      .field("headDim", &TransformerFields::headDim)
      .field("numLayers", &TransformerFields::numLayers)
      .field("mlpDim", &TransformerFields::mlpDim)
      .field("positions", &TransformerFields::positions)
      .field("norm", &TransformerFields::norm)
      .field("activation", &TransformerFields::activation)
      .field("causal", &TransformerFields::causal)
      .field("finalNorm", &TransformerFields::finalNorm)
      .field("tied", &TransformerFields::tied)
      .field("bias", &TransformerFields::bias)
      .field("dropout", &TransformerFields::dropout)
      .field("normEpsilon", &TransformerFields::normEpsilon)
      .field("rotaryTheta", &TransformerFields::rotaryTheta)
      .field("seed", &TransformerFields::seed);

  emscripten::value_object<TransformerCallFields>("TransformerCallFields")
      .field("batch", &TransformerCallFields::batch)
      .field("length", &TransformerCallFields::length)
      .field("loss", &TransformerCallFields::loss)
      .field("train", &TransformerCallFields::train)
      .field("attention", &TransformerCallFields::attention)
      .field("trace", &TransformerCallFields::trace)
      .field("removed", &TransformerCallFields::removed);

  emscripten::value_object<OptimizerFields>("OptimizerFields")
      .field("kind", &OptimizerFields::kind)
      .field("schedule", &OptimizerFields::schedule)
      .field("learningRate", &OptimizerFields::learningRate)
      .field("momentum", &OptimizerFields::momentum)
      .field("beta1", &OptimizerFields::beta1)
      .field("beta2", &OptimizerFields::beta2)
      .field("epsilon", &OptimizerFields::epsilon)
      .field("weightDecay", &OptimizerFields::weightDecay)
      .field("clipNorm", &OptimizerFields::clipNorm)
      .field("warmUp", &OptimizerFields::warmUp)
      .field("steps", &OptimizerFields::steps)
      .field("finalShare", &OptimizerFields::finalShare)
      .field("dropoutSeed", &OptimizerFields::dropoutSeed);

  emscripten::value_object<TransformerOutcomeFields>("TransformerOutcomeFields")
      .field("loss", &TransformerOutcomeFields::loss)
      .field("counted", &TransformerOutcomeFields::counted)
      .field("correct", &TransformerOutcomeFields::correct)
      .field("gradientNorm", &TransformerOutcomeFields::gradientNorm)
      .field("rate", &TransformerOutcomeFields::rate)
      .field("stepsDone", &TransformerOutcomeFields::stepsDone)
      .field("diverged", &TransformerOutcomeFields::diverged);

  emscripten::class_<Transformer>("Transformer")
      .constructor(
          +[](const Engine& engine, const TransformerFields& fields) {
            return guard([&] {
              const auto bytes = TransformerParameters<float>::bytes(to_config(fields));
              return within(engine.budget(), static_cast<double>(bytes), 0,
                            [&] { return new Transformer(fields); });
            });
          },
          emscripten::allow_raw_pointers())
      .function("address", &Guarded<&Transformer::address>::call)
      .function("plan", &Guarded<&Transformer::plan<Engine>>::call)
      .function("setOptimizer", &Guarded<&Transformer::set_optimizer>::call)
      .function("outcome", &Guarded<&Transformer::outcome>::call)
      .function("forgetSteps", &Guarded<&Transformer::forget_steps>::call);

  emscripten::class_<Engine>("Engine")
      .constructor(
          +[](int threads, double threads_from, double maximum, double limit) {
            return guard([&] { return new Engine(threads, threads_from, Budget{maximum, limit}); });
          },
          emscripten::allow_raw_pointers())
      .property("threads", &Engine::threads)
      .function("planAttention", &Guarded<&Engine::plan_attention>::call)
      .function("planForward", &Guarded<&Engine::plan_forward>::call,
                emscripten::allow_raw_pointers())
      .function("planWindow", &Guarded<&Engine::plan_window>::call)
      .function("planAttentionBackward", &Guarded<&Engine::plan_attention_backward>::call)
      .function("planLayerBackward", &Guarded<&Engine::plan_layer_backward>::call)
      .function("planLinear", &Guarded<&Engine::plan_linear>::call)
      .function("planSoftmax", &Guarded<&Engine::plan_softmax>::call)
      .function("planAddAndNorm", &Guarded<&Engine::plan_add_and_norm>::call)
      .function("planEmbed", &Guarded<&Engine::plan_embed>::call)
      .function("address", &Guarded<&Engine::address>::call)
      .function("takeKept", &Guarded<&Engine::take_kept>::call,
                emscripten::return_value_policy::take_ownership())
      .function("forgetKept", &Guarded<&Engine::forget_kept>::call)
      .function("start", &Guarded<&Engine::start>::call)
      .function("stop", &Guarded<&Engine::stop>::call)
      .function("step", &Guarded<&Engine::step>::call)
      .property("partFirst", &Engine::part_first)
      .property("partCount", &Engine::part_count)
      .property("partPlace", &Engine::part_place)
      .property("progress", &Engine::progress);
}
