// Symbols of the matrices, as MathML and as plain text.

import { both, m, mi, mn, prime, row, sub, sup } from '../../../ui/mathml.ts';

/** Every symbol: its base, its MathML element, and whether it has a head's number. */
const LETTERS = {
  tokens: ['e', false],
  tokens2: ['e', false],
  positions: ['p', false],
  positions2: ['p', false],
  x: ['x', false],
  x2: ['y', false],
  query: ['Q', true],
  key: ['K', true],
  normedQuery: ['Q̂', true],
  normedKey: ['K̂', true],
  turnedQuery: ['Q′', true],
  turnedKey: ['K′', true],
  value: ['V', true],
  dotProducts: ['D', true],
  scores: ['S', true],
  softcapped: ['T', true],
  distances: ['B', true],
  mask: ['M', false],
  masked: ['S′', true],
  exponentials: ['E', true],
  attention: ['A', true],
  heads: ['Z', true],
  concatenated: ['C', false],
  contributions: ['C', true],
  output: ['O', false],
  sum: ['x+O', false],
  mean: ['μ', false],
  variance: ['σ²', false],
  norm: ['N', false],
  mean2: ['μ', false],
  variance2: ['σ²', false],
  norm2: ['N', false],
  gain: ['γ', false],
  shift: ['β', false],
  gainQ: ['γ', false],
  gainK: ['γ', false],
  types: ['t', false],
  pixels: ['i', false],
  scaledTokens: ['e′', false],
  embedded: ['u', false],
  normedE: ['n', false],
  projected: ['h', false],
  gainE: ['γ', false],
  shiftE: ['β', false],
  meanE: ['μ', false],
  varianceE: ['σ²', false],
} as const;

/**
 * The symbol of a matrix, such as Q with the number of its head.
 *
 * @param head null: all heads
 */
function symbolOf(matrix: string, head: number | null): Element {
  const weight = /^([Wb])_([QKVOE])$/.exec(matrix);
  const number = head === null ? null : mn(head + 1);
  if (weight) {
    const upper = mi(weight[2]);
    const letter = mi(weight[1]);
    return number && weight[2] !== 'O' ? both(letter, number, upper) : sup(letter, upper);
  }
  if (matrix === 'sum') return row(mi('x'), '+', mi('O'));
  const [letter, numbered] = LETTERS[matrix as keyof typeof LETTERS] ?? [matrix, false];
  const below = numbered ? number : null;
  const base = letter.endsWith('′') ? prime(letter[0]) : mi(letter);
  return below ? sub(base, below) : base;
}

/** The same as plain text, for places without MathML. */
export function symbolText(matrix: string, head: number | null) {
  const weight = /^([Wb])_([QKVOE])$/.exec(matrix);
  if (weight) return `${weight[1]}_${weight[2]}`;
  const [letter, numbered] = LETTERS[matrix as keyof typeof LETTERS] ?? [matrix, false];
  return numbered && head !== null ? `${letter}_${head + 1}` : letter;
}

/** A symbol in a line of text. */
export function inlineSymbol(matrix: string, head: number | null) {
  return m('math', symbolOf(matrix, head));
}

/** The same with the raised T of a transposed matrix. */
export function transposedSymbol(matrix: string, head: number | null) {
  return m('math', sup(symbolOf(matrix, head), mi('T')));
}
