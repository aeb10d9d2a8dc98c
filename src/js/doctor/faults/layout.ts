// Faults of the inputs and the output: batch and length exchanged, or a wrong input.

import { permute } from '../arrays.ts';
import type { Numbers } from '../arrays.ts';
import type { Part } from '../../reference/seams.ts';
import type { Steps } from '../steps.ts';
import type { CheckedSubmission } from '../checked-submission.ts';
import type { Fault } from './index.ts';

const isBatched = ({ call, parameters }: CheckedSubmission) => call.batched && parameters !== null;

/** Whether no mask depends on the size of the maps. */
const fitsAnySize = ({ call, extraLen }: CheckedSubmission) =>
  call.masks.length === 0 && call.keyLengths === null && call.pastLen + extraLen === 0;

/** @param x (B, L, width) */
const exchanged = (x: Numbers) => permute(x, [1, 0, 2]);

export const LAYOUT_FAULTS: Fault[] = [
  {
    name: 'batch and length swapped',
    detail: 'in the input',
    explanation:
      'The axes of batch and length are exchanged {detail}: tokens attend to the same place in other sequences. torch.nn.MultiheadAttention wants batch_first=True for (B, L, D).',
    about: 'layout',
    mixes: true,
    applies: (task) =>
      isBatched(task) && fitsAnySize(task) && task.call.queryLen === task.call.keyLen,
    change: (steps) => ({
      inputs: (task) => {
        const { query, key, value } = steps.inputs(task);
        return { query: exchanged(query), key: exchanged(key), value: exchanged(value) };
      },
      deliver: (task, output) => exchanged(steps.deliver(task, output)),
    }),
  },
  {
    name: 'batch and length swapped',
    detail: 'in the output',
    explanation:
      'The axes of batch and length are exchanged {detail}: it is (L, B, D). Hand in (B, L, D): output.transpose(0, 1), or batch_first=True.',
    about: 'layout',
    mixes: true,
    applies: isBatched,
    change: (steps) => ({ deliver: (task, output) => exchanged(steps.deliver(task, output)) }),
  },
  {
    name: 'maps transposed',
    explanation:
      'The maps that are handed in have keys as rows; the output is right. Rows are queries: hand in attention, not attention.transpose(-2, -1).',
    about: 'maps',
    mixes: true,
    applies: ({ given }) => given.attention !== undefined,
    change: (steps) => ({
      show: (task, attention) => {
        const shown = steps.show(task, attention);
        const axes = shown.shape.map((_, axis) => axis);
        return permute(shown, [...axes.slice(0, -2), axes[axes.length - 1], axes[axes.length - 2]]);
      },
    }),
  },
  ...(
    [
      ['the query, in place of key and value', 'query', ['key', 'value']],
      ['the query, in place of the value', 'query', ['value']],
      ['the key, in place of the value', 'key', ['value']],
      ['the key, in place of the query', 'key', ['query']],
    ] as [string, Part, Part[]][]
  ).map(([detail, used, parts]) => ({
    name: 'wrong input',
    detail,
    explanation:
      'The layer projects {detail}. Queries come from query, keys from key, values from value; in cross-attention these differ.',
    about: 'inputs',
    applies: ({ inputs }: CheckedSubmission) =>
      parts.every(
        (part) => inputs[part] !== inputs[used] && inputs[part].shape[2] === inputs[used].shape[2],
      ),
    change: (steps: Steps) => ({
      inputs: (task: CheckedSubmission) => {
        const inputs = steps.inputs(task);
        return { ...inputs, ...Object.fromEntries(parts.map((part) => [part, inputs[used]])) };
      },
    }),
  })),
];
