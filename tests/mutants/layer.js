// Faults in the layer, its initial values, the small operations and the kernels.

/** @type {import('./plant.js').Mutants} */
export default {
  'W_K and W_V swapped': [
    ['MultiHeadAttentionParameters::lay_out', 'w.w_k', 'w.w_v'],
    ['MultiHeadAttentionParameters::lay_out', 'w.w_v', 'w.w_k'],
  ],
  'b_K and b_V swapped': [
    ['MultiHeadAttentionParameters::lay_out', 'w.b_k', 'w.b_v'],
    ['MultiHeadAttentionParameters::lay_out', 'w.b_v', 'w.b_k'],
  ],
  'output bias missing': [['MultiHeadAttentionParameters::lay_out', 'w.b_o', 'nullptr']],
  'values are projected from the keys': [['project', 'value_input_', 'key_input_']],
  'projection strips begin at row 0': [['project', 'len, first, rows', 'len, 0, rows']],
  'projections read the first batch': [
    ['project', 'matrix_at(input, batch,', 'matrix_at(input, 0 * batch,'],
  ],
  'contributions of the wrong head': [['contribute', ', head *', ', (c.num_heads - 1 - head) *']],
  'average not divided': [['average', 'mean /= $1;', '']],
  'average without the last head': [
    ['average', 'matrix(of_query, c.num_heads', 'matrix(of_query, c.num_heads - 1'],
  ],
  'replaced heads ignored': [['list_stages', 'copy_heads(replaced_heads_, $1)', '(void)task']],
  'heads stand in the order of rows': [
    [
      'copy_heads',
      'matrix_at($1)',
      'heads_in_rows(heads, c.query_len, c.value_head_dim, c.num_heads * c.value_head_dim).head(batch, head)',
    ],
  ],
  'contributions of the first strip only': [
    ['contribute', 'middleRows(first, rows), head', 'middleRows(0, rows), head'],
  ],
  'bias key and value swapped': [
    ['MultiHeadAttentionJob::lay_out', 'weights.bias_k', 'weights.bias_v'],
    ['MultiHeadAttentionJob::lay_out', ', weights.bias_v', ', weights.bias_k'],
  ],
  'Xavier bound of 3': [['initialize', '6.0', '3.0']],
  'one stream for all matrices': [['initialize', 'stream++', 'stream']],
  'a key of other heads accepted': [['lay_out', 'head_dim == layer.head_dim && c.', '']],
  'projection bias missing': [
    ['forward_block', 'bias_ ? $1 : nullptr', 'static_cast<const T*>(nullptr)'],
  ],
  'bias of the first head for all': [
    ['forward_block', 'row_at(bias_, head,', 'row_at(bias_, 0 * head,'],
  ],
  'contributions of the first columns': [['forward_columns', 'begin', 'begin * 0']],
  'seed cut to 32 bits': [['RandomStream', 'key_{$1, $2}', 'key_{$1, 0}']],
  'philox with nine rounds': [['philox', '10', '9']],
  'token vectors of another stream': [['kEmbeddingStream', '6', '0']],
  'gain beyond one taken as the gain': [['forward_row', '+ (plus_one ? T(1) : T(0))', '']],
  'root mean square with the mean taken off': [['forward_row', 'centered ? $1 : T(0)', '$1']],
  'gradients as if no gain were beyond one': [['backward_row', 'plus_one ? T(1) : T(0)', 'T(0)']],
  'gradients as if every norm took the mean off': [['backward_row', 'centered ? $1 : T(0)', '$1']],
  'tokens normalised head by head': [
    ['width', 'per_head ? head_dim : heads * head_dim', 'head_dim'],
  ],
  'keys normalised by the weight of queries': [
    ['MultiHeadAttentionJob::lay_out', 'weights.k_norm,', 'weights.q_norm,'],
  ],
  'moments of one token for all': [['ProjectionNorm::forward', 'moments, at', 'moments, 0 * at']],
  'sums of a norm of the first strip only': [
    ['differentiate', 'row_at(sums_, strip,', 'row_at(sums_, 0 * strip,'],
  ],
  'the linear map forgets its strip': [
    ['LinearJob::multiply', 'rows_at(x_, first,', 'rows_at(x_, 0 * first,'],
  ],
  'K packed without being transposed': [['pack_transposed', 'j * stride + k', 'k * stride + j']],
  'transposing loses a tail': [['transpose_panel', 'k <', 'k + 1 <']],
  'last columns of a panel not filled up': [
    ['pack_columns', 'to + rest, kWidth - rest', 'to + rest - 1, kWidth - rest + 1'],
  ],
  'last rows multiplied by the wrong kernel': [
    ['multiply', 'tile_rows(whole)', 'tile_rows(whole) > 1 ? p.tile_rows(whole) - 1 : 1'],
  ],
  'right half of the tile repeats the left': [
    ['multiply_tile', 'kPanelWidth + v * kLanesOf<T>', 'kPanelWidth'],
  ],
  'bias missing in whole panels': [['at', 'bias ? bias + $1 : nullptr', 'nullptr']],
  'maximum without the last cells': [['row_max', 'for (; $1) max = $2;', '']],
  'maximum not subtracted': [['softmax_row', '- max4', '']],
  'sum without the last lane': [
    ['softmax_row', 'float sum = $1 + (lanes[2] + lanes[3])', 'float sum = $1 + lanes[2]'],
  ],
  'lanes added in another order': [
    [
      'softmax_row',
      'float sum = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3])',
      'float sum = ((lanes[0] + lanes[1]) + lanes[2]) + lanes[3]',
    ],
  ],
  'the tail counts twice': [
    [
      'softmax_row',
      'lanes += exponentials(j, std::min<std::int64_t>($1));',
      'lanes += exponentials(j, std::min<std::int64_t>($1)) * splat(2.0f);',
    ],
  ],
  'weights not divided by their sum': [['softmax_row', 'scale_row($1, 1.0f / sum);', '']],
  'exponential with a digit wrong': [['kTable', '0.1666652f', '0.1666552f']],
  'exponential of -Infinity is not 0': [['exp_nonpositive', 'and_not($1, x < $2)', '$1']],
  'transposed lanes in disorder': [['transpose', 'cd_high, 0, 1, 4, 5', 'cd_high, 4, 5, 0, 1']],
  'max drops a NaN of the wrong side': [['max', 'a > b, a, b', 'b > a, b, a']],
};
