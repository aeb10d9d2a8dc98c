// Readable names of numbers: symbol, and tokens or indices.

import { fillText } from '../../../ui/dom.ts';
import { keyPieces, queryPieces } from '../frame.ts';
import { inlineSymbol, symbolText } from '../steps/symbols.ts';
import type { Cell } from '../answer/cells.ts';
import type { Answer } from '../answer/answer.ts';
import type { Messages } from '../../../words/en/lab.ts';

const PAIRS = new Set([
  'dotProducts',
  'scores',
  'softcapped',
  'distances',
  'mask',
  'masked',
  'exponentials',
  'attention',
]);
const OF_KEYS = /^(key|normedKey|turnedKey|value|.*2)$/;
const SINGLE = /^(mean|variance)[2E]?$/;

/** The words of a number's row and column. */
export function wordsAt(answer: Answer, { matrix, row, column }: Cell) {
  const queries = queryPieces(answer);
  const keys = keyPieces(answer);
  return {
    query: queries[row] ?? '',
    key: (PAIRS.has(matrix) ? keys[column] : keys[row]) ?? '',
    token: (OF_KEYS.test(matrix) ? keys[row] : queries[row]) ?? '',
  };
}

function patternOf(messages: Messages, { matrix }: Cell) {
  if (PAIRS.has(matrix)) return messages.provNamePair;
  if (SINGLE.test(matrix)) return messages.provNameRow;
  if (matrix.startsWith('W_')) return messages.provNameWeight;
  if (/^(b_.|gain[QKE]?|shiftE?)$/.test(matrix)) return messages.provNameBias;
  return messages.provNameToken;
}

/** The name as text, such as "Q_2: it, number 5". */
export function nameText(
  messages: Messages,
  answer: Answer,
  cell: Cell,
  symbol: string = symbolText(cell.matrix, cell.head),
) {
  return fillText(patternOf(messages, cell), {
    symbol,
    ...wordsAt(answer, cell),
    row: cell.row + 1,
    column: cell.column + 1,
  });
}

/** The same with its symbol as MathML. */
export function nameNodes(messages: Messages, answer: Answer, cell: Cell) {
  const [before, after] = nameText(messages, answer, cell, '\0').split('\0');
  const nodes = document.createDocumentFragment();
  nodes.append(before, inlineSymbol(cell.matrix, cell.head), after);
  return nodes;
}
