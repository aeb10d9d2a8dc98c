// One question to the engine and its whole answer.
// The vectors, the weights, and every intermediate of the layer. Edited values replace the computed
// ones, and everything after them is computed again.

import { parseCell } from './cells.ts';
import { REPLACEABLE } from './matrices.ts';
import { mapsOf } from './head-maps.ts';
import { isMasked } from './question.ts';
import { LAYOUT, placeOfWeight } from './weights.ts';
import type { AddAndNormResult, Positions } from 'headwise';
import type { Layers } from './computation.ts';
import type { Embedding, PlainTensor, Layer, Norm, Source } from './source.ts';
import type { Engine } from '../../shared/engine.ts';
import type { Token } from './tokenizer.ts';
import type { Edits } from '../state/edits.ts';
import type { Cell } from './cells.ts';
import type { HeadMaps } from './head-maps.ts';
import type { TURNED } from './matrices.ts';
import type { EmbeddingStages } from './embedding-stages.ts';
import type { LayerBelow } from './stages-below.ts';

type Places = { cell: Cell; value: number }[];

export interface Question {
  queries: readonly Token[];
  /** the second sentence's tokens; null: the first sentence attends to itself */
  keys: readonly Token[] | null;
  heads: number;
  width: number;
  causal: boolean;
  padding: number;
  scaled: boolean;
  /** where the scale is not 1 / √E */
  scale?: number;
  /** number of keys before and after its own position that a query may attend to */
  window?: { left?: number; right?: number };
  seed: number;
  source: Source;
  /** index of the layer in the source */
  layer: number;
  byHand: Edits;
  /** the edits, and zeros for heads that are switched off */
  edits: Edits;
  /** whether the trace is wanted */
  detailed: boolean;
}

/** every intermediate; shapes as in MATRICES with the head first */
export interface Trace {
  first: Embedding;
  /** vectors of the second sentence */
  second: Embedding | null;
  /** the layer's state dict, edits included */
  weights: Record<string, PlainTensor>;
  /** input of the query projection: x, or its norm */
  input: PlainTensor;
  /** input of the key and value projections */
  keyInput: PlainTensor;
  /** the projected queries, (H, L, E) */
  query: PlainTensor;
  key: PlainTensor;
  value: PlainTensor;
  /** only where queries and keys are normalised */
  normedQuery?: PlainTensor;
  normedKey?: PlainTensor;
  /** (H, L, 1), only where that is a layer norm */
  meanQuery?: PlainTensor;
  varianceQuery?: PlainTensor;
  meanKey?: PlainTensor;
  varianceKey?: PlainTensor;
  /** only with rotary positions; without them `query` is used in the dot products */
  turnedQuery?: PlainTensor;
  turnedKey?: PlainTensor;
  /** (1, max(L, S), E): for each position the cosines, then the sines */
  turns?: PlainTensor;
  dotProducts: PlainTensor;
  scores: PlainTensor;
  softcapped?: PlainTensor;
  /** (H, L, S), the bias that a distance adds to scores */
  distances?: PlainTensor;
  /** the stages of x, in an opened model's first layer and above the first layer of another */
  made?: EmbeddingStages;
  masked: PlainTensor;
  attention: PlainTensor;
  /** exp(masked score - maximum of its row) */
  exponentials: PlainTensor;
  /** (H, L) */
  rowMax: PlainTensor;
  /** (H, L) sums of the exponentials */
  rowSum: PlainTensor;
  heads: PlainTensor;
  concatenated: PlainTensor;
  contributions: PlainTensor;
  output: PlainTensor;
  /** residual sum of input and output */
  sum: PlainTensor;
  /** the sum after its norm, or x where the norm is before attention; null: without a norm */
  normed: Normed | null;
  /** the same for a second sentence's x */
  normed2: Normed | null;
  /** learned parameters of the norm; null: it has none */
  learned: Norm | null;
}

type AddedAndNormed = AddAndNormResult<PlainTensor>;

/** a norm by the root mean square has no mean and variance */
export type Normed = Pick<AddedAndNormed, 'output'> & Partial<AddedAndNormed>;

type Result = Awaited<ReturnType<Layer['forward']>>;

type Steps = NonNullable<Result['trace']> & Partial<Pick<Trace, Turned | 'turns'>>;

export type Forwarded = Omit<Result, 'trace'> & { trace?: Steps };

type Turned = (typeof TURNED)[keyof typeof TURNED];

/** replaced matrices, by the names of REPLACEABLE */
type Replaced = Partial<
  Pick<Trace, 'query' | 'key' | 'value' | 'dotProducts' | 'scores' | 'attention' | 'heads' | Turned>
>;

export type Forward = (replace: Replaced, more?: { positions: Positions }) => Promise<Forwarded>;

export interface Answer extends HeadMaps {
  question: Question;
  /** null where no trace was requested */
  trace: Trace | null;
  /** the answer without the edits; null: there are no edits */
  before: Answer | null;
  /** from the question to the answer, messages to the worker and back included */
  milliseconds: number;
  /** only for an opened model: the float64 value */
  exact?: (cell: Cell) => Promise<number | 'too long' | null>;
  /** null: computed when this page was built, by the same engine */
  backend: Engine['backend'] | null;
}

/** @param once whether the layer is freed afterwards */
export async function answerQuestion(
  engine: Engine,
  layers: Layers,
  question: Question,
  signal: AbortSignal,
  once: boolean = false,
): Promise<Answer> {
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
  const plain: Forward = (replace, more) =>
    layer.forward(input, keyInput, keyInput, { ...options, replace, trace, ...more });
  const { rotary } = block;
  const forward = rotary
    ? (await import('./rotary-forward.ts')).turning(engine, rotary, plain, trace)
    : plain;
  let result = await forward({});
  const replace: Replaced = {};
  for (const stage of stages) {
    const before = result.trace?.[stage as 'query'];
    if (!before) continue; // a layer without rotary positions has no rotated queries
    replace[stage as 'query'] = patched(before, edits[stage] ?? []);
    result = await forward(replace);
  }
  if (!result.attention) throw missing('attention');
  const answer: Answer = {
    ...mapsOf(question),
    question,
    attention: result.attention.data,
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
  const made = first.below && (await stagesOf(first.below, question.layer - 1));
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
      ...(made && { made }),
    },
  };
}

async function stagesOf(below: LayerBelow, layer: number) {
  return (await import('./stages-below.ts')).stagesBelow(below, layer);
}

/** A residual sum and its norm; without a summand, the norm of x. */
function normOf(
  engine: Engine,
  x: PlainTensor,
  summand: PlainTensor | null,
  learned: Norm | null,
): Promise<AddedAndNormed> {
  const added = summand ?? { data: new Float32Array(x.data.length), shape: x.shape };
  return learned ? engine.addAndNorm(x, added, learned) : engine.addAndNorm(x, added);
}

function missing(what: string) {
  return new TypeError(`forward: the ${what} that was asked for is missing`);
}

function sortEdits(edits: Edits): Record<string, Places | undefined> {
  const sorted: Record<string, Places> = {};
  for (const [name, value] of Object.entries(edits)) {
    const cell = parseCell(name);
    if (cell) (sorted[cell.matrix] ??= []).push({ cell, value });
  }
  return sorted;
}

/** The layer with these heads and weights. Equal weights reuse the layer. */
async function layerFor(
  engine: Engine,
  layers: Layers,
  { source, layer: at, heads, width, seed }: Question,
  edits: Record<string, Places | undefined>,
) {
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

async function embed(
  engine: Engine,
  question: Question,
  tokens: readonly Token[],
  { vocabulary = [], positions = [] }: Record<string, Places | undefined>,
): Promise<Embedding> {
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
 *
 * @param tensor (rows, columns) or (heads, rows, columns)
 */
function patched({ data, shape }: PlainTensor, places: Places): PlainTensor {
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

function optionsOf(question: Question, edits: Record<string, Places | undefined>) {
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
