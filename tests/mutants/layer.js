// Faults in the layer, its initial values, the small operations and the kernels. Each is one small
// change of a file; `find` must be there exactly once.

/** @import { Mutant } from './run.js' */

const FILE = 'src/core/multi_head_attention.cpp';
const LINEAR = 'src/core/linear.cpp';
const GEMM = 'src/kernels/gemm.cpp';
const MICRO = 'src/kernels/micro_kernel.h';
const PACK = 'src/kernels/pack.cpp';
const SOFTMAX = 'src/kernels/softmax.cpp';

/** @type {Mutant[]} */
export default [
  {
    name: 'W_K and W_V swapped',
    file: FILE,
    edits: [
      ['bind(key, "w_k",', 'bind(key, "w_v",'],
      ['bind(value, "w_v",', 'bind(value, "w_k",'],
    ],
  },
  {
    name: 'b_K and b_V swapped',
    file: FILE,
    edits: [
      ['"w_k", "b_k", shapes', '"w_k", "b_v", shapes'],
      ['"w_v", "b_v", shapes', '"w_v", "b_k", shapes'],
    ],
  },
  {
    name: 'output bias missing',
    file: FILE,
    edits: [['bind(output, "w_o", "b_o",', 'bind(output, "w_o", "no",']],
  },
  {
    name: 'values are projected from the keys',
    file: FILE,
    edits: [['apply(parameters_->value, value_input_,', 'apply(parameters_->value, key_input_,']],
  },
  {
    name: 'projection strips begin at row 0',
    file: FILE,
    edits: [['first = strip % per_batch * kRows', 'first = 0']],
  },
  {
    name: 'projections read the first batch',
    file: FILE,
    edits: [['forward_block(input + batch * len * input_dim,', 'forward_block(input,']],
  },
  {
    name: 'contributions of the wrong head',
    file: FILE,
    edits: [
      [
        'head * c.value_head_dim, c.value_head_dim,\n      contributions_',
        '(c.num_heads - 1 - head) * c.value_head_dim, c.value_head_dim,\n      contributions_',
      ],
    ],
  },
  {
    name: 'average not divided',
    file: FILE,
    edits: [['mean /= static_cast<T>(c.num_heads);', '']],
  },
  {
    name: 'average without the last head',
    file: FILE,
    edits: [
      [
        'for (std::int64_t head = 0; head < c.num_heads; ++head) {\n    mean',
        'for (std::int64_t head = 0; head < c.num_heads - 1; ++head) {\n    mean',
      ],
    ],
  },
  {
    name: 'replaced heads ignored',
    file: FILE,
    edits: [['{ merge_replaced_heads(task); }', '{ (void)task; }']],
  },
  {
    name: 'heads stand in the order of rows',
    file: FILE,
    edits: [
      [
        '((batch * c.num_heads + head) * c.query_len + i) * c.value_head_dim',
        '((batch * c.query_len + i) * c.num_heads + head) * c.value_head_dim',
      ],
    ],
  },
  {
    name: 'contributions of the first strip only',
    file: FILE,
    edits: [
      [
        'concatenated_ + (batch * c.query_len + first) * width',
        'concatenated_ + batch * c.query_len * width',
      ],
    ],
  },
  {
    name: 'bias key and value swapped',
    file: FILE,
    edits: [
      [
        'parameters_->find("bias_k"), parameters_->find("bias_v")',
        'parameters_->find("bias_v"), parameters_->find("bias_k")',
      ],
    ],
  },
  { name: 'Xavier bound of 3', file: FILE, edits: [['std::sqrt(6.0 /', 'std::sqrt(3.0 /']] },
  {
    name: 'one stream for all matrices',
    file: FILE,
    edits: [
      ['const RandomStream random(seed, stream++);', 'const RandomStream random(seed, stream);'],
    ],
  },
  {
    name: 'a key of other heads accepted',
    file: FILE,
    edits: [['c.head_dim == layer.head_dim && c.value_head_dim', 'c.value_head_dim']],
  },
  {
    name: 'projection bias missing',
    file: LINEAR,
    edits: [['bias_ ? bias_ + head * head_dim + column : nullptr', 'nullptr']],
  },
  {
    name: 'bias of the first head for all',
    file: LINEAR,
    edits: [['bias_ ? bias_ + head * head_dim', 'bias_ ? bias_']],
  },
  {
    name: 'contributions of the first columns',
    file: LINEAR,
    edits: [['from(0, begin)', 'from(0, begin * 0)']],
  },
  {
    name: 'seed cut to 32 bits',
    file: 'src/core/random.h',
    edits: [['static_cast<std::uint32_t>(seed >> 32)', '0']],
  },
  {
    name: 'philox with nine rounds',
    file: 'src/core/random.cpp',
    edits: [['round < 10', 'round < 9']],
  },
  {
    name: 'token vectors of another stream',
    file: 'src/core/operations.cpp',
    edits: [['kEmbeddingStream = 6', 'kEmbeddingStream = 0']],
  },
  {
    name: 'the linear map forgets its strip',
    file: 'src/core/operations.cpp',
    edits: [['x_ + first * shape_.inputs', 'x_']],
  },
  {
    name: 'K packed without being transposed',
    file: PACK,
    edits: [['panel_rows[j * stride + k] : T(0)', 'panel_rows[k * stride + j] : T(0)']],
  },
  {
    name: 'transposing loses a tail',
    file: PACK,
    edits: [['  for (; k < depth; ++k) {', '  for (; k + 1 < depth; ++k) {']],
  },
  {
    name: 'last columns of a panel not filled up',
    file: PACK,
    edits: [
      [
        'std::fill_n(to + rest, kWidth - rest, T(0));',
        'std::fill_n(to + rest - 1, kWidth - rest + 1, T(0));',
      ],
    ],
  },
  {
    name: 'last rows multiplied by the wrong kernel',
    file: GEMM,
    edits: [
      [
        '(p.tile_rows(whole))(p.at(whole, panel)',
        '(p.tile_rows(whole) > 1 ? p.tile_rows(whole) - 1 : 1)(p.at(whole, panel)',
      ],
    ],
  },
  {
    name: 'right half of the tile repeats the left',
    file: MICRO,
    edits: [['load(b[n] + k * kPanelWidth + v * kLanesOf<T>)', 'load(b[n] + k * kPanelWidth)']],
  },
  {
    name: 'bias missing in whole panels',
    file: GEMM,
    edits: [['bias ? bias + panel * kPanelWidth : nullptr,', 'nullptr,']],
  },
  {
    name: 'maximum without the last cells',
    file: SOFTMAX,
    edits: [['  for (; j < size; ++j) max = row[j] > max ? row[j] : max;', '']],
  },
  {
    name: 'maximum not subtracted',
    file: SOFTMAX,
    edits: [
      ['exp_nonpositive(x * scale4 - max4, constants)', 'exp_nonpositive(x * scale4, constants)'],
    ],
  },
  {
    name: 'sum without the last lane',
    file: SOFTMAX,
    edits: [
      [
        'float sum = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);',
        'float sum = (lanes[0] + lanes[1]) + lanes[2];',
      ],
    ],
  },
  {
    name: 'lanes added in another order',
    file: SOFTMAX,
    edits: [
      [
        'float sum = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);',
        'float sum = ((lanes[0] + lanes[1]) + lanes[2]) + lanes[3];',
      ],
    ],
  },
  {
    name: 'the tail counts twice',
    file: SOFTMAX,
    edits: [
      [
        'lanes += exponentials(j, std::min<std::int64_t>(laned - j, kLanes));',
        'lanes += exponentials(j, std::min<std::int64_t>(laned - j, kLanes)) * splat(2.0f);',
      ],
    ],
  },
  {
    name: 'weights not divided by their sum',
    file: SOFTMAX,
    edits: [['scale_row(row, size, 1.0f / sum);\n  return', 'return']],
  },
  {
    name: 'exponential with a digit wrong',
    file: 'src/kernels/exp.h',
    edits: [['0.1666652f', '0.1666552f']],
  },
  {
    name: 'exponential of -Infinity is not 0',
    file: 'src/kernels/exp.h',
    edits: [['return and_not(exp_r * power, x < constant(kSmallest));', 'return exp_r * power;']],
  },
  {
    name: 'transposed lanes in disorder',
    file: 'src/kernels/simd.h',
    edits: [
      [
        '__builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5)',
        '__builtin_shufflevector(ab_high, cd_high, 4, 5, 0, 1)',
      ],
    ],
  },
  {
    name: 'max drops a NaN of the wrong side',
    file: 'src/kernels/simd.h',
    edits: [['return select(a > b, a, b);', 'return select(b > a, b, a);']],
  },
];
