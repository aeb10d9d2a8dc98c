// What callers hand to a model, checked before anything runs. Only own properties count, and an unknown name is refused.

import {
  toSignal,
  isRecord,
  optionNames,
  readNested,
  readOptions,
  toFinite,
  toFunction,
  toInteger,
  toList,
} from '../arguments/options.js';
import { ANY, HeadwiseError, wrongKind, wrongNumber } from '../arguments/errors.js';
import { expectShape, looksLikeTensor, toTensor } from '../arguments/tensor.js';
import { headKey } from './attend.js';

/** @import { Description, Stack } from './description.js' */
/** @import { Attended, Changes, Numbers } from './forward.js' */

const RUN = optionNames('ablate', 'replace', 'target', 'signal', 'onProgress');
const HEAD = optionNames('layer', 'head');
const REPLACEMENT = optionNames('layer', 'name', 'tensor');
const WRITTEN = optionNames('layer', 'head', 'kind');
const GENERATE = optionNames(
  ...['maxTokens', 'temperature', 'topK', 'seed', 'ablate', 'target', 'signal'],
);

/** Intermediates that can be replaced, with the shapes that a trace has. */
const REPLACEABLE = /** @type {const} */ (['attention', 'heads', 'query', 'key', 'value']);

/**
 * @typedef {object} Ids
 * @property {number[]} ids
 * @property {number[]} [typeIds] as many
 *
 * @typedef {object} CheckedRun
 * @property {Changes} changes
 * @property {unknown} target checked with the decoder's text
 * @property {AbortSignal | null} signal
 * @property {(done: number) => void} onProgress
 */

/** @returns {Changes} */
export function noChanges() {
  return { removed: new Set(), replaced: new Map() };
}

/**
 * @param {Description} description
 * @param {unknown} options
 * @returns {CheckedRun}
 */
export function checkRun(description, options) {
  const { ablate = [], replace = [], ...given } = readOptions(options, 'options', RUN);
  expectTarget(description, given.target);
  if (given.target === undefined && description.encoder) {
    throw new TypeError('target: expected the ids that the decoder reads, got none');
  }
  return {
    changes: toChanges(description, ablate, replace),
    target: given.target,
    signal: toSignal(given.signal),
    onProgress:
      given.onProgress === undefined ? () => {} : toFunction(given.onProgress, 'onProgress'),
  };
}

/** @param {Description} description @param {unknown} target */
function expectTarget({ kind, encoder }, target) {
  if (target === undefined || encoder) return;
  throw new TypeError(
    `target: expected none, for only an encoder-decoder reads one; this is a model of kind ${kind}`,
  );
}

/**
 * @param {Description} description
 * @param {unknown} ablate
 * @param {unknown} replace
 */
function toChanges({ stack: { blocks } }, ablate, replace) {
  const changes = noChanges();
  Array.from(toList(ablate, 'ablate', 'an array of { layer, head }'), (one, at) => {
    const name = `ablate[${at}]`;
    const given = readNested(one, name, HEAD);
    const layer = toInteger(given.layer, `${name}.layer`, 0, blocks.length - 1);
    const head = toInteger(given.head, `${name}.head`, 0, blocks[layer].attention.numHeads - 1);
    changes.removed.add(headKey(layer, head));
  });
  Array.from(toList(replace, 'replace', 'an array of { layer, name, tensor }'), (one, at) => {
    const place = `replace[${at}]`;
    const given = readNested(one, place, REPLACEMENT);
    const layer = toInteger(given.layer, `${place}.layer`, 0, blocks.length - 1);
    const name = REPLACEABLE.find((known) => known === given.name);
    if (!name) throw wrongKind(`${place}.name`, `one of ${REPLACEABLE.join(', ')}`, given.name);
    const { data, shape } = toTensor(given.tensor, `${place}.tensor`, 'float32');
    const own = shape.length === 4 && shape[0] === 1 ? shape.slice(1) : [...shape];
    expectShape(own, `${place}.tensor`, [ANY, ANY, ANY], 'with or without a batch of 1');
    changes.replaced.set(`${layer} ${name}`, { data: Float32Array.from(data), shape: own });
  });
  return changes;
}

/**
 * Once it is known how many tokens there are.
 *
 * @param {Changes} changes
 * @param {Stack} stack
 * @param {number} length L
 */
export function expectFitting({ replaced }, { blocks }, length) {
  for (const [key, { shape }] of replaced) {
    const [layer, name] = key.split(' ');
    const { numHeads, numKvHeads, headDim } = blocks[Number(layer)].attention;
    const heads = name === 'key' || name === 'value' ? numKvHeads : numHeads;
    const width = name === 'attention' ? length : headDim;
    expectShape(shape, `replace: ${name} of layer ${layer}`, [heads, length, width]);
  }
}

/**
 * A text as its ids, whether tokenize() made it or the caller.
 *
 * @param {unknown} input
 * @param {string} name
 * @param {{ vocabSize: number, contextLen: number, types: number }} sizes types: rows of the table of types; 0: none
 * @returns {Ids}
 */
export function checkIds(input, name, { vocabSize, contextLen, types }) {
  const expected = 'what tokenize() gives, or at least one id';
  const { ids: given, typeIds: kinds } = isRecord(input)
    ? /** @type {Record<string, unknown>} */ (input)
    : { ids: input, typeIds: undefined };
  if (given === undefined || typeof given === 'string') throw wrongKind(name, expected, input);
  const ids = Array.from(toList(given, name, expected), (id) => toId(id, name, vocabSize));
  if (ids.length === 0) throw wrongKind(name, expected, input);
  if (ids.length > contextLen) {
    throw new RangeError(`${name}: expected at most ${contextLen} tokens, got ${ids.length}`);
  }
  if (kinds === undefined || types === 0) return { ids };
  const typeIds = Array.from(toList(kinds, `${name}.typeIds`, 'a type for each id'), (type, at) =>
    toInteger(type, `${name}.typeIds[${at}]`, 0, types - 1),
  );
  if (typeIds.length === ids.length) return { ids, typeIds };
  throw wrongNumber(`${name}.typeIds`, `${ids.length} of them, one for each id`, typeIds.length);
}

/**
 * @param {unknown} id
 * @param {string} name
 * @param {number} vocabSize
 */
function toId(id, name, vocabSize) {
  const isRight = Number.isInteger(id) && Number(id) >= 0 && Number(id) < vocabSize;
  if (isRight) return Number(id);
  const wrong = typeof id === 'number' ? wrongNumber : wrongKind;
  throw wrong(name, `ids from 0 to ${vocabSize - 1}`, id);
}

/**
 * @param {unknown} input
 * @returns {Numbers} a copy
 */
export function checkPixels(input) {
  if (!looksLikeTensor(input) && !Array.isArray(input)) {
    throw wrongKind('input', 'pixels, a tensor (channels, height, width)', input);
  }
  const { data, shape } = toTensor(input, 'input', 'float32');
  expectShape(shape, 'input', [ANY, ANY, ANY], 'channels, height and width of an image');
  return { data: data.slice(), shape: [...shape] };
}

/**
 * @param {Description} description
 * @param {unknown} options
 * @returns {{ maxTokens: number, temperature: number, topK: number, seed: number, changes: Changes, target: unknown, signal: AbortSignal | null }}
 */
export function checkGenerate(description, options) {
  const given = readOptions(options, 'options', GENERATE);
  const temperature =
    given.temperature === undefined ? 0 : toFinite(given.temperature, 'temperature');
  if (temperature < 0) throw wrongNumber('temperature', 'at least 0', temperature);
  expectTarget(description, given.target);
  return {
    maxTokens: given.maxTokens === undefined ? 50 : toInteger(given.maxTokens, 'maxTokens', 0),
    temperature,
    topK: given.topK === undefined ? 0 : toInteger(given.topK, 'topK', 0),
    seed: given.seed === undefined ? 0 : toInteger(given.seed, 'seed', 0),
    changes: toChanges(description, given.ablate ?? [], []),
    target: given.target,
    signal: toSignal(given.signal),
  };
}

/**
 * Which head of a token that was written, or which layer.
 *
 * @param {unknown} at
 * @param {{ self: readonly Attended[], cross: readonly Attended[] }} passed
 * @returns {{ attended: Attended, head?: number }}
 */
export function toRow(at, passed) {
  const { layer: which, head: one, kind = 'self' } = readOptions(at, 'at', WRITTEN);
  if (kind !== 'self' && kind !== 'cross') throw wrongKind('kind', "'self' or 'cross'", kind);
  const all = passed[kind];
  if (all.length === 0) {
    throw new HeadwiseError('unsupported', `kind: this model has no ${kind} attention`);
  }
  if (one === undefined) return { attended: all[toLayer(which, all.length)] };
  const { layer, head } = toHead({ layer: which, head: one }, all);
  return { attended: all[layer], head };
}

/**
 * @param {Readonly<Record<'layer' | 'head', unknown>>} given
 * @param {readonly Attended[]} attended
 */
export function toHead({ layer: which, head: one }, attended) {
  const layer = toLayer(which, attended.length);
  return { layer, head: toInteger(one, 'head', 0, attended[layer].part.numHeads - 1) };
}

/**
 * @param {unknown} layer
 * @param {number} count
 */
export function toLayer(layer, count) {
  return toInteger(layer, 'layer', 0, count - 1);
}
