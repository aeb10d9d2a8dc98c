// Memory of stored_weights.h, within the session's budget.
#include "session/stored_weights.h"

#include "core/base/size.h"
#include "transformer/stored_product.h"

namespace headwise {

namespace {
template <class T>
void resize(const Session& session, std::int64_t size, std::vector<T>& memory) {
  session.take(checked_product({sizeof(T), size}), 0,
               [&] { memory.resize(static_cast<std::size_t>(size)); });
}
}  // namespace

StoredWeights::StoredWeights(const Session& session, StoredType type, std::int64_t rows,
                             std::int64_t columns, Arithmetic arithmetic)
    : matrix_{type, rows, columns, nullptr, arithmetic} {
  matrix_.validate();
  resize(session, matrix_.bytes(), memory_);
  matrix_.data = memory_.data();
}

FloatBuffer::FloatBuffer(const Session& session, std::int64_t size) {
  resize(session, size, memory_);
}

void RowOperations::multiply(const StoredMatrix& weight, const float* bias, const float* x,
                             std::int64_t rows, float* y) {
  const std::int64_t needed =
      checked_product({multiply_scratch(weight.columns), session_.threads()});
  if (needed > static_cast<std::int64_t>(scratch_.size())) resize(session_, needed, scratch_);
  ProductRows given{x, nullptr, rows};
  if (weight.int8()) {
    const std::int64_t blocks = checked_product({rows, weight.columns / kBlock});
    if (blocks > static_cast<std::int64_t>(blocks_.size())) resize(session_, blocks, blocks_);
    quantise(x, 0, blocks, blocks_.data());
    given.blocks = blocks_.data();
  }
  headwise::multiply(session_.pool(), weight, bias, given, scratch_.data(), y);
}

}  // namespace headwise
