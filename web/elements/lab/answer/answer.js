// One question to the engine and its whole answer.
// The vectors, the weights, and every intermediate of the layer. Edited values replace the computed
// ones, and everything after them is computed again.

import { parseCell } from './cells.js';
import { isMasked } from './question.js';
import { LAYOUT, placeOfWeight } from './weights.js';

/**
 * @typedef {import('../../shared/engine.js').Engine} Engine
 * @typedef {import('./tokenizer.js').Token} Token
 * @typedef {import('./source.js').FloatTensor} FloatTensor
 * @typedef {import('./source.js').Embedding} Embedding
 * @typedef {import('../state/edits.js').Edits} Edits
 * @typedef {{ cell: import('./cells.js').Cell, value: number }[]} Places
 *
 * @typedef {object} Question
 * @property {readonly Token[]} queries
 * @property {readonly Token[] | null} keys the second sentence's tokens; null: the first's own
 * @property {number} heads
 * @property {number} width
 * @property {boolean} causal
 * @property {number} padding
 * @property {boolean} scaled
 * @property {number} [scale] where it is not 1 / √E
 * @property {{ left?: number, right?: number }} [window] how far each token may look back, and ahead
 * @property {number} seed
 * @property {import('./source.js').Source} source
 * @property {number} layer of the source
 * @property {Edits} byHand
 * @property {Edits} edits these, and zeros for heads that are switched off
 * @property {boolean} detailed whether the trace is wanted
 *
 * @typedef {object} Trace every intermediate, shapes as in MATRICES with the head first
 * @property {Embedding} first
 * @property {Embedding | null} second of the second sentence
 * @property {Record<string, FloatTensor>} weights the layer's state dict, edits included
 * @property {FloatTensor} input what queries are made of: x, or its norm
 * @property {FloatTensor} keyInput what keys and values are made of
 * @property {FloatTensor} query as they were projected
 * @property {FloatTensor} key
 * @property {FloatTensor} value
 * @property {FloatTensor} [normedQuery] where queries and keys are normalised
 * @property {FloatTensor} [normedKey]
 * @property {FloatTensor} [turnedQuery] with rotary positions only; else `query` is compared
 * @property {FloatTensor} [turnedKey]
 * @property {FloatTensor} [turns] (1, max(L, S), E): for each position the cosines, then the sines
 * @property {FloatTensor} dotProducts
 * @property {FloatTensor} scores
 * @property {FloatTensor} [softcapped]
 * @property {FloatTensor} [distances] (H, L, S), the distance bias of scores
 * @property {import('./made.js').Made} [made] only of an opened model's first layer: the stages of its input
 * @property {FloatTensor} masked
 * @property {FloatTensor} attention
 * @property {FloatTensor} exponentials of the masked scores less the largest of their row
 * @property {FloatTensor} rowMax (H, L)
 * @property {FloatTensor} rowSum (H, L) of the exponentials
 * @property {FloatTensor} heads
 * @property {FloatTensor} concatenated
 * @property {FloatTensor} contributions
 * @property {FloatTensor} output
 * @property {FloatTensor} sum of input and output
 * @property {Normed | null} normed the sum after its norm, or x where the norm stands before attention; null: without a norm
 * @property {Normed | null} normed2 the same of a second sentence's x
 * @property {import('./source.js').Norm | null} learned learned parameters of the norm; null: it has none
 *
 * @typedef {Awaited<ReturnType<Engine['addAndNorm']>>} Normed
 *
 * @typedef {Awaited<ReturnType<import('./source.js').Layer['forward']>>} Result
 * @typedef {NonNullable<Result['trace']> & Partial<Pick<Trace, 'turnedQuery' | 'turnedKey' | 'turns'>>} Steps
 * @typedef {Omit<Result, 'trace'> & { trace?: Steps }} Forwarded
 * @typedef {Partial<Record<(typeof REPLACEABLE)[number], FloatTensor>>} Replaced
 * @typedef {(replace: Replaced, more?: { positions: import('headwise').Positions }) => Promise<Forwarded>} Forward
 *
 * @typedef {object} Answer
 * @property {Question} question
 * @property {Float32Array} attention (heads, rows, columns)
 * @property {number} rows
 * @property {number} columns
 * @property {Trace | null} trace null where it was not asked for
 * @property {Answer | null} before the answer without the edits; null: there are no edits
 * @property {number} milliseconds from asking to having, the way to the worker and back included
 * @property {(cell: import('./cells.js').Cell) => Promise<number | 'too long' | null>} [exact] of an opened model: the float64 value
 * @property {Engine['backend'] | null} backend null: computed when this page was built, by the same engine
 */

/** Intermediates that edits can replace, in the order of the computation. */
const REPLACEABLE = /** @type {const} */ ([
  'query',
  'key',
  'turnedQuery',
  'turnedKey',
  'value',
  'dotProducts',
  'scores',
  'attention',
  'heads',
]);

/**
 * @param {Engine} engine
 * @param {import('./computation.js').Layers} layers
 * @param {Question} question
 * @param {AbortSignal} signal
 * @param {boolean} [once] whether the layer is freed afterwards
 * @returns {Promise<Answer>}
 */
export async function answerQuestion(engine, layers, question, signal, once = false) {
  const { queries, keys, detailed } = question;
  const edits = sortEdits(question.edits);
  const started = performance.now();
  const { layer, weights } = await layerFor(engine, layers, question, edits);
  const first = await embed(engine, question, queries, edits);
  const second = keys ? await embed(engine, question, keys, edits) : null;
  signal.throwIfAborted();
  const { block } = question.source;
  const learned = block.norm === 'none' ? null : await question.source.norm(question.layer);
  const isFirst = block.norm === 'pre';
  const normed = isFirst ? await normOf(engine, first.x, null, learned) : null;
  const normed2 = isFirst && second ? await normOf(engine, second.x, null, learned) : null;
  const input = normed?.output ?? first.x;
  const keyInput = second ? (normed2?.output ?? second.x) : input;
  const options = { ...optionsOf(question, edits), signal, attention: true };
  const stages = REPLACEABLE.filter((stage) => edits[stage]);
  const trace = detailed || stages.length > 0;
  /** @type {Forward} */
  const plain = (replace, more) =>
    layer.forward(input, keyInput, keyInput, { ...options, replace, trace, ...more });
  const { rotary } = block;
  const forward = rotary
    ? (await import('./turned.js')).turning(engine, rotary, plain, trace)
    : plain;
  let result = await forward({});
  /** @type {Replaced} */
  const replace = {};
  for (const stage of stages) {
    const before = result.trace?.[stage];
    if (!before) continue; // a layer that turns nothing has nothing turned
    replace[stage] = patched(before, edits[stage] ?? []);
    result = await forward(replace);
  }
  if (!result.attention) throw missing('attention');
  /** @type {Answer} */
  const answer = {
    question,
    attention: result.attention.data,
    rows: queries.length,
    columns: (keys ?? queries).length,
    trace: null,
    before: null,
    milliseconds: performance.now() - started,
    backend: engine.backend,
  };
  if (!detailed || !result.trace) {
    if (once) await layers.dispose();
    return answer;
  }
  const softmax = await engine.softmaxSteps(result.trace.masked);
  const added = await normOf(engine, first.x, result.output, isFirst ? null : learned);
  signal.throwIfAborted();
  if (once) await layers.dispose();
  return {
    ...answer,
    milliseconds: performance.now() - started,
    trace: {
      ...result.trace,
      first,
      second,
      weights,
      input,
      keyInput,
      exponentials: softmax.exponentials,
      rowMax: softmax.max,
      rowSum: softmax.sum,
      output: result.output,
      sum: added.sum,
      normed: block.norm === 'post' ? added : normed,
      normed2,
      learned,
    },
  };
}

/**
 * A sum and its norm; without a summand the norm of x.
 *
 * @param {Engine} engine
 * @param {FloatTensor} x
 * @param {FloatTensor | null} summand
 * @param {import('./source.js').Norm | null} learned
 * @returns {Promise<Normed>}
 */
function normOf(engine, x, summand, learned) {
  const added = summand ?? { data: new Float32Array(x.data.length), shape: x.shape };
  return learned ? engine.addAndNorm(x, added, learned) : engine.addAndNorm(x, added);
}

/** @param {string} what */
function missing(what) {
  return new TypeError(`forward: the ${what} that was asked for is missing`);
}

/**
 * @param {Edits} edits
 * @returns {Record<string, Places | undefined>}
 */
function sortEdits(edits) {
  /** @type {Record<string, Places>} */
  const sorted = {};
  for (const [name, value] of Object.entries(edits)) {
    const cell = parseCell(name);
    if (cell) (sorted[cell.matrix] ??= []).push({ cell, value });
  }
  return sorted;
}

/**
 * The layer with these heads and weights. Where the weights stay as they are, so does the layer.
 * @param {Engine} engine
 * @param {import('./computation.js').Layers} layers
 * @param {Question} question
 * @param {Record<string, Places | undefined>} edits
 */
async function layerFor(engine, layers, { source, layer: at, heads, width, seed }, edits) {
  const changed = Object.keys(LAYOUT).flatMap((matrix) => edits[matrix] ?? []);
  const name = JSON.stringify([source.name, at, heads, width, seed, changed]);
  const known = layers.get();
  if (known?.name === name) return known;
  await layers.dispose();
  const layer = await source.createLayer(engine, { width, heads, seed, layer: at });
  let weights = await layer.stateDict();
  if (changed.length > 0) {
    for (const { cell, value } of changed) {
      const { name: tensor, index } = placeOfWeight(cell, weights);
      if (index < Infinity) weights[tensor].data[index] = value;
    }
    await layer.loadStateDict(weights);
    weights = await layer.stateDict();
  }
  const made = { name, layer, weights };
  layers.set(made);
  return made;
}

/**
 * @param {Engine} engine
 * @param {Question} question
 * @param {readonly Token[]} tokens
 * @param {Record<string, Places | undefined>} edits
 * @returns {Promise<Embedding>}
 */
async function embed(engine, question, tokens, { vocabulary = [], positions = [] }) {
  const { source } = question;
  const plain = await source.embed(engine, tokens, question);
  if (vocabulary.length === 0 && positions.length === 0) return plain;
  const rows = vocabulary.flatMap(({ cell, value }) =>
    tokens.flatMap(({ id }, row) => (id === cell.row ? [{ cell: { ...cell, row }, value }] : [])),
  );
  return source.embed(engine, tokens, question, {
    tokens: patched(plain.tokens, rows),
    positions: plain.positions && patched(plain.positions, positions),
  });
}

/**
 * A copy with some numbers changed. Changes outside the matrix are ignored.
 * @param {FloatTensor} tensor (rows, columns) or (heads, rows, columns)
 * @param {Places} places
 * @returns {FloatTensor}
 */
function patched({ data, shape }, places) {
  const copy = Float32Array.from(data);
  const [rows, columns] = shape.slice(-2);
  const heads = shape.length > 2 ? shape[0] : 1;
  for (const { cell, value } of places) {
    const head = cell.head ?? 0;
    if (head >= heads || cell.row >= rows || cell.column >= columns) continue;
    copy[(head * rows + cell.row) * columns + cell.column] = value;
  }
  return { data: copy, shape };
}

/**
 * @param {Question} question
 * @param {Record<string, Places | undefined>} edits
 */
function optionsOf(question, edits) {
  const { causal, scaled, keys, queries } = question;
  const columns = (keys ?? queries).length;
  const scale = scaled ? {} : { scale: 1 };
  if (edits.mask) {
    const data = new Uint8Array(queries.length * columns);
    for (let at = 0; at < data.length; at++) {
      data[at] = isMasked(question, Math.floor(at / columns), at % columns) ? 1 : 0;
    }
    return { ...scale, mask: { ignore: { data, shape: [queries.length, columns] } } };
  }
  const padding = Math.min(question.padding, columns);
  return { ...scale, causal, ...(padding > 0 && { keyLengths: [columns - padding] }) };
}
