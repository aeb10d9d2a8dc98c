// Question kind: a head or a cell, selected in the live map.

import { fillText, h, setText } from '../../../shared/dom.js';

/** @typedef {{ head: number, query: number | null, key: number | null }} Selection */

/** @param {import('../card.js').Kit} kit @returns {import('../card.js').Field} */
export function createPoint({ words, drawn, solved, lab, label }) {
  const wantsHead = 'head' in solved.right;
  const start = /** @type {any} */ (drawn.shown).selection;
  const where = h('p', { class: 'question-pointed', role: 'status' });
  const element = h(
    'div',
    { role: 'group', 'aria-labelledby': label },
    h('p', { class: 'question-hint' }, words.pointHint),
    where,
  );
  /** @type {readonly string[]} */
  let pieces = [];

  /** @returns {Record<string, number> | null} */
  function read() {
    const { head, query, key } = /** @type {Selection} */ (lab.getState().selection);
    // head 1 is selected before anything was clicked
    if (wantsHead) return query === null && key === null && head === start.head ? null : { head };
    return query === null || key === null ? null : { query, key };
  }

  /** @param {Record<string, number>} place */
  function said({ head, query, key }) {
    if (wantsHead) return fillText(words.pointHead, { head: head + 1 });
    return fillText(words.pointCell, {
      ...{ row: query + 1, word: pieces[query] ?? '' },
      ...{ column: key + 1, other: pieces[key] ?? '' },
    });
  }

  return {
    element,
    problem: words.pointWrong,
    read,
    describe: (place) => document.createTextNode(said(/** @type {any} */ (place))),
    update(frame) {
      pieces = frame.first.tokens.map(({ piece }) => piece);
      const place = read();
      setText(where, place ? fillText(words.pointsAt, { place: said(place) }) : '');
    },
  };
}
