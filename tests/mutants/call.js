// Faults in the assembly of a call: past, new and extra keys, rotary positions, memory and slices.

/** @type {import('./plant.js').Mutants} */
export default {
  'past and new keys swapped': [
    ['key_row', '< c.past_len', '>= c.key_len'],
    ['key_row', 'c.past_len, dim).row(j)', 'c.past_len, dim).row(j - c.key_len)'],
    ['key_row', 'j - c.past_len', 'j'],
  ],
  'extra keys swapped': [
    ['key_row', 'j > c.masked_len()', '(request_.extra_zero && j == c.masked_len())'],
  ],
  'bias key of the first head for all': [
    ['key_row', 'batch_and_head % c.num_kv_heads', '0 * batch_and_head'],
  ],
  'replaced keys ignored': [['key_row', 'if (replaced)', 'if (false)']],
  'replaced queries are rotated': [['query_strips', '&& !request_.replaced_query', '']],
  'replaced keys are rotated': [['gather', '&& !request_.replaced_key', '']],
  'values are rotated': [['gather', 'keys &&', '']],
  'keys are not rotated': [
    ['gather', 'keys && request_.rotary && !request_.replaced_key', 'false'],
  ],
  'past keys are rotated again': [
    ['gather', 'j >= c.past_len && j', 'j'],
    ['gather', 'rotate(j - c.past_len', 'rotate(j < c.past_len ? 0 : j - c.past_len'],
  ],
  'gathering begins at key 0': [['gather', 'first_gathered() + i', 'first_gathered() + i - first']],
  'rotations begin before the past': [['list_stages', 'request_.config.past_len', '0']],
  'slopes of the first head for all': [['lay_out_inputs', 'alibi_slope(head', 'alibi_slope(0']],
  'a mask one element short is accepted': [['validate', 'last <', 'last <=']],
  'rotated the other way': [
    ['rotate', 'x * cos[i] - y * sin[i]', 'x * cos[i] + y * sin[i]'],
    ['rotate', 'y * cos[i] + x * sin[i]', 'y * cos[i] - x * sin[i]'],
  ],
  'interleaved and half pairs swapped': [
    ['rotate', '? 2 * i : i', '? i : 2 * i'],
    ['rotate', '? 2 * i + 1 : pairs + i', '? pairs + i : 2 * i + 1'],
  ],
  'interleaved pairs reversed': [
    ['rotate', '? 2 * i : i', '? 2 * i + 1 : i'],
    ['rotate', '? 2 * i + 1 : pairs', '? 2 * i : pairs'],
  ],
  'rotary offset ignored': [['fill', 'config_.offset +', '']],
  'rotary frequencies of half the width': [['fill_frequencies', '2.0', '1.0']],
  'rotary sines without the factor': [['fill', 'config_.factor * std::sin', 'std::sin']],
  'gradients of sinks added': [['sum_sink', 'sum -=', 'sum +=']],
  'a sink that is no maximum': [['softmax_row', '* scale, sink)', '* scale, kMasked<T>)']],
  'the rest of a rotated row is lost': [['rotate', 'out == row', 'true']],
  'alibi slopes begin at 1': [['alibi_slope', 'head + 1', 'head']],
  'alibi slopes of six heads': [['alibi_slope', '2 * (head - power)', 'head - power']],
  'sine and cosine swapped': [
    ['sinusoidal_position', '? std::sin($1) : std::cos($1)', '? std::cos($1) : std::sin($1)'],
  ],
  'buffers overlap': [['add_bytes', 'checked_sum(bytes, kAlignment - 1)', 'bytes']],
  'sizes wrap': [
    [
      'checked_product',
      'factor < 0 || __builtin_mul_overflow($1)',
      '__builtin_mul_overflow($1) && factor < 0',
    ],
  ],
  'a slice skips a task': [['run_tasks', '= end', '= end + (end < stage().tasks)']],
  'progress counts a task too many': [['run_tasks', '(end - task_);', '(end - task_ + 1);']],
  'the pool begins at its second task': [
    ['work', 'round.end - $1(seen)', 'std::min(round.end - 1, round.end - $1(seen) + 1)'],
  ],
  'every thread has number 0': [['work', 'worker', 'worker * 0']],
};
