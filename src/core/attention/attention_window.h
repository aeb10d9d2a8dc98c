// A window of one head's map, computed again from a call's saved activations: the bits of the map
// itself, or means or maxima of them over bins. Its cost grows with the window, not with the map.
#pragma once

#include <cstdint>

#include "core/attention/saved_activations.h"
#include "core/attention/window_fields.h"
#include "core/base/job.h"
#include "core/base/workspace.h"

namespace headwise {

enum class Pooling { kMean, kMax };

// Rows row_begin <= i < row_end and columns column_begin <= j < column_end of the map of one head.
// Bin y of `height` holds the rows row_begin + floor(y n / height) up to, not including,
// row_begin + floor((y + 1) n / height), n = row_end - row_begin; columns likewise. So every cell
// falls into one bin, and bins differ by at most one row and one column.
struct WindowRequest {
  // height and width of the result: at least 1 and at most the window's, or 0 with it
  HEADWISE_WINDOW(HEADWISE_DECLARE)

  std::int64_t rows() const { return row_end - row_begin; }
  std::int64_t columns() const { return column_end - column_begin; }

  // Throws InvalidArgument unless it lies within the maps of the call.
  void validate(const AttentionConfig& config) const;
};

// Buffers:
//   output  (height, width)
// A mean is summed in double, row by row.
template <class T>
class AttentionWindowJob : public Job {
 public:
  void lay_out(const SavedActivations<T>& saved, const WindowRequest& request, int threads,
               Workspace& workspace);

 private:
  void pool_bins(std::int64_t task, int worker);
  std::int64_t bins_per_task() const;
  std::int64_t most_rows() const;
  void begin_bin(const Row<double>& cells) const;
  void add_row(const Row<const T>& row, const Row<double>& cells) const;
  // `height`: how many rows were added.
  void end_bin(const Row<double>& cells, const Row<T>& output, std::int64_t height) const;

  const SavedActivations<T>* saved_ = nullptr;
  WindowRequest request_;
  T *strips_ = nullptr, *output_ = nullptr;
  double* cells_ = nullptr;  // (threads, width)
};

}  // namespace headwise
