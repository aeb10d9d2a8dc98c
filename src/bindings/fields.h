// The value objects that JavaScript describes a call, a layer or a cache with, and what the core is
// told in their place. Ranges are checked in the core.
#pragma once

#include <emscripten/val.h>

#include "bindings/index.h"
#include "core/attention_job.h"
#include "core/attention_window.h"
#include "core/cache.h"
#include "core/error.h"
#include "core/multi_head_attention.h"

namespace headwise {

// Plain numbers and booleans, as an Embind value object carries them. `masks`
// is a flat array of kind, elements and four strides for each mask.
struct AttentionFields {
  double batch, numHeads, numKvHeads, queryLen, pastLen, keyLen, headDim, valueHeadDim;
  double causal, windowLeft, windowRight, scale, softcap;
  bool alibi, rotary, interleaved, keyLengths, extraBias, extraZero;
  double theta, dims, offset;
  emscripten::val masks = emscripten::val::undefined();
  bool attention, inParts, trace, keep, present, cached;
  bool replacedQuery, replacedKey, replacedValue, replacedDotProducts, replacedScores,
      replacedAttention, replacedHeads;
};

inline AttentionRequest to_request(const AttentionFields& f) {
  AttentionRequest request;
  AttentionConfig& c = request.config;
  c.batch = to_index(f.batch);
  c.num_heads = to_index(f.numHeads);
  c.num_kv_heads = to_index(f.numKvHeads);
  c.query_len = to_index(f.queryLen);
  c.past_len = to_index(f.pastLen);
  c.key_len = to_index(f.keyLen);
  c.extra_len = (f.extraBias ? 1 : 0) + (f.extraZero ? 1 : 0);
  c.head_dim = to_index(f.headDim);
  c.value_head_dim = to_index(f.valueHeadDim);
  require(f.causal >= 0 && f.causal <= 3, "causal: expected one of four kinds");
  c.causal = static_cast<Causal>(to_index(f.causal));
  c.window_left = to_index(f.windowLeft);
  c.window_right = to_index(f.windowRight);
  c.scale = f.scale;
  c.softcap = f.softcap;
  c.alibi = f.alibi;
  request.rotary = f.rotary;
  if (f.rotary)
    request.rotary_config = {f.theta, f.interleaved, to_index(f.dims), to_index(f.offset)};
  request.key_lengths = f.keyLengths;
  request.extra_bias = f.extraBias;
  request.extra_zero = f.extraZero;
  const auto masks = emscripten::convertJSArrayToNumberVector<double>(f.masks);
  require(masks.size() % 6 == 0, "masks: expected six numbers for each");
  for (std::size_t at = 0; at < masks.size(); at += 6) {
    require(masks[at] >= 0 && masks[at] <= 2, "mask: expected one of three kinds");
    request.masks.push_back({static_cast<MaskKind>(to_index(masks[at])),
                             to_index(masks[at + 1]),
                             {to_index(masks[at + 2]), to_index(masks[at + 3]),
                              to_index(masks[at + 4]), to_index(masks[at + 5])}});
  }
  request.attention = f.attention;
  request.trace = f.trace;
  request.in_parts = f.inParts;
  request.keep = f.keep;
  request.present = f.present;
  request.cached = f.cached;
  request.replaced_query = f.replacedQuery;
  request.replaced_key = f.replacedKey;
  request.replaced_value = f.replacedValue;
  request.replaced_dot_products = f.replacedDotProducts;
  request.replaced_scores = f.replacedScores;
  request.replaced_attention = f.replacedAttention;
  request.replaced_heads = f.replacedHeads;
  return request;
}

struct WindowFields {
  double batch, head, rowBegin, rowEnd, columnBegin, columnEnd, height, width;
  bool max;
};

inline WindowRequest to_request(const WindowFields& f) {
  return {to_index(f.batch),  to_index(f.head),        to_index(f.rowBegin),
          to_index(f.rowEnd), to_index(f.columnBegin), to_index(f.columnEnd),
          to_index(f.height), to_index(f.width),       f.max ? Pooling::kMax : Pooling::kMean};
}

struct LayerFields {
  double embedDim, numHeads, numKvHeads, headDim, valueHeadDim, keyDim, valueDim, outputDim;
  bool bias, addBiasKv, addZeroAttention;
  double seed;
};

inline MultiHeadAttentionConfig to_config(const LayerFields& f) {
  return {to_index(f.embedDim), to_index(f.numHeads),     to_index(f.numKvHeads),
          to_index(f.headDim),  to_index(f.valueHeadDim), to_index(f.keyDim),
          to_index(f.valueDim), to_index(f.outputDim),    f.bias,
          f.addBiasKv,          f.addZeroAttention};
}

struct CacheFields {
  double batch, numKvHeads, headDim, valueHeadDim, capacity, extraLen;
};

inline CacheConfig to_config(const CacheFields& f) {
  return {to_index(f.batch),        to_index(f.numKvHeads), to_index(f.headDim),
          to_index(f.valueHeadDim), to_index(f.capacity),   to_index(f.extraLen)};
}

}  // namespace headwise
