// Faults in transformers: their blocks, which train and are opened, and weights as files store them.

/** @type {import('./plant.js').Mutants} */
export default {
  'no norm before a part': [['take', 'parameters_->config.norm_before()', 'false']],
  'the gradient goes around the norm before a part': [
    ['take_backward', 'c.norm_before()', 'false'],
  ],
  'no norm inside': [['add', 'c.norm_inside()', 'false']],
  'the gradient goes around the norm inside': [['add_backward', 'c.norm_inside()', 'false']],
  'the gradient goes around the norm after': [['add_backward', 'c.norm_after()', 'false']],
  'the norm inside is the one before': [['inside', '!c.norm_before()', 'true']],
  'RMS norms take the mean off': [['lay_out_norm', '!c.rms', 'true']],
  'the gate is not activated': [
    [
      'activate_gated_row',
      'activate_row(activation, gate, size, y);',
      'std::copy_n(gate, size, y);',
    ],
  ],
  'what the gate lets through has no gradient': [
    ['Mlp::backward', 'dpassing[j] *= d[j];', 'dpassing[j] = 0;'],
  ],
  'the gate has the gradient of what it lets through': [
    ['Mlp::backward', 'dgate[j] = d[j] * passing[j];', 'dgate[j] = d[j];'],
  ],
  'one head of keys for each query head': [
    ['attention_request', 'r.config.num_kv_heads = c.num_kv_heads', 'r.config.num_kv_heads = 1'],
  ],
  'no window': [
    ['attention_request', '= c; r.config.batch', '= c; r.config.window_left = -1; r.config.batch'],
  ],
  'no options of scores': [['attention_request', 'static_cast<ScoreConfig&>(r.config) = c;', '']],
  'given frequencies ignored': [['AttentionJob::set_positions', 'request_.rotary', 'false']],
  'given slopes ignored': [['AttentionJob::set_positions', 'request_.config.alibi', 'false']],
  'queries are normed, their norm learns nothing': [
    [
      'lay_out_backward',
      'workspace.rewind(mark);',
      'workspace.rewind(mark); g.weights.q_norm = nullptr;',
    ],
  ],
  'a squared activation that is not doubled': [
    ['activate_gradient_row', '2 * positive(x[j])', 'positive(x[j])'],
  ],
  'halves without subnormals': [
    ['half_to_float', 'float_of(magnitude) * 0x1p112f', 'float_of(magnitude + 0x38000000)'],
  ],
  'signs of halves lost': [['half_to_float', 'bits | sign', 'bits']],
  'nibbles from 0': [['decode', '& 15) - 8', '& 15)']],
  'minimum left out': [['decode', 'shift & 15) - least', 'shift & 15)']],
  'upper bits of scales left out': [['group_scales', '| (a >> 6 & kTwo) << 4', '']],
  'upper bits of six left out': [['decode', '| (high[i] >> high_shift & 3) << 4', '']],
  'whole numbers of nibbles from 0': [['offset_of', 'offset * (x.sums[0] + x.sums[1])', '0']],
  'no minimum in whole numbers': [['add_group', '*least * load_splat(&x.scaled_sum)', 'splat(0)']],
  'minima of both halves with one sum': [['add_group', 'x.sums[half]', 'x.sums[0]']],
  'third bits left out': [['decode', '| (block.high[first + i] >> half / 2 & 1) << 2', '']],
  'scales of levels not centred': [['group_scale', '(four | two << 4) - 32', 'four | two << 4']],
  'fifth bits left out': [['fifth', 'static_cast<int>(high >> i & 1) << 4', '0']],
  'second halves without their scales': [
    ['dot_group', 'halves[1] * splat_word(scales[1])', 'halves[1] * splat_word(scales[0])'],
  ],
  'tiny numbers of x kept': [['quantise', 'largest < (27 << 23)', 'false']],
  'products of few rows without bias': [['multiply_few', '(bias ? bias[output] : 0)', '0.0f']],
  'products of many rows with the first biases': [
    [
      'multiply_packed',
      'row(bias, weight.rows).segment(first, end - first)',
      'row(bias, weight.rows).segment(0, end - first)',
    ],
  ],
  'removed heads stay': [['PassJob::change_heads', 'fill(own(head), 0);', '']],
  'replaced heads of a block ignored': [
    ['PassJob::change_heads', 'replaced.has(i) && head', 'false && head'],
  ],
  'the encoder is projected again for every token': [
    [
      'PassJob::lay_out_attention',
      'cache && cache->length() > 0 ? 0 : request_.states_len',
      'request_.states_len',
    ],
  ],
  'the sum is never with the normed': [
    ['PassJob::run_seam', 'around->keeps_normed && around->before.width > 0', 'false'],
  ],
  'no scale of a layer': [['PassJob::add_result', 'around.layer_scale && i < rows', 'false']],
  'no norm inside a block that was opened': [
    ['PassJob::add_result', 'if_any(around.inside)', 'nullptr'],
  ],
  'projections are not clipped': [['split', 'clip > 0', 'false']],
  'queries are not normed': [['split', 'norm && norm->width > 0', 'false']],
  'a gate that multiplies nothing': [['activate_gated_row', 'y[j] *= x[j]', 'y[j] *= 1']],
  'the last tokens are not kept': [['PassJob::append', 'a.cache->append(a.keys)', '']],
  'buckets of both sides are one': [
    ['DistanceBias::bucket_of', 'if (distance > 0) first = count;', ''],
  ],
  'far keys have no bucket of their own': [['DistanceBias::bucket_of', 'back < exact', 'true']],
  'keys after the query are favoured': [
    [
      'DistanceBias::addend',
      '-static_cast<double>(std::abs(distance))',
      'static_cast<double>(std::abs(distance))',
    ],
  ],
  'far distances have rows of their own': [
    ['PositionScores::row_of', 'buckets > 0 && away > middle', 'false'],
  ],
  'distances have no sign': [['PositionScores::row_of', '-bucket : bucket', 'bucket : bucket']],
  'positions of queries replace those of keys': [
    ['PositionScores::fill', 'out(i, j) += products', 'out(i, j) = products'],
  ],
  'the other text has the scores of the first': [
    ['PassJob::add_position_scores', 'c.num_heads * a.length * a.length);', '0);'],
  ],
  'rows of a bias by key move': [['DistanceBias::fill', 'segment(of_keys,', 'segment(0,']],
  'weights of another shape': [
    ['expect_linear', 'linear.outputs() == outputs && linear.inputs() == inputs', 'true'],
  ],
  'frequencies are not counted': [
    ['expect_attention', 'static_cast<std::int64_t>(part.frequencies.size()) == dims / 2', 'true'],
  ],
  'rotations begin at position 0': [['rotate_rows', 'at.offset += i', 'at.offset = i']],
};
