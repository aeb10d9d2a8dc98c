// The panel's text about a selected number, row or column.
// Its title, its number, the meaning, and the numbers beside it.

import { headHue, markOf } from '../../../views/color.js';
import { parseCell } from '../answer/cells.js';
import {
  isMasked,
  keyPiece,
  largestInColumn,
  largestInRow,
  queryPiece,
  rowSum,
  valueAt,
} from '../frame.js';
import { fill, fillText, ownWords } from '../../shared/dom.js';
import { shortText } from '../../shared/format.js';
import { chooseBars } from './bars.js';

/**
 * @typedef {import('../frame.js').Frame} Frame
 * @typedef {import('../answer/answer.js').Answer} Answer
 * @typedef {import('../../messages/en.js').Messages} Messages
 * @typedef {Omit<import('../blend/told.js').Told, 'name'>} Told
 */

/**
 * @param {Frame} frame
 * @param {Answer} answer
 * @returns {Told | null} null: nothing is selected
 */
export function tellSelection(frame, answer) {
  const { messages } = frame;
  const { query, key } = frame.selection;
  if (query !== null && key !== null) return tellCell(messages, frame, answer, query, key);
  if (query !== null) return tellRow(messages, frame, answer, query);
  return key === null ? null : tellColumn(messages, frame, answer, key);
}

/**
 * @param {Messages} messages
 * @param {Frame} frame
 * @param {Answer} answer
 * @param {number} query
 * @param {number} key
 * @returns {Told}
 */
function tellCell(messages, frame, answer, query, key) {
  const { selection } = frame;
  const words = wordsOf(answer, query, key);
  const meaning = isMasked(answer, query, key)
    ? maskedMeaning(messages, frame, answer, query, key)
    : messages.cellMeaning;
  return {
    title: fill(messages.cellTitle, words()),
    value: valueAt(answer, selection.head, query, key),
    meaning: fill(meaning, words()),
    list: listRow(messages, frame, answer, query, key),
    across: {
      heading: fill(messages.pairList, {}),
      list: acrossHeads(frame, answer, query, (head) => ({
        key,
        name: { label: fillText(messages.head, { head: head + 1 }) },
      })),
    },
  };
}

/**
 * @param {Messages} messages
 * @param {Frame} frame
 * @param {Answer} answer
 * @param {number} query
 * @param {number} key
 */
function maskedMeaning(messages, { second }, answer, query, key) {
  const isAhead = answer.question.causal && key > query;
  if (!isAhead) return messages.cellMaskedOut;
  return second ? messages.cellMaskedAcross : messages.cellMasked;
}

/**
 * @param {Messages} messages
 * @param {Frame} frame
 * @param {Answer} answer
 * @param {number} query
 * @returns {Told}
 */
function tellRow(messages, frame, answer, query) {
  const { selection } = frame;
  const best = largestInRow(answer, selection.head, query);
  const words = wordsOf(answer, query, best);
  const nowhere = looksNowhere(answer, query);
  return {
    title: fill(nowhere ? messages.rowEmptyTitle : messages.rowTitle, words()),
    value: nowhere ? null : valueAt(answer, selection.head, query, best),
    meaning: fill(rowMeaning(messages, frame, answer, query), {}),
    list: listRow(messages, frame, answer, query, null),
    across: {
      heading: fill(messages.bestList, words()),
      list: acrossHeads(frame, answer, query, (head) => {
        const key = largestInRow(answer, head, query);
        return { key, name: { prefix: String(head + 1), label: keyPiece(answer, key) } };
      }),
    },
  };
}

/**
 * The sum of a row: 1, unless the mask excludes all of it or a weight in it was edited.
 * @param {Messages} messages
 * @param {Frame} frame
 * @param {Answer} answer
 * @param {number} query
 */
function rowMeaning(messages, { selection: { head } }, answer, query) {
  if (looksNowhere(answer, query)) return messages.rowEmptyMeaning;
  const edited = Object.keys(answer.question.edits).map(parseCell);
  const ofRow = (/** @type {(typeof edited)[number]} */ cell) =>
    cell?.matrix === 'attention' && cell.head === head && cell.row === query;
  if (!edited.some(ofRow)) return messages.rowMeaning;
  return fillText(messages.rowEditedMeaning, { sum: shortText(rowSum(answer, head, query), 3) });
}

/**
 * @param {Messages} messages
 * @param {Frame} frame
 * @param {Answer} answer
 * @param {number} key
 * @returns {Told}
 */
function tellColumn(messages, { selection: { head }, mark }, answer, key) {
  const best = largestInColumn(answer, head, key);
  const words = wordsOf(answer, best, key);
  const valueOf = (/** @type {number} */ query) => valueAt(answer, head, query, key);
  const { indexes, more } = chooseBars(messages, answer.rows, valueOf, null);
  const items = indexes.map((query) => ({
    label: queryPiece(answer, query),
    value: valueOf(query),
    color: mark,
    selection: { head, query, key },
    current: false,
  }));
  return {
    title: fill(messages.columnTitle, words()),
    value: null,
    meaning: fill(messages.columnMeaning, {}),
    list: { heading: fill(messages.columnList, words()), list: { items, more } },
    across: null,
  };
}

/**
 * @param {Messages} messages
 * @param {Frame} frame
 * @param {Answer} answer
 * @param {number} query
 * @param {number | null} key
 */
function listRow(messages, { selection: { head }, mark }, answer, query, key) {
  const valueOf = (/** @type {number} */ column) => valueAt(answer, head, query, column);
  const { indexes, more } = chooseBars(messages, answer.columns, valueOf, key);
  const items = indexes.map((column) => ({
    label: keyPiece(answer, column),
    value: valueOf(column),
    color: mark,
    selection: { head, query, key: column },
    current: column === key,
  }));
  return { heading: fill(messages.rowList, wordsOf(answer, query, 0)()), list: { items, more } };
}

/**
 * The two words, as new elements each time they are wanted.
 * @param {Answer} answer
 * @param {number} query
 * @param {number} key
 */
function wordsOf(answer, query, key) {
  return () => ({
    query: ownWords(queryPiece(answer, query), 'word'),
    key: ownWords(keyPiece(answer, key), 'word'),
  });
}

/**
 * Whether the mask leaves a word nothing to look at.
 * @param {Answer} answer
 * @param {number} query
 */
function looksNowhere(answer, query) {
  for (let key = 0; key < answer.columns; key++) if (!isMasked(answer, query, key)) return false;
  return answer.columns > 0;
}

/**
 * One number of each head.
 * @param {Frame} frame
 * @param {Answer} answer
 * @param {number} query
 * @param {(head: number) => { key: number, name: { prefix?: string, label: string } }} at
 */
function acrossHeads({ selection, look }, answer, query, at) {
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
  return { items, more: null };
}
