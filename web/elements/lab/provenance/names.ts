// Readable names of numbers: symbol, and tokens or indices.

import { sayText } from '../../../ui/text.ts';
import { MATRICES } from '../answer/matrices.ts';
import { inlineSymbol, symbolText } from '../steps/symbols.ts';
import type { Child } from '../../../ui/template.ts';
import type { Cell } from '../answer/cells.ts';
import type { Answer } from '../answer/answer.ts';
import type { Messages } from '../../../words/en/lab.ts';

/** The words of a number's row and column. */
export function wordsAt(answer: Answer, { matrix, row, column }: Cell) {
  const queries = answer.rowTokens;
  const keys = answer.columnTokens;
  const { rows, columns } = MATRICES[matrix];
  return {
    query: queries[row] ?? '',
    key: (columns === 'key' ? keys[column] : keys[row]) ?? '',
    token: (rows === 'key' ? keys[row] : queries[row]) ?? '',
  };
}

function patternOf(messages: Messages, { matrix }: Cell) {
  const { rows, columns } = MATRICES[matrix];
  if (columns === 'key') return messages.provNamePair;
  if (rows === 'one') return messages.provNameBias;
  if (columns === 'one') return messages.provNameRow;
  if (rows === 'model' || rows === 'all') return messages.provNameWeight;
  return messages.provNameToken;
}

/** The name as text, such as "Q_2: it, number 5". */
export function nameText(
  messages: Messages,
  answer: Answer,
  cell: Cell,
  symbol: string = symbolText(cell.matrix, cell.head),
) {
  return sayText(patternOf(messages, cell), {
    symbol,
    ...wordsAt(answer, cell),
    row: cell.row + 1,
    column: cell.column + 1,
  });
}

/** The same with its symbol as MathML. */
export function nameView(messages: Messages, answer: Answer, cell: Cell): Child {
  const [before, after] = nameText(messages, answer, cell, '\0').split('\0');
  return [before, inlineSymbol(cell.matrix, cell.head), after];
}
