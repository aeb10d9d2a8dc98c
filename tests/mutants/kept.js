// Faults in objects that outlive a call: windows of its maps, caches of keys and values, and the
// kernel that reads them.

/** @type {import('./plant.js').Mutants} */
export default {
  'a window without its masks': [['attend_again', 'if ($1) mask_row($2);', '']],
  'a window takes the products of the panel before it for its own': [
    ['attend_again', 'range.begin < part.begin', 'false'],
  ],
  'a window of the others spoilt by the extra keys after them': [
    ['attend_again', '{extra, keys}', '{keys, extra}'],
  ],
  'a window with NaN where a masked row has it': [
    ['attend_again', 'if (!may_attend($1)) row[j] = 0;', ''],
  ],
  'bins of a window rounded up': [['bin_begin', 'index * n', '(index * n + bins - 1)']],
  'the largest of a bin passes over NaN': [['add_row', '|| std::isnan(value)', '']],
  'a bin is not begun again': [['pool_bins', '++y; begin_bin($1);', '++y;']],
  'gradient of a shared bias from one of its places': [
    ['sum_bias', 'own ? begin[axis] + 1 : sizes[axis]', 'begin[axis] + 1'],
  ],
  'gradient of a bias in the place of another': [
    ['sum_bias', 'place += begin[axis] * strides[axis];', ''],
  ],
  'gradient of a bias scaled': [['differentiate_row', 'records ? T(1) : scale', 'scale']],
  'gradient of slopes with the other sign': [['sum_slope', '-=', '+=']],
  'gradient of slopes without distances': [
    ['record_row', '* static_cast<T>(std::abs(position - j))', ''],
  ],
  'new keys one lane too far': [['write_keys', 'kPanelWidth + j', 'kPanelWidth + (j + 1)']],
  'whole panels of keys over those that are there': [['write_keys', 'j % kPanelWidth == 0 &&', '']],
  'values of a cache that are not finite go unseen': [['write', '!all_finite($1)', 'false']],
  'a cache remembers values that were cut off': [['is_irregular', 'count', 'config.room()']],
  'new keys of a cache rotated as if there were no past': [
    ['list_stages', 'request_.config.past_len', 'request_.cached ? 0 : request_.config.past_len'],
  ],
  "a kept call shares the cache's panels": [
    ['AttentionJob::hand_over', 'out.key = saved_key_; out.value = saved_value_;', ''],
  ],
  'one row leaves a panel out': [
    ['multiply_few_rows', 'at(0, panel)', 'at(0, panel - (panel > 0))'],
  ],
  'two rows in place of one': [['multiply', '== 1', '<= kFewRows']],
};
