// Tests the decoding of stored weights: each format against its formula, number by number.
#include "transformer/stored_matrix.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <random>
#include <vector>

#include "core/base/error.h"
#include "kernels/rows.h"
#include "kernels/stored_dot.h"
#include "random_values.h"

namespace headwise {
namespace {

using Bytes = std::vector<std::uint8_t>;

// The number with 16 bits: sign, five bits of exponent and ten of fraction.
double half(int bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  const double sign = bits & 0x8000 ? -1 : 1;
  if (exponent == 31)
    return fraction ? std::numeric_limits<double>::quiet_NaN()
                    : sign * std::numeric_limits<double>::infinity();
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

int pair_at(const std::uint8_t* bytes) { return bytes[0] | bytes[1] << 8; }
double half_at(const std::uint8_t* bytes) { return half(pair_at(bytes)); }
int signed_at(const std::uint8_t* byte) { return *byte < 128 ? *byte : *byte - 256; }

// Rows of one matrix, decoded.
std::vector<float> decoded(StoredType type, std::int64_t rows, std::int64_t columns,
                           const Bytes& bytes) {
  const StoredMatrix matrix{type, rows, columns, bytes.data()};
  matrix.validate();
  std::vector<float> out(static_cast<std::size_t>(rows * columns));
  for (std::int64_t row = 0; row < rows; ++row) matrix.decode_row(row, out.data() + row * columns);
  return out;
}

// Bytes at random; their halves are finite and of ordinary size, so that formulas can be compared.
Bytes random_blocks(std::int64_t count, std::int64_t size, std::vector<int> halves, unsigned seed) {
  std::mt19937 random(seed);
  Bytes bytes(static_cast<std::size_t>(count * size));
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
  for (std::int64_t block = 0; block < count; ++block) {
    for (const int at : halves) {
      std::uint8_t* high = bytes.data() + block * size + at + 1;
      *high = static_cast<std::uint8_t>((*high & 0x83) | 0x30);  // exponents of 12 to 15
    }
  }
  return bytes;
}

TEST(StoredMatrix, DecodesEveryHalf) {
  Bytes bytes;
  for (int bits = 0; bits < 65536; ++bits) {
    bytes.push_back(static_cast<std::uint8_t>(bits));
    bytes.push_back(static_cast<std::uint8_t>(bits >> 8));
  }
  const auto halves = decoded(StoredType::kF16, 1, 65536, bytes);
  const auto brains = decoded(StoredType::kBF16, 1, 65536, bytes);
  for (int bits = 0; bits < 65536; ++bits) {
    const double expected = half(bits);
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(halves[bits])) << bits;
    } else {
      ASSERT_EQ(halves[bits], expected) << bits;
      ASSERT_EQ(std::signbit(halves[bits]), std::signbit(expected)) << bits;
    }
    const auto upper = static_cast<std::uint32_t>(bits) << 16;
    ASSERT_EQ(std::memcmp(&brains[bits], &upper, 4), 0) << bits;
  }
}

TEST(StoredMatrix, HasFloatsAsTheyAre) {
  const std::vector<float> numbers = {1.5f, -0.0f, 3e38f, 1e-45f, 7, 8};
  Bytes bytes(24);
  std::memcpy(bytes.data(), numbers.data(), 24);
  EXPECT_EQ(decoded(StoredType::kF32, 2, 3, bytes), numbers);
}

// value(block, i): number i of a block.
void expect_blocks(StoredType type, std::vector<int> halves,
                   const std::function<double(const std::uint8_t*, int)>& value) {
  const StoredBlock block = block_of(type);
  constexpr std::int64_t kRows = 3, kPerRow = 2;
  const Bytes bytes = random_blocks(kRows * kPerRow, block.bytes, halves, 17);
  const auto got = decoded(type, kRows, kPerRow * block.numbers, bytes);
  for (std::size_t n = 0; n < got.size(); ++n) {
    const auto numbers = static_cast<std::size_t>(block.numbers);
    const std::uint8_t* at = bytes.data() + n / numbers * static_cast<std::size_t>(block.bytes);
    const double expected = value(at, static_cast<int>(n % numbers));
    ASSERT_NEAR(got[n], expected, 1e-6 * (1 + std::abs(expected))) << n;
  }
}

TEST(StoredMatrix, DecodesBlocksOfBytesAndNibbles) {
  expect_blocks(StoredType::kQ8_0, {0}, [](const std::uint8_t* block, int i) {
    return half_at(block) * signed_at(block + 2 + i);
  });
  const auto nibble = [](const std::uint8_t* q, int i) {
    return i < 16 ? q[i] % 16 : q[i - 16] / 16;
  };
  expect_blocks(StoredType::kQ4_0, {0}, [&](const std::uint8_t* block, int i) {
    return half_at(block) * (nibble(block + 2, i) - 8);
  });
  expect_blocks(StoredType::kQ4_1, {0, 2}, [&](const std::uint8_t* block, int i) {
    return half_at(block) * nibble(block + 4, i) + half_at(block + 2);
  });
  const auto five = [&](const std::uint8_t* high, int i) {
    return nibble(high + 4, i) + (high[i / 8] >> i % 8) % 2 * 16;
  };
  expect_blocks(StoredType::kQ5_0, {0}, [&](const std::uint8_t* block, int i) {
    return half_at(block) * (five(block + 2, i) - 16);
  });
  expect_blocks(StoredType::kQ5_1, {0, 2}, [&](const std::uint8_t* block, int i) {
    return half_at(block) * five(block + 4, i) + half_at(block + 2);
  });
}

// The bits of the sums over the decoded rows.
template <class Block>
void expect_dots(StoredType type, std::vector<int> halves) {
  constexpr std::int64_t kRows = 3;
  for (const std::int64_t blocks : {1, 3, 18, 53}) {
    const std::int64_t size = blocks * kNumbersOf<Block>;
    const Bytes bytes = random_blocks(kRows * blocks, block_of(type).bytes, halves, 19);
    const auto weights = decoded(type, kRows, size, bytes);
    const auto x = random_values<float>(size, 23);
    std::vector<float> room(x.size()), got(kRows), expected;
    for (std::int64_t row = 0; row < kRows; ++row)
      expected.push_back(dot_row_wide(x.data(), weights.data() + row * size, size));
    const auto* first = reinterpret_cast<const Block*>(bytes.data());
    dot_stored<Block>(arrange<Block>(x.data(), size, room.data()),
                      {first, blocks, first + kRows * blocks}, kRows, got.data());
    EXPECT_EQ(got, expected);
  }
}

TEST(StoredMatrix, MultipliesBlocksAsIfTheyWereDecoded) {
  expect_dots<float>(StoredType::kF32, {2});
  expect_dots<Half>(StoredType::kF16, {0});
  expect_dots<Brain>(StoredType::kBF16, {0});
  expect_dots<Q8_0>(StoredType::kQ8_0, {0});
  expect_dots<Q4_0>(StoredType::kQ4_0, {0});
  expect_dots<Q4_1>(StoredType::kQ4_1, {0, 2});
  expect_dots<Q5_0>(StoredType::kQ5_0, {0});
  expect_dots<Q5_1>(StoredType::kQ5_1, {0, 2});
  expect_dots<Q2_K>(StoredType::kQ2_K, {80, 82});
  expect_dots<Q3_K>(StoredType::kQ3_K, {108});
  expect_dots<Q4_K>(StoredType::kQ4_K, {0, 2});
  expect_dots<Q5_K>(StoredType::kQ5_K, {0, 2});
  expect_dots<Q6_K>(StoredType::kQ6_K, {208});
  expect_dots<IQ4_NL>(StoredType::kIQ4_NL, {0});
  expect_dots<IQ4_XS>(StoredType::kIQ4_XS, {0});
}

TEST(StoredMatrix, MultipliesHalvesThatAreInfiniteOrNaN) {
  constexpr std::int64_t kSize = 37;
  for (const int special : {0x7c00, 0xfc00, 0x7e01, 0x7bff}) {
    for (const std::int64_t place : {0, 13, 36}) {
      Bytes bytes = random_blocks(kSize, 2, {0}, 29);
      bytes[2 * place] = static_cast<std::uint8_t>(special);
      bytes[2 * place + 1] = static_cast<std::uint8_t>(special >> 8);
      const auto weights = decoded(StoredType::kF16, 1, kSize, bytes);
      const std::vector<float> x(kSize, 0.5f);
      float got = 0;
      dot_stored<Half>(
          x.data(), {reinterpret_cast<const Half*>(bytes.data()), kSize, bytes.data() + 2 * kSize},
          1, &got);
      const float expected = dot_row_wide(x.data(), weights.data(), kSize);
      EXPECT_EQ(std::isfinite(got), special == 0x7bff);
      EXPECT_TRUE(got == expected || (std::isnan(got) && std::isnan(expected))) << got;
    }
  }
}

// Groups of 32 numbers, with scales and minima of six bits: the first four have whole bytes for them and the upper bits
// of the last four.
double group_value(const std::uint8_t* block, int group, int q) {
  const std::uint8_t* packed = block + 4;
  const int other = group - 4;
  const int scale =
      group < 4 ? packed[group] % 64 : packed[8 + other] % 16 + packed[other] / 64 * 16;
  const int least =
      group < 4 ? packed[4 + group] % 64 : packed[8 + other] / 16 + packed[4 + other] / 64 * 16;
  return half_at(block) * scale * q - half_at(block + 2) * least;
}

TEST(StoredMatrix, DecodesSuperBlocksOfFourBitsAndFive) {
  const auto four = [](const std::uint8_t* q, int i) {
    const int byte = q[i / 64 * 32 + i % 32];
    return i / 32 % 2 == 0 ? byte % 16 : byte / 16;
  };
  expect_blocks(StoredType::kQ4_K, {0, 2}, [&](const std::uint8_t* block, int i) {
    return group_value(block, i / 32, four(block + 16, i));
  });
  expect_blocks(StoredType::kQ5_K, {0, 2}, [&](const std::uint8_t* block, int i) {
    const int fifth = (block[16 + i % 32] >> i / 32) % 2;
    return group_value(block, i / 32, four(block + 48, i) + 16 * fifth);
  });
}

// Four bits of each number in one place, two in another; a scale of eight bits for 16 numbers.
TEST(StoredMatrix, DecodesSuperBlocksOfSixBits) {
  expect_blocks(StoredType::kQ6_K, {208}, [](const std::uint8_t* block, int i) {
    const int side = i / 128, group = i % 128 / 32, place = i % 32;
    const int low = block[side * 64 + group % 2 * 32 + place];
    const int high = block[128 + side * 32 + place];
    const int q = (group < 2 ? low % 16 : low / 16) + (high >> (2 * group)) % 4 * 16;
    return half_at(block + 208) * signed_at(block + 192 + i / 16) * (q - 32);
  });
}

// Two bits of each number in one place, the third in another; scales of four bits, or of six in two places, for 16 numbers.
TEST(StoredMatrix, DecodesSuperBlocksOfTwoBitsAndThree) {
  const auto two = [](const std::uint8_t* q, int i) {
    return (q[i / 128 * 32 + i % 32] >> i % 128 / 32 * 2) % 4;
  };
  expect_blocks(StoredType::kQ2_K, {80, 82}, [&](const std::uint8_t* block, int i) {
    const int both = block[i / 16];
    return half_at(block + 80) * (both % 16) * two(block + 16, i) -
           half_at(block + 82) * (both / 16);
  });
  expect_blocks(StoredType::kQ3_K, {108}, [&](const std::uint8_t* block, int i) {
    const int third = (block[i % 32] >> i / 32) % 2, half = i / 16;
    const int low = block[96 + half % 8], high = block[104 + half % 4];
    const int scale = (half < 8 ? low % 16 : low / 16) + (high >> half / 4 * 2) % 4 * 16 - 32;
    return half_at(block + 108) * scale * (two(block + 32, i) + 4 * third - 4);
  });
}

TEST(StoredMatrix, DecodesLevels) {
  const auto level = [](const std::uint8_t* q, int i) {
    constexpr int kOf[] = {-127, -104, -83, -65, -49, -35, -22, -10,
                           1,    13,   25,  38,  53,  69,  89,  113};
    return kOf[i < 16 ? q[i] % 16 : q[i - 16] / 16];
  };
  expect_blocks(StoredType::kIQ4_NL, {0}, [&](const std::uint8_t* block, int i) {
    return half_at(block) * level(block + 2, i);
  });
  expect_blocks(StoredType::kIQ4_XS, {0}, [&](const std::uint8_t* block, int i) {
    const int group = i / 32, high = pair_at(block + 2), low = block[4 + group / 2];
    const int scale = (group % 2 ? low / 16 : low % 16) + (high >> 2 * group) % 4 * 16 - 32;
    return half_at(block) * scale * level(block + 8 + 16 * group, i % 32);
  });
}

TEST(StoredMatrix, RefusesWhatIsNoMatrix) {
  const auto refused = [](StoredType type, std::int64_t rows, std::int64_t columns) {
    const StoredMatrix matrix{type, rows, columns, nullptr};
    EXPECT_THROW(matrix.validate(), InvalidArgument);
  };
  refused(StoredType::kF32, 0, 1);
  refused(StoredType::kF32, 1, 0);
  refused(StoredType::kF32, std::int64_t{1} << 31, 1);
  refused(StoredType::kQ8_0, 1, 33);
  refused(StoredType::kQ6_K, 1, 128);
  refused(StoredType::kIQ4_XS, 1, 32);
  refused(static_cast<StoredType>(15), 1, 1);
}

}  // namespace
}  // namespace headwise
