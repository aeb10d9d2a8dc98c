// The memory that an opened model holds between calls: weights as its file stores them, buffers of numbers, and scratch for
// products.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/int8.h"
#include "session/session.h"
#include "transformer/stored_matrix.h"

namespace headwise {

class StoredWeights {
 public:
  // The caller writes the bytes, at matrix().data.
  StoredWeights(const Session& session, StoredType type, std::int64_t rows, std::int64_t columns,
                Arithmetic arithmetic = Arithmetic::kExact);
  const StoredMatrix& matrix() const { return matrix_; }

 private:
  StoredMatrix matrix_;
  std::vector<std::uint8_t> memory_;
};

class FloatBuffer {
 public:
  FloatBuffer(const Session& session, std::int64_t size);
  const float* data() const { return memory_.data(); }

 private:
  std::vector<float> memory_;
};

// The operations of transformer/stored_product.h and row_operations.h outside a pass, with the session's threads.
class RowOperations {
 public:
  explicit RowOperations(Session& session) : session_(session) {}
  ThreadPool& pool() { return session_.pool(); }

  // Keeps the scratch memory for the next product.
  void multiply(const StoredMatrix& weight, const float* bias, const float* x, std::int64_t rows,
                float* y);

 private:
  Session& session_;
  std::vector<float> scratch_;
  std::vector<QuantisedBlock> blocks_;
};

}  // namespace headwise
