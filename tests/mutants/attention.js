// Faults in attention itself. Each is one small change of a file; `find` must be there exactly once.

/** @import { Mutant } from './run.js' */

const FILE = 'src/core/attention.cpp';

/** @type {Mutant[]} */
export default [
  {
    name: 'scale dropped',
    file: FILE,
    edits: [['scale_row(values + range.begin, size, static_cast<T>(config.scale));', '']],
  },
  {
    name: 'softcap forgets to divide',
    file: FILE,
    edits: [['std::tanh(values[j] / softcap)', 'std::tanh(values[j])']],
  },
  {
    name: 'softcap after the masks',
    file: FILE,
    edits: [
      [
        'for (std::int64_t j = range.begin; j < range.end; ++j)\n      values[j] = softcap * std::tanh(values[j] / softcap);',
        '(void)softcap;',
      ],
      [
        '  record(activations.masked, row, values, range, kMasked<T>);',
        `  for (std::int64_t j = range.begin; config.softcap > 0 && j < range.end; ++j)
           values[j] = T(config.softcap) * std::tanh(values[j] / T(config.softcap));
         record(activations.masked, row, values, range, kMasked<T>);`,
      ],
    ],
  },
  {
    name: 'mask with the wrong sign',
    file: FILE,
    edits: [
      [
        'const bool ignore = mask.kind == MaskKind::kIgnore;',
        'const bool ignore = mask.kind == MaskKind::kAttend;',
      ],
    ],
  },
  {
    name: 'bias subtracted',
    file: FILE,
    edits: [['values[j] += bias[j * mask.strides[3]]', 'values[j] -= bias[j * mask.strides[3]]']],
  },
  {
    name: 'mask of the first batch for all',
    file: FILE,
    edits: [['return data + row.batch * mask.strides[0] + row.head', 'return data + row.head']],
  },
  {
    name: 'mask of the first head for all',
    file: FILE,
    edits: [
      [
        'mask.strides[0] + row.head * mask.strides[1] +\n           row.query * mask.strides[2];\n  };',
        'mask.strides[0] +\n           row.query * mask.strides[2];\n  };',
      ],
    ],
  },
  {
    name: 'masks reach the extra keys',
    file: FILE,
    edits: [
      [
        'std::min(range.end, config.masked_len());\n  if (config.alibi)',
        'range.end;\n  if (config.alibi)',
      ],
    ],
  },
  {
    name: 'causal off by one',
    file: FILE,
    edits: [['std::min(range.end, position + 1)', 'std::min(range.end, position)']],
  },
  {
    name: 'causal ignored',
    file: FILE,
    edits: [['if (config.causal != Causal::kNone) range.end', 'if (false) range.end']],
  },
  {
    name: 'window starts one late',
    file: FILE,
    edits: [['position - config.window_left)', 'position - config.window_left + 1)']],
  },
  {
    name: 'window ends one early',
    file: FILE,
    edits: [['position + config.window_right + 1)', 'position + config.window_right)']],
  },
  {
    name: 'key lengths ignored',
    file: FILE,
    edits: [['if (inputs.key_lengths) range.end', 'if (false) range.end']],
  },
  {
    name: 'key length of the first batch for all',
    file: FILE,
    edits: [
      [
        'std::min<std::int64_t>(range.end, inputs.key_lengths[batch])',
        'std::min<std::int64_t>(range.end, inputs.key_lengths[0])',
      ],
    ],
  },
  {
    name: 'bottom-right is as by position',
    file: FILE,
    edits: [['return config.masked_len() - config.query_len;', 'return config.past_len;']],
  },
  {
    name: 'by-length counts all keys',
    file: FILE,
    edits: [['inputs.key_lengths ? inputs.key_lengths[batch] :', 'false ? 0 :']],
  },
  {
    name: 'past does not move the diagonal',
    file: FILE,
    edits: [['      return config.past_len;', '      return 0;']],
  },
  {
    name: 'alibi with the wrong sign',
    file: FILE,
    edits: [['values[j] -= inputs.slopes', 'values[j] += inputs.slopes']],
  },
  {
    name: 'alibi without the distance being positive',
    file: FILE,
    edits: [['std::abs(position - j)', 'position - j']],
  },
  {
    name: 'alibi with the slope of the first head',
    file: FILE,
    edits: [['inputs.slopes[row.head]', 'inputs.slopes[0]']],
  },
  {
    name: 'head of another group',
    file: 'src/core/attention.h',
    edits: [['return head / (num_heads / num_kv_heads);', 'return head % num_kv_heads;']],
  },
  {
    name: 'keys of the first batch for all',
    file: FILE,
    edits: [['kv = s.batch * config.num_kv_heads + config.kv_head', 'kv = config.kv_head']],
  },
  {
    name: 'strip begins at query 0',
    file: FILE,
    edits: [['inputs.query + row_index(s.row(0))', 'inputs.query + row_index(s.row(-s.first))']],
  },
  {
    name: 'strip writes at query 0',
    file: FILE,
    edits: [
      [
        's.head * out.output_head_stride +\n             s.first * out.output_row_stride',
        's.head * out.output_head_stride',
      ],
    ],
  },
  {
    name: 'last strip takes a row too few',
    file: FILE,
    edits: [
      [
        'std::min(most_rows, config.query_len - s.first)',
        'std::min(most_rows, config.query_len - s.first - 1)',
      ],
    ],
  },
  {
    name: 'strip takes its keys a panel late',
    file: FILE,
    edits: [
      ['keys.begin / kPanelWidth * kPanelWidth', '(keys.begin / kPanelWidth + 1) * kPanelWidth'],
    ],
  },
  {
    name: 'strip takes a key too few',
    file: FILE,
    edits: [['std::max(reach.end, keys.end)}', 'std::max(reach.end, keys.end - 1)}']],
  },
  {
    name: 'scratch shared by the threads',
    file: FILE,
    edits: [['worker * most_rows * s.stride', '0 * worker * most_rows * s.stride']],
  },
  {
    name: 'empty rows are not zero',
    file: FILE,
    edits: [['if (max == kMasked<T> && !may_attend_to_any(row))', 'if (false)']],
  },
  {
    name: 'empty rows have a log-sum-exp of 0',
    file: FILE,
    edits: [['sums.sum == 0 ? kMasked<T> :', 'sums.sum == 0 ? T(0) :']],
  },
  {
    name: 'log-sum-exp without the maximum',
    file: FILE,
    edits: [['sums.max + std::log(sums.sum)', 'std::log(sums.sum)']],
  },
  {
    name: 'NaN values leak through masks',
    file: FILE,
    edits: [['s.irregular && i < s.rows', 's.irregular && i < 0']],
  },
  {
    name: 'NaN values of the first keys only are noticed',
    file: FILE,
    edits: [
      [
        'std::find(irregular, irregular + out.irregular_len, 1)',
        'std::find(irregular, irregular + std::min<std::int64_t>(1, out.irregular_len), 1)',
      ],
      [
        '!= irregular + out.irregular_len',
        '!= irregular + std::min<std::int64_t>(1, out.irregular_len)',
      ],
    ],
  },
  {
    name: 'keys of the first task packed again and again',
    file: FILE,
    edits: [['inputs.key + (kv * total + first) * head_dim', 'inputs.key + kv * total * head_dim']],
  },
  {
    name: 'values packed at the beginning',
    file: FILE,
    edits: [
      [
        'activations.packed_value_stride + first * kPanelWidth,',
        'activations.packed_value_stride,',
      ],
    ],
  },
  {
    name: 'infinite values leak through masks',
    file: 'src/kernels/rows.cpp',
    edits: [
      ['(std::bit_cast<Bits>(values[i]) & kExponent) == kExponent', 'values[i] != values[i]'],
    ],
  },
  {
    name: 'NaN scores reach masked weights',
    file: FILE,
    edits: [['if (!may_attend(row, j)) values[j] = 0;', '']],
  },
  {
    name: 'NaN values vanish under small weights',
    file: FILE,
    edits: [['attention[j] == 0 && !may_attend(row, j)', 'attention[j] == 0']],
  },
  {
    name: 'the careful sum reads the first panel',
    file: FILE,
    edits: [['value.from(0, first), z', 'value.from(0, 0), z']],
  },
  {
    name: 'the careful sum turns masks about',
    file: FILE,
    edits: [
      [
        '(mask.kind == MaskKind::kIgnore)) {\n      return false;',
        '(mask.kind == MaskKind::kAttend)) {\n      return false;',
      ],
    ],
  },
  {
    name: 'replaced dot products ignored',
    file: FILE,
    edits: [['replace(inputs.replaced_dot_products);', '']],
  },
  {
    name: 'replaced scores ignored',
    file: FILE,
    edits: [['replace(inputs.replaced_scores);', '']],
  },
  {
    name: 'replaced attention ignored',
    file: FILE,
    edits: [['if (inputs.replaced_attention) {', 'if (false) {']],
  },
  {
    name: 'too many queries accepted',
    file: FILE,
    edits: [['batch < kLimit && query_len < kLimit &&', 'batch < kLimit &&']],
  },
];
