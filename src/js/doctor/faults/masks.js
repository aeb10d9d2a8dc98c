// Faults of masks: which keys a query may not attend to, and when they are taken out.

import { map, permute } from '../arrays.js';
import { allOf, allowedBy, softmaxOfRows } from '../parts.js';

/** @import { Numbers } from '../arrays.js' */
/** @import { Allowed } from '../steps.js' */
/** @import { Task } from '../task.js' */
/** @import { Fault } from './index.js' */

/** @typedef {keyof Allowed} Reason */

/** The masks in words. @type {[Reason, string][]} */
const REASONS = [
  ['order', 'the causal mask'],
  ['padding', 'the padding mask'],
  ['given', 'the mask'],
];

/** @param {Task} task @param {Reason} reason */
const has = ({ call, allowing }, reason) => {
  const { masks, keyLengths, causal, windowLeft, windowRight } = allowing[reason];
  if (reason === 'order') return causal !== 'none' || windowLeft >= 0 || windowRight >= 0;
  return masks.length > 0 || (reason === 'padding' && keyLengths !== null && call.batch > 0);
};

/** @param {Task} task */
const hasAny = (task) => REASONS.some(([reason]) => has(task, reason));

/** @param {Numbers} may */
const inverted = (may) => map(may, (one) => 1 - one);

/** @param {Numbers} may */
const everything = (may) => map(may, () => 1);

/**
 * One fault for each mask of the submission.
 *
 * @param {Pick<Fault, 'name' | 'explanation'> & { only?: Reason[], applies?: (task: Task) => boolean }} fault
 * @param {(may: Numbers, task: Task, reason: Reason) => Numbers} change
 * @returns {Fault[]}
 */
function ofEachMask({ only, applies = () => true, ...fault }, change) {
  const reasons = REASONS.filter(([reason]) => !only || only.includes(reason));
  return reasons.map(([reason, detail]) => ({
    ...fault,
    detail,
    about: `mask: ${reason}`,
    applies: (task) => has(task, reason) && applies(task),
    change: (steps) => ({
      allow: (task, scores) => {
        const allowed = steps.allow(task, scores);
        return { ...allowed, [reason]: change(allowed[reason], task, reason) };
      },
    }),
  }));
}

/**
 * The order with the diagonal moved: each query may look `by` keys further, or less far.
 *
 * @param {Task} task
 * @param {Numbers} may (B, H, L, T)
 * @param {number} by
 */
function shiftedOrder(task, may, by) {
  const pastLen = task.call.pastLen + by;
  const order = { ...task.allowing.order, pastLen };
  const shifted = { ...task, call: { ...task.call, pastLen } };
  return allowedBy(shifted, order, may.shape);
}

/** Whether moving where query 0 stands moves the diagonal. @param {Task} task */
const startsAtPast = ({ allowing }) => allowing.order.causal === 'past';

/** @type {Fault[]} */
export const MASK_FAULTS = [
  ...ofEachMask(
    {
      name: 'mask missing',
      explanation:
        'Queries attend to keys that {detail} forbids. Before the softmax: scores = scores.masked_fill(~allowed, float("-inf")).',
    },
    everything,
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
    change: (steps) => ({
      allow: (task, scores) => {
        const all = allOf(steps.allow(task, scores));
        return { order: inverted(all), padding: everything(all), given: everything(all) };
      },
    }),
  },
  ...ofEachMask(
    {
      name: 'mask transposed',
      explanation:
        'In {detail} queries and keys have changed places: rows are queries, columns are keys. For a causal mask use tril, not triu.',
      only: ['order', 'given'],
      applies: ({ call }) => call.queryLen === call.keyLen + call.pastLen,
    },
    (may, { extraLen }) => (extraLen === 0 ? permute(may, [0, 1, 3, 2]) : may),
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
    change: (/** @type {import('../steps.js').Steps} */ steps) => ({
      allow: (/** @type {Task} */ task, /** @type {Numbers} */ scores) => {
        const allowed = steps.allow(task, scores);
        return { ...allowed, order: shiftedOrder(task, allowed.order, by) };
      },
    }),
  })),
  ...[-1, 1].map((by) => ({
    name: 'padding off by one',
    detail: by < 0 ? 'the last real token is masked' : 'the first padding token is not masked',
    explanation:
      'The padding mask is off by one: {detail}. Keys 0 to length − 1 are real: torch.arange(S) < lengths[:, None].',
    about: 'mask: padding',
    applies: (/** @type {Task} */ { call }) =>
      call.keyLengths !== null && call.causal !== 'by-length',
    change: (/** @type {import('../steps.js').Steps} */ steps) => ({
      allow: (/** @type {Task} */ task, /** @type {Numbers} */ scores) => {
        const allowed = steps.allow(task, scores);
        const { padding } = task.allowing;
        const keyLengths = (padding.keyLengths ?? new Int32Array()).map((length) => length + by);
        return { ...allowed, padding: allowedBy(task, { ...padding, keyLengths }, scores.shape) };
      },
    }),
  })),
  {
    name: 'causal mask in the wrong corner',
    explanation:
      'With fewer queries than keys the causal mask starts at the other corner. Check where query 0 stands: at key 0, or so that the last query sees the last key (diagonal=S-L).',
    about: 'mask: order',
    applies: ({ call, allowing }) =>
      call.queryLen !== call.keyLen + call.pastLen && allowing.order.causal !== 'none',
    change: (steps) => ({
      allow: (task, scores) => {
        const { order } = task.allowing;
        const causal = order.causal === 'past' ? 'bottom-right' : 'past';
        const moved = { ...task, call: { ...task.call, pastLen: 0 } };
        const other = allowedBy(
          causal === 'past' ? moved : task,
          { ...order, causal },
          scores.shape,
        );
        return { ...steps.allow(task, scores), order: other };
      },
    }),
  },
  {
    name: 'padding of queries',
    detail: 'in place of the keys',
    explanation:
      'The padding mask removes queries {detail}: it runs along the rows. Put it along the columns: mask[:, None, None, :].',
    about: 'mask: padding',
    applies: (task) => has(task, 'padding') && task.call.queryLen === task.call.keyLen,
    change: (steps) => ({
      allow: (task, scores) => {
        const allowed = steps.allow(task, scores);
        return { ...allowed, padding: permute(allowed.padding, [0, 1, 3, 2]) };
      },
    }),
  },
  {
    name: 'padding of queries',
    detail: 'as well as keys',
    explanation:
      'The padding mask removes queries {detail}, so that their rows are empty. Only keys are padding to others: mask[:, None, None, :] alone.',
    about: 'mask: padding',
    applies: (task) => has(task, 'padding') && task.call.queryLen === task.call.keyLen,
    change: (steps) => ({
      allow: (task, scores) => {
        const allowed = steps.allow(task, scores);
        return { ...allowed, given: permuteAnd(allowed) };
      },
    }),
  },
  {
    name: 'mask after softmax',
    explanation:
      'The mask is applied after the softmax, so that what is left of a row does not sum to 1. Set the scores to −inf before: scores.masked_fill(~allowed, float("-inf")).',
    about: 'mask: when',
    applies: hasAny,
    change: (steps) => ({
      mask: (_, scores, bias) => map(scores, (score, at) => finite(score + bias.data[at], score)),
      after: (task, attention, allowed) => {
        const may = allOf(allowed);
        return map(steps.after(task, attention, allowed), (share, at) => share * may.data[at]);
      },
    }),
  },
  {
    name: 'masked scores set to 0',
    explanation:
      'Masked scores become 0, and exp(0) is 1: their keys still take part. Use −inf: scores.masked_fill(~allowed, float("-inf")), not scores * mask.',
    about: 'mask: when',
    applies: hasAny,
    change: () => ({
      mask: (_, scores, bias, allowed) => {
        const may = allOf(allowed);
        return map(scores, (score, at) => (may.data[at] === 1 ? score + bias.data[at] : 0));
      },
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
    change: () => ({
      mask: (
        /** @type {Task} */ _,
        /** @type {Numbers} */ scores,
        /** @type {Numbers} */ bias,
        /** @type {Allowed} */ allowed,
      ) => {
        const may = allOf(allowed);
        return map(scores, (score, at) =>
          finite(score + bias.data[at] + Number(may.data[at] === value), score),
        );
      },
    }),
  })),
  {
    name: 'bias missing from the scores',
    explanation:
      'The bias that the exercise gives is not added to the scores. Before the softmax: scores + bias.',
    about: 'mask: bias',
    applies: ({ call }) => call.masks.some(({ kind }) => kind === 'bias'),
    change: (steps) => ({ bias: (task, scores) => steps.bias(withoutBiases(task), scores) }),
  },
  {
    name: 'softmax of the masked row twice',
    explanation:
      'Shares are masked and then put through a second softmax, which gives masked keys a share again. To make them sum to 1, divide by their sum, or mask the scores.',
    about: 'mask: when',
    applies: hasAny,
    change: (steps) => ({
      mask: (_, scores, bias) => map(scores, (score, at) => finite(score + bias.data[at], score)),
      after: (task, attention, allowed) => {
        const may = allOf(allowed);
        const shares = map(attention, (share, at) => share * may.data[at]);
        return softmaxOfRows(task, steps.after(task, shares, allowed));
      },
    }),
  },
];

/**
 * @param {Allowed} allowed
 * @returns {Numbers} given, with the rows of padding queries taken out
 */
function permuteAnd({ padding, given }) {
  const rows = permute(padding, [0, 1, 3, 2]);
  return map(given, (may, at) => may * rows.data[at]);
}

/**
 * A bias of −inf is a mask too.
 *
 * @param {number} value
 * @param {number} otherwise
 */
const finite = (value, otherwise) => (value === -Infinity ? otherwise : value);

/** @param {Task} task @returns {Task} */
function withoutBiases(task) {
  const masks = task.call.masks.filter(({ kind }) => kind !== 'bias');
  return { ...task, call: { ...task.call, masks } };
}
