// Fuzzes attention by itself: any request is either refused or gives the formula's result, with the
// same bits in every way to run it and without any effect of masked numbers.
#include "any_request.h"
#include "core/base/error.h"
#include "formula.h"
#include "fuzz_input.h"

namespace headwise {
namespace {

constexpr std::int64_t kMostBytes = std::int64_t{1} << 26;

// Whether the core takes the request and it is small enough to run here.
bool is_taken(const AttentionRequest& request) {
  Workspace workspace;
  ScaledDotProductAttentionJob<float> job;
  try {
    job.lay_out(request, 3, workspace);
  } catch (const InvalidArgument&) {
    return false;
  } catch (const OutOfMemory&) {
    return false;
  }
  return workspace.bytes() <= kMostBytes && request.config.batch <= 64 &&
         request.config.num_heads <= 64 && request.config.query_len <= 4096;
}

void check_masked(const AttentionCall<float>& call, FuzzedDataProvider& bytes, ThreadPool& pool) {
  const AttentionConfig& c = call.request.config;
  if (c.masked_len() == 0 || call.request.replaced_attention) return;
  const auto j = bytes.ConsumeIntegralInRange<std::int64_t>(0, c.masked_len() - 1);
  AttentionCall<float> one = call;
  const std::string name = "mask" + std::to_string(one.request.masks.size());
  one.request.masks.push_back(mask_of(MaskKind::kIgnore, c, false, false, false, true));
  one.cells[name].assign(static_cast<std::size_t>(c.masked_len()), 0);
  one.cells[name][static_cast<std::size_t>(j)] = 1;
  AttentionCall<float> other = one;
  overwrite_key(other, j, wild_number<float>(bytes));
  Buffers<float> found = run(other, pool);
  for (const char* unmasked : {"dot_products", "scores", "softcapped"}) found.erase(unmasked);
  const std::string differing = differing_bits(found, run(one, pool));
  check(differing.empty(), "a masked key changed " + differing);
}

void fuzz(FuzzedDataProvider& bytes) {
  static ThreadPool one(1), three(3);
  AttentionRequest request = any_request(chooser(bytes));
  const bool deranged = bytes.ConsumeIntegralInRange(0, 7) == 7;
  if (deranged) derange(request, bytes);
  if (!is_taken(request)) {
    check(deranged, "an ordinary request was refused");
    return;
  }
  AttentionCall<float> call = random_call<float>(request, bytes.ConsumeIntegral<std::uint16_t>());
  bool wild = sprinkle(call.numbers, bytes);
  if (!call.key_lengths.empty() && bytes.ConsumeIntegralInRange(0, 7) == 7) {
    constexpr std::int32_t kLargest = std::numeric_limits<std::int32_t>::max();
    call.key_lengths[0] = bytes.PickValueInArray({-1, -kLargest - 1, kLargest});
    wild = true;
  }

  const Buffers<float> found = run(call, one);
  const auto check_same = [&](const Buffers<float>& again, const char* how) {
    const std::string differing = differing_bits(again, found);
    check(differing.empty(), std::string(how) + " changed " + differing);
  };
  check_same(run(call, three), "threads");
  check_same(run(call, one, 1e-3), "slices");
  AttentionCall<float> traced = call;
  traced.request.trace = !request.trace;
  check_same(run(traced, three, 1e-3), "tracing");
  check_masked(call, bytes, one);
  if (wild || deranged) return;
  if (!request.replaced_attention) check_sums(found, request);
  const std::string differing = headwise::differing(found, formula(widened(call)), 1e-3);
  check(differing.empty(), "not the formula: " + differing);
}

}  // namespace
}  // namespace headwise

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedDataProvider bytes(data, size);
  headwise::fuzz(bytes);
  return 0;
}
