// Faults in what outlives a call: windows of its maps, caches of keys and values, and the kernel
// that reads them. Each is one small change of a file; `find` must be there exactly once.

/** @import { Mutant } from './run.js' */

const WINDOW = 'src/core/attention_window.cpp';
const CACHE = 'src/core/cache.cpp';
const JOB = 'src/core/attention_job.cpp';
const GEMM = 'src/kernels/gemm.cpp';

/** @type {Mutant[]} */
export default [
  {
    name: 'a window without its masks',
    file: WINDOW,
    edits: [['if (cells.begin < config.masked_len()) mask_row(row_of(i), row, cells);', '']],
  },
  {
    name: 'a window takes the products of the panel before it for its own',
    file: WINDOW,
    edits: [['if (begin < cells.begin) std::fill(', 'if (begin < begin) std::fill(']],
  },
  {
    name: 'a window of the others spoilt by the extra keys after them',
    file: WINDOW,
    edits: [['for (const Range cells : {extra, keys})', 'for (const Range cells : {keys, extra})']],
  },
  {
    name: 'a window with NaN where a masked row has it',
    file: WINDOW,
    edits: [['if (!may_attend(row_of(i), j)) row[j] = 0;', '']],
  },
  {
    name: 'bins of a window rounded up',
    file: WINDOW,
    edits: [['return index * n / bins;', 'return (index * n + bins - 1) / bins;']],
  },
  {
    name: 'the largest of a bin passes over NaN',
    file: WINDOW,
    edits: [['value > cell || std::isnan(value)', 'value > cell']],
  },
  {
    name: 'a bin is not begun anew',
    file: WINDOW,
    edits: [['      end_bin(y++, cells);\n      begin_bin(cells);', '      end_bin(y++, cells);']],
  },
  {
    name: 'new keys one lane too far',
    file: CACHE,
    edits: [
      [
        'panel[e * kPanelWidth + j % kPanelWidth] = row[e];',
        'panel[e * kPanelWidth + (j + 1) % kPanelWidth] = row[e];',
      ],
    ],
  },
  {
    name: 'whole panels of keys over those that are there',
    file: CACHE,
    edits: [['if (j % kPanelWidth == 0 && whole > 0)', 'if (whole > 0)']],
  },
  {
    name: 'values of a cache that are not finite go unseen',
    file: CACHE,
    edits: [
      ['!std::all_of(row, row + dim, [](T x) { return std::isfinite(x); })', 'row == nullptr'],
    ],
  },
  {
    name: 'a cache remembers values that were cut off',
    file: CACHE,
    edits: [['static_cast<std::size_t>(count)) !=', 'static_cast<std::size_t>(config.room())) !=']],
  },
  {
    name: 'new keys of a cache turned as if there were no past',
    file: JOB,
    edits: [
      [
        'rotary_.fill(request_.config.past_len, task);',
        'rotary_.fill(request_.cached ? 0 : request_.config.past_len, task);',
      ],
    ],
  },
  {
    name: "a kept call shares the cache's panels",
    file: JOB,
    edits: [['if (cache_) set_panels(kept_key_, kept_value_, out);', '']],
  },
  {
    name: 'one row leaves a panel out',
    file: GEMM,
    edits: [['kPanels>(p.at(0, panel))', 'kPanels>(p.at(0, panel - (panel > 0)))']],
  },
  {
    name: 'two rows in place of one',
    file: GEMM,
    edits: [['p.rows == 1) first', 'p.rows <= kFewRows) first']],
  },
];
