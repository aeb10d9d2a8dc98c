// Faults of splitting into heads and concatenating them: axes that are not exchanged, wrong orders, and grouped key heads.

import { repeatHeadsBy } from '../../reference/heads.ts';
import { lastOf, map, meanOver, permute, reshape, times } from '../arrays.ts';
import { average } from '../steps.ts';
import type { Part } from '../../reference/seams.ts';
import type { Numbers } from '../arrays.ts';
import type { Steps } from '../steps.ts';
import type { CheckedSubmission } from '../checked-submission.ts';
import type { Fault } from './index.ts';

const hasHeads = ({ parameters, config }: CheckedSubmission) =>
  parameters !== null && config.numHeads > 1;

const isGrouped = ({ config }: CheckedSubmission) => config.numKvHeads < config.numHeads;

/** Whether nothing depends on the positions of queries and keys. */
const isPlain = ({ call, extraLen }: CheckedSubmission) =>
  call.queryLen === call.keyLen &&
  call.masks.length === 0 &&
  call.keyLengths === null &&
  call.pastLen + extraLen === 0 &&
  call.positions?.type !== 'alibi';

/** Reshapes (B, L, H E) to (B, H, L, E) without a transposition. */
function cutWithoutPermute(rows: Numbers, heads: number) {
  const [batch, len, width] = rows.shape;
  return reshape(rows, [batch, heads, len, width / heads]);
}

/** Reshapes (B, H, L, E) to (B, L, H E) without a transposition. */
function mergeWithoutPermute(heads: Numbers) {
  const [batch, count, len, width] = heads.shape;
  return reshape(heads, [batch, len, count * width]);
}

/** Splits rows so that head h has every H-th number. */
function cutInterleaved(rows: Numbers, heads: number) {
  const [batch, len, width] = rows.shape;
  return permute(reshape(rows, [batch, len, width / heads, heads]), [0, 3, 1, 2]);
}

/** Concatenates the heads interleaved. */
function mergeInterleaved(heads: Numbers) {
  const [batch, count, len, width] = heads.shape;
  return reshape(permute(heads, [0, 2, 3, 1]), [batch, len, count * width]);
}

export const HEAD_FAULTS: Fault[] = [
  {
    name: 'permute missing',
    detail: 'q, k and v',
    explanation:
      'In {detail}, (B, L, H·E) is reshaped straight into (B, H, L, E), which mixes tokens and heads. Cut first, then exchange axes: x.view(B, L, H, E).transpose(1, 2).',
    about: 'split',
    applies: hasHeads,
    change: () => ({ split: cutWithoutPermute }),
  },
  ...(['query', 'key', 'value'] as const).map((wrong) => ({
    name: 'permute missing',
    detail: wrong[0],
    explanation:
      'In {detail}, (B, L, H·E) is reshaped straight into (B, H, L, E), which mixes tokens and heads. Cut first, then exchange axes: x.view(B, L, H, E).transpose(1, 2).',
    about: `split: ${wrong}`,
    applies: hasHeads,
    change: (steps: Steps) => ({
      split: (rows: Numbers, heads: number, part: Part) =>
        part === wrong ? cutWithoutPermute(rows, heads) : steps.split(rows, heads, part),
    }),
  })),
  {
    name: 'permute missing',
    detail: 'the output of the heads',
    explanation:
      'In {detail}, (B, H, L, E) is reshaped straight into (B, L, H·E), which mixes tokens and heads. Exchange axes first: z.transpose(1, 2).reshape(B, L, H * E).',
    about: 'merge',
    mixes: true,
    applies: hasHeads,
    change: () => ({ concatenate: mergeWithoutPermute }),
  },
  {
    name: 'permute missing',
    detail: 'q, k, v and the output of the heads',
    explanation:
      'In {detail}, tensors are reshaped between (B, L, H·E) and (B, H, L, E) without exchanging axes. Use view(B, L, H, E).transpose(1, 2), and transpose(1, 2).reshape(B, L, H * E) on the way back.',
    about: 'split and merge',
    mixes: true,
    applies: hasHeads,
    change: () => ({ split: cutWithoutPermute, concatenate: mergeWithoutPermute }),
  },
  ...[true, false].map((exchanges) => ({
    name: 'attention between heads',
    detail: exchanges ? 'and axes are exchanged afterwards' : 'and nothing is exchanged afterwards',
    explanation:
      'q, k and v are (B, L, H, E) in q @ k.transpose(-2, -1), so that the heads of one token attend to each other, {detail}. Exchange axes first: x.view(B, L, H, E).transpose(1, 2).',
    about: 'split and merge',
    mixes: true as const,
    applies: (task: CheckedSubmission) => hasHeads(task) && !isGrouped(task) && isPlain(task),
    change: () => ({
      split: (rows: Numbers, heads: number) => {
        const [batch, len, width] = rows.shape;
        return reshape(rows, [batch, len, heads, width / heads]);
      },
      concatenate: (heads: Numbers) => {
        const [batch, len, count, width] = heads.shape;
        const moved = exchanges ? permute(heads, [0, 2, 1, 3]) : heads;
        return reshape(moved, [batch, len, count * width]);
      },
    }),
  })),
  {
    name: 'heads interleaved',
    detail: 'when cutting and when concatenating',
    explanation:
      'Head h takes every H-th number of q, k and v, {detail}: view(B, L, E, H). The numbers of a head stand side by side: view(B, L, H, E).',
    about: 'split and merge',
    applies: hasHeads,
    change: () => ({ split: cutInterleaved, concatenate: mergeInterleaved }),
  },
  {
    name: 'heads interleaved',
    detail: 'when cutting',
    explanation:
      'Head h takes every H-th number of q, k and v, {detail}: view(B, L, E, H). The numbers of a head stand side by side: view(B, L, H, E).',
    about: 'split',
    applies: hasHeads,
    change: () => ({ split: cutInterleaved }),
  },
  {
    name: 'concatenation order',
    detail: 'the heads are interleaved',
    explanation:
      'When heads are put together, {detail}. For each token, all numbers of head 0 come first, then those of head 1: z.transpose(1, 2).reshape(B, L, H * E).',
    about: 'merge',
    applies: hasHeads,
    change: () => ({ concatenate: mergeInterleaved }),
  },
  {
    name: 'concatenation order',
    detail: 'the last head comes first',
    explanation:
      'When heads are put together, {detail}. For each token, all numbers of head 0 come first, then those of head 1: z.transpose(1, 2).reshape(B, L, H * E).',
    about: 'merge',
    applies: hasHeads,
    change: (steps) => ({ concatenate: (heads) => steps.concatenate(reversed(heads)) }),
  },
  {
    name: 'one head',
    explanation:
      'Attention runs once over the whole width, with one map, as if there were one head. Cut q, k and v into heads before q @ k.T, and scale by √head_dim.',
    about: 'split and merge',
    applies: (task) => hasHeads(task) && !isGrouped(task) && task.extraLen === 0,
    change: (steps, { call, config: { headDim, numHeads } }) => ({
      split: (rows) => reshape(rows, [rows.shape[0], 1, rows.shape[1], lastOf(rows)]),
      scale: (products, scale) => {
        const usual = Math.fround(call.scale) === Math.fround(1 / Math.sqrt(headDim));
        return usual
          ? times(products, 1 / Math.sqrt(headDim * numHeads))
          : steps.scale(products, scale);
      },
    }),
  },
  {
    name: 'averaged heads',
    detail: 'the maps, before they are used',
    explanation:
      'The heads are averaged: {detail}, so that every head attends in the same way. Keep the axis of heads: no mean over dim=1.',
    about: 'mean',
    applies: ({ call }) => call.numHeads > 1,
    change: (steps) => ({
      dropout: (attention, allowed) => meanOver(steps.dropout(attention, allowed), 1),
    }),
  },
  {
    name: 'averaged heads',
    detail: 'what they give, z',
    explanation:
      'The heads are averaged: {detail}. Concatenate them instead: z.transpose(1, 2).reshape(B, L, H * E).',
    about: 'mean',
    applies: ({ call }) => call.numHeads > 1,
    change: (steps) => ({
      mix: (attention, value, allowed) => meanOver(steps.mix(attention, value, allowed), 1),
    }),
  },
  {
    name: 'averaged heads',
    detail: 'only the maps that are handed in',
    explanation:
      'The heads are averaged: {detail}; the output is right. Hand in one map per head: average_attn_weights=False in torch.',
    about: 'mean',
    applies: ({ call, given }) => call.numHeads > 1 && given.attention !== undefined,
    change: () => ({ show: (_, attention) => average(attention) }),
  },
  {
    name: 'GQA: tile instead of repeat',
    explanation:
      'Query head h reads key head h % Hkv (tile). Neighbouring query heads share one: h // (H / Hkv), which is k.repeat_interleave(H // Hkv, dim=1).',
    about: 'groups',
    applies: isGrouped,
    change: () => ({
      repeatHeads: (heads, numHeads) => repeatHeadsBy(heads, numHeads, (h) => h % heads.shape[1]),
    }),
  },
  {
    name: 'GQA: only the first key head',
    explanation:
      'Every query head reads key and value head 0. Share them in groups: k.repeat_interleave(H // Hkv, dim=1).',
    about: 'groups',
    applies: isGrouped,
    change: () => ({ repeatHeads: (heads, numHeads) => repeatHeadsBy(heads, numHeads, () => 0) }),
  },
];

/**
 * @param heads (B, H, L, E)
 * @returns the last head first
 */
function reversed(heads: Numbers): Numbers {
  const [, count, len, width] = heads.shape;
  const size = len * width;
  return map(heads, (_, at) => {
    const h = Math.floor(at / size) % count;
    return heads.data[at + (count - 1 - 2 * h) * size];
  });
}
