// The panel's text about a mixture or a difference of heads.
// Its name, its number, the meaning, and the numbers beside it. panel.js renders it.

import { headHue, markOf, signedRampOf } from '../../../views/color.js';
import { chooseBars } from '../panel/bars.js';
import { fill, fillText, ownWords } from '../../shared/dom.js';
import { shortText } from '../../shared/format.js';
import { keyPiece, queryPiece, valueAt } from '../frame.js';
import { shownMask } from '../answer/masked.js';
import { shownValue, strongestInColumn, strongestInRow } from './shown.js';

/**
 * @typedef {import('../frame.js').Frame} Frame
 * @typedef {import('../panel/bars.js').BarList} BarList
 * @typedef {import('./blend.js').Blend} Blend
 *
 * @typedef {object} Told
 * @property {string} name of the blend that the number belongs to
 * @property {Node} title
 * @property {number | null} value
 * @property {Node} meaning
 * @property {{ heading: Node, list: BarList }} list along the row or the column
 * @property {{ heading: Node, list: BarList } | null} across all heads
 */

/**
 * The name of the map that replaces the selected head's.
 * @param {Frame} frame
 * @param {Blend} blend its own
 */
export function blendText({ messages, selection }, blend) {
  const name = {
    mix: messages.blendMixName,
    head: messages.blendMinus,
    run: messages.blendRunName,
  }[blend.kind];
  return fillText(name, { head: selection.head + 1, other: blend.head + 1 });
}

/**
 * @param {Frame} frame
 * @returns {Told | null} null: the heads themselves are shown, or nothing is selected
 */
export function tellBlend(frame) {
  const { blend, answer, selection, messages } = frame;
  const { head, query, key } = selection;
  if (!blend || !answer || (query === null && key === null)) return null;
  const isMix = blend.kind === 'mix';
  const row = query ?? strongestInColumn(frame, head, key ?? 0);
  const column = key ?? strongestInRow(frame, head, row);
  const words = () => ({
    query: ownWords(queryPiece(answer, row), 'word'),
    key: ownWords(keyPiece(answer, column), 'word'),
  });
  /** @param {string} message */
  const say = (message) => fill(message, words());
  const value = shownValue(frame, head, row, column);
  const base = { name: blendText(frame, blend), title: document.createDocumentFragment(), value };
  if (query === null) {
    return {
      ...base,
      title: say(isMix ? messages.columnTitle : messages.blendColumnTitle),
      value: null,
      meaning: say(isMix ? messages.columnMeaning : messages.blendColumnMeaning),
      list: {
        heading: say(isMix ? messages.columnList : messages.blendColumnList),
        list: alongColumn(frame, answer, column),
      },
      across: null,
    };
  }
  const list = {
    heading: say(isMix ? messages.rowList : messages.blendRowList),
    list: alongRow(frame, answer, row, key),
  };
  if (key === null) {
    const rowMeaning = {
      mix: messages.rowMeaning,
      head: messages.blendRowMeaning,
      run: messages.blendRunRowMeaning,
    }[blend.kind];
    return {
      ...base,
      title: say(isMix ? messages.rowTitle : messages.blendRowTitle),
      meaning: say(rowMeaning),
      list,
      across: null,
    };
  }
  return {
    ...base,
    title: say(isMix ? messages.cellTitle : messages.blendPairTitle),
    meaning: fill(meaningOf(frame, blend, row, column), { ...words(), ...compared(frame, blend) }),
    list,
    across: {
      heading: say(isMix ? messages.blendMixList : messages.pairList),
      list: acrossHeads(frame, blend, row, column),
    },
  };
}

/**
 * @param {Frame} frame
 * @param {Blend} blend
 * @param {number} row
 * @param {number} column
 */
function meaningOf({ messages, selection, answer }, blend, row, column) {
  const masked = answer !== null && shownMask(blend, answer)?.(row, column);
  if (blend.kind === 'mix') return masked ? messages.cellMaskedOut : messages.blendMixMeaning;
  if (blend.kind === 'run') return messages.blendRunMeaning;
  if (blend.head === selection.head) return messages.blendSelf;
  return masked ? messages.blendMasked : messages.blendHeadMeaning;
}

/**
 * The two numbers that a difference is between, and whose they are.
 * @param {Frame} frame
 * @param {Blend} blend
 * @returns {Record<string, string>}
 */
function compared({ answer, selection }, blend) {
  const { head, query, key } = selection;
  if (!answer || query === null || key === null) return {};
  const from = blend.other ?? answer;
  const base = valueAt(from, blend.kind === 'run' ? head : blend.head, query, key);
  return {
    head: String(head + 1),
    other: String(blend.head + 1),
    value: shortText(valueAt(answer, head, query, key), 3),
    base: shortText(base, 3),
  };
}

/**
 * @param {Frame} frame
 * @param {import('../answer/answer.js').Answer} answer
 * @param {number} row
 * @param {number | null} key that is selected
 * @returns {BarList}
 */
function alongRow(frame, answer, row, key) {
  const { head } = frame.selection;
  const valueOf = (/** @type {number} */ column) => shownValue(frame, head, row, column);
  const { indexes, more } = chooseBars(frame.messages, answer.columns, valueOf, key);
  return listOf(
    frame,
    indexes.map((column) => ({
      label: keyPiece(answer, column),
      value: valueOf(column),
      selection: { head, query: row, key: column },
      current: column === key,
    })),
    more,
  );
}

/**
 * @param {Frame} frame
 * @param {import('../answer/answer.js').Answer} answer
 * @param {number} column
 * @returns {BarList}
 */
function alongColumn(frame, answer, column) {
  const { head } = frame.selection;
  const valueOf = (/** @type {number} */ row) => shownValue(frame, head, row, column);
  const { indexes, more } = chooseBars(frame.messages, answer.rows, valueOf, null);
  return listOf(
    frame,
    indexes.map((row) => ({
      label: queryPiece(answer, row),
      value: valueOf(row),
      selection: { head, query: row, key: column },
      current: false,
    })),
    more,
  );
}

/**
 * The same pair in every head: the terms of a mixture with their weights, or every difference.
 * @param {Frame} frame
 * @param {Blend} blend
 * @param {number} query
 * @param {number} key
 * @returns {BarList}
 */
function acrossHeads(frame, blend, query, key) {
  const { answer, messages, look, selection } = frame;
  if (!answer) return { items: [], more: null };
  const isMix = blend.kind === 'mix';
  const items = Array.from({ length: answer.question.heads }, (_, head) => ({
    label: fillText(messages.head, { head: head + 1 }),
    ...(isMix && {
      suffix: fillText(messages.blendShare, { percent: Math.round(100 * blend.weights[head]) }),
      color: markOf(headHue(head), look.theme),
    }),
    value: isMix ? valueAt(answer, head, query, key) : shownValue(frame, head, query, key),
    selection: { head, query, key },
    current: !isMix && head === selection.head,
  }));
  return listOf(frame, items, null);
}

/**
 * @param {Frame} frame
 * @param {(Omit<import('../panel/bars.js').Bar, 'color'> & { color?: string })[]} items
 * @param {string | null} more
 * @returns {BarList}
 */
function listOf({ blend, look }, items, more) {
  const signed = Boolean(blend?.scale.signed);
  const { css } = signedRampOf(look.theme);
  const [less, most] = [css[0], css[css.length - 1]];
  /** @param {number} value */
  const colorOf = (value) => (!signed ? look.colors.ink : value < 0 ? less : most);
  return {
    items: items.map((item) => ({ color: colorOf(item.value), ...item })),
    more,
    signed,
  };
}
