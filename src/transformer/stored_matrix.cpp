// The decoders of stored_matrix.h. Loops without branches, which the compiler vectorises: __restrict says that no number that
// is written is among the bytes that are read. Without it SmolLM2 writes half as many tokens a second.
#include "transformer/stored_matrix.h"

#include <bit>
#include <cstring>

#include "core/base/error.h"
#include "core/base/matrix.h"
#include "kernels/stored_blocks.h"

namespace headwise {
namespace {

void decode_row_of(const float* __restrict data, std::int64_t count, float* __restrict out) {
  std::memcpy(out, data, static_cast<std::size_t>(count) * sizeof(float));
}

void decode_row_of(const Half* __restrict data, std::int64_t count, float* __restrict out) {
  for (std::int64_t i = 0; i < count; ++i) out[i] = half_to_float(data[i]);
}

void decode_row_of(const Brain* __restrict data, std::int64_t count, float* __restrict out) {
  for (std::int64_t i = 0; i < count; ++i)
    out[i] = float_of(static_cast<std::uint32_t>(std::bit_cast<std::uint16_t>(data[i])) << 16);
}

void decode(const Q8_0& __restrict block, float* __restrict out) {
  const float d = half_to_float(block.d);
  for (int i = 0; i < kBlock; ++i) out[i] = d * static_cast<float>(block.q[i]);
}

void decode(const Q4_0& __restrict block, float* __restrict out) {
  const float d = half_to_float(block.d);
  for (int i = 0; i < kBlock / 2; ++i) {
    out[i] = d * static_cast<float>((block.q[i] & 15) - 8);
    out[i + kBlock / 2] = d * static_cast<float>((block.q[i] >> 4) - 8);
  }
}

void decode(const Q4_1& __restrict block, float* __restrict out) {
  const float d = half_to_float(block.d), m = half_to_float(block.m);
  for (int i = 0; i < kBlock / 2; ++i) {
    out[i] = d * static_cast<float>(block.q[i] & 15) + m;
    out[i + kBlock / 2] = d * static_cast<float>(block.q[i] >> 4) + m;
  }
}

// Number i of the fifth bits of Q5_0 and Q5_1, in its place.
int fifth(std::uint32_t high, int i) { return static_cast<int>(high >> i & 1) << 4; }

void decode(const Q5_0& __restrict block, float* __restrict out) {
  const float d = half_to_float(block.d);
  const auto high = std::bit_cast<std::uint32_t>(block.high);
  for (int i = 0; i < kBlock / 2; ++i) {
    const int low = (block.q[i] & 15) | fifth(high, i);
    const int upper = (block.q[i] >> 4) | fifth(high, i + kBlock / 2);
    out[i] = d * static_cast<float>(low - 16);
    out[i + kBlock / 2] = d * static_cast<float>(upper - 16);
  }
}

void decode(const Q5_1& __restrict block, float* __restrict out) {
  const float d = half_to_float(block.d), m = half_to_float(block.m);
  const auto high = std::bit_cast<std::uint32_t>(block.high);
  for (int i = 0; i < kBlock / 2; ++i) {
    const int low = (block.q[i] & 15) | fifth(high, i);
    const int upper = (block.q[i] >> 4) | fifth(high, i + kBlock / 2);
    out[i] = d * static_cast<float>(low) + m;
    out[i + kBlock / 2] = d * static_cast<float>(upper) + m;
  }
}

void decode(const Q2_K& __restrict block, float* __restrict out) {
  const float d = half_to_float(block.d), m = half_to_float(block.m);
  const HalfNumbers s = half_scales(block), t = half_least(block);
#pragma clang loop vectorize(disable)  // the inner one is faster as vectors
  for (int half = 0; half < 16; ++half) {
    const float scale = d * static_cast<float>(s[half]), least = m * static_cast<float>(t[half]);
    const auto& q = block.q[half / 8];
    const int shift = half / 2 % 4 * 2, first = half % 2 * 16;
    for (int i = 0; i < 16; ++i)
      out[half * 16 + i] = scale * static_cast<float>(q[first + i] >> shift & 3) - least;
  }
}

void decode(const Q3_K& __restrict block, float* __restrict out) {
  const float d = half_to_float(block.d);
  const HalfNumbers s = half_scales(block);
  for (int half = 0; half < 16; ++half) {
    const float scale = d * static_cast<float>(s[half]);
    const auto& two = block.q[half / 8];
    const int shift = half / 2 % 4 * 2, first = half % 2 * 16;
    for (int i = 0; i < 16; ++i) {
      const int q = (two[first + i] >> shift & 3) | (block.high[first + i] >> half / 2 & 1) << 2;
      out[half * 16 + i] = scale * static_cast<float>(q - 4);
    }
  }
}

void decode(const Q4_K& __restrict block, float* __restrict out) {
  const float d = half_to_float(block.d), m = half_to_float(block.m);
  const GroupScales scales = group_scales(block.scales);
  for (int j = 0; j < 8; ++j) {
    const float scale = d * group_scale(scales.s, j), least = m * group_scale(scales.t, j);
    const auto& group = block.q[j / 2];
    const int shift = j % 2 * 4;
    for (int i = 0; i < kBlock; ++i)
      out[j * kBlock + i] = scale * static_cast<float>(group[i] >> shift & 15) - least;
  }
}

void decode(const Q5_K& __restrict block, float* __restrict out) {
  const float d = half_to_float(block.d), m = half_to_float(block.m);
  const GroupScales scales = group_scales(block.scales);
  for (int j = 0; j < 8; ++j) {
    const float scale = d * group_scale(scales.s, j), least = m * group_scale(scales.t, j);
    const auto& group = block.q[j / 2];
    const int shift = j % 2 * 4;
    for (int i = 0; i < kBlock; ++i) {
      const int q = (group[i] >> shift & 15) | (block.high[i] >> j & 1) << 4;
      out[j * kBlock + i] = scale * static_cast<float>(q) - least;
    }
  }
}

void decode(const Q6_K& __restrict block, float* __restrict out) {
  const float d = half_to_float(block.d);
  for (int half = 0; half < 2; ++half) {
    const auto& high = block.high[half];
    for (int group = 0; group < 4; ++group) {
      const auto& nibbles = block.low[half][group % 2];
      const int shift = group / 2 * 4, high_shift = 2 * group, first = 128 * half + 32 * group;
      for (int i = 0; i < kBlock; ++i) {
        const int q = (nibbles[i] >> shift & 15) | (high[i] >> high_shift & 3) << 4;
        const float scale = d * static_cast<float>(block.scales[8 * half + 2 * group + i / 16]);
        out[first + i] = scale * static_cast<float>(q - 32);
      }
    }
  }
}

void decode_levels(const std::uint8_t (&q)[kBlock / 2], float scale, float* __restrict out) {
  for (int i = 0; i < kBlock / 2; ++i) {
    out[i] = scale * static_cast<float>(kLevels[q[i] & 15]);
    out[i + kBlock / 2] = scale * static_cast<float>(kLevels[q[i] >> 4]);
  }
}

void decode(const IQ4_NL& __restrict block, float* __restrict out) {
  decode_levels(block.q, half_to_float(block.d), out);
}

void decode(const IQ4_XS& __restrict block, float* __restrict out) {
  const float d = half_to_float(block.d);
  for (int j = 0; j < 8; ++j)
    decode_levels(block.q[j], d * group_scale(block, j), row_at(out, j, kBlock).data());
}

template <class Block>
void decode_row_of(const Block* data, std::int64_t columns, float* out) {
  constexpr std::int64_t kNumbers = kNumbersOf<Block>;
  for (std::int64_t i = 0; i < columns / kNumbers; ++i)
    decode(data[i], row_at(out, i, kNumbers).data());
}

}  // namespace

StoredBlock block_of(StoredType type) {
  return with_block(type, []<class Block>(OfBlock<Block>) {
    return StoredBlock{kNumbersOf<Block>, sizeof(Block)};
  });
}

bool has_blocks(StoredType type) { return block_of(type).numbers > 1; }

void StoredMatrix::validate() const {
  const StoredBlock block = block_of(type);
  constexpr std::int64_t kMost = std::int64_t{1} << 31;
  require(rows > 0 && rows < kMost && columns > 0 && columns < kMost,
          "rows and columns: expected at least 1 and less than 2^31");
  require(columns % block.numbers == 0, "columns: expected whole blocks");
}

void StoredMatrix::decode_row(std::int64_t row, float* out) const {
  const std::uint8_t* bytes = row_at(data, row, row_bytes()).data();
  with_block(type, [&]<class Block>(OfBlock<Block>) {
    decode_row_of(reinterpret_cast<const Block*>(bytes), columns, out);
  });
}

}  // namespace headwise
