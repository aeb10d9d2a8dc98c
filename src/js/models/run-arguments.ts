// Checks the arguments of a model's methods before anything runs. Only own properties count, and an unknown name is refused.

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
} from '../arguments/options.ts';
import { ANY, HeadwiseError, wrongKind, wrongNumber } from '../arguments/errors.ts';
import { expectShape, looksLikeTensor, toTensor } from '../arguments/tensor.ts';
import { REPLACEABLE } from './saved-attention.ts';
import { Tensor } from '../arguments/tensor-class.ts';
import type { Description, Stack } from './description.ts';
import type { LayerMaps, ModelInput } from '../types/models.ts';
import type { Changes, Numbers, Replacement, WrittenAttention } from './saved-attention.ts';

export const RUN = optionNames(
  ...['ablate', 'replace', 'target', 'signal', 'onProgress', 'onLayer'],
);
const HEAD = optionNames('layer', 'head');
const REPLACEMENT = optionNames('layer', 'name', 'tensor', 'positions');
const WRITTEN = optionNames('layer', 'head', 'kind');
export const GENERATE = optionNames(
  ...['maxTokens', 'temperature', 'topK', 'seed', 'ablate', 'target', 'signal'],
);

export interface Ids {
  ids: number[];
  /** one for each id */
  typeIds?: number[];
}

export interface CheckedRun {
  changes: Changes;
  /** unchecked: checked with the decoder's ids */
  target: unknown;
  signal: AbortSignal | null;
  onProgress: (done: number) => void;
  onLayer: ((maps: LayerMaps) => void) | null;
}

export function noChanges(): Changes {
  return { removed: [], replaced: [] };
}

export function checkRun(description: Description, options: unknown): CheckedRun {
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
    onLayer: given.onLayer === undefined ? null : toFunction(given.onLayer, 'onLayer'),
  };
}

function expectTarget({ kind, encoder }: Description, target: unknown) {
  if (target === undefined || encoder) return;
  throw new TypeError(
    `target: expected none, for only an encoder-decoder reads one; this is a model of kind ${kind}`,
  );
}

function toChanges({ stack: { blocks } }: Description, ablate: unknown, replace: unknown) {
  const changes = noChanges();
  Array.from(toList(ablate, 'ablate', 'an array of { layer, head }'), (one, at) => {
    const name = `ablate[${at}]`;
    const given = readNested(one, name, HEAD);
    const layer = toInteger(given.layer, `${name}.layer`, 0, blocks.length - 1);
    const head = toInteger(given.head, `${name}.head`, 0, blocks[layer].attention.numHeads - 1);
    changes.removed.push({ layer, head });
  });
  Array.from(toList(replace, 'replace', 'an array of { layer, name, tensor }'), (one, at) => {
    const place = `replace[${at}]`;
    const given = readNested(one, place, REPLACEMENT);
    const layer = toInteger(given.layer, `${place}.layer`, 0, blocks.length - 1);
    const name = REPLACEABLE.find((known) => known === given.name);
    if (!name) throw wrongKind(`${place}.name`, `one of ${REPLACEABLE.join(', ')}`, given.name);
    const { data, shape } = toTensor(given.tensor, `${place}.tensor`, 'float32');
    const expected = isOfStream(name) ? [ANY, ANY] : [ANY, ANY, ANY];
    const isBatch = shape.length === expected.length + 1 && shape[0] === 1;
    const own = isBatch ? shape.slice(1) : [...shape];
    expectShape(own, `${place}.tensor`, expected, 'with or without a batch of 1');
    const tensor = new Tensor(Float32Array.from(data), own);
    const rows =
      given.positions === undefined ? null : toRows(given.positions, `${place}.positions`);
    if (name === 'mlp' && !blocks[layer].mlp) {
      throw new HeadwiseError('unsupported', `${place}.name: layer ${layer} has no MLP`);
    }
    changes.replaced.push({ layer, name, tensor, rows });
  });
  return changes;
}

/** Whether an intermediate is of the stream, (L, D), not of the heads, (heads, L, width). */
export const isOfStream = (name: Replacement['name']) =>
  name === 'residual' || name === 'mlp' || name === 'attended';

function toRows(positions: unknown, name: string) {
  const list = Array.from(toList(positions, name, 'an array of positions'));
  return list.map((one, at) => toInteger(one, `${name}[${at}]`, 0));
}

/**
 * Checks the shapes of replacements, when the number of tokens is known, and joins the replacements of one intermediate.
 *
 * @param sizes length: L; width: D
 */
export function fitChanges(
  { removed, replaced }: Changes,
  { blocks }: Stack,
  { length, width }: { length: number; width: number },
): Changes {
  const fitted = replaced.map(({ layer, name, tensor, rows }): Replacement => {
    const { numHeads, numKvHeads, headDim } = blocks[layer].attention;
    const heads = name === 'key' || name === 'value' ? numKvHeads : numHeads;
    const what = `replace: ${name} of layer ${layer}`;
    for (const row of rows ?? []) toInteger(row, `${what}: positions`, 0, length - 1);
    const shape = (count: number) =>
      isOfStream(name) ? [count, width] : [heads, count, name === 'attention' ? length : headDim];
    const more = rows ? 'a row for each position' : undefined;
    expectShape(tensor.shape, what, shape(rows?.length ?? length), more);
    if (rows === null) return { layer, name, tensor, rows };
    const all = new Tensor(new Float32Array(shape(length).reduce((a, b) => a * b)), shape(length));
    return { layer, name, rows, tensor: withRows(all, tensor, rows, (_, at) => at) };
  });
  return joinChanges({ removed: [], replaced: [] }, { removed, replaced: fitted });
}

/**
 * The changes, and then more; a later replacement of a row counts, and heads that a later one replaces are not removed. Tensors
 * are of all rows.
 */
export function joinChanges(changes: Changes, more: Changes): Changes {
  const replaced = [...changes.replaced];
  for (const one of more.replaced) {
    if (one.rows?.length === 0) continue;
    const at = replaced.findIndex(({ layer, name }) => layer === one.layer && name === one.name);
    if (at < 0) replaced.push(one);
    else replaced[at] = joined(replaced[at], one);
  }
  const isGiven = (layer: number) =>
    more.replaced.some((one) => one.layer === layer && one.name === 'heads' && one.rows === null);
  const removed = changes.removed.filter(({ layer }) => !isGiven(layer));
  return { removed: [...removed, ...more.removed], replaced };
}

function joined(one: Replacement, later: Replacement): Replacement {
  if (later.rows === null) return later;
  const { data, shape } = one.tensor;
  const tensor = withRows(new Tensor(data.slice(), shape), later.tensor, later.rows);
  const rows = one.rows && [...new Set([...one.rows, ...later.rows])].sort((a, b) => a - b);
  return { ...one, tensor, rows };
}

/**
 * Copies rows of (rows, width) or (heads, rows, width).
 *
 * @param at the row of `from` for a row of `to`
 * @returns to
 */
export function withRows(
  to: Numbers,
  from: Numbers,
  rows: readonly number[],
  at: (row: number, index: number) => number = (row) => row,
): Numbers {
  const [width, count = 0] = [...to.shape].reverse();
  const heads = to.data.length / (width * count || 1);
  const size = from.data.length / (heads || 1);
  for (let head = 0; head < heads; head++) {
    for (const [index, row] of rows.entries()) {
      const begin = head * size + at(row, index) * width;
      to.data.set(from.data.subarray(begin, begin + width), (head * count + row) * width);
    }
  }
  return to;
}

/** Whether an input is text that the model must tokenise: a text, or a list of texts. */
export function isText(input: unknown): input is string | (string | string[])[] {
  if (typeof input === 'string') return true;
  if (!Array.isArray(input)) return false;
  const [first] = input;
  return typeof first === 'string' || (Array.isArray(first) && typeof first[0] === 'string');
}

/** Whether texts are a batch: any number of them but two, which are a pair; or lists of one or two. */
export function isBatch(input: unknown): input is (string | string[])[] {
  if (!Array.isArray(input) || !isText(input)) return false;
  return input.length !== 2 || Array.isArray(input[0]);
}

/**
 * The caller's copy of a checked input.
 *
 * @param namesOf the piece and the text of an id
 */
export function toInput(
  input: unknown,
  { ids, typeIds }: Ids,
  namesOf: ((id: number) => { token: string; text: string }) | null,
): ModelInput {
  const { spans, words } = isRecord(input) ? (input as Partial<ModelInput>) : {};
  const names = namesOf && ids.map(namesOf);
  return {
    ids: [...ids],
    ...(names && {
      tokens: names.map(({ token }) => token),
      texts: names.map(({ text }) => text),
    }),
    ...(isListOf(ids.length, spans) && { spans: spans.map(([start, end]) => [start, end]) }),
    ...(isListOf(ids.length, words) && { words: [...words] }),
    ...(typeIds && { typeIds: [...typeIds] }),
  };
}

function isListOf<T>(length: number, list: T[] | undefined): list is T[] {
  return Array.isArray(list) && list.length === length;
}

/**
 * Checks the ids of a text, from tokenize() or from the caller.
 *
 * @param sizes types: rows of the table of types; 0: there is none
 */
export function checkIds(
  input: unknown,
  name: string,
  { vocabSize, contextLen, types }: { vocabSize: number; contextLen: number; types: number },
): Ids {
  const text = name.startsWith('input') ? 'a text, ' : '';
  const expected = `${text}the result of tokenize(), or at least one id`;
  const { ids: given, typeIds: kinds } = isRecord(input)
    ? (input as Record<string, unknown>)
    : { ids: input, typeIds: undefined };
  if (given === undefined || typeof given === 'string') throw wrongKind(name, expected, input);
  const ids = Array.from(toList(given, name, expected), (id) => toId(id, name, vocabSize));
  if (ids.length === 0) {
    const found = isRecord(input) ? 'none: the text has no tokens' : 'an empty list';
    throw new RangeError(`${name}: expected at least one token, got ${found}`);
  }
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

function toId(id: unknown, name: string, vocabSize: number) {
  const isRight = Number.isInteger(id) && Number(id) >= 0 && Number(id) < vocabSize;
  if (isRight) return Number(id);
  const wrong = typeof id === 'number' ? wrongNumber : wrongKind;
  throw wrong(name, `ids from 0 to ${vocabSize - 1}`, id);
}

/** @returns a copy */
export function checkPixels(input: unknown): Numbers {
  if (!looksLikeTensor(input) && !Array.isArray(input)) {
    throw wrongKind('input', 'pixels, a tensor (channels, height, width)', input);
  }
  const { data, shape } = toTensor(input, 'input', 'float32');
  expectShape(shape, 'input', [ANY, ANY, ANY], 'channels, height and width of an image');
  return new Tensor(data.slice(), [...shape]);
}

export function checkGenerate(
  description: Description,
  options: unknown,
): {
  maxTokens: number;
  temperature: number;
  topK: number;
  seed: number;
  changes: Changes;
  target: unknown;
  signal: AbortSignal | null;
} {
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

/** The head of a generated token's maps, or only the layer. */
export function toRow(
  at: unknown,
  passed: { self: readonly WrittenAttention[]; cross: readonly WrittenAttention[] },
): { saved: WrittenAttention; head?: number } {
  const { layer: which, head: one, kind = 'self' } = readOptions(at, 'at', WRITTEN);
  if (kind !== 'self' && kind !== 'cross') throw wrongKind('kind', "'self' or 'cross'", kind);
  const all = passed[kind];
  if (all.length === 0) {
    throw new HeadwiseError('unsupported', `kind: this model has no ${kind} attention`);
  }
  if (one === undefined) return { saved: all[toLayer(which, all.length)] };
  const { layer, head } = toHead({ layer: which, head: one }, all);
  return { saved: all[layer], head };
}

export function toHead(
  { layer: which, head: one }: Readonly<Record<'layer' | 'head', unknown>>,
  saved: readonly WrittenAttention[],
) {
  const layer = toLayer(which, saved.length);
  return { layer, head: toInteger(one, 'head', 0, saved[layer].part.numHeads - 1) };
}

export function toLayer(layer: unknown, count: number) {
  return toInteger(layer, 'layer', 0, count - 1);
}
