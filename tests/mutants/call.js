// Faults in how a call is put together: past, new and extra keys, rotary turns, positions, memory
// and slices. Each is one small change of a file; `find` must be there exactly once.

/** @import { Mutant } from './run.js' */

const FILE = 'src/core/attention_job.cpp';
const POSITIONS = 'src/core/positions.cpp';

/** @type {Mutant[]} */
export default [
  {
    name: 'past and new keys swapped',
    file: FILE,
    edits: [
      ['  if (j < c.past_len)\n    return', '  if (j >= c.key_len)\n    return'],
      [
        '(batch_and_head * c.past_len + j) * dim',
        '(batch_and_head * c.past_len + j - c.key_len) * dim',
      ],
      [
        '(batch_and_head * c.key_len + j - c.past_len) * dim',
        '(batch_and_head * c.key_len + j) * dim',
      ],
    ],
  },
  {
    name: 'extra keys swapped',
    file: FILE,
    edits: [
      [
        'if (!request_.extra_bias || j > c.masked_len()) return nullptr;',
        'if (!request_.extra_bias || (request_.extra_zero && j == c.masked_len())) return nullptr;',
      ],
    ],
  },
  {
    name: 'bias key of the first head for all',
    file: FILE,
    edits: [['batch_and_head % c.num_kv_heads * dim', '0 * batch_and_head']],
  },
  {
    name: 'replaced keys ignored',
    file: FILE,
    edits: [['  if (replaced) return', '  if (false) return']],
  },
  {
    name: 'replaced queries are turned',
    file: FILE,
    edits: [
      [
        'const bool turns = request_.rotary && !request_.replaced_query;',
        'const bool turns = request_.rotary;',
      ],
    ],
  },
  {
    name: 'replaced keys are turned',
    file: FILE,
    edits: [
      [
        'const bool turns = keys && request_.rotary && !request_.replaced_key;',
        'const bool turns = keys && request_.rotary;',
      ],
    ],
  },
  {
    name: 'values are turned',
    file: FILE,
    edits: [
      ['const bool turns = keys && request_.rotary &&', 'const bool turns = request_.rotary &&'],
    ],
  },
  {
    name: 'keys are not turned',
    file: FILE,
    edits: [
      [
        'const bool turns = keys && request_.rotary && !request_.replaced_key;',
        'const bool turns = false;',
      ],
    ],
  },
  {
    name: 'past keys are turned again',
    file: FILE,
    edits: [
      ['turns && j >= c.past_len && j < c.masked_len()', 'turns && j < c.masked_len()'],
      [
        'rotary_.rotate(j - c.past_len, row',
        'rotary_.rotate(j < c.past_len ? 0 : j - c.past_len, row',
      ],
    ],
  },
  {
    name: 'gathering begins at key 0',
    file: FILE,
    edits: [
      ['(batch_and_head * gathered_len() + first) * dim', 'batch_and_head * gathered_len() * dim'],
    ],
  },
  {
    name: 'turns begin before the past',
    file: FILE,
    edits: [['rotary_.fill(request_.config.past_len, task)', 'rotary_.fill(0, task)']],
  },
  {
    name: 'slopes of the first head for all',
    file: FILE,
    edits: [['alibi_slope(head, request_.config', 'alibi_slope(0, request_.config']],
  },
  {
    name: 'a mask one element short is accepted',
    file: FILE,
    edits: [['last < mask.elements', 'last <= mask.elements']],
  },
  {
    name: 'turned the other way',
    file: POSITIONS,
    edits: [
      [
        'out[a] = x * cos[i] - y * sin[i];\n    out[b] = y * cos[i] + x * sin[i];',
        'out[a] = x * cos[i] + y * sin[i];\n    out[b] = y * cos[i] - x * sin[i];',
      ],
    ],
  },
  {
    name: 'interleaved and half pairs swapped',
    file: POSITIONS,
    edits: [
      ['a = config_.interleaved ? 2 * i : i', 'a = config_.interleaved ? i : 2 * i'],
      [
        'b = config_.interleaved ? 2 * i + 1 : pairs + i',
        'b = config_.interleaved ? pairs + i : 2 * i + 1',
      ],
    ],
  },
  {
    name: 'interleaved pairs reversed',
    file: POSITIONS,
    edits: [
      ['a = config_.interleaved ? 2 * i : i', 'a = config_.interleaved ? 2 * i + 1 : i'],
      [
        'b = config_.interleaved ? 2 * i + 1 : pairs + i',
        'b = config_.interleaved ? 2 * i : pairs + i',
      ],
    ],
  },
  {
    name: 'rotary offset ignored',
    file: POSITIONS,
    edits: [['config_.offset + first + index', 'first + index']],
  },
  {
    name: 'rotary frequencies of half the width',
    file: POSITIONS,
    edits: [['std::pow(config.theta, -2.0 *', 'std::pow(config.theta, -1.0 *']],
  },
  {
    name: 'the rest of a turned row is lost',
    file: POSITIONS,
    edits: [['if (out != row) std::copy(row', 'if (false) std::copy(row']],
  },
  {
    name: 'alibi slopes begin at 1',
    file: POSITIONS,
    edits: [['static_cast<double>(head + 1)', 'static_cast<double>(head)']],
  },
  {
    name: 'alibi slopes of six heads',
    file: POSITIONS,
    edits: [['2 * (head - power) + 1)', 'head - power + 1)']],
  },
  {
    name: 'sine and cosine swapped',
    file: POSITIONS,
    edits: [
      [
        'i % 2 == 0 ? std::sin(angle) : std::cos(angle)',
        'i % 2 == 0 ? std::cos(angle) : std::sin(angle)',
      ],
    ],
  },
  {
    name: 'buffers overlap',
    file: 'src/core/workspace.cpp',
    edits: [
      ['checked_sum(bytes_, checked_sum(bytes, kAlignment - 1))', 'checked_sum(bytes_, bytes)'],
    ],
  },
  {
    name: 'sizes wrap',
    file: 'src/core/size.h',
    edits: [
      [
        'if (factor < 0 || __builtin_mul_overflow(product, factor, &product)) {',
        'if (__builtin_mul_overflow(product, factor, &product) && factor < 0) {',
      ],
    ],
  },
  {
    name: 'a slice skips a task',
    file: 'src/core/job.cpp',
    edits: [['  task_ = end;', '  task_ = end + (end < stage().tasks);']],
  },
  {
    name: 'progress counts a task too many',
    file: 'src/core/job.cpp',
    edits: [['static_cast<double>(end - task_);', 'static_cast<double>(end - task_ + 1);']],
  },
  {
    name: 'the pool begins at its second task',
    file: 'src/parallel/thread_pool.cpp',
    edits: [
      [
        'round.end - static_cast<std::uint32_t>(seen), worker);',
        'std::min(round.end - 1, round.end - static_cast<std::uint32_t>(seen) + 1), worker);',
      ],
    ],
  },
  {
    name: 'every thread has number 0',
    file: 'src/parallel/thread_pool.cpp',
    edits: [
      [
        'static_cast<std::uint32_t>(seen), worker);',
        'static_cast<std::uint32_t>(seen), worker * 0);',
      ],
    ],
  },
];
