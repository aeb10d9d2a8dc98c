// Checks a request for attention.
#include "core/attention/attention_request.h"

#include <cmath>

#include "core/base/error.h"
#include "core/base/size.h"

namespace headwise {

void AttentionRequest::validate() const {
  config.validate();
  require(config.extra_len == (extra_bias ? 1 : 0) + (extra_zero ? 1 : 0),
          "extra_len: expected one for each extra key");
  if (rotary) {
    require(rotary_config.dims >= 2 && rotary_config.dims % 2 == 0 &&
                rotary_config.dims <= config.head_dim,
            "rotary dims: expected an even number from 2 to head_dim");
    require(rotary_config.theta > 0, "rotary theta: expected more than 0");
    require(std::isfinite(rotary_config.factor), "rotary factor: expected a finite number");
    constexpr std::int64_t kFurthest = std::int64_t{1} << 53;  // positions are rotated in double
    require(rotary_config.offset >= -kFurthest && rotary_config.offset <= kFurthest,
            "rotary offset: expected an integer from -2^53 to 2^53");
  }
  require(!in_parts || (attention && !trace), "in_parts: expected maps, and no trace");
  // The largest element that each mask's strides reach must be inside it.
  for (const MaskLayout& mask : masks) {
    const std::int64_t sizes[4] = {config.batch, config.num_heads, config.query_len,
                                   config.masked_len()};
    std::int64_t last = 0;
    bool empty = false;
    for (int axis = 0; axis < 4; ++axis) {
      require(mask.strides[axis] >= 0, "mask: expected strides of at least 0");
      if (sizes[axis] == 0)
        empty = true;
      else
        last = checked_sum(last, checked_product({mask.strides[axis], sizes[axis] - 1}));
    }
    require(empty || last < mask.elements, "mask: expected a shape that broadcasts to the scores");
  }
}

}  // namespace headwise
