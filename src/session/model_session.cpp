// Plans of passes, and the growth of caches.
#include "session/model_session.h"

#include <algorithm>
#include <memory>

#include "core/base/error.h"

namespace headwise {

namespace {

constexpr std::int64_t kFirstCapacity = 32;  // keys

// The cache, or one with room for so many keys that has taken over its keys.
void grow(const Session& session, const BlockAttention& part, std::int64_t needed,
          std::unique_ptr<Cache<float>>& cache) {
  if (cache && cache->config.capacity >= needed) return;
  const AttentionConfig& c = part.config;
  const CacheConfig config{1, c.num_kv_heads, c.head_dim, c.head_dim, needed, 0};
  session.take(Cache<float>::bytes(config), 0, [&] {
    auto larger = std::make_unique<Cache<float>>(config);
    if (cache) larger->take(*cache);
    cache = std::move(larger);
  });
}

}  // namespace

std::int64_t TextCaches::length() const { return blocks.empty() ? 0 : blocks[0].own->length(); }

void TextCaches::make_room(const Session& session, const Stack& stack, std::int64_t more,
                           std::int64_t states_len) {
  blocks.resize(stack.blocks.size());
  for (std::size_t n = 0; n < blocks.size(); ++n) {
    auto& [own, cross] = blocks[n];
    const std::int64_t needed = (own ? own->length() : 0) + more;
    const std::int64_t twice = own ? 2 * own->config.capacity : kFirstCapacity;
    const bool fits = own && own->config.capacity >= needed;
    grow(session, stack.blocks[n].attention, fits ? needed : std::max(needed, twice), own);
    if (stack.blocks[n].cross.on() && !cross)
      grow(session, stack.blocks[n].cross, states_len, cross);
  }
}

void TextCaches::read_keys(std::int64_t block, bool cross, std::int64_t count, float* keys) const {
  require(block >= 0 && block < static_cast<std::int64_t>(blocks.size()),
          "block: expected one of the caches");
  const BlockCaches& both = blocks[static_cast<std::size_t>(block)];
  const Cache<float>* cache = cross ? both.cross.get() : both.own.get();
  require(cache && count >= 0 && count <= cache->length(), "count: expected keys of the cache");
  for (std::int64_t kv = 0; kv < cache->config.num_kv_heads; ++kv)
    cache->unpack_keys(kv, count, keys);
}

void StackSession::plan(const PassRequest& request, float* x, const float* states,
                        TextCaches* caches, double result_bytes) {
  runner_.stop();
  stack.validate();
  if (caches) caches->make_room(session_, stack, request.length, request.states_len);
  const auto lay_out = [&] {
    pass_.lay_out(stack, request, x, states, caches ? &caches->blocks : nullptr, session_.threads(),
                  workspace_);
  };
  workspace_.clear();
  lay_out();
  session_.take(workspace_.missing_bytes(), result_bytes, [&] { workspace_.allocate(); });
  lay_out();
}

}  // namespace headwise
