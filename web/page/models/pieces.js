// The tokens of a text, as the model reads them.
// Tokens of one word are joined; the chosen token is where the prediction is shown.

import { h, ownWords, rove, setAttribute } from '../../elements/shared/dom.js';

/**
 * @typedef {import('./connection.js').Reading} Reading
 * @typedef {import('./session.js').Written} Written
 */

/**
 * How each token is called: as it stands in the text, or by its own name.
 *
 * @param {Reading} reading
 * @param {readonly (string | undefined)[]} texts one, or two
 * @returns {string[]}
 */
export function namesOf({ ids, tokens, spans, sentences }, texts) {
  return ids.map((id, i) => {
    const [start, end] = spans?.[i] ?? [0, 0];
    const own = texts[sentences?.[i] ?? 0]?.slice(start, end).trim();
    return own || tokens?.[i] || String(id);
  });
}

/**
 * Where the answer is of interest first: at a mask, else at the last token.
 *
 * @param {Reading} reading
 */
export function placeOf({ ids, tokens }) {
  const masked = tokens?.findIndex((token) => /^(\[MASK\]|<mask>)$/.test(token)) ?? -1;
  return masked >= 0 ? masked : ids.length - 1;
}

/** A token so that one sees it. @param {string} name */
export function visible(name) {
  const text = name.replaceAll('\n', '⏎').replaceAll('\t', '⇥');
  return text.trim() === '' ? text.replaceAll(' ', '␣') : text.trim();
}

/**
 * @param {object} options
 * @param {string} options.label
 * @param {((position: number) => void) | null} options.onChoose null: none is chosen
 */
export function createPieces({ label, onChoose }) {
  const element = h('div', { class: 'models-pieces', role: 'group', 'aria-label': label });
  rove(element);
  let shown = '';

  /** @param {string} name @param {number} i @param {Record<string, unknown>} look @param {number} [id] */
  function pieceOf(name, i, look, id) {
    const properties = {
      type: 'button',
      class: 'models-piece',
      onclick: onChoose && (() => onChoose(i)),
      ...look,
    };
    const number = id === undefined || name === String(id) ? null : String(id);
    return h(
      'button',
      properties,
      ownWords(visible(name)),
      number && h('span', { class: 'models-id' }, number),
    );
  }

  /** @param {Written} one @param {number} i */
  const writtenPiece = ({ id, name }, i) => pieceOf(name, i, { 'data-written': true }, id);

  return {
    element,
    /**
     * @param {Pick<Reading, 'ids' | 'words'>} reading
     * @param {readonly string[]} names
     * @param {readonly Written[]} written what the model wrote after them
     */
    show({ ids, words }, names, written) {
      const next = JSON.stringify([names, written]);
      if (next === shown) return;
      shown = next;
      const held = element.contains(document.activeElement);
      const joins = (/** @type {number} */ i) =>
        i > 0 && words !== undefined && words[i] >= 0 && words[i] === words[i - 1];
      element.replaceChildren(
        ...names.map((name, i) => pieceOf(name, i, { 'data-joins': joins(i) }, ids[i])),
        ...written.map((one, i) => writtenPiece(one, names.length + i)),
      );
      if (held) /** @type {HTMLElement | null} */ (element.lastElementChild)?.focus();
    },
    /** One more that the model wrote. @param {Written} one */
    add(one) {
      shown = '';
      element.append(writtenPiece(one, element.childElementCount));
      element.scrollTop = element.scrollHeight;
    },
    /** @param {number | null} position */
    choose(position) {
      for (const [i, piece] of [...element.children].entries()) {
        setAttribute(piece, 'aria-pressed', String(i === position));
        setAttribute(piece, 'tabindex', i === (position ?? 0) ? '0' : '-1');
      }
    },
  };
}
