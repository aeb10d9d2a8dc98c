// Random numbers by counting: Philox4x32-10 (Salmon, Moraes, Dror and Shaw
// 2011, "Parallel random numbers: as easy as 1, 2, 3"). The n-th number of a
// stream needs no state, so any thread may compute it.
#pragma once

#include <array>
#include <cstdint>

namespace headwise {

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key);

// One stream of a seed: uniform(n) for n = 0, 1, 2 ...
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::uint32_t stream, std::uint32_t substream = 0)
      : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)},
        stream_(stream),
        substream_(substream) {}

  // In [0, 1), a multiple of 2^-24.
  float uniform(std::uint32_t n) const { return unit(block(n / 4)[n % 4]); }

  // The first numbers of the stream, each in [-bound, bound). One block gives four.
  template <class T>
  void fill_symmetric(T* values, std::int64_t size, float bound) const {
    std::array<std::uint32_t, 4> words{};
    for (std::int64_t n = 0; n < size; ++n) {
      if (n % 4 == 0) words = block(static_cast<std::uint32_t>(n / 4));
      values[n] = static_cast<T>((2.0f * unit(words[n % 4]) - 1.0f) * bound);
    }
  }

 private:
  std::array<std::uint32_t, 4> block(std::uint32_t at) const {
    return philox({at, 0, stream_, substream_}, key_);
  }
  static float unit(std::uint32_t word) { return static_cast<float>(word >> 8) * 0x1p-24f; }

  std::array<std::uint32_t, 2> key_;
  std::uint32_t stream_, substream_;
};

}  // namespace headwise
