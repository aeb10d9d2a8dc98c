// Faults between the dot products and the masks: the scale, and the softcap.

import { times } from '../arrays.ts';
import type { Numbers } from '../arrays.ts';
import type { Fault } from './index.ts';
import type { CheckedSubmission } from '../checked-submission.ts';

/** Wrong divisors instead of the root of the head's width. */
const DIVISORS = [
  ['√embed_dim', ({ config }) => Math.sqrt(config.embedDim)],
  ['√(num_heads · head_dim)', ({ config }) => Math.sqrt(config.numHeads * config.headDim)],
  ['head_dim (without the root, or by the root twice)', ({ config }) => config.headDim],
  ['embed_dim, without the root', ({ config }) => config.embedDim],
  ['√num_heads', ({ config }) => Math.sqrt(config.numHeads)],
  ['num_heads', ({ config }) => config.numHeads],
  ['√key_len', ({ call }) => Math.sqrt(call.keyLen)],
  ['√query_len', ({ call }) => Math.sqrt(call.queryLen)],
  ['√value_dim', ({ config }) => Math.sqrt(config.valueHeadDim)],
  ['√√head_dim', ({ config }) => Math.sqrt(Math.sqrt(config.headDim))],
  ['head_dim²', ({ config }) => config.headDim * config.headDim],
] as [string, (task: CheckedSubmission) => number][];

/** Whether a divisor differs from the correct one and from the others of the list. */
function isOther({ call, config }: CheckedSubmission, divisor: number, detail: string) {
  const isTwice = config.numHeads * config.headDim === config.embedDim && detail.includes('·');
  return Math.fround(1 / divisor) !== Math.fround(call.scale) && !isTwice;
}

export const SCORE_FAULTS: Fault[] = [
  {
    name: 'scale missing',
    explanation:
      'The scores are q·k as they are. Divide them by √d, the root of the width of a head: scores = q @ k.transpose(-2, -1) / math.sqrt(head_dim).',
    about: 'scale',
    change: () => ({ scale: (products) => products }),
  },
  ...DIVISORS.map(([detail, divisor]) => ({
    name: 'scale by the wrong d',
    detail,
    explanation:
      'The scores are divided by {detail}. Divide them by √d, where d is the width of one head: math.sqrt(q.shape[-1]) once q is cut into heads.',
    about: 'scale',
    applies: (task: CheckedSubmission) => isOther(task, divisor(task), detail),
    change: (_: unknown, task: CheckedSubmission) => ({
      scale: (products: Numbers) => times(products, 1 / divisor(task)),
    }),
  })),
  {
    name: 'scale multiplied',
    explanation:
      'The scores are multiplied by √d. Divide them by it: scores = q @ k.transpose(-2, -1) / math.sqrt(head_dim).',
    about: 'scale',
    change: (_, { call }) => ({ scale: (products) => times(products, 1 / call.scale) }),
  },
  {
    name: 'scale sign',
    explanation: 'The scores have the opposite sign: −q·k/√d. Leave the minus out.',
    about: 'scale',
    change: (steps) => ({ scale: (products, scale) => times(steps.scale(products, scale), -1) }),
  },
  {
    name: 'scale after softmax',
    explanation:
      'The softmax is of q·k, and its result is divided by √d, so that rows no longer sum to 1. Divide before: softmax(q @ k.T / math.sqrt(head_dim)).',
    about: 'scale',
    change: (steps, { call }) => ({
      scale: (products) => products,
      dropout: (attention, allowed) => times(steps.dropout(attention, allowed), call.scale),
    }),
  },
  {
    name: 'scale option ignored',
    explanation:
      'The scores are divided by √d, but the exercise gives a scale of its own. Multiply q·k by that.',
    about: 'scale',
    applies: ({ call }) => Math.fround(call.scale) !== Math.fround(1 / Math.sqrt(call.headDim)),
    change: (_, { call }) => ({
      scale: (products) => times(products, 1 / Math.sqrt(call.headDim)),
    }),
  },
  {
    name: 'norm of q and k missing',
    explanation:
      'Queries and keys are used as they are projected. Normalise both first, before positions: q = q_norm(q), k = k_norm(k).',
    about: 'norm',
    applies: ({ config }) => Boolean(config.queryKeyNorm),
    change: () => ({ normalize: (rows) => rows }),
  },
  {
    name: 'softcap missing',
    explanation:
      'The scores are not capped. After the scale: scores = cap * torch.tanh(scores / cap).',
    about: 'softcap',
    applies: ({ call }) => call.softcap > 0,
    change: () => ({ softcap: (scores) => scores }),
  },
  {
    name: 'softcap before the scale',
    explanation:
      'The dot products are capped and then divided by √d. Scale first: cap * torch.tanh(q·k / √d / cap).',
    about: 'softcap',
    applies: ({ call }) => call.softcap > 0,
    change: (steps, { call }) => ({
      scale: (products) => products,
      softcap: (products, softcap) =>
        steps.scale(steps.softcap(products, softcap), Math.fround(call.scale)),
    }),
  },
];
