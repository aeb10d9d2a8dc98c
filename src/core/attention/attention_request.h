// A request for one attention call: its sizes, masks and other inputs, and the wanted results.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/attention/attention.h"
#include "core/nn/positions.h"

namespace headwise {

struct MaskLayout {
  MaskKind kind;
  std::int64_t elements;
  std::array<std::int64_t, 4> strides;
};

struct AttentionRequest {
  AttentionConfig config;
  // Maps or every intermediate are wanted; with keep, the buffers marked + outlive the call, see saved_activations.h.
  HEADWISE_REQUEST_OPTIONS(HEADWISE_DECLARE)
  RotaryConfig rotary_config;
  std::vector<MaskLayout> masks;
  bool extra_bias = false;  // config.extra_len keys at the end: first the
                            // bias key, then the zero key
  bool extra_zero = false;

  bool in_parts = false;  // maps are copied out part by part, not traced or averaged
  bool present = false;  // all keys and values are wanted: new_key, or gathered_key if there is one
  bool cached = false;   // the past is in a cache, which new keys and values are appended to

  bool replaced_query = false, replaced_key = false, replaced_value = false;
  bool replaced_dot_products = false, replaced_scores = false, replaced_attention = false,
       replaced_heads = false;

  // Throws InvalidArgument unless everything is in range.
  void validate() const;
};

}  // namespace headwise
