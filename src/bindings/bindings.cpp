// The JavaScript interface of the core: Embind's names for src/session, and the conversion of arguments. src/js checks them,
// src/core computes. Memory is reached by address, copied there by src/js.
#include <emscripten/bind.h>
#include <emscripten/em_macros.h>

#include <memory>

#include "bindings/exchange.h"
#include "bindings/fields.h"
#include "bindings/guard.h"
#include "bindings/heap.h"
#include "bindings/index.h"
#include "session/session.h"

// Replaces the C++ runtime's last message before it aborts, which links printf (7 kB). No exception gets
// that far: guard() catches them all.
extern "C" [[noreturn]] void abort_message(const char*, ...) { __builtin_trap(); }

extern "C" EMSCRIPTEN_KEEPALIVE headwise::Exchange* headwise_exchange() {
  return &headwise::exchange;
}

EMSCRIPTEN_BINDINGS(headwise) {
  using namespace headwise;
#define IN_REQUEST(member, name) .field(name, &AttentionRequest::member)
#define IN_CONFIG(member, name) .field(name, &AttentionRequest::config, &AttentionConfig::member)
#define IN_ROTARY(type, member, initial, name) \
  .field(name, &AttentionRequest::rotary_config, &RotaryConfig::member)
#define REQUEST_OPTION(type, member, initial, name) IN_REQUEST(member, name)
#define SCORE_OPTION(type, member, initial, name) IN_CONFIG(member, name)
  Described<AttentionRequest>("AttentionRequest")  //
      HEADWISE_SIZES(IN_CONFIG)                    //
      HEADWISE_SCORE_OPTIONS(SCORE_OPTION)         //
      HEADWISE_ROTARY(IN_ROTARY)                   //
      HEADWISE_REQUEST_OPTIONS(REQUEST_OPTION)     //
      HEADWISE_LAYOUT(IN_REQUEST)                  //
          .function("addMask", &add_mask)
          .function("clearMasks", &clear_masks);

#define IN_WINDOW(type, member, initial, name) .field(name, &WindowRequest::member)
  Described<WindowRequest>("WindowRequest") HEADWISE_WINDOW(IN_WINDOW);

#define IN_LAYER(type, member, initial, name) .field(name, &MultiHeadAttentionConfig::member)
#define IN_BIASES(type, member, initial, name) \
  .field(name, &MultiHeadAttentionConfig::bias, &Biases::member)
#define IN_NORM(type, member, initial, name) \
  .field(name, &MultiHeadAttentionConfig::query_key_norm, &QueryKeyNormConfig::member)
  Described<MultiHeadAttentionConfig>("LayerConfig")  //
      HEADWISE_LAYER_CONFIG(IN_LAYER)                 //
      HEADWISE_BIASES(IN_BIASES)                      //
      HEADWISE_QUERY_KEY_NORM(IN_NORM);

  using Parameters = MultiHeadAttentionParameters<float>;
  emscripten::class_<Parameters>("Layer")
      .constructor(
          +[](const Session& session, const MultiHeadAttentionConfig& config, double seed) {
            return guard([&] {
              return session.take(Parameters::bytes(config), 0, [&] {
                auto made = std::make_unique<Parameters>(config);
                made->initialize(static_cast<std::uint64_t>(seed));
                return made.release();
              });
            });
          },
          emscripten::allow_raw_pointers())
      .function(
          "address", +[](const Parameters& self,
                         double length) { return address_of(self.find(given_name(length))); })
      .function("pack", &Guarded<&Parameters::pack>::call);

#define IN_CACHE(type, member, initial, name) .field(name, &CacheConfig::member)
  Described<CacheConfig>("CacheConfig") HEADWISE_CACHE(IN_CACHE);

  emscripten::class_<Cache<float>>("Cache")
      .constructor(
          +[](const Session& session, const CacheConfig& config) {
            return guard([&] {
              return session.take(Cache<float>::bytes(config), 0,
                                  [&] { return new Cache<float>(config); });
            });
          },
          emscripten::allow_raw_pointers())
      .property(
          "length", +[](const Cache<float>& self) { return static_cast<double>(self.length()); })
      .function(
          "append",
          +[](Cache<float>& self, double count) { guard([&] { self.append(to_index(count)); }); })
      .function(
          "truncate", +[](Cache<float>& self, double length) {
            guard([&] { self.truncate(to_index(length)); });
          });

  emscripten::class_<SavedActivations<float>>("Kept");

  emscripten::class_<Session>("Engine")
      .constructor(
          +[](int threads, double threads_from, double maximum, double limit) {
            return guard(
                [&] { return new Session(threads, threads_from, Budget(maximum, limit, &heap)); });
          },
          emscripten::allow_raw_pointers())
      .property("threads", &Session::threads)
      .function("planAttention", &Guarded<&Session::plan_attention>::call)
      .function(
          "planForward",
          +[](Session& self, const Parameters& layer, Cache<float>* cache,
              const AttentionRequest& request, bool key_is_query, bool value_is_key,
              bool average_heads, double result_bytes) {
            guard([&] {
              self.plan_forward(layer, {request, key_is_query, value_is_key, average_heads}, cache,
                                result_bytes);
            });
          },
          emscripten::allow_raw_pointers())
      .function("planWindow", &Guarded<&Session::plan_window>::call)
      // bias_mask: whose gradient is wanted, or -1.
      .function(
          "planAttentionBackward",
          +[](Session& self, const SavedActivations<float>& saved, double bias_mask, bool slopes,
              double result_bytes) {
            guard([&] {
              self.plan_attention_backward(saved, {to_index(bias_mask), slopes}, result_bytes);
            });
          })
      .function(
          "planLayerBackward",
          +[](Session& self, const Parameters& layer, const SavedActivations<float>& saved,
              bool key_in_query, bool value_in_key, double bias_mask, bool slopes,
              double result_bytes) {
            guard([&] {
              self.plan_layer_backward(layer, saved, key_in_query, value_in_key,
                                       {to_index(bias_mask), slopes}, result_bytes);
            });
          })
      .function(
          "planLinear",
          +[](Session& self, double rows, double input_dim, double output_dim, bool bias,
              double result_bytes) {
            guard([&] {
              self.plan_linear(to_index(rows), to_index(input_dim), to_index(output_dim), bias,
                               result_bytes);
            });
          })
      .function(
          "planSoftmax",
          +[](Session& self, double rows, double size, bool steps, double result_bytes) {
            guard([&] { self.plan_softmax(to_index(rows), to_index(size), steps, result_bytes); });
          })
      .function(
          "planAddAndNorm",
          +[](Session& self, double rows, double width, double epsilon, bool weight, bool bias,
              double result_bytes) {
            guard([&] {
              self.plan_add_and_norm(to_index(rows), to_index(width), epsilon, weight, bias,
                                     result_bytes);
            });
          })
      .function(
          "planEmbed",
          +[](Session& self, double len, double embed_dim, double seed, bool sinusoidal,
              double offset, bool tokens_given, bool positions_given, double result_bytes) {
            guard([&] {
              self.plan_embed(to_index(len), to_index(embed_dim),
                              {static_cast<std::uint64_t>(seed), sinusoidal, to_index(offset),
                               tokens_given, positions_given},
                              result_bytes);
            });
          })
      .function(
          "address", +[](const Session& self,
                         double length) { return address_of(self.find(given_name(length))); })
      .function(
          "takeKept",
          +[](Session& self) { return guard([&] { return self.take_saved().release(); }); },
          emscripten::return_value_policy::take_ownership())
      .function("forgetKept", &Guarded<&Session::forget_saved>::call)
      .function("start", &Guarded<&Session::start>::call)
      .function("stop", &Guarded<&Session::stop>::call)
      // 0: there is more to do; 1: a part is there, to be taken before the next step; 2: done.
      .function(
          "step",
          +[](Session& self, double milliseconds) {
            return guard([&] { return static_cast<int>(self.step(milliseconds)); });
          })
      // The rows of a part, counted over batch, heads and queries, and the row of the buffer where they begin.
      .property(
          "partFirst",
          +[](const Session& self) { return static_cast<double>(self.part_rows().first); })
      .property(
          "partCount",
          +[](const Session& self) { return static_cast<double>(self.part_rows().count); })
      .property(
          "partPlace",
          +[](const Session& self) { return static_cast<double>(self.part_rows().place); })
      .property("progress", &Session::progress);
}
