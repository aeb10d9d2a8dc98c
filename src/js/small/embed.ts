// Embeds tokens: seeded random vectors plus sinusoidal positions.

import { wrongKind } from '../arguments/errors.ts';
import {
  MAX_SIZE,
  optionNames,
  readNested,
  readOptions,
  toInteger,
  toList,
} from '../arguments/options.ts';
import { expectHoldable, expectShape, toTensor } from '../arguments/tensor.ts';
import { MAX_OFFSET } from '../attention/scores.ts';
import { Expected } from '../runtime/results.ts';
import { smallOperation } from './operation.ts';
import { atCaller, atCore, atHost } from '../runtime/sides.ts';
import type { Precision } from '../arguments/tensor.ts';
import type { Operation } from '../runtime/operation.ts';
import type { FloatTensor } from '../types/index.ts';
import type { Small } from './operation.ts';

export interface CheckedEmbed {
  /** (L) */
  ids: Uint32Array;
  embedDim: number;
  seed: number;
  sinusoidal: boolean;
  /** the position of the first token */
  offset: number;
  /** each (L, embedDim) */
  replace: { tokens?: FloatTensor; positions?: FloatTensor };
}

const EMBED = optionNames('embedDim', 'seed', 'positions', 'offset', 'replace');
const EMBED_REPLACE = optionNames('tokens', 'positions');

export function checkEmbed(
  ids: unknown,
  options: unknown,
  precision: Precision = 'float32',
): CheckedEmbed {
  const list = toList(ids, 'ids', 'an array of token ids');
  if (options === undefined) throw wrongKind('options', 'an object with embedDim', options);
  const given = readOptions(options, 'options', EMBED);
  const { seed = 0, positions = 'sinusoidal', offset = 0 } = given;
  const embedDim = toInteger(given.embedDim, 'embedDim', 1, MAX_SIZE);
  if (positions !== 'sinusoidal' && positions !== 'none') {
    throw wrongKind('positions', "'sinusoidal' or 'none'", positions);
  }
  const shape = [list.length, embedDim];
  expectHoldable('x', shape);
  const wanted = readNested(given.replace, 'replace', EMBED_REPLACE);
  const replace: CheckedEmbed['replace'] = Object.create(null);
  for (const name of ['tokens', 'positions'] as const) {
    if (wanted[name] === undefined) continue;
    const tensor = toTensor(wanted[name], `replace.${name}`, precision);
    expectShape(tensor.shape, `replace.${name}`, shape, 'to match ids and embedDim');
    replace[name] = tensor;
  }
  return {
    ids: Uint32Array.from({ length: list.length }, (_, index) =>
      toInteger(list[index], `ids[${index}]`, 0, 4294967295),
    ),
    embedDim,
    seed: toInteger(seed, 'seed', 0),
    sinusoidal: positions === 'sinusoidal',
    offset: toInteger(offset, 'offset', 0, MAX_OFFSET),
    replace,
  };
}

export const embed: Operation = smallOperation({
  name: 'embed',
  check: atCaller(([ids, options], precision) => checkEmbed(ids, options, precision)),
  results: atHost(({ ids, embedDim }) => ({
    tokens: new Expected([ids.length, embedDim], 'tokens'),
    positions: new Expected([ids.length, embedDim], 'positions'),
    x: new Expected([ids.length, embedDim], 'x'),
  })),
  plan: 'planEmbed',
  layout: atCore(({ ids, embedDim, seed, sinusoidal, offset, replace }) => [
    ids.length,
    embedDim,
    seed,
    sinusoidal,
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
