// An opened model between its passes: the blocks of a stack, the memory and the job of a pass, and caches of texts.
//
// A pass has its own memory, so between its steps the session's calls run as usual.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/job.h"
#include "core/base/workspace.h"
#include "session/session.h"
#include "transformer/pass_job.h"

namespace headwise {

// Keys and values of the tokens that a stack has read. They grow with the text.
class TextCaches {
 public:
  // Rows of x that have been read.
  std::int64_t length() const;

  // Makes room for `more` keys, at least twice the earlier room, and for keys of the encoder's rows. Earlier
  // keys remain, also if a block's memory is refused.
  void make_room(const Session& session, const Stack& stack, std::int64_t more,
                 std::int64_t states_len);

  std::vector<BlockCaches> blocks;

  // The first `count` keys of a block, (Hkv, count, E).
  void read_keys(std::int64_t block, bool cross, std::int64_t count, float* keys) const;
};

class StackSession {
 public:
  explicit StackSession(Session& session) : session_(session) {
    runner_.set_threads_from(session.threads_from());
  }

  Stack stack;

  // caches: null without a cache. result_bytes: bytes of the results that the caller allocates outside.
  void plan(const PassRequest& request, float* x, const float* states, TextCaches* caches,
            double result_bytes);
  void* find(std::string_view name) const { return workspace_.find(name); }
  void start() { runner_.start(pass_); }
  StepResult step(double milliseconds) { return runner_.step(session_.pool(), milliseconds); }

 private:
  Session& session_;
  Workspace workspace_;
  PassJob pass_;
  JobRunner runner_;
};

}  // namespace headwise
