// The decoders of stored_matrix.h. Loops without branches, which the compiler vectorises: __restrict says that no number that
// is written is among the bytes that are read. Without it SmolLM2 writes half as many tokens a second.
#include "model/stored_matrix.h"

#include <cstring>

#include "core/base/error.h"

namespace headwise {
namespace {

constexpr std::int64_t kBlock = 32;        // numbers of Q8_0, Q4_0 and Q4_1
constexpr std::int64_t kSuperBlock = 256;  // numbers of Q4_K and Q6_K

template <class T>
T read(const std::uint8_t* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

float float_of(std::uint32_t bits) { return read<float>(reinterpret_cast<std::uint8_t*>(&bits)); }

// IEEE 754 binary16: the exponent is moved by a product, which also normalises subnormals.
float half_to_float(std::uint16_t half) {
  const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000) << 16;
  const std::uint32_t magnitude = static_cast<std::uint32_t>(half & 0x7fff) << 13;
  std::uint32_t bits;
  const float moved = float_of(magnitude) * 0x1p112f;
  std::memcpy(&bits, &moved, sizeof bits);
  if (magnitude >= 0x0f800000) bits = magnitude | 0x7f800000;  // infinite or NaN
  return float_of(bits | sign);
}

float scale_at(const std::uint8_t* bytes) { return half_to_float(read<std::uint16_t>(bytes)); }

void decode_f16(const std::uint8_t* __restrict data, std::int64_t count, float* __restrict out) {
  for (std::int64_t i = 0; i < count; ++i)
    out[i] = half_to_float(read<std::uint16_t>(data + 2 * i));
}

void decode_bf16(const std::uint8_t* __restrict data, std::int64_t count, float* __restrict out) {
  for (std::int64_t i = 0; i < count; ++i)
    out[i] = float_of(static_cast<std::uint32_t>(read<std::uint16_t>(data + 2 * i)) << 16);
}

// { half d; int8 q[32] }    x = d q
void decode_q8_0(const std::uint8_t* __restrict block, float* __restrict out) {
  const float d = scale_at(block);
  const auto* q = reinterpret_cast<const std::int8_t*>(block + 2);
  for (int i = 0; i < kBlock; ++i) out[i] = d * static_cast<float>(q[i]);
}

// { half d; uint8 q[16] }   x = d (q - 8); low nibbles are the first half
void decode_q4_0(const std::uint8_t* __restrict block, float* __restrict out) {
  const float d = scale_at(block);
  const std::uint8_t* q = block + 2;
  for (int i = 0; i < kBlock / 2; ++i) {
    out[i] = d * static_cast<float>((q[i] & 15) - 8);
    out[i + kBlock / 2] = d * static_cast<float>((q[i] >> 4) - 8);
  }
}

// { half d; half m; uint8 q[16] }   x = d q + m
void decode_q4_1(const std::uint8_t* __restrict block, float* __restrict out) {
  const float d = scale_at(block), m = scale_at(block + 2);
  const std::uint8_t* q = block + 4;
  for (int i = 0; i < kBlock / 2; ++i) {
    out[i] = d * static_cast<float>(q[i] & 15) + m;
    out[i + kBlock / 2] = d * static_cast<float>(q[i] >> 4) + m;
  }
}

// { half d; half m; uint8 scales[12]; uint8 q[128] }   x = d s_j q - m t_j for 8 groups j of 32.
// scales: 6 bits each for s and t; groups 4 to 7 have their upper two bits in those of 0 to 3.
void decode_q4_k(const std::uint8_t* __restrict block, float* __restrict out) {
  const float d = scale_at(block), m = scale_at(block + 2);
  const std::uint8_t *scales = block + 4, *q = block + 16;
  for (int j = 0; j < 8; ++j) {
    const int s = j < 4 ? scales[j] & 63 : (scales[j + 4] & 15) | (scales[j - 4] >> 6 << 4);
    const int t = j < 4 ? scales[j + 4] & 63 : (scales[j + 4] >> 4) | (scales[j] >> 6 << 4);
    const float scale = d * static_cast<float>(s), least = m * static_cast<float>(t);
    const std::uint8_t* group = q + j / 2 * kBlock;
    const int shift = j % 2 * 4;
    for (int i = 0; i < kBlock; ++i)
      out[j * kBlock + i] = scale * static_cast<float>(group[i] >> shift & 15) - least;
  }
}

// { uint8 low[128]; uint8 high[64]; int8 scales[16]; half d }   x = d s (q - 32), q of 6 bits: halves of 128 numbers,
// in each four groups of 32 that share their bytes.
void decode_q6_k(const std::uint8_t* __restrict block, float* __restrict out) {
  const float d = scale_at(block + 208);
  const auto* scales = reinterpret_cast<const std::int8_t*>(block + 192);
  for (int half = 0; half < 2; ++half) {
    const std::uint8_t *low = block + 64 * half, *high = block + 128 + 32 * half;
    for (int group = 0; group < 4; ++group) {
      float* numbers = out + 128 * half + 32 * group;
      const std::uint8_t* nibbles = low + group % 2 * 32;
      const int shift = group / 2 * 4, high_shift = 2 * group;
      for (int i = 0; i < 32; ++i) {
        const int q = (nibbles[i] >> shift & 15) | (high[i] >> high_shift & 3) << 4;
        const float scale = d * static_cast<float>(scales[8 * half + 2 * group + i / 16]);
        numbers[i] = scale * static_cast<float>(q - 32);
      }
    }
  }
}

template <void (*kDecode)(const std::uint8_t*, float*)>
void decode_blocks(const std::uint8_t* data, std::int64_t count, StoredBlock block, float* out) {
  for (std::int64_t i = 0; i < count / block.numbers; ++i)
    kDecode(data + i * block.bytes, out + i * block.numbers);
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
      return {kBlock, 34};
    case StoredType::kQ4_0:
      return {kBlock, 18};
    case StoredType::kQ4_1:
      return {kBlock, 20};
    case StoredType::kQ4_K:
      return {kSuperBlock, 144};
    case StoredType::kQ6_K:
      return {kSuperBlock, 210};
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
  const std::uint8_t* bytes = data + row * row_bytes();
  switch (type) {
    case StoredType::kF32:
      std::memcpy(out, bytes, static_cast<std::size_t>(columns) * sizeof(float));
      return;
    case StoredType::kF16:
      return decode_f16(bytes, columns, out);
    case StoredType::kBF16:
      return decode_bf16(bytes, columns, out);
    case StoredType::kQ8_0:
      return decode_blocks<decode_q8_0>(bytes, columns, block, out);
    case StoredType::kQ4_0:
      return decode_blocks<decode_q4_0>(bytes, columns, block, out);
    case StoredType::kQ4_1:
      return decode_blocks<decode_q4_1>(bytes, columns, block, out);
    case StoredType::kQ4_K:
      return decode_blocks<decode_q4_k>(bytes, columns, block, out);
    case StoredType::kQ6_K:
      return decode_blocks<decode_q6_k>(bytes, columns, block, out);
  }
}

}  // namespace headwise
