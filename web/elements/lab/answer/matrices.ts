// The registry of matrices: everything that is known of each before there is an answer.
// D numbers in a token's vector, H heads of width E, L queries, S keys. Weights are as in x W: a row for each input, a column for
// each output.

import type { Step } from './layer-steps.ts';

/** The meaning of rows or columns; `query` and `key` are tokens. */
export type Axis = 'query' | 'key' | 'vocabulary' | 'model' | 'head' | 'all' | 'out' | 'one';

/** How a number is computed from others. */
export type Kind =
  | 'products'
  | 'turned'
  | 'plus'
  | 'scaled'
  | 'capped'
  | 'masked'
  | 'power'
  | 'share'
  | 'copy'
  | 'mean'
  | 'spread'
  | 'normed'
  | 'squares'
  | 'activated'
  | 'gated'
  | 'below';

export interface Matrix {
  /** its letter in formulas */
  symbol: string;
  rows: Axis;
  columns: Axis;
  /** the step that shows it */
  step: Step;
  /** null: given, or a stage of an opened model's embedding, which says it itself */
  kind: Kind | null;
  /** whether each head has one; the answer's trace has it under the same name, (H, rows, columns) */
  perHead: boolean;
  /** whether numbers of masked pairs have no meaning */
  masked: boolean;
  /** a weight of the model, a value at a position of the sentence, or not editable */
  editable: 'weight' | 'place' | null;
  /** for a later form of the queries or the keys: their own name */
  of: 'query' | 'key' | null;
}

const PLAIN = { kind: null, perHead: false, masked: false, editable: null, of: null };

function matrix(
  symbol: string,
  [rows, columns]: readonly [Axis, Axis],
  step: Step,
  more: Partial<Matrix> = {},
): Matrix {
  return Object.freeze({ ...PLAIN, symbol, rows, columns, step, ...more });
}

/** A matrix of each head that the reader may edit: the layer takes it in place of its own. */
function perHead(symbol: string, axes: readonly [Axis, Axis], step: Step, kind: Kind): Matrix {
  return matrix(symbol, axes, step, { kind, perHead: true, editable: 'place' });
}

/** A part of the norm of queries or keys. */
function ofHead(symbol: string, of: 'query' | 'key', columns: Axis, kind: Kind): Matrix {
  return matrix(symbol, [of, columns], 'headNorm', { perHead: true, kind, of });
}

const WEIGHT = { editable: 'weight' } as const;
const HEAD = { perHead: true } as const;
const PAIR = ['query', 'key'] as const;
const VECTOR = ['query', 'model'] as const;
const KEY_VECTOR = ['key', 'model'] as const;

/** In the order of the computation. */
export const MATRICES: Readonly<Record<string, Matrix>> = Object.freeze({
  // a row for each token id; `tokens` is gathered from it
  vocabulary: matrix('vocabulary', ['vocabulary', 'model'], 'embedding', WEIGHT),
  tokens: matrix('e', VECTOR, 'embedding'),
  positions: matrix('p', VECTOR, 'embedding', WEIGHT), // the same in both sentences
  x: matrix('x', VECTOR, 'embedding', { kind: 'plus' }),
  // a name with a 2 belongs to a second sentence, whose tokens are the keys
  tokens2: matrix('e', KEY_VECTOR, 'embedding'),
  positions2: matrix('p', KEY_VECTOR, 'embedding'),
  x2: matrix('y', KEY_VECTOR, 'embedding', { kind: 'plus' }),
  W_Q: matrix('W_Q', ['model', 'all'], 'projection', WEIGHT),
  W_K: matrix('W_K', ['model', 'all'], 'projection', WEIGHT),
  W_V: matrix('W_V', ['model', 'all'], 'projection', WEIGHT),
  b_Q: matrix('b_Q', ['one', 'all'], 'projection', WEIGHT),
  b_K: matrix('b_K', ['one', 'all'], 'projection', WEIGHT),
  b_V: matrix('b_V', ['one', 'all'], 'projection', WEIGHT),
  query: perHead('Q', ['query', 'head'], 'projection', 'products'),
  key: perHead('K', ['key', 'head'], 'projection', 'products'),
  // only where queries and keys are normalised
  gainQ: matrix('γ', ['one', 'head'], 'headNorm'),
  gainK: matrix('γ', ['one', 'head'], 'headNorm'),
  shiftQ: matrix('β', ['one', 'head'], 'headNorm'),
  shiftK: matrix('β', ['one', 'head'], 'headNorm'),
  meanQuery: ofHead('μ', 'query', 'one', 'mean'),
  meanKey: ofHead('μ', 'key', 'one', 'mean'),
  varianceQuery: ofHead('σ²', 'query', 'one', 'spread'),
  varianceKey: ofHead('σ²', 'key', 'one', 'spread'),
  normedQuery: ofHead('Q̂', 'query', 'head', 'squares'),
  normedKey: ofHead('K̂', 'key', 'head', 'squares'),
  // only where positions are rotary
  turnedQuery: { ...perHead('Q′', ['query', 'head'], 'turned', 'turned'), of: 'query' },
  turnedKey: { ...perHead('K′', ['key', 'head'], 'turned', 'turned'), of: 'key' },
  value: perHead('V', ['key', 'head'], 'projection', 'products'),
  dotProducts: perHead('QKᵀ', PAIR, 'dotProducts', 'products'),
  scores: perHead('S', PAIR, 'scores', 'scaled'),
  softcapped: matrix('T', PAIR, 'masked', { ...HEAD, kind: 'capped' }),
  distances: matrix('B', PAIR, 'masked', HEAD), // bias that a distance adds to scores
  mask: matrix('M', PAIR, 'masked', { editable: 'place' }), // added to scores: 0, or minus infinity
  masked: matrix('S′', PAIR, 'masked', { ...HEAD, kind: 'masked', masked: true }),
  exponentials: matrix('E', PAIR, 'attention', { ...HEAD, kind: 'power', masked: true }),
  attention: { ...perHead('A', PAIR, 'attention', 'share'), masked: true },
  heads: perHead('Z', ['query', 'head'], 'heads', 'products'),
  concatenated: matrix('C', ['query', 'all'], 'concatenated', { kind: 'copy' }),
  contributions: matrix('C', ['query', 'out'], 'output', { ...HEAD, kind: 'products' }),
  W_O: matrix('W_O', ['all', 'out'], 'output', WEIGHT),
  b_O: matrix('b_O', ['one', 'out'], 'output', WEIGHT),
  output: matrix('O', ['query', 'out'], 'output', { kind: 'products' }),
  sum: matrix('x+O', ['query', 'out'], 'sum', { kind: 'plus' }),
  // a norm comes before attention or after the sum
  mean: matrix('μ', ['query', 'one'], 'norm', { kind: 'mean' }),
  variance: matrix('σ²', ['query', 'one'], 'norm', { kind: 'spread' }),
  gain: matrix('γ', ['one', 'model'], 'norm'),
  shift: matrix('β', ['one', 'model'], 'norm'),
  norm: matrix('N', VECTOR, 'norm', { kind: 'normed' }),
  mean2: matrix('μ', ['key', 'one'], 'norm', { kind: 'mean' }),
  variance2: matrix('σ²', ['key', 'one'], 'norm', { kind: 'spread' }),
  norm2: matrix('N', KEY_VECTOR, 'norm', { kind: 'normed' }),
  // stages of a deeper layer's input, see stages-below.ts: attention's result, and the network after it
  middle: matrix('h', VECTOR, 'embedding'),
  W_1: matrix('W_1', ['model', 'model'], 'embedding'),
  b_1: matrix('b_1', ['one', 'model'], 'embedding'),
  hidden: matrix('a', VECTOR, 'embedding'),
  activated: matrix('g', VECTOR, 'embedding'),
  W_2: matrix('W_2', ['model', 'model'], 'embedding'),
  b_2: matrix('b_2', ['one', 'model'], 'embedding'),
  mlpOutput: matrix('f', VECTOR, 'embedding'),
  mlpSum: matrix('h+f', VECTOR, 'embedding'),
  // the same where the layer below adds attention's result otherwise, see passed-stages.ts
  entered: matrix('x′', VECTOR, 'embedding'),
  attended: matrix('o', VECTOR, 'embedding'),
  factors: matrix('λ', ['one', 'model'], 'embedding'),
  added: matrix('o′', VECTOR, 'embedding'),
  // stages of an opened model's embedding beside tokens and positions, see embedding-stages.ts
  types: matrix('t', VECTOR, 'embedding'),
  pixels: matrix('i', VECTOR, 'embedding'),
  scaledTokens: matrix('e′', VECTOR, 'embedding'),
  embedded: matrix('u', VECTOR, 'embedding'),
  meanE: matrix('μ', ['query', 'one'], 'embedding'),
  varianceE: matrix('σ²', ['query', 'one'], 'embedding'),
  gainE: matrix('γ', ['one', 'model'], 'embedding'),
  shiftE: matrix('β', ['one', 'model'], 'embedding'),
  normedE: matrix('n', VECTOR, 'embedding'),
  W_E: matrix('W_E', ['model', 'model'], 'embedding'),
  b_E: matrix('b_E', ['one', 'model'], 'embedding'),
  projected: matrix('h', VECTOR, 'embedding'),
});

/** A matrix by its name; null for an unknown name. */
export function matrixOf(name: string): Matrix | null {
  return Object.hasOwn(MATRICES, name) ? MATRICES[name] : null;
}

/** The matrices of each head that edits replace, in the order of the computation. */
export const REPLACEABLE = Object.keys(MATRICES).filter(
  (name) => MATRICES[name].perHead && MATRICES[name].editable === 'place',
);

/** The queries or keys after the rotation of their positions. */
export const TURNED = { query: 'turnedQuery', key: 'turnedKey' } as const;
/** The same before it, where a norm comes between. */
export const NORMED = { query: 'normedQuery', key: 'normedKey' } as const;
