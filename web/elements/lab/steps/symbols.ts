// Symbols of the matrices, as MathML and as plain text.

import { matrixOf } from '../answer/matrices.ts';
import { both, formula, mi, mn, prime, row, sub, sup } from '../../../ui/mathml.ts';
import type { Template } from '../../../ui/template.ts';

/**
 * The symbol of a matrix, such as Q with the number of its head.
 *
 * @param head null: all heads
 */
export function symbolOf(matrix: string, head: number | null): Template {
  const weight = /^([Wb])_([QKVOE])$/.exec(matrix);
  const number = head === null ? null : mn(head + 1);
  if (weight) {
    const upper = mi(weight[2]);
    const letter = mi(weight[1]);
    return number && weight[2] !== 'O' ? both(letter, number, upper) : sup(letter, upper);
  }
  if (matrix === 'sum') return row(mi('x'), '+', mi('O'));
  if (matrix === 'mlpSum') return row(mi('h'), '+', mi('f'));
  if (matrix === 'dotProducts') {
    if (!number) return row(mi('Q'), sup(mi('K'), mi('T')));
    return row(sub(mi('Q'), number), both(mi('K'), mn((head ?? 0) + 1), mi('T')));
  }
  const numbered = /^([Wb])_([12])$/.exec(matrix);
  if (numbered) return sub(mi(numbered[1]), mn(numbered[2]));
  const { symbol: letter, perHead } = symbolAndHead(matrix);
  const below = perHead ? number : null;
  const base = letter.endsWith('′') ? prime(letter[0]) : mi(letter);
  return below ? sub(base, below) : base;
}

const symbolAndHead = (matrix: string) => matrixOf(matrix) ?? { symbol: matrix, perHead: false };

/** The same as plain text, for places without MathML. */
export function symbolText(matrix: string, head: number | null) {
  const weight = /^([Wb])_([QKVOE])$/.exec(matrix);
  if (weight) return `${weight[1]}_${weight[2]}`;
  if (matrix === 'dotProducts' && head !== null) return `Q_${head + 1}K_${head + 1}ᵀ`;
  const { symbol: letter, perHead } = symbolAndHead(matrix);
  return perHead && head !== null ? `${letter}_${head + 1}` : letter;
}

/** A symbol in a line of text. */
export function inlineSymbol(matrix: string, head: number | null): Template {
  return formula(symbolOf(matrix, head));
}

/** The same with the raised T of a transposed matrix. */
export function transposedSymbol(matrix: string, head: number | null): Template {
  const { symbol } = symbolAndHead(matrix);
  const isPlain = head !== null && symbol.length === 1;
  return formula(
    isPlain ? both(mi(symbol), mn(head + 1), mi('T')) : sup(symbolOf(matrix, head), mi('T')),
  );
}
