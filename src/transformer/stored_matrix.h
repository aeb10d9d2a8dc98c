// A matrix of weights as a file stores it: floats, halves, or blocks of small integers with a scale. It stays
// so in memory and is decoded row by row, where a product needs it. Blocks have ggml's layouts (ggml-common.h), all
// little-endian.
#pragma once

#include <cstdint>

#include "core/base/error.h"
#include "kernels/stored_blocks.h"

namespace headwise {

#define HEADWISE_ENUMERATE(Block) k##Block,
// In the order of src/js/models/model-engine.ts.
enum class StoredType { kF32, kF16, kBF16, HEADWISE_QUANTISED(HEADWISE_ENUMERATE) };
#undef HEADWISE_ENUMERATE

// Calls a function with the C++ type of a stored type's numbers or blocks, as OfBlock<Block>.
template <class Block>
struct OfBlock {};
template <class Function>
auto with_block(StoredType type, const Function& function) {
  switch (type) {
    case StoredType::kF32:
      return function(OfBlock<float>{});
    case StoredType::kF16:
      return function(OfBlock<Half>{});
    case StoredType::kBF16:
      return function(OfBlock<Brain>{});
#define HEADWISE_CASE(Block) \
  case StoredType::k##Block: \
    return function(OfBlock<Block>{});
      HEADWISE_QUANTISED(HEADWISE_CASE)
#undef HEADWISE_CASE
  }
  throw InvalidArgument("type: expected one of StoredType");
}

// Numbers and bytes of the smallest piece that can be decoded alone.
struct StoredBlock {
  std::int64_t numbers, bytes;
};
StoredBlock block_of(StoredType type);

// How products are computed: exact, from weights as float32 and float32 sums; int8, from both factors as small integers
// (kernels/int8.h), for types with blocks; others are exact.
enum class Arithmetic { kExact, kInt8 };
// Whether it is quantised: blocks of small integers.
bool has_blocks(StoredType type);

struct StoredMatrix {
  StoredType type = StoredType::kF32;
  std::int64_t rows = 0, columns = 0;  // columns: whole blocks
  const std::uint8_t* data = nullptr;
  Arithmetic arithmetic = Arithmetic::kExact;

  bool int8() const { return arithmetic == Arithmetic::kInt8 && has_blocks(type); }
  std::int64_t row_bytes() const {
    const StoredBlock block = block_of(type);
    return columns / block.numbers * block.bytes;
  }
  std::int64_t bytes() const { return rows * row_bytes(); }

  // Throws InvalidArgument unless the sizes are in range and a row is of whole blocks.
  void validate() const;

  // Row `row` as columns floats.
  void decode_row(std::int64_t row, float* out) const;
};

}  // namespace headwise
