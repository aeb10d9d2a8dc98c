// Fuzzes the layer: any layer and call is either refused or gives the formula's result, with the
// same bits in every way to run it.
#include "any_request.h"
#include "core/base/error.h"
#include "formula.h"
#include "fuzz_input.h"

namespace headwise {
namespace {

constexpr std::int64_t kMostBytes = std::int64_t{1} << 26;

// Puts one size of a layer out of range.
void derange(MultiHeadAttentionConfig& c, FuzzedDataProvider& bytes) {
  std::int64_t* const sizes[] = {&c.embed_dim,      &c.num_heads, &c.num_kv_heads, &c.head_dim,
                                 &c.value_head_dim, &c.key_dim,   &c.value_dim,    &c.output_dim};
  *bytes.PickValueInArray(sizes) = wild_integer(bytes);
}

// Whether the core takes the layer and the call, and both are small enough to run here.
bool is_taken(const MultiHeadAttentionConfig& config, const ForwardRequest& request) {
  try {
    if (MultiHeadAttentionParameters<float>::bytes(config) > kMostBytes) return false;
    const MultiHeadAttentionParameters<float> parameters(config);
    Workspace workspace;
    MultiHeadAttentionJob<float> job;
    job.lay_out(parameters, request, 3, workspace);
    const AttentionConfig& c = request.attention.config;
    return workspace.bytes() <= kMostBytes && c.batch <= 64 && c.num_heads <= 64 &&
           c.query_len <= 4096 && c.key_len <= 4096;
  } catch (const InvalidArgument&) {
    return false;
  } catch (const OutOfMemory&) {
    return false;
  }
}

void fuzz(FuzzedDataProvider& bytes) {
  static ThreadPool one(1), three(3);
  auto [layer, request] = any_forward(chooser(bytes));
  const int deranged = bytes.ConsumeIntegralInRange(0, 15);
  if (deranged == 14) derange(layer, bytes);
  if (deranged == 15) derange(request.attention, bytes);
  if (!is_taken(layer, request)) {
    check(deranged >= 14, "an ordinary forward was refused");
    return;
  }
  const auto seed = bytes.ConsumeIntegral<std::uint16_t>();
  LayerCall<float> call = random_call<float>(layer, request, seed);
  const bool wild_inputs = sprinkle(call.attention.numbers, bytes);
  const bool wild = sprinkle(call.parameters, bytes) || wild_inputs;

  const Buffers<float> found = run(call, one);
  const auto check_same = [&](const Buffers<float>& again, const char* how) {
    const std::string differing = differing_bits(again, found);
    check(differing.empty(), std::string(how) + " changed " + differing);
  };
  check_same(run(call, three), "threads");
  check_same(run(call, one, 1e-3), "slices");
  LayerCall<float> traced = call;
  traced.request.attention.trace = traced.attention.request.trace = !request.attention.trace;
  check_same(run(traced, three, 1e-3), "tracing");
  if (wild || deranged >= 14) return;
  if (!request.attention.replaced_attention) check_sums(found, request.attention);
  const std::string differing = headwise::differing(found, formula(widened(call)), 2e-2);
  check(differing.empty(), "not the formula: " + differing);
}

}  // namespace
}  // namespace headwise

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedDataProvider bytes(data, size);
  headwise::fuzz(bytes);
  return 0;
}
