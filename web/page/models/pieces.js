// The tokens of a text as the model reads them, those of one word joined; one of them is where the prediction is shown.

import { h, ownWords, rove, setAttribute } from '../../elements/shared/dom.js';

/** @typedef {import('./connection.js').Reading} Reading */

/**
 * How each token is called: as it stands in the text, or by its own name.
 *
 * @param {Reading} reading
 * @param {string | undefined} text
 * @returns {string[]}
 */
export function namesOf({ ids, tokens, spans }, text) {
  return ids.map((id, i) => {
    const [start, end] = spans?.[i] ?? [0, 0];
    const own = text?.slice(start, end).trim();
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

/**
 * @param {object} options
 * @param {import('./messages/en.js').Messages} options.messages
 * @param {(position: number) => void} options.onChoose
 */
export function createPieces({ messages, onChoose }) {
  const element = h('div', {
    ...{ class: 'models-pieces', role: 'group', 'aria-label': messages.piecesLabel },
  });
  rove(element);

  return {
    element,
    /**
     * @param {Reading} reading
     * @param {readonly string[]} names
     */
    show({ ids, words }, names) {
      const held = element.contains(document.activeElement);
      element.replaceChildren(
        ...names.map((name, i) => {
          const joins = i > 0 && words !== undefined && words[i] >= 0 && words[i] === words[i - 1];
          return h(
            'button',
            {
              ...{ type: 'button', class: 'models-piece', 'data-joins': joins },
              onclick: () => onChoose(i),
            },
            ownWords(name),
            name === String(ids[i]) ? null : h('span', { class: 'models-id' }, String(ids[i])),
          );
        }),
      );
      if (held) /** @type {HTMLElement | null} */ (element.lastElementChild)?.focus();
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
