// What JavaScript sees of the core: an engine that plans and steps one call at
// a time, and the parameters of a layer. Conversion only: src/js checks
// arguments, src/core computes. Memory is reached by address, copied there by
// src/js.
#include <emscripten/bind.h>
#include <emscripten/em_js.h>
#include <emscripten/heap.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <new>
#include <string>

#include "bindings/fields.h"
#include "bindings/transformer.h"
#include "core/attention_job.h"
#include "core/attention_window.h"
#include "core/cache.h"
#include "core/error.h"
#include "core/job.h"
#include "core/kept.h"
#include "core/kept_backward.h"
#include "core/multi_head_attention.h"
#include "core/operations.h"

// A custom section that says whose module this is, which src/js reads before it
// hands the module to Emscripten's glue.
__asm__(".section .custom_section.headwise,\"\",@\n.ascii \"" HEADWISE_IDENTITY "\"\n");

// What the C++ runtime says before it gives up, in the place of its own, which brings printf along
// (7 kB). No exception gets that far: guard() below takes them all.
extern "C" [[noreturn]] void abort_message(const char*, ...) { __builtin_trap(); }

namespace headwise {
namespace {

// The one place where exceptions of the core leave C++. src/js/core-errors.js
// gives them their classes. (Emscripten's own helper would bring the name
// demangler along, 60 kB.)
EM_JS(void, throw_to_js, (const char* code, const char* message),
      { throw Object.assign(new Error(UTF8ToString(message)), {coreError : UTF8ToString(code)}); });

// Throws the exception that is being handled, to JavaScript. A function of its own, for guard() is
// compiled into every call.
[[noreturn]] void leave() {
  try {
    throw;
  } catch (const OutOfMemory& error) {
    throw_to_js("memory", error.what());
  } catch (const std::bad_alloc&) {
    throw_to_js("memory", "the memory of the module is used up");
  } catch (const InvalidArgument& error) {
    throw_to_js("range", error.what());
  } catch (const std::exception& error) {
    throw_to_js("internal", error.what());
  }
  __builtin_unreachable();
}

template <class Call>
auto guard(Call call) -> decltype(call()) {
  try {
    return call();
  } catch (...) {
    leave();
  }
}

// A member function as Embind takes it, with the guard around it.
template <auto kMethod>
struct Guarded;
template <class Class, class Result, class... Arguments, Result (Class::*kMethod)(Arguments...)>
struct Guarded<kMethod> {
  static Result call(Class& self, Arguments... arguments) {
    return guard([&]() -> Result { return (self.*kMethod)(arguments...); });
  }
};
template <class Class, class Result, class... Arguments,
          Result (Class::*kMethod)(Arguments...) const>
struct Guarded<kMethod> {
  static Result call(const Class& self, Arguments... arguments) {
    return guard([&]() -> Result { return (self.*kMethod)(arguments...); });
  }
};

double address_of(const void* pointer) {
  return static_cast<double>(reinterpret_cast<std::uintptr_t>(pointer));
}

// How much there may be, in bytes.
struct Budget {
  double maximum;  // of the wasm memory, which src/js made so
  double limit;    // of the wasm memory and the results outside it together; 0 = none
};

double heap_size() { return static_cast<double>(emscripten_get_heap_size()); }

// What the wasm memory would be if `more` bytes were taken from it. It never
// shrinks, so what is free in it, given back or not yet given out, costs
// nothing.
double memory_with(double more) {
  constexpr double kPage = 65536, kBookkeeping = 1024;
  const double given_out = static_cast<double>(reinterpret_cast<std::uintptr_t>(sbrk(0)));
  const double free_bytes = static_cast<double>(static_cast<std::uint32_t>(mallinfo().fordblks)) +
                            heap_size() - given_out;
  const double growth = more > 0 ? std::max(0.0, more + kBookkeeping - free_bytes) : 0;
  return heap_size() + std::ceil(growth / kPage) * kPage;
}

OutOfMemory out_of_memory(double needed, double outside, const Budget& budget) {
  const bool limited = budget.limit > 0;
  return {static_cast<std::uint64_t>(limited ? needed + outside : needed),
          static_cast<std::uint64_t>(limited ? budget.limit : budget.maximum)};
}

// Calls what takes `more` bytes of the wasm memory, unless they, with the
// `outside` bytes of the results, are more than there may be.
template <class Call>
auto within(const Budget& budget, double more, double outside, Call call) {
  const double needed = memory_with(more);
  if (needed > budget.maximum || (budget.limit > 0 && needed + outside > budget.limit))
    throw out_of_memory(needed, outside, budget);
  try {
    return call();
  } catch (const std::bad_alloc&) {
    throw out_of_memory(heap_size() + more, outside, budget);  // enough is free, but in pieces
  }
}

class CacheHandle {
 public:
  explicit CacheHandle(const CacheFields& fields) : cache_(to_config(fields)) {}
  double length() const { return static_cast<double>(cache_.length()); }
  void append(double count) { cache_.append(to_index(count)); }
  void truncate(double length) { cache_.truncate(to_index(length)); }
  Cache<float>& cache() { return cache_; }

 private:
  Cache<float> cache_;
};

class Layer {
 public:
  explicit Layer(const LayerFields& fields) : parameters_(to_config(fields)) {
    parameters_.initialize(static_cast<std::uint64_t>(fields.seed));
  }
  double address(const std::string& name) const { return address_of(parameters_.find(name)); }
  void pack() { parameters_.pack(); }
  const MultiHeadAttentionParameters<float>& parameters() const { return parameters_; }

 private:
  MultiHeadAttentionParameters<float> parameters_;
};

// plan...() lays out the memory of a call and must be repeated when its sizes
// change, or after another plan; addresses hold until then. Then: copy the
// inputs in, start(), step() until it says true, copy the results out.
class Engine {
 public:
  Engine(int threads, double threads_from, const Budget& budget) : pool_(threads), budget_(budget) {
    runner_.set_threads_from(threads_from);
  }

  int threads() const { return pool_.threads(); }
  const Budget& budget() const { return budget_; }

  // result_bytes: what the caller will allocate outside for the results.
  void plan_attention(const AttentionFields& fields, double result_bytes) {
    plan_keeping(attention_, fields.keep, result_bytes,
                 [&] { attention_.lay_out(to_request(fields), pool_.threads(), workspace_); });
  }
  // `cache` may be null.
  void plan_forward(const Layer& layer, CacheHandle* cache, const AttentionFields& fields,
                    bool key_is_query, bool value_is_key, bool average_heads, double result_bytes) {
    plan_keeping(forward_, fields.keep, result_bytes, [&] {
      forward_.lay_out(layer.parameters(),
                       {to_request(fields), key_is_query, value_is_key, average_heads},
                       pool_.threads(), workspace_, cache ? &cache->cache() : nullptr);
    });
  }
  void plan_window(const Kept<float>& kept, const WindowFields& fields, double result_bytes) {
    plan(window_, result_bytes,
         [&] { window_.lay_out(kept, to_request(fields), pool_.threads(), workspace_); });
  }
  void plan_attention_backward(const Kept<float>& kept, double result_bytes) {
    plan(attention_backward_, result_bytes,
         [&] { attention_backward_.lay_out(kept, pool_.threads(), workspace_); });
  }
  void plan_layer_backward(const Layer& layer, const Kept<float>& kept, bool key_in_query,
                           bool value_in_key, double result_bytes) {
    plan(layer_backward_, result_bytes, [&] {
      layer_backward_.lay_out(layer.parameters(), kept, key_in_query, value_in_key, pool_.threads(),
                              workspace_);
    });
  }
  void plan_linear(double rows, double input_dim, double output_dim, bool bias,
                   double result_bytes) {
    plan(linear_, result_bytes, [&] {
      linear_.lay_out(to_index(rows), to_index(input_dim), to_index(output_dim), bias, workspace_);
    });
  }
  void plan_softmax(double rows, double size, bool steps, double result_bytes) {
    plan(softmax_, result_bytes,
         [&] { softmax_.lay_out(to_index(rows), to_index(size), steps, workspace_); });
  }
  void plan_add_and_norm(double rows, double width, double epsilon, bool weight, bool bias,
                         double result_bytes) {
    plan(add_and_norm_, result_bytes, [&] {
      add_and_norm_.lay_out(to_index(rows), to_index(width), epsilon, weight, bias, workspace_);
    });
  }
  void plan_embed(double len, double embed_dim, double seed, bool sinusoidal, double offset,
                  bool tokens_given, bool positions_given, double result_bytes) {
    plan(embed_, result_bytes, [&] {
      embed_.lay_out(to_index(len), to_index(embed_dim),
                     {static_cast<std::uint64_t>(seed), sinusoidal, to_index(offset), tokens_given,
                      positions_given},
                     workspace_);
    });
  }

  // lay_out adds the job's buffers to the workspace that it is given.
  template <class SomeJob, class LayOut>
  void plan_job(SomeJob& job, double result_bytes, LayOut lay_out) {
    plan(job, result_bytes, [&] { lay_out(pool_.threads(), workspace_); });
  }

  // Calls what takes so many bytes for longer than a call.
  template <class Call>
  auto take(double bytes, double result_bytes, Call call) {
    return within(budget_, bytes, result_bytes, call);
  }

  double address(const std::string& name) const { return address_of(workspace_.find(name)); }

  void start() {
    require(planned_ != nullptr, "start: expected a plan");
    runner_.start(*planned_);
  }
  // 0: there is more to do; 1: a part is there, to be taken before the next step; 2: done.
  int step(double milliseconds) { return static_cast<int>(runner_.step(pool_, milliseconds)); }
  // Of the part: which rows of the map, over batch, heads and queries.
  double part_first() const { return static_cast<double>(part_rows().first); }
  double part_count() const { return static_cast<double>(part_rows().count); }
  double progress() const { return runner_.progress(); }

  // What the planned call, which is over, has kept; the caller's from now on.
  Kept<float>* take_kept() {
    require(kept_ != nullptr, "take_kept: expected a call that keeps");
    planned_ = nullptr;
    workspace_.clear();
    return kept_.release();
  }
  // Frees it, if nobody has taken it.
  void forget_kept() {
    if (!kept_) return;
    planned_ = nullptr;
    workspace_.clear();
    kept_.reset();
  }

 private:
  AttentionJob<float>::Rows part_rows() const {
    return planned_ == &forward_ ? forward_.part_rows() : attention_.part_rows();
  }

  template <class SomeJob, class LayOut>
  void plan_keeping(SomeJob& job, bool keep, double result_bytes, LayOut lay_out) {
    plan(job, result_bytes, lay_out, keep);
    if (keep) job.hand_over(*kept_);
  }
  template <class SomeJob, class LayOut>
  void plan(SomeJob& job, double result_bytes, LayOut lay_out, bool keep = false) {
    begin_plan(keep);
    try {
      lay_out();
      allocate(result_bytes);
    } catch (...) {
      forget_kept();
      throw;
    }
    job.bind(workspace_);
    planned_ = &job;
  }
  void begin_plan(bool keep) {
    planned_ = nullptr;
    workspace_.clear();
    kept_ = keep ? std::make_unique<Kept<float>>() : nullptr;
    workspace_.clear(kept_ ? &kept_->memory : nullptr);
  }
  void allocate(double result_bytes) {
    within(budget_, static_cast<double>(workspace_.missing_bytes()), result_bytes,
           [&] { workspace_.allocate(); });
  }

  ThreadPool pool_;
  Budget budget_;
  Workspace workspace_;
  ScaledDotProductAttentionJob<float> attention_;
  MultiHeadAttentionJob<float> forward_;
  AttentionWindowJob<float> window_;
  KeptAttentionBackwardJob<float> attention_backward_;
  KeptLayerBackwardJob<float> layer_backward_;
  LinearJob linear_;
  SoftmaxJob softmax_;
  AddAndNormJob add_and_norm_;
  EmbedJob embed_;
  std::unique_ptr<Kept<float>> kept_;  // of the planned call
  Job* planned_ = nullptr;
  JobRunner runner_;
};

}  // namespace
}  // namespace headwise

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
      .function("step", &Guarded<&Engine::step>::call)
      .property("partFirst", &Engine::part_first)
      .property("partCount", &Engine::part_count)
      .property("progress", &Engine::progress);
}
