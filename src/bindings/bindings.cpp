// The JavaScript interface of the core: Embind's names for the contents of engine.h.
// src/js checks arguments, src/core computes. Memory is reached by address, copied there by src/js.
#include <emscripten/bind.h>
#include <emscripten/em_macros.h>

#include "bindings/engine.h"
#include "bindings/fields.h"
#include "bindings/guard.h"

// Replaces the C++ runtime's last message before it aborts, which links printf (7 kB). No exception gets
// that far: guard() catches them all.
extern "C" [[noreturn]] void abort_message(const char*, ...) { __builtin_trap(); }

extern "C" EMSCRIPTEN_KEEPALIVE headwise::Exchange* headwise_exchange() {
  return &headwise::exchange;
}

EMSCRIPTEN_BINDINGS(headwise) {
  using namespace headwise;
  Described<AttentionRequest>("AttentionRequest")
      .field("batch", &AttentionRequest::config, &AttentionConfig::batch)
      .field("numHeads", &AttentionRequest::config, &AttentionConfig::num_heads)
      .field("numKvHeads", &AttentionRequest::config, &AttentionConfig::num_kv_heads)
      .field("queryLen", &AttentionRequest::config, &AttentionConfig::query_len)
      .field("pastLen", &AttentionRequest::config, &AttentionConfig::past_len)
      .field("keyLen", &AttentionRequest::config, &AttentionConfig::key_len)
      .field("extraLen", &AttentionRequest::config, &AttentionConfig::extra_len)
      .field("headDim", &AttentionRequest::config, &AttentionConfig::head_dim)
      .field("valueHeadDim", &AttentionRequest::config, &AttentionConfig::value_head_dim)
      .field("causal", &AttentionRequest::config, &AttentionConfig::causal)
      .field("windowLeft", &AttentionRequest::config, &AttentionConfig::window_left)
      .field("windowRight", &AttentionRequest::config, &AttentionConfig::window_right)
      .field("scale", &AttentionRequest::config, &AttentionConfig::scale)
      .field("softcap", &AttentionRequest::config, &AttentionConfig::softcap)
      .field("alibi", &AttentionRequest::config, &AttentionConfig::alibi)
      .field("rotary", &AttentionRequest::rotary)
      .field("theta", &AttentionRequest::rotary_config, &RotaryConfig::theta)
      .field("interleaved", &AttentionRequest::rotary_config, &RotaryConfig::interleaved)
      .field("dims", &AttentionRequest::rotary_config, &RotaryConfig::dims)
      .field("offset", &AttentionRequest::rotary_config, &RotaryConfig::offset)
      .field("factor", &AttentionRequest::rotary_config, &RotaryConfig::factor)
      .field("sinks", &AttentionRequest::sinks)
      .field("keyLengths", &AttentionRequest::key_lengths)
      .field("extraBias", &AttentionRequest::extra_bias)
      .field("extraZero", &AttentionRequest::extra_zero)
      .field("attention", &AttentionRequest::attention)
      .field("trace", &AttentionRequest::trace)
      .field("inParts", &AttentionRequest::in_parts)
      .field("keep", &AttentionRequest::keep)
      .field("present", &AttentionRequest::present)
      .field("cached", &AttentionRequest::cached)
      .field("replacedQuery", &AttentionRequest::replaced_query)
      .field("replacedKey", &AttentionRequest::replaced_key)
      .field("replacedValue", &AttentionRequest::replaced_value)
      .field("replacedDotProducts", &AttentionRequest::replaced_dot_products)
      .field("replacedScores", &AttentionRequest::replaced_scores)
      .field("replacedAttention", &AttentionRequest::replaced_attention)
      .field("replacedHeads", &AttentionRequest::replaced_heads)
      .function("addMask", &add_mask)
      .function("clearMasks", &clear_masks);

  Described<WindowRequest>("WindowRequest")
      .field("batch", &WindowRequest::batch)
      .field("head", &WindowRequest::head)
      .field("rowBegin", &WindowRequest::row_begin)
      .field("rowEnd", &WindowRequest::row_end)
      .field("columnBegin", &WindowRequest::column_begin)
      .field("columnEnd", &WindowRequest::column_end)
      .field("height", &WindowRequest::height)
      .field("width", &WindowRequest::width)
      .field("pooling", &WindowRequest::pooling);

  Described<MultiHeadAttentionConfig>("LayerConfig")
      .field("embedDim", &MultiHeadAttentionConfig::embed_dim)
      .field("numHeads", &MultiHeadAttentionConfig::num_heads)
      .field("numKvHeads", &MultiHeadAttentionConfig::num_kv_heads)
      .field("headDim", &MultiHeadAttentionConfig::head_dim)
      .field("valueHeadDim", &MultiHeadAttentionConfig::value_head_dim)
      .field("keyDim", &MultiHeadAttentionConfig::key_dim)
      .field("valueDim", &MultiHeadAttentionConfig::value_dim)
      .field("outputDim", &MultiHeadAttentionConfig::output_dim)
      .field("queryBias", &MultiHeadAttentionConfig::bias, &Biases::query)
      .field("keyBias", &MultiHeadAttentionConfig::bias, &Biases::key)
      .field("valueBias", &MultiHeadAttentionConfig::bias, &Biases::value)
      .field("outputBias", &MultiHeadAttentionConfig::bias, &Biases::output)
      .field("addBiasKv", &MultiHeadAttentionConfig::add_bias_kv)
      .field("addZeroAttention", &MultiHeadAttentionConfig::add_zero_attention)
      .field("queryKeyNorm", &MultiHeadAttentionConfig::query_key_norm, &QueryKeyNormConfig::on)
      .field("normCentered", &MultiHeadAttentionConfig::query_key_norm,
             &QueryKeyNormConfig::centered)
      .field("normPerHead", &MultiHeadAttentionConfig::query_key_norm,
             &QueryKeyNormConfig::per_head)
      .field("normPlusOne", &MultiHeadAttentionConfig::query_key_norm,
             &QueryKeyNormConfig::plus_one)
      .field("normEpsilon", &MultiHeadAttentionConfig::query_key_norm,
             &QueryKeyNormConfig::epsilon);

  emscripten::class_<Layer>("Layer")
      .constructor(
          +[](const Engine& engine, const MultiHeadAttentionConfig& config, double seed) {
            return guard([&] {
              const auto bytes = MultiHeadAttentionParameters<float>::bytes(config);
              return within(engine.budget(), static_cast<double>(bytes), 0,
                            [&] { return new Layer(config, seed); });
            });
          },
          emscripten::allow_raw_pointers())
      .function("address", &Guarded<&Layer::address>::call)
      .function("pack", &Guarded<&Layer::pack>::call);

  Described<CacheConfig>("CacheConfig")
      .field("batch", &CacheConfig::batch)
      .field("numKvHeads", &CacheConfig::num_kv_heads)
      .field("headDim", &CacheConfig::head_dim)
      .field("valueHeadDim", &CacheConfig::value_head_dim)
      .field("capacity", &CacheConfig::capacity)
      .field("extraLen", &CacheConfig::extra_len);

  emscripten::class_<CacheHandle>("Cache")
      .constructor(
          +[](const Engine& engine, const CacheConfig& config) {
            return guard([&] {
              const auto bytes = Cache<float>::bytes(config);
              return within(engine.budget(), static_cast<double>(bytes), 0,
                            [&] { return new CacheHandle(config); });
            });
          },
          emscripten::allow_raw_pointers())
      .property("length", &CacheHandle::length)
      .function("append", &Guarded<&CacheHandle::append>::call)
      .function("truncate", &Guarded<&CacheHandle::truncate>::call);

  emscripten::class_<Kept<float>>("Kept");

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
