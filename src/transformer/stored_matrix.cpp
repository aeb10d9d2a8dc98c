// The decoders of stored_matrix.h. Loops without branches, which the compiler vectorises: __restrict says that no number that
// is written is among the bytes that are read. Without it SmolLM2 writes half as many tokens a second.
#include "transformer/stored_matrix.h"

#include <bit>
#include <cstring>

#include "core/base/error.h"
#include "core/base/matrix.h"

namespace headwise {
namespace {

constexpr std::int64_t kBlock = 32;        // numbers of Q8_0, Q4_0 and Q4_1
constexpr std::int64_t kSuperBlock = 256;  // numbers of Q4_K and Q6_K

// Blocks as bytes: they may begin at any address.
struct Half {
  std::uint8_t bytes[2];
};
struct Q8_0 {  // x = d q
  Half d;
  std::int8_t q[kBlock];
};
struct Q4_0 {  // x = d (q - 8); low nibbles are the first half
  Half d;
  std::uint8_t q[kBlock / 2];
};
struct Q4_1 {  // x = d q + m
  Half d, m;
  std::uint8_t q[kBlock / 2];
};
// x = d s_j q - m t_j for 8 groups j of 32. scales: 6 bits each for s and t; groups 4 to 7 have their upper two bits in the
// bytes of groups 0 to 3. Two groups share the nibbles of their bytes.
struct Q4_K {
  Half d, m;
  std::uint8_t scales[12];
  std::uint8_t q[4][kBlock];
};
// x = d s (q - 32), q of 6 bits: halves of 128 numbers, in each four groups of 32 that share their bytes.
struct Q6_K {
  std::uint8_t low[2][2][kBlock];
  std::uint8_t high[2][kBlock];
  std::int8_t scales[2][8];
  Half d;
};

float float_of(std::uint32_t bits) { return std::bit_cast<float>(bits); }

// IEEE 754 binary16: the exponent is moved by a product, which also normalises subnormals.
float half_to_float(Half number) {
  const auto half = std::bit_cast<std::uint16_t>(number);
  const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000) << 16;
  const std::uint32_t magnitude = static_cast<std::uint32_t>(half & 0x7fff) << 13;
  const float moved = float_of(magnitude) * 0x1p112f;
  auto bits = std::bit_cast<std::uint32_t>(moved);
  if (magnitude >= 0x0f800000) bits = magnitude | 0x7f800000;  // infinite or NaN
  return float_of(bits | sign);
}

void decode_f16(const Half* __restrict data, std::int64_t count, float* __restrict out) {
  for (std::int64_t i = 0; i < count; ++i) out[i] = half_to_float(data[i]);
}

void decode_bf16(const Half* __restrict data, std::int64_t count, float* __restrict out) {
  for (std::int64_t i = 0; i < count; ++i)
    out[i] = float_of(static_cast<std::uint32_t>(std::bit_cast<std::uint16_t>(data[i])) << 16);
}

void decode_q8_0(const Q8_0& __restrict block, float* __restrict out) {
  const float d = half_to_float(block.d);
  for (int i = 0; i < kBlock; ++i) out[i] = d * static_cast<float>(block.q[i]);
}

void decode_q4_0(const Q4_0& __restrict block, float* __restrict out) {
  const float d = half_to_float(block.d);
  for (int i = 0; i < kBlock / 2; ++i) {
    out[i] = d * static_cast<float>((block.q[i] & 15) - 8);
    out[i + kBlock / 2] = d * static_cast<float>((block.q[i] >> 4) - 8);
  }
}

void decode_q4_1(const Q4_1& __restrict block, float* __restrict out) {
  const float d = half_to_float(block.d), m = half_to_float(block.m);
  for (int i = 0; i < kBlock / 2; ++i) {
    out[i] = d * static_cast<float>(block.q[i] & 15) + m;
    out[i + kBlock / 2] = d * static_cast<float>(block.q[i] >> 4) + m;
  }
}

void decode_q4_k(const Q4_K& __restrict block, float* __restrict out) {
  const float d = half_to_float(block.d), m = half_to_float(block.m);
  const auto& scales = block.scales;
  for (int j = 0; j < 8; ++j) {
    const int s = j < 4 ? scales[j] & 63 : (scales[j + 4] & 15) | (scales[j - 4] >> 6 << 4);
    const int t = j < 4 ? scales[j + 4] & 63 : (scales[j + 4] >> 4) | (scales[j] >> 6 << 4);
    const float scale = d * static_cast<float>(s), least = m * static_cast<float>(t);
    const auto& group = block.q[j / 2];
    const int shift = j % 2 * 4;
    for (int i = 0; i < kBlock; ++i)
      out[j * kBlock + i] = scale * static_cast<float>(group[i] >> shift & 15) - least;
  }
}

void decode_q6_k(const Q6_K& __restrict block, float* __restrict out) {
  const float d = half_to_float(block.d);
  for (int half = 0; half < 2; ++half) {
    const auto& high = block.high[half];
    for (int group = 0; group < 4; ++group) {
      const auto& nibbles = block.low[half][group % 2];
      const int shift = group / 2 * 4, high_shift = 2 * group, first = 128 * half + 32 * group;
      for (int i = 0; i < kBlock; ++i) {
        const int q = (nibbles[i] >> shift & 15) | (high[i] >> high_shift & 3) << 4;
        const float scale = d * static_cast<float>(block.scales[half][2 * group + i / 16]);
        out[first + i] = scale * static_cast<float>(q - 32);
      }
    }
  }
}

// All blocks of a row.
template <class Block, void (*kDecode)(const Block&, float*)>
void decode_blocks(const std::uint8_t* data, std::int64_t columns, StoredBlock shape, float* out) {
  const auto* blocks = reinterpret_cast<const Block*>(data);
  for (std::int64_t i = 0; i < columns / shape.numbers; ++i)
    kDecode(blocks[i], row_at(out, i, shape.numbers).data());
}

}  // namespace

StoredBlock block_of(StoredType type) {
  switch (type) {
    case StoredType::kF32:
      return {1, 4};
    case StoredType::kF16:
    case StoredType::kBF16:
      return {1, 2};
    case StoredType::kQ8_0:
      return {kBlock, sizeof(Q8_0)};
    case StoredType::kQ4_0:
      return {kBlock, sizeof(Q4_0)};
    case StoredType::kQ4_1:
      return {kBlock, sizeof(Q4_1)};
    case StoredType::kQ4_K:
      return {kSuperBlock, sizeof(Q4_K)};
    case StoredType::kQ6_K:
      return {kSuperBlock, sizeof(Q6_K)};
  }
  throw InvalidArgument("type: expected one of StoredType");
}

void StoredMatrix::validate() const {
  const StoredBlock block = block_of(type);
  constexpr std::int64_t kMost = std::int64_t{1} << 31;
  require(rows > 0 && rows < kMost && columns > 0 && columns < kMost,
          "rows and columns: expected at least 1 and less than 2^31");
  require(columns % block.numbers == 0, "columns: expected whole blocks");
}

void StoredMatrix::decode_row(std::int64_t row, float* out) const {
  const StoredBlock block = block_of(type);
  const std::uint8_t* bytes = row_at(data, row, row_bytes()).data();
  switch (type) {
    case StoredType::kF32:
      std::memcpy(out, bytes, static_cast<std::size_t>(columns) * sizeof(float));
      return;
    case StoredType::kF16:
      return decode_f16(reinterpret_cast<const Half*>(bytes), columns, out);
    case StoredType::kBF16:
      return decode_bf16(reinterpret_cast<const Half*>(bytes), columns, out);
    case StoredType::kQ8_0:
      return decode_blocks<Q8_0, decode_q8_0>(bytes, columns, block, out);
    case StoredType::kQ4_0:
      return decode_blocks<Q4_0, decode_q4_0>(bytes, columns, block, out);
    case StoredType::kQ4_1:
      return decode_blocks<Q4_1, decode_q4_1>(bytes, columns, block, out);
    case StoredType::kQ4_K:
      return decode_blocks<Q4_K, decode_q4_k>(bytes, columns, block, out);
    case StoredType::kQ6_K:
      return decode_blocks<Q6_K, decode_q6_k>(bytes, columns, block, out);
  }
}

}  // namespace headwise
