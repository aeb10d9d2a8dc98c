// The rows of a window: the passes of attention.cpp over its columns alone, with the maximum and
// the sum of each row taken from the call instead of from the row.
#include "core/attention/attention_window.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/base/product.h"
#include "core/base/size.h"
#include "kernels/softmax.h"

namespace headwise {

namespace {
// Where bin `index` of `bins` over n things begins.
std::int64_t bin_begin(std::int64_t index, std::int64_t n, std::int64_t bins) {
  return index * n / bins;
}
}  // namespace

void WindowRequest::validate(const AttentionConfig& config) const {
  require(batch >= 0 && batch < config.batch && head >= 0 && head < config.num_heads,
          "window: expected a batch entry and a head of the call");
  require(row_begin >= 0 && row_begin <= row_end && row_end <= config.query_len,
          "window rows: expected a range within the map");
  require(column_begin >= 0 && column_begin <= column_end && column_end <= config.total_len(),
          "window columns: expected a range within the map");
  require(height <= rows() && (height > 0 || rows() == 0),
          "window height: expected from 1 to the rows of the window");
  require(width <= columns() && (width > 0 || columns() == 0),
          "window width: expected from 1 to the columns of the window");
}

template <class T>
void Attention<T>::attend_again(std::int64_t batch, std::int64_t head, std::int64_t first,
                                Range range, const Matrix<T>& values) const {
  const std::int64_t rows = values.rows(), first_row = row_index({batch, head, first});
  const auto row_of = [&](std::int64_t i) { return Query{batch, head, first + i}; };
  for (std::int64_t i = 0; i < rows; ++i) {
    const Row<T> wanted = cells(values.row(i), range);
    if (inputs.replaced_attention)
      copy(cells(map_row(inputs.replaced_attention, row_of(i)), range), wanted);
    else
      fill(wanted, 0);
  }
  if (inputs.replaced_attention) return;

  const Range reached = reach(batch, first, rows);
  const Range keys{std::max(reached.begin, range.begin),
                   std::min({reached.end, range.end, config.masked_len()})};
  const Range extra{std::max(range.begin, config.masked_len()), range.end};
  const PackedPanels<T> key = activations.key[batch * config.num_kv_heads + config.kv_head(head)];
  // Products start at a panel, so those of the extra keys may reach back into the others': first.
  for (const Range part : {extra, keys}) {
    if (part.begin >= part.end) continue;
    const std::int64_t panel = part.begin / kPanelWidth, start = panel * kPanelWidth;
    multiply(rows_at(inputs.query, first_row, rows, config.head_dim), key.from(panel, 0),
             values.middleCols(start, part.end - start));
    for (std::int64_t i = 0; i < rows; ++i) {
      const T max = activations.row_max[first_row + i], sum = activations.row_sum[first_row + i];
      const Row<T> row = values.row(i), wanted = cells(row, part);
      score_row(row_of(i), row, part);
      if (part.begin < config.masked_len()) mask_row(row_of(i), row, part);
      if (sum == 0)
        fill(wanted, 0);
      else
        softmax_again(wanted.data(), wanted.size(), max, sum);
      for (std::int64_t j = part.begin; std::isnan(sum) && j < part.end; ++j) {
        if (!may_attend(row_of(i), j)) row[j] = 0;
      }
      if (range.begin < part.begin) fill(cells(row, {std::max(range.begin, start), part.begin}), 0);
    }
  }
}

template <class T>
void AttentionWindowJob<T>::lay_out(const SavedActivations<T>& saved, const WindowRequest& request,
                                    int threads, Workspace& workspace) {
  request.validate(saved.request.config);
  saved_ = &saved;
  request_ = request;
  strips_ = workspace.add<T>(
      {threads, most_rows(), round_up(saved.request.config.total_len(), kPanelWidth)});
  cells_ = workspace.add<double>({threads, request.width});
  output_ = workspace.add<T>("output", {request.height, request.width});
  const double rows = static_cast<double>(bins_per_task() * request_.rows()) /
                      static_cast<double>(std::max<std::int64_t>(1, request_.height));
  this->clear_stages();
  this->add_stage({request_.width > 0 ? divide_up(request_.height, bins_per_task()) : 0,
                   2.0 * rows * static_cast<double>(request_.columns()) *
                       static_cast<double>(saved_->request.config.head_dim + 16),
                   [this](std::int64_t task, int worker) { pool_bins(task, worker); }});
}

// Rows that are computed together.
template <class T>
std::int64_t AttentionWindowJob<T>::most_rows() const {
  return Attention<T>::strip_rows(saved_->request.config.total_len());
}

// Bins of rows that make about one strip.
template <class T>
std::int64_t AttentionWindowJob<T>::bins_per_task() const {
  const std::int64_t rows_per_bin =
      divide_up(request_.rows(), std::max<std::int64_t>(1, request_.height));
  return std::max<std::int64_t>(1, most_rows() / std::max<std::int64_t>(1, rows_per_bin));
}

template <class T>
void AttentionWindowJob<T>::pool_bins(std::int64_t task, int worker) {
  const WindowRequest& w = request_;
  const std::int64_t stride = round_up(saved_->request.config.total_len(), kPanelWidth);
  const Matrix<T> strip = matrix_at(strips_, worker, most_rows(), stride);
  const Matrix<T> output = matrix(output_, w.height, w.width);
  const Row<double> cells = row_at(cells_, worker, w.width);
  const auto row_of_bin = [&](std::int64_t y) {
    return w.row_begin + bin_begin(y, w.rows(), w.height);
  };
  std::int64_t y = task * bins_per_task();
  const std::int64_t last = std::min(w.height, y + bins_per_task());
  const std::int64_t end = row_of_bin(last);
  begin_bin(cells);
  for (std::int64_t first = row_of_bin(y); first < end; first += most_rows()) {
    const std::int64_t rows = std::min(most_rows(), end - first);
    saved_->attention.attend_again(w.batch, w.head, first, {w.column_begin, w.column_end},
                                   strip.middleRows(0, rows));
    for (std::int64_t i = 0; i < rows; ++i) {
      const Row<const T> row = strip.row(i).segment(w.column_begin, w.columns());
      if (w.height == w.rows() && w.width == w.columns()) {
        copy(row, output.row(first + i - w.row_begin));
        continue;
      }
      add_row(row, cells);
      if (first + i + 1 < row_of_bin(y + 1)) continue;
      end_bin(cells, output.row(y), row_of_bin(y + 1) - row_of_bin(y));
      ++y;
      begin_bin(cells);
    }
  }
}

template <class T>
void AttentionWindowJob<T>::begin_bin(const Row<double>& cells) const {
  fill(cells, request_.pooling == Pooling::kMax ? -std::numeric_limits<double>::infinity() : 0.0);
}

template <class T>
void AttentionWindowJob<T>::add_row(const Row<const T>& row, const Row<double>& cells) const {
  const bool max = request_.pooling == Pooling::kMax;
  for (std::int64_t x = 0, j = 0; x < request_.width; ++x) {
    const std::int64_t end = bin_begin(x + 1, request_.columns(), request_.width);
    double cell = cells[x];
    for (; j < end; ++j) {
      const double value = static_cast<double>(row[j]);
      if (!max)
        cell += value;
      else if (value > cell || std::isnan(value))
        cell = value;  // and nothing is larger than NaN
    }
    cells[x] = cell;
  }
}

template <class T>
void AttentionWindowJob<T>::end_bin(const Row<double>& cells, const Row<T>& output,
                                    std::int64_t height) const {
  const WindowRequest& w = request_;
  for (std::int64_t x = 0; x < w.width; ++x) {
    const std::int64_t width =
        bin_begin(x + 1, w.columns(), w.width) - bin_begin(x, w.columns(), w.width);
    const double count = w.pooling == Pooling::kMean ? static_cast<double>(height * width) : 1.0;
    output[x] = static_cast<T>(cells[x] / count);
  }
}

template void Attention<float>::attend_again(std::int64_t, std::int64_t, std::int64_t, Range,
                                             const Matrix<float>&) const;
template void Attention<double>::attend_again(std::int64_t, std::int64_t, std::int64_t, Range,
                                              const Matrix<double>&) const;
template class AttentionWindowJob<float>;
template class AttentionWindowJob<double>;

}  // namespace headwise
