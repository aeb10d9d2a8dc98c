// Embeds tokens: seeded random vectors plus sinusoidal positions.

import { wrongKind } from '../arguments/errors.js';
import {
  MAX_SIZE,
  optionNames,
  readNested,
  readOptions,
  toInteger,
  toList,
} from '../arguments/options.js';
import { expectHoldable, expectShape, toTensor } from '../arguments/tensor.js';
import { MAX_OFFSET } from '../attention/options.js';
import { Expected } from '../runtime/results.js';
import { smallOperation } from './operation.js';
import { atCaller } from '../runtime/sides.js';

/** @import { Precision } from '../arguments/tensor.js' */
/** @import { Operation } from '../runtime/operation.js' */
/** @import { FloatTensor } from '../types/index.js' */
/** @import { Small } from './operation.js' */

/**
 * @typedef {object} CheckedEmbed
 * @property {Uint32Array} ids (L)
 * @property {number} embedDim
 * @property {number} seed
 * @property {boolean} sinusoidal
 * @property {number} offset the position of the first token
 * @property {{ tokens?: FloatTensor, positions?: FloatTensor }} replace each (L, embedDim)
 */

const EMBED = optionNames('embedDim', 'seed', 'positions', 'offset', 'replace');
const EMBED_REPLACE = optionNames('tokens', 'positions');

/**
 * @param {unknown} ids
 * @param {unknown} options
 * @param {Precision} [precision]
 * @returns {CheckedEmbed}
 */
export function checkEmbed(ids, options, precision = 'float32') {
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
  /** @type {CheckedEmbed['replace']} */
  const replace = Object.create(null);
  for (const name of /** @type {const} */ (['tokens', 'positions'])) {
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

/** @type {Operation} */
export const embed = smallOperation(
  /** @type {Small<CheckedEmbed>} */ ({
    name: 'embed',
    check: atCaller(([ids, options]) => checkEmbed(ids, options)),
    plan: 'planEmbed',
    layout: ({ ids, embedDim, seed, sinusoidal, offset, replace }) => [
      ids.length,
      embedDim,
      seed,
      sinusoidal,
      offset,
      replace.tokens !== undefined,
      replace.positions !== undefined,
    ],
    inputs: ({ ids, replace }) => [
      ['ids', ids],
      ['tokens', replace.tokens, 'replace.tokens'],
      ['positions', replace.positions, 'replace.positions'],
    ],
    results: ({ ids, embedDim }) => ({
      tokens: new Expected([ids.length, embedDim], 'tokens'),
      positions: new Expected([ids.length, embedDim], 'positions'),
      x: new Expected([ids.length, embedDim], 'x'),
    }),
  }),
);
