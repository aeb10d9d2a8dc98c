// The operation embed, seeded random vectors plus sinusoidal positions: its check, its results, and its plan in the core.

import { wrongKind } from '../arguments/errors.ts';
import {
  integer,
  of,
  option,
  optionNames,
  readNested,
  recordOf,
  size,
  toInteger,
  toList,
  word,
} from '../arguments/options.ts';
import { expectHoldable, expectShape, toTensor } from '../arguments/tensor.ts';
import { MAX_OFFSET } from '../attention/positions.ts';
import { ResultTensor } from '../runtime/results.ts';
import { smallOperation } from './operation.ts';
import { atCaller, atCore, atHost } from '../runtime/sides.ts';
import type { CheckedOf } from '../arguments/options.ts';
import type { Precision } from '../arguments/tensor.ts';
import type { Operation } from '../runtime/operation.ts';
import type { PlainTensor, TensorLike } from '../types/index.ts';
import type { Small } from './operation.ts';

type Replaced = { tokens?: PlainTensor; positions?: PlainTensor };

const NOTHING: Replaced = Object.freeze(Object.create(null));

/**
 * Options of embed.
 *
 * ```js
 * headwise.embed([17, 4, 17], { embedDim: 16, positions: 'none' });
 * ```
 */
export const EMBED = atCaller({
  /** width of a vector */
  embedDim: size(),
  /** default 0 */
  seed: integer(0),
  /** default 'sinusoidal' (Vaswani et al. 2017, section 3.5) */
  positions: word(['sinusoidal', 'none'], 'sinusoidal'),
  /** the position of the first token; default 0 */
  offset: integer(0, MAX_OFFSET),
  /** Replacements for the computed tokens or positions, (L, embedDim) each; x is their sum. */
  replace: option({
    type: of<{ tokens?: TensorLike; positions?: TensorLike }>(),
    usual: NOTHING,
    read: atCaller(toReplaced),
  }),
});

const readEmbed = atCaller(recordOf(EMBED));

export type CheckedEmbed = CheckedOf<typeof EMBED> & {
  /** (L) */
  ids: Uint32Array;
};

const REPLACE = optionNames('tokens', 'positions');

export function checkEmbed(
  ids: unknown,
  options: unknown,
  precision: Precision = 'float32',
): CheckedEmbed {
  const list = toList(ids, 'ids', 'an array of token ids');
  if (options === undefined) throw wrongKind('options', 'an object with embedDim', options);
  const { length } = list;
  const checked = readEmbed(options, 'options', { length, precision });
  expectHoldable('x', [length, checked.embedDim]);
  const numbers = Uint32Array.from({ length }, (_, index) =>
    toInteger(list[index], `ids[${index}]`, 0, 4294967295),
  );
  return { ids: numbers, ...checked };
}

function toReplaced(
  value: unknown,
  name: string,
  { embedDim }: { embedDim: number },
  { length, precision }: { length: number; precision: Precision },
) {
  const wanted = readNested(value, name, REPLACE);
  const replace: Replaced = Object.create(null);
  for (const one of ['tokens', 'positions'] as const) {
    if (wanted[one] === undefined) continue;
    const tensor = toTensor(wanted[one], `${name}.${one}`, precision);
    expectShape(tensor.shape, `${name}.${one}`, [length, embedDim], 'to match ids and embedDim');
    replace[one] = tensor;
  }
  return replace;
}

export const embed: Operation = smallOperation({
  name: 'embed',
  check: atCaller(([ids, options], precision) => checkEmbed(ids, options, precision)),
  results: atHost(({ ids, embedDim }) => ({
    tokens: new ResultTensor([ids.length, embedDim], 'tokens'),
    positions: new ResultTensor([ids.length, embedDim], 'positions'),
    x: new ResultTensor([ids.length, embedDim], 'x'),
  })),
  plan: 'planEmbed',
  layout: atCore(({ ids, embedDim, seed, positions, offset, replace }) => [
    ids.length,
    embedDim,
    seed,
    positions === 'sinusoidal',
    offset,
    replace.tokens !== undefined,
    replace.positions !== undefined,
  ]),
  inputs: atCore(({ ids, replace }) => [
    ['ids', ids],
    ['tokens', replace.tokens, 'replace.tokens'],
    ['positions', replace.positions, 'replace.positions'],
  ]),
} as Small<CheckedEmbed>);
