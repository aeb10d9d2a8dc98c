// Faults of the softmax: its axis, its sum, and rows without keys.

import { allowedOf, tableOf } from '../../reference/masks.ts';
import { SEAMS } from '../../reference/seams.ts';
import { divideBySums, softmaxRow } from '../../reference/softmax.ts';
import { lastOf, map, permute, reshape } from '../arrays.ts';
import type { SoftmaxOptions } from '../../reference/softmax.ts';
import type { Numbers } from '../arrays.ts';
import type { CheckedSubmission } from '../checked-submission.ts';
import type { Fault } from './index.ts';

/** The wrong axes, each with the order of axes that puts it last. */
const AXES: [string, number[], (shape: readonly number[]) => boolean][] = [
  ['the queries, dim=-2', [0, 1, 3, 2], () => true],
  ['the heads, dim=1', [0, 2, 3, 1], ([, heads]) => heads > 1],
  ['the batch, dim=0', [1, 2, 3, 0], ([batch]) => batch > 1],
];

const mapShape = ({ call }: CheckedSubmission) => [
  call.batch,
  call.numHeads,
  call.queryLen,
  call.keyLen,
];

/** The softmax of scores where masked keys have -Infinity. */
const softmax = (masked: Numbers, { empty }: SoftmaxOptions) =>
  SEAMS.softmax(masked, null, { sinks: null, empty });

/** The inverse of a permutation of axes. */
const inverse = (axes: readonly number[]) => axes.map((_, axis) => axes.indexOf(axis));

/** Whether some query may attend to no key. */
function hasEmptyRows(task: CheckedSubmission) {
  const keys = task.call.pastLen + task.call.keyLen + task.extraLen;
  const shape = [task.call.batch, task.call.numHeads, task.call.queryLen, keys];
  const allowed = tableOf(allowedOf(task.call, { ...task.call, extraLen: task.extraLen }), shape);
  for (let at = 0; at < allowed.length; at += keys) {
    if (!allowed.subarray(at, at + keys).includes(1)) return true;
  }
  return false;
}

export const SOFTMAX_FAULTS: Fault[] = [
  ...AXES.map(([detail, axes, is]) => ({
    name: 'softmax over the wrong axis',
    detail,
    explanation:
      'The softmax runs over {detail}. Each query shares 1 among its keys, so it runs over the keys: softmax(scores, dim=-1).',
    about: 'softmax',
    mixes: true as const,
    applies: (task: CheckedSubmission) => is(mapShape(task)),
    change: () => ({
      softmax: (masked: Numbers, _: unknown, softmaxOptions: SoftmaxOptions) =>
        permute(softmax(permute(masked, axes), softmaxOptions), inverse(axes)),
    }),
  })),
  {
    name: 'softmax over the whole map',
    explanation:
      'One softmax runs over all queries and keys of a map together. Each query has its own: softmax(scores, dim=-1).',
    about: 'softmax',
    mixes: true,
    change: () => ({
      softmax: (masked, _, softmaxOptions) => {
        const [batch, heads, len, keys] = masked.shape;
        const rows = reshape(masked, [batch, heads, 1, len * keys]);
        return reshape(softmax(rows, softmaxOptions), masked.shape);
      },
    }),
  },
  {
    name: 'softmax divides by the wrong row',
    explanation:
      'exp(scores) is divided by the sums of other queries: a sum over the last axis without keepdims=True is broadcast along the wrong axis. Write e / e.sum(axis=-1, keepdims=True).',
    about: 'softmax',
    mixes: true,
    applies: ({ call }) => call.queryLen === call.keyLen && !call.sinks,
    change: () => ({ softmax: divideByOtherRows }),
  },
  {
    name: 'softmax missing',
    explanation:
      'The scores are used as they are, without a softmax. Add it: attention = softmax(scores, dim=-1).',
    about: 'softmax',
    change: () => ({
      softmax: (masked) => map(masked, (score) => (score === -Infinity ? 0 : score)),
    }),
  },
  {
    name: 'softmax applied twice',
    explanation:
      'The softmax of a softmax is taken, which makes all shares nearly equal. Apply it once.',
    about: 'softmax',
    change: (steps) => ({
      softmax: (masked, allowed, softmaxOptions) =>
        softmax(steps.softmax(masked, allowed, softmaxOptions), softmaxOptions),
    }),
  },
  {
    name: 'sink missing',
    explanation:
      'The sinks take no part. Each head has one more score in the softmax, whose share goes nowhere: concatenate it to the scores, and drop its column afterwards.',
    about: 'sink',
    applies: ({ call }) => call.sinks !== null,
    change: (steps) => ({
      softmax: (masked, allowed, softmaxOptions) =>
        steps.softmax(masked, allowed, { ...softmaxOptions, sinks: null }),
    }),
  },
  {
    name: 'fully masked row is NaN',
    explanation:
      'A query that may attend to no key gives NaN, as a softmax of nothing but −inf is 0/0. Its row should be zeros: torch.nan_to_num(attention).',
    about: 'empty rows',
    applies: hasEmptyRows,
    change: (steps) => ({
      softmax: (masked, allowed, softmaxOptions) =>
        steps.softmax(masked, allowed, { ...softmaxOptions, empty: 'nan' }),
    }),
  },
  {
    name: 'fully masked row attends to all',
    explanation:
      'A query that may attend to no key attends to all of them equally, as all its scores are the same large negative number. Its row should be zeros: multiply the attention by the mask once more.',
    about: 'empty rows',
    applies: hasEmptyRows,
    change: (steps) => ({
      softmax: (masked, allowed, softmaxOptions) =>
        steps.softmax(masked, allowed, { ...softmaxOptions, empty: 'uniform' }),
    }),
  },
];

/**
 * exp(x_ij) / sum_k exp(x_jk)
 *
 * @param masked (B, H, L, L)
 */
function divideByOtherRows(masked: Numbers): Numbers {
  const keys = lastOf(masked);
  const sums = Float64Array.from({ length: masked.data.length / keys }, (_, row) => {
    const scores = masked.data.subarray(row * keys, (row + 1) * keys);
    return softmaxRow(scores, new Float64Array(keys), (j) => scores[j] !== -Infinity);
  });
  const data = new Float64Array(masked.data.length);
  for (let row = 0; row < sums.length; row++) {
    const first = row - (row % keys); // of this map
    const scores = masked.data.subarray(row * keys, (row + 1) * keys);
    data.set(
      divideBySums(scores, (j) => sums[first + j]),
      row * keys,
    );
  }
  return { data, shape: masked.shape };
}
