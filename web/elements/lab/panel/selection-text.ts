// The panel's text about a selected number, row or column.
// Its title, its number, the meaning, and the numbers beside it.

import { headHue, markOf } from '../../../views/color.ts';
import { parseCell } from '../answer/cells.ts';
import { largestInColumn, largestInRow, rowSum, valueAt } from '../frame.ts';
import { ownWords, say, sayText } from '../../../ui/text.ts';
import { shortText } from '../../../ui/format.ts';
import { chooseBars } from './bars.ts';
import type { Child } from '../../../ui/template.ts';
import type { LayerFrame } from '../frame.ts';
import type { Answer } from '../answer/answer.ts';
import type { Messages } from '../../../words/en/lab.ts';

export type SelectionText = Omit<import('../blend/selection-text.ts').SelectionText, 'name'>;

/** @returns null: nothing is selected */
export function selectionText(frame: LayerFrame, answer: Answer): SelectionText | null {
  const { messages } = frame;
  const { query, key } = frame.selection;
  if (query !== null && key !== null) return cellText(messages, frame, answer, query, key);
  if (query !== null) return rowText(messages, frame, answer, query);
  return key === null ? null : columnText(messages, frame, answer, key);
}

function cellText(
  messages: Messages,
  frame: LayerFrame,
  answer: Answer,
  query: number,
  key: number,
): SelectionText {
  const { selection } = frame;
  const words = wordsOf(answer, query, key);
  const meaning = answer.isMasked?.(query, key)
    ? maskedMeaning(messages, answer, query, key)
    : messages.cellMeaning;
  return {
    title: say(messages.cellTitle, words),
    value: valueAt(answer, selection.head, query, key),
    meaning: say(meaning, words),
    list: listRow(messages, frame, answer, query, key),
    across: acrossHeads(frame, answer, query, messages.pairList, (head) => ({
      key,
      name: { label: sayText(messages.head, { head: head + 1 }) },
    })),
  };
}

function maskedMeaning(messages: Messages, answer: Answer, query: number, key: number) {
  const isAhead = answer.question.causal && key > query;
  if (!isAhead) return messages.cellMaskedOut;
  return answer.question.keys ? messages.cellMaskedAcross : messages.cellMasked;
}

function rowText(
  messages: Messages,
  frame: LayerFrame,
  answer: Answer,
  query: number,
): SelectionText {
  const { selection } = frame;
  const best = largestInRow(answer, selection.head, query);
  const words = wordsOf(answer, query, best);
  const nowhere = looksNowhere(answer, query);
  return {
    title: say(nowhere ? messages.rowEmptyTitle : messages.rowTitle, words),
    value: nowhere ? null : valueAt(answer, selection.head, query, best),
    meaning: rowMeaning(messages, frame, answer, query),
    list: listRow(messages, frame, answer, query, null),
    across: acrossHeads(frame, answer, query, say(messages.bestList, words), (head) => {
      const key = largestInRow(answer, head, query);
      return { key, name: { prefix: String(head + 1), label: answer.columnTokens[key] } };
    }),
  };
}

/** The sum of a row: 1, unless the mask excludes all of it or a weight in it was edited. */
function rowMeaning(
  messages: Messages,
  { selection: { head } }: LayerFrame,
  answer: Answer,
  query: number,
) {
  if (looksNowhere(answer, query)) return messages.rowEmptyMeaning;
  const edited = Object.keys(answer.question.edits).map(parseCell);
  const ofRow = (cell: (typeof edited)[number]) =>
    cell?.matrix === 'attention' && cell.head === head && cell.row === query;
  if (!edited.some(ofRow)) return messages.rowMeaning;
  return sayText(messages.rowEditedMeaning, { sum: shortText(rowSum(answer, head, query), 3) });
}

function columnText(
  messages: Messages,
  { selection: { head }, mark }: LayerFrame,
  answer: Answer,
  key: number,
): SelectionText {
  const best = largestInColumn(answer, head, key);
  const words = wordsOf(answer, best, key);
  const valueOf = (query: number) => valueAt(answer, head, query, key);
  const { indexes, more } = chooseBars(messages, answer.rows, valueOf, null);
  const items = indexes.map((query) => ({
    label: answer.rowTokens[query],
    value: valueOf(query),
    color: mark,
    selection: { head, query, key },
    current: false,
  }));
  return {
    title: say(messages.columnTitle, words),
    value: null,
    meaning: messages.columnMeaning,
    list: { heading: say(messages.columnList, words), items, more },
    across: null,
  };
}

function listRow(
  messages: Messages,
  { selection: { head }, mark }: LayerFrame,
  answer: Answer,
  query: number,
  key: number | null,
) {
  const valueOf = (column: number) => valueAt(answer, head, query, column);
  const { indexes, more } = chooseBars(messages, answer.columns, valueOf, key);
  const items = indexes.map((column) => ({
    label: answer.columnTokens[column],
    value: valueOf(column),
    color: mark,
    selection: { head, query, key: column },
    current: column === key,
  }));
  return { heading: say(messages.rowList, wordsOf(answer, query, 0)), items, more };
}

function wordsOf(answer: Answer, query: number, key: number) {
  return {
    query: ownWords(answer.rowTokens[query], 'word'),
    key: ownWords(answer.columnTokens[key], 'word'),
  };
}

/** Whether the mask excludes every key of a query. */
function looksNowhere(answer: Answer, query: number) {
  for (let key = 0; key < answer.columns; key++) if (!answer.isMasked?.(query, key)) return false;
  return answer.columns > 0;
}

/** The same pair's number in every head. */
function acrossHeads(
  { selection, look }: LayerFrame,
  answer: Answer,
  query: number,
  heading: Child,
  at: (head: number) => { key: number; name: { prefix?: string; label: string } },
) {
  const items = Array.from({ length: answer.question.heads }, (_, head) => {
    const { key, name } = at(head);
    return {
      ...name,
      value: valueAt(answer, head, query, key),
      color: markOf(headHue(head), look.theme),
      selection: { head, query, key },
      current: head === selection.head,
    };
  });
  return { heading, items, more: null };
}
