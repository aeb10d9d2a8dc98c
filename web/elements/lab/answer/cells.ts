// Names of all numbers: matrix, head, row and column, such as attention.1.8.5.
// The head is part of the name only in matrices that exist once per head. Names go into the
// address, into breadcrumbs and into the list of edits.

import { openStep } from './layer-steps.ts';
import type { Selection } from '../state/state.ts';
import type { Step } from './layer-steps.ts';

interface Matrix {
  /** whether each head has one */
  perHead: boolean;
  /** a weight of the model, a value at a position of the sentence, or not editable */
  editable: 'weight' | 'place' | null;
  /** whether a second sentence has one of its own, named with a 2 at the end */
  second?: boolean;
}

export interface Cell {
  /** one of MATRICES */
  matrix: string;
  /** null where all heads have one matrix in common */
  head: number | null;
  row: number;
  column: number;
}

const input = { perHead: false, editable: null };
const weight = { perHead: false, editable: 'weight' as const };
const perHead = { perHead: true, editable: 'place' as const };

/** Stages of an opened model's embedding beside tokens and positions; see made.ts. */
const MADE = [
  ...['types', 'pixels', 'scaledTokens', 'embedded', 'normedE', 'projected', 'W_E', 'b_E'],
  ...['gainE', 'shiftE', 'meanE', 'varianceE'],
];

/**
 * Shapes for D numbers in a token's vector, H heads of width E, L queries and S keys. Weights are
 * as in x W: a row for each input, a column for each output.
 */
export const MATRICES: Readonly<Record<string, Matrix>> = Object.freeze({
  vocabulary: weight, // a row for each token id; `tokens` is gathered from it
  tokens: input, // (L, D)
  tokens2: input, // (S, D), of a second sentence
  positions: { perHead: false, editable: 'weight' }, // (L, D); the same in both sentences
  positions2: input,
  x: input, // (L, D)
  x2: input, // (S, D)
  W_Q: weight, // (D, H E)
  W_K: weight,
  W_V: weight,
  b_Q: weight, // (1, H E)
  b_K: weight,
  b_V: weight,
  query: perHead, // (L, E)
  key: perHead, // (S, E)
  normedQuery: perHead, // (L, E), where queries and keys are normalised
  normedKey: perHead, // (S, E)
  turnedQuery: perHead, // (L, E), where positions are rotary
  turnedKey: perHead, // (S, E)
  value: perHead, // (S, E)
  dotProducts: perHead, // (L, S)
  scores: perHead,
  softcapped: perHead,
  distances: perHead, // bias that a distance adds to scores
  mask: { perHead: false, editable: 'place' }, // (L, S); added to scores: 0, or minus infinity
  masked: { perHead: true, editable: null },
  exponentials: { perHead: true, editable: null },
  attention: perHead,
  heads: perHead, // (L, E)
  concatenated: { perHead: false, editable: null }, // (L, H E)
  contributions: { perHead: true, editable: null }, // (L, D)
  W_O: weight, // (H E, D)
  b_O: weight, // (1, D)
  output: { perHead: false, editable: null }, // (L, D)
  sum: { perHead: false, editable: null }, // (L, D)
  mean: { perHead: false, editable: null }, // (L, 1)
  variance: { perHead: false, editable: null }, // (L, 1)
  gain: { perHead: false, editable: null }, // (1, D), of a layer norm with learned parameters
  shift: { perHead: false, editable: null }, // (1, D)
  norm: { perHead: false, editable: null }, // (L, D)
  gainQ: input, // (1, E), or of all heads
  gainK: input,
  mean2: input, // (S, 1); of a norm before attention
  variance2: input, // (S, 1)
  norm2: input, // (S, D)
  ...Object.fromEntries(MADE.map((name) => [name, input])),
});

const LARGEST = 2 ** 32;

export function nameCell({ matrix, head, row, column }: Cell) {
  return (head === null ? [matrix, row, column] : [matrix, head, row, column]).join('.');
}

/** @returns null for an unknown name */
export function parseCell(name: string): Cell | null {
  const [matrix, ...digits] = name.split('.');
  const known = Object.hasOwn(MATRICES, matrix) ? MATRICES[matrix] : null;
  if (!known || digits.length !== (known.perHead ? 3 : 2)) return null;
  if (!digits.every((part) => /^(0|[1-9]\d{0,9})$/.test(part) && Number(part) < LARGEST)) {
    return null;
  }
  const places = digits.map(Number);
  const [row, column] = places.slice(-2);
  return { matrix, head: known.perHead ? places[0] : null, row, column };
}

export function isEditable({ matrix }: Cell) {
  return MATRICES[matrix].editable !== null;
}

/** Whether the cell means the same in every sentence. */
export function staysInPlace({ matrix }: Cell) {
  return MATRICES[matrix].editable === 'weight';
}

/** Whether each layer of a model has its own. */
export function isOfLayer({ matrix }: Cell) {
  return matrix !== 'vocabulary' && matrix !== 'positions';
}

/** The name of a number in a map, or in another matrix with tokens on both axes. */
export function cellOfPair(matrix: string, head: number, query: number, key: number) {
  return nameCell({ matrix, head, row: query, column: key });
}

/** Matrices whose rows are keys, and matrices whose columns are keys. */
const ROWS_ARE_KEYS = new Set([
  ...[
    'key',
    'normedKey',
    'turnedKey',
    'value',
    'tokens2',
    'positions2',
    'x2',
    'mean2',
    'variance2',
    'norm2',
  ],
]);
const COLUMNS_ARE_KEYS = new Set([
  'dotProducts',
  'scores',
  'softcapped',
  'distances',
  'mask',
  'masked',
  'exponentials',
  'attention',
]);
const ROWS_ARE_QUERIES = new Set([
  'tokens',
  'positions',
  'x',
  'query',
  'normedQuery',
  'turnedQuery',
  'heads',
  'concatenated',
  'contributions',
  'output',
  'sum',
  'mean',
  'variance',
  'norm',
  ...MADE.filter((name) => !/^(._E|gainE|shiftE)$/.test(name)),
]);

/**
 * The selection that a highlighted number implies: its head and its tokens.
 *
 * @param selection fallback for fields that the number does not determine
 */
export function selectionOf(name: string, selection: Selection): Selection {
  const cell = parseCell(name);
  if (!cell) return selection;
  const { matrix, row, column } = cell;
  const head = cell.head ?? selection.head;
  if (COLUMNS_ARE_KEYS.has(matrix)) return { head, query: row, key: column };
  if (ROWS_ARE_KEYS.has(matrix)) return { head, query: selection.query, key: row };
  if (ROWS_ARE_QUERIES.has(matrix)) return { head, query: row, key: selection.key };
  return { ...selection, head };
}

/**
 * The step that makes each matrix; a matrix that is not listed has a step of its own name. The step
 * of a norm and of a sum depends on the layer.
 */
const STEP_OF: Record<string, Step | undefined> = {
  vocabulary: 'embedding',
  tokens: 'embedding',
  tokens2: 'embedding',
  positions: 'embedding',
  positions2: 'embedding',
  x: 'embedding',
  x2: 'embedding',
  W_Q: 'projection',
  W_K: 'projection',
  W_V: 'projection',
  b_Q: 'projection',
  b_K: 'projection',
  b_V: 'projection',
  query: 'projection',
  key: 'projection',
  value: 'projection',
  normedQuery: 'headNorm',
  normedKey: 'headNorm',
  gainQ: 'headNorm',
  gainK: 'headNorm',
  turnedQuery: 'turned',
  turnedKey: 'turned',
  softcapped: 'masked',
  distances: 'masked',
  mask: 'masked',
  exponentials: 'attention',
  contributions: 'output',
  W_O: 'output',
  b_O: 'output',
  ...Object.fromEntries(MADE.map((name) => [name, 'embedding' as const])),
};
const OF_NORM = /^(mean|variance|gain|shift|norm)2?$/;

/**
 * @param name name of a number
 * @param steps steps of the layer
 */
export function stepOf(name: string, steps: readonly Step[]): Step {
  const { matrix } = parseCell(name) ?? { matrix: 'embedding' };
  if (OF_NORM.test(matrix)) return steps.includes('inputNorm') ? 'inputNorm' : 'norm';
  const step = STEP_OF[matrix] ?? (matrix as Step);
  return openStep(steps, step);
}
