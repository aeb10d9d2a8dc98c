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
  float uniform(std::uint32_t n) const {
    const auto block = philox({n / 4, 0, stream_, substream_}, key_);
    return static_cast<float>(block[n % 4] >> 8) * 0x1p-24f;
  }

  // In [-bound, bound).
  float symmetric(std::uint32_t n, float bound) const { return (2.0f * uniform(n) - 1.0f) * bound; }

 private:
  std::array<std::uint32_t, 2> key_;
  std::uint32_t stream_, substream_;
};

}  // namespace headwise
