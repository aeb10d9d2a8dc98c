// Faults of masks: wrong masked keys, and masks that are applied at a wrong step.

import { addBiases, allOf, allowedOf } from '../../reference/masks.ts';
import { SEAMS } from '../../reference/seams.ts';
import { map } from '../arrays.ts';
import type { CellBiases, Cells, MaskOptions, Reasons, Sizes } from '../../reference/masks.ts';
import type { Numbers } from '../arrays.ts';
import type { Steps } from '../steps.ts';
import type { CheckedSubmission } from '../checked-submission.ts';
import type { Fault } from './index.ts';

type Reason = keyof Reasons;

/** The names of the masks in texts. */
const REASONS: [Reason, string][] = [
  ['order', 'the causal mask'],
  ['padding', 'the padding mask'],
  ['given', 'the mask'],
];

const has = ({ call }: CheckedSubmission, reason: Reason) =>
  call.batch > 0 && allowedOf(call, { ...call, extraLen: 0 })[reason] !== null;

const hasAny = (task: CheckedSubmission) => REASONS.some(([reason]) => has(task, reason));

const inverted =
  (may: Cells | null): Cells =>
  (b, h, i, j) =>
    may !== null && !may(b, h, i, j);

/** Exchanges queries and keys. */
const transposed = (may: Cells | null): Cells | null => may && ((b, h, i, j) => may(b, h, j, i));

/**
 * A fault that replaces masks.
 *
 * @param change returns the conditions that differ
 */
const allowing =
  (
    change: (
      allowed: Reasons,
      options: MaskOptions,
      sizes: Sizes,
      steps: Steps,
    ) => Partial<Reasons>,
  ): Fault['change'] =>
  (steps) => ({
    allow: (options, sizes) => {
      const allowed = steps.allow(options, sizes);
      return { ...allowed, ...change(allowed, options, sizes, steps) };
    },
  });

/** One fault for each mask of the submission. */
function ofEachMask(
  {
    only,
    applies = () => true,
    ...fault
  }: Pick<Fault, 'name' | 'explanation'> & {
    only?: Reason[];
    applies?: (task: CheckedSubmission) => boolean;
  },
  change: (may: Cells | null, sizes: Sizes) => Cells | null,
): Fault[] {
  const reasons = REASONS.filter(([reason]) => !only || only.includes(reason));
  return reasons.map(([reason, detail]) => ({
    ...fault,
    detail,
    about: `mask: ${reason}`,
    applies: (task) => has(task, reason) && applies(task),
    change: allowing((allowed, _, sizes) => ({ [reason]: change(allowed[reason], sizes) })),
  }));
}

/** The causal order with a moved diagonal: each query may attend to `by` more keys, or fewer. */
function shiftedOrder(options: MaskOptions, sizes: Sizes, by: number) {
  const { pastLen, keyLen } = sizes;
  return allowedOf(options, { ...sizes, pastLen: pastLen + by, keyLen: keyLen - by }).order;
}

/** Whether the position of query 0 changes the causal order. */
const startsAtPast = ({ call }: CheckedSubmission) => call.causal === 'past';

export const MASK_FAULTS: Fault[] = [
  ...ofEachMask(
    {
      name: 'mask missing',
      explanation:
        'Queries attend to keys that {detail} forbids. Before the softmax: scores = scores.masked_fill(~allowed, float("-inf")).',
    },
    () => null,
  ),
  ...ofEachMask(
    {
      name: 'mask inverted',
      explanation:
        'Queries attend to exactly what {detail} forbids: True means the opposite of what the code takes it for. Swap it: ~mask.',
    },
    inverted,
  ),
  {
    name: 'mask inverted',
    detail: 'every mask',
    explanation:
      'Queries attend to exactly what the masks forbid: {detail} is inverted. Swap them: ~mask.',
    about: 'mask: all',
    applies: (task) => REASONS.filter(([reason]) => has(task, reason)).length > 1,
    change: allowing((allowed) => ({
      order: inverted(allOf(allowed)),
      padding: null,
      given: null,
    })),
  },
  ...ofEachMask(
    {
      name: 'mask transposed',
      explanation:
        'In {detail} queries and keys have changed places: rows are queries, columns are keys. For a causal mask use tril, not triu.',
      only: ['order', 'given'],
      applies: ({ call }) => call.queryLen === call.keyLen + call.pastLen,
    },
    (may, { extraLen }) => (extraLen === 0 ? transposed(may) : may),
  ),
  ...[
    { detail: 'a query may not attend to itself', by: -1 },
    { detail: 'a query may attend to the token after it', by: 1 },
  ].map(({ detail, by }) => ({
    name: 'mask off by one',
    detail,
    explanation:
      'The causal mask is off by one: {detail}. Query i may attend to keys 0 to i: torch.tril(torch.ones(L, L)), with diagonal=0.',
    about: 'mask: order',
    applies: startsAtPast,
    change: allowing((_, options, sizes) => ({ order: shiftedOrder(options, sizes, by) })),
  })),
  {
    name: 'mask off by one',
    detail: 'a query may not attend to itself, and the first one does, as it has no other key',
    explanation:
      'The causal mask is off by one: {detail}. Query i may attend to keys 0 to i: torch.tril(torch.ones(L, L)), with diagonal=0.',
    about: 'mask: order',
    applies: (task) => startsAtPast(task) && task.call.pastLen === 0,
    change: allowing((_, options, sizes) => {
      const order = shiftedOrder(options, sizes, -1);
      return { order: (b, h, i, j) => (i === 0 && j === 0) || order === null || order(b, h, i, j) };
    }),
  },
  ...[-1, 1].map((by) => ({
    name: 'padding off by one',
    detail: by < 0 ? 'the last real token is masked' : 'the first padding token is not masked',
    explanation:
      'The padding mask is off by one: {detail}. Keys 0 to length − 1 are real: torch.arange(S) < lengths[:, None].',
    about: 'mask: padding',
    applies: ({ call }: CheckedSubmission) =>
      call.keyLengths !== null && call.causal !== 'by-length',
    change: allowing((_, options, sizes) => {
      const keyLengths = (options.keyLengths ?? new Int32Array()).map((length) => length + by);
      return { padding: allowedOf({ ...options, keyLengths }, sizes).padding };
    }),
  })),
  {
    name: 'causal mask in the wrong corner',
    explanation:
      'With fewer queries than keys the causal mask starts at the other corner. Check where query 0 stands: at key 0, or so that the last query sees the last key (diagonal=S-L).',
    about: 'mask: order',
    applies: ({ call }) => call.queryLen !== call.keyLen + call.pastLen && call.causal !== 'none',
    change: allowing((_, options, sizes) => {
      if (options.causal === 'past') {
        return { order: allowedOf({ ...options, causal: 'bottom-right' }, sizes).order };
      }
      const first = { ...sizes, pastLen: 0, keyLen: sizes.pastLen + sizes.keyLen };
      return { order: allowedOf({ ...options, causal: 'past' }, first).order };
    }),
  },
  {
    name: 'padding of queries',
    detail: 'in place of the keys',
    explanation:
      'The padding mask removes queries {detail}: it runs along the rows. Put it along the columns: mask[:, None, None, :].',
    about: 'mask: padding',
    applies: (task) => has(task, 'padding') && task.call.queryLen === task.call.keyLen,
    change: allowing(({ padding }) => ({ padding: transposed(padding) })),
  },
  {
    name: 'padding of queries',
    detail: 'as well as keys',
    explanation:
      'The padding mask removes queries {detail}, so that their rows are empty. Only keys are padding to others: mask[:, None, None, :] alone.',
    about: 'mask: padding',
    applies: (task) => has(task, 'padding') && task.call.queryLen === task.call.keyLen,
    change: allowing(({ padding, given }) => ({
      given: allOf({ order: null, padding: transposed(padding), given }),
    })),
  },
  {
    name: 'mask after softmax',
    explanation:
      'The mask is applied after the softmax, so that what is left of a row does not sum to 1. Set the scores to −inf before: scores.masked_fill(~allowed, float("-inf")).',
    about: 'mask: when',
    applies: hasAny,
    change: (steps) => ({
      mask: unmasked,
      softmax: ofFinite(steps),
      dropout: (attention, allowed) =>
        map(steps.dropout(attention, allowed), (share, at) => share * allowed[at]),
    }),
  },
  {
    name: 'masked scores set to 0',
    explanation:
      'Masked scores become 0, and exp(0) is 1: their keys still take part. Use −inf: scores.masked_fill(~allowed, float("-inf")), not scores * mask.',
    about: 'mask: when',
    applies: hasAny,
    change: (steps) => ({
      mask: (scores, biases, allowed) =>
        map(addBiases(scores, biases), (score, at) => (allowed[at] === 1 ? score : 0)),
      softmax: ofFinite(steps),
    }),
  },
  ...[
    { detail: 'True, or 1, where a query may attend', value: 1 },
    { detail: 'True, or 1, where a query may not attend', value: 0 },
  ].map(({ detail, value }) => ({
    name: 'mask added as 0 and 1',
    detail,
    explanation:
      'The mask is added to the scores as the numbers 0 and 1 ({detail}). Use it to choose instead: scores.masked_fill(~allowed, float("-inf")).',
    about: 'mask: when',
    applies: hasAny,
    change: (steps: Steps) => ({
      mask: (scores: Numbers, biases: CellBiases, allowed: Uint8Array) =>
        map(addBiases(scores, biases), (score, at) =>
          finite(score + Number(allowed[at] === value), scores.data[at]),
        ),
      softmax: ofFinite(steps),
    }),
  })),
  {
    name: 'bias missing from the scores',
    explanation:
      'The bias that the exercise gives is not added to the scores. Before the softmax: scores + bias.',
    about: 'mask: bias',
    applies: ({ call }) => call.masks.some(({ kind }) => kind === 'bias'),
    change: (steps) => ({
      bias: (options, sizes) => {
        const masks = options.masks.filter(({ kind }) => kind !== 'bias');
        return steps.bias({ ...options, masks }, sizes);
      },
    }),
  },
  {
    name: 'softmax of the masked row twice',
    explanation:
      'Shares are masked and then put through a second softmax, which gives masked keys a share again. To make them sum to 1, divide by their sum, or mask the scores.',
    about: 'mask: when',
    applies: hasAny,
    change: (steps, { call }) => ({
      mask: unmasked,
      softmax: ofFinite(steps),
      dropout: (attention, allowed) => {
        const shares = map(attention, (share, at) => share * allowed[at]);
        const softmaxOptions = { sinks: call.sinks?.data ?? null, empty: 'zeros' as const };
        return SEAMS.softmax(steps.dropout(shares, allowed), null, softmaxOptions);
      },
    }),
  },
];

/** A bias of −inf is a mask too. */
const finite = (value: number, otherwise: number) => (value === -Infinity ? otherwise : value);

/** The scores with their biases, without masks. */
const unmasked: (scores: Numbers, biases: CellBiases) => Numbers = (scores, biases) =>
  map(addBiases(scores, biases), (score, at) => finite(score, scores.data[at]));

/** A softmax of all scores that remain after a wrong mask. */
const ofFinite =
  (steps: Steps): Steps['softmax'] =>
  (masked, _, softmaxOptions) =>
    steps.softmax(masked, null, softmaxOptions);
