// The stages of one attention call: turns, gathering of keys and values or appending to a cache, packing, strips; and the
// parts in which its maps are taken.
#include <algorithm>

#include "core/attention/attention_job.h"
#include "core/attention/cache.h"
#include "core/base/size.h"

namespace headwise {

template <class T>
void AttentionJob<T>::list_stages() {
  const AttentionConfig& c = request_.config;
  const double row = static_cast<double>(c.head_dim + c.value_head_dim);
  const std::int64_t key_heads = c.batch * c.num_kv_heads;
  const bool gathers = gathers_keys() || gathers_values() || turns_in_place();
  this->clear_stages();
  this->add_stage(
      {turned_positions(), 20.0 * static_cast<double>(request_.rotary_config.dims),
       [this](std::int64_t task, int) { rotary_.fill(request_.config.past_len, task); }});
  this->add_stage({c.batch * c.num_heads * query_strips(), 10.0 * kGatherRows * row,
                   [this](std::int64_t task, int) { turn_queries(task); }});
  this->add_stage({gathers ? key_heads * key_strips() : 0, 10.0 * kGatherRows * row,
                   [this](std::int64_t task, int) { gather_keys_and_values(task); }});
  if (cache_) {
    const bool copies = request_.keep || request_.trace;
    this->add_stage({key_heads * key_strips(), kGatherRows * row,
                     [this](std::int64_t task, int) { append(task); }});
    this->add_stage({key_heads, static_cast<double>(c.total_len()) * (copies ? row : 1),
                     [this](std::int64_t task, int) { unpack(task); }});
  } else {
    this->add_stage({attention_.pack_tasks(), attention_.pack_cost(),
                     [this](std::int64_t task, int) { attention_.pack_keys_and_values(task); }});
  }
  parts_.job = this;
  this->add_stage({attention_.strip_tasks(), attention_.strip_cost(),
                   [this](std::int64_t task, int worker) { attention_.attend_strip(task, worker); },
                   request_.in_parts ? &parts_ : nullptr});
}

// A part stays in the cache until the caller has it: writing whole maps to memory and reading them back
// took 6 % of the call at (1024, 512, 8). With threads it is larger: reading from another core is slow,
// and faster through the cache that they share (two threads were 1.74 times as fast as one with a
// quarter of this, and 1.82 times with it).
template <class T>
std::int64_t AttentionJob<T>::part_strips() const {
  const std::int64_t numbers = threads_ > 1 ? 786432 : 65536;  // for each thread
  const std::int64_t total = request_.config.total_len();
  const std::int64_t strip = Attention<T>::strip_rows(total) * std::max<std::int64_t>(total, 1);
  return std::max<std::int64_t>(numbers / strip, 1) * threads_;
}

template <class T>
void AttentionJob<T>::MapParts::begin(std::int64_t first_task) {
  Attention<T>& attention = job->attention_;
  const std::int64_t end = std::min(first_task + tasks(), attention.strip_tasks());
  const std::int64_t first = attention.first_row(first_task);
  const std::int64_t count = attention.first_row(end) - first;
  const AttentionConfig& c = attention.config;
  const bool beside = job->threads_ > 1 && current.place == 0 && first_task > 0;
  // The last strip of a head may be short, and so may a buffer that holds all rows.
  const std::int64_t most = c.batch * c.num_heads * c.query_len - count;
  const std::int64_t place = beside ? std::min(job->part_rows_at_most(), most) : 0;
  current = {first, count, place};
  attention.activations.attention_first_row = first - place;
}

template <class T>
std::int64_t AttentionJob<T>::part_rows_at_most() const {
  return part_strips() * Attention<T>::strip_rows(request_.config.total_len());
}

template <class T>
std::int64_t AttentionJob<T>::query_strips() const {
  const bool turns = request_.rotary && !request_.replaced_query;
  return turns ? divide_up(request_.config.query_len, kGatherRows) : 0;
}

template <class T>
std::int64_t AttentionJob<T>::key_strips() const {
  return divide_up(gathered_len(), kGatherRows);
}

template <class T>
void AttentionJob<T>::turn_queries(std::int64_t task) {
  const AttentionConfig& c = request_.config;
  const std::int64_t first = task % query_strips() * kGatherRows;
  const std::int64_t end = std::min(first + kGatherRows, c.query_len);
  T* head = query_ + task / query_strips() * c.query_len * c.head_dim;
  for (std::int64_t i = first; i < end; ++i)
    rotary_.rotate(i, head + i * c.head_dim, c.head_dim, head + i * c.head_dim);
}

template <class T>
void AttentionJob<T>::gather(std::int64_t task, bool keys) {
  const AttentionConfig& c = request_.config;
  const std::int64_t dim = keys ? c.head_dim : c.value_head_dim;
  const std::int64_t batch_and_head = task / key_strips();
  const std::int64_t first = task % key_strips() * kGatherRows;
  const std::int64_t end = std::min(first + kGatherRows, gathered_len());
  const bool turns = keys && request_.rotary && !request_.replaced_key;
  T* out = (keys ? key_ : value_) + (batch_and_head * gathered_len() + first) * dim;
  for (std::int64_t j = first_gathered() + first; j < first_gathered() + end; ++j, out += dim) {
    const T* row = key_row(batch_and_head, j, keys);
    if (!row)
      std::fill_n(out, dim, T(0));
    else if (turns && j >= c.past_len && j < c.masked_len())
      rotary_.rotate(j - c.past_len, row, dim, out);
    else
      std::copy_n(row, dim, out);
  }
}

template <class T>
void AttentionJob<T>::gather_keys_and_values(std::int64_t task) {
  if (gathers_keys() || turns_in_place()) gather(task, true);
  if (gathers_values()) gather(task, false);
}

// New and extra keys go into the cache, after the past.
template <class T>
void AttentionJob<T>::append(std::int64_t task) {
  const AttentionConfig& c = request_.config;
  const std::int64_t kv = task / key_strips(), first = task % key_strips() * kGatherRows;
  const std::int64_t row = kv * gathered_len() + first;
  cache_->write(kv, c.past_len + first, std::min(kGatherRows, gathered_len() - first),
                key_ + row * c.head_dim, value_ + row * c.value_head_dim);
}

// Notes whether the cache holds irregular values, and copies its keys and values where the call keeps
// or traces them.
template <class T>
void AttentionJob<T>::unpack(std::int64_t kv) {
  const std::int64_t total = request_.config.total_len();
  attention_.activations.irregular[kv] = cache_->is_irregular(kv, total) ? 1 : 0;
  if (request_.keep) cache_->copy_panels(kv, total, kept_key_, kept_value_);
  if (request_.trace) cache_->unpack(kv, total, all_keys_, all_values_);
}

// The row of key j, or of its value: from the past, the new ones, or the layer's own bias; null for
// the zero key.
template <class T>
const T* AttentionJob<T>::key_row(std::int64_t batch_and_head, std::int64_t j, bool keys) const {
  const AttentionConfig& c = request_.config;
  const std::int64_t dim = keys ? c.head_dim : c.value_head_dim;
  if (j >= c.masked_len()) {
    if (!request_.extra_bias || j > c.masked_len()) return nullptr;
    return (keys ? extra_key_ : extra_value_) + batch_and_head % c.num_kv_heads * dim;
  }
  const T* replaced = keys ? replaced_key_ : replaced_value_;
  if (replaced) return replaced + (batch_and_head * c.masked_len() + j) * dim;
  if (j < c.past_len)
    return (keys ? past_key_ : past_value_) + (batch_and_head * c.past_len + j) * dim;
  return (keys ? new_key_ : new_value_) + (batch_and_head * c.key_len + j - c.past_len) * dim;
}

template void AttentionJob<float>::list_stages();
template std::int64_t AttentionJob<float>::part_rows_at_most() const;
template std::int64_t AttentionJob<float>::part_strips() const;
template void AttentionJob<float>::MapParts::begin(std::int64_t);
template void AttentionJob<double>::list_stages();
template std::int64_t AttentionJob<double>::part_rows_at_most() const;
template std::int64_t AttentionJob<double>::part_strips() const;
template void AttentionJob<double>::MapParts::begin(std::int64_t);

}  // namespace headwise
