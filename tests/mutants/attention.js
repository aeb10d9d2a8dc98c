// Faults in attention itself.

/** @type {import('./plant.js').Mutants} */
export default {
  'scale dropped': [['score_row', 'scale_row($1);', '']],
  'softcap forgets to divide': [['score_row', '/ softcap', '']],
  'softcap after the masks': [
    ['score_row', 'for ($1) values[j] = softcap * $2;', '(void)softcap;'],
    [
      'mask_row',
      'record($1);',
      'for (std::int64_t j = range.begin; config.softcap > 0 && j < range.end; ++j) values[j] = T(config.softcap) * std::tanh(values[j] / T(config.softcap)); record($1);',
    ],
  ],
  'mask with the wrong sign': [['mask_row', 'kIgnore', 'kAttend']],
  'bias subtracted': [['mask_row', '+=', '-=']],
  'mask of the first batch for all': [['mask_row', 'batch * mask.strides[0] + row.', '']],
  'mask of the first head for all': [['mask_row', 'head * mask.strides[1] + row.', '']],
  'masks reach the extra keys': [['mask_row', 'std::min(range.end, $1)', 'range.end']],
  'causal off by one': [['key_range', 'position + 1', 'position']],
  'causal ignored': [['key_range', 'config.causal != $1)', 'false)']],
  'window starts one late': [['key_range', 'window_left)', 'window_left + 1)']],
  'window ends one early': [['key_range', 'window_right + 1', 'window_right']],
  'key lengths ignored': [['key_range', 'if (inputs.key_lengths)', 'if (false)']],
  'key length of the first batch for all': [['key_range', 'key_lengths[batch]', 'key_lengths[0]']],
  'bottom-right is as by position': [['diagonal', 'masked_len() - config.query_len', 'past_len']],
  'by-length counts all keys': [
    ['diagonal', 'inputs.key_lengths ? inputs.key_lengths[batch]', 'false ? 0'],
  ],
  'past does not move the diagonal': [['diagonal', 'config.past_len', '0']],
  'alibi with the wrong sign': [['mask_row', '-=', '+=']],
  'alibi without the distance being positive': [
    ['mask_row', 'std::abs(position - j)', 'position - j'],
  ],
  'alibi with the slope of the first head': [['mask_row', 'slopes[row.head]', 'slopes[0]']],
  'head of another group': [['kv_head', '/ (num_heads / num_kv_heads)', '% num_kv_heads']],
  'keys of the first batch for all': [['Attention::strip_of', 'batch * config.num_kv_heads +', '']],
  'strip begins at query 0': [
    ['Attention::strip_of', 'inputs.query, first_row', 'inputs.query, first_row - first'],
  ],
  'strip writes at query 0': [
    ['Attention::strip_of', 'middleRows(first, rows)', 'middleRows(0, rows)'],
  ],
  'last strip takes a row too few': [
    ['Attention::strip_of', 'config.query_len - first', 'config.query_len - first - 1'],
  ],
  'strip takes its keys a panel late': [
    ['columns', 'keys.begin / kPanelWidth', '(keys.begin / kPanelWidth + 1)'],
  ],
  'strip takes a key too few': [
    ['reach', 'std::max(reach.end, keys.end)', 'std::max(reach.end, keys.end - 1)'],
  ],
  'scratch shared by the threads': [['Attention::strip_of', 'worker', '0 * worker']],
  'empty rows are not zero': [
    ['softmax_row', 'max == kMasked<T> && !may_attend_to_any(row)', 'false'],
  ],
  'empty rows have a log-sum-exp of 0': [['softmax_row', '? kMasked<T>', '? T(0)']],
  'log-sum-exp without the maximum': [['softmax_row', 'sums.max +', '']],
  'NaN values leak through masks': [['attend_strip', '&& i < s.rows', '&& i < 0']],
  'NaN values of the first keys only are noticed': [
    [
      'Attention::strip_of',
      'std::find(irregular.begin(), irregular.end(), 1) != irregular.end()',
      'out.irregular_len > 0 && irregular[0] == 1',
    ],
  ],
  'keys of the first task packed again and again': [
    ['pack_keys_and_values', 'middleRows(first, keys)', 'middleRows(0, keys)'],
  ],
  'values packed at the beginning': [['pack_keys_and_values', 'at(kv, 0, first)', 'at(kv, 0, 0)']],
  'infinite values leak through masks': [
    ['all_finite', '($1 & kExponent) == kExponent', 'values[i] != values[i]'],
  ],
  'NaN scores reach masked weights': [['softmax_row', 'if (!may_attend($1)) $2;', '']],
  'NaN values vanish under small weights': [
    ['weigh_irregular_values', '&& !may_attend(row, j)', ''],
  ],
  'the careful sum reads the first panel': [
    ['weigh_irregular_values', 'from(0, first)', 'from(0, 0)'],
  ],
  'the careful sum turns masks about': [['masks_allow', 'kIgnore', 'kAttend']],
  'replaced dot products ignored': [['score_row', 'replace(inputs.replaced_dot_products);', '']],
  'replaced scores ignored': [['score_row', 'replace(inputs.replaced_scores);', '']],
  'replaced attention ignored': [['softmax_row', 'if (inputs.replaced_attention)', 'if (false)']],
  'too many queries accepted': [['validate', 'query_len < kLimit &&', '']],
};
