// What the model predicts, as bars: the next token, what belongs at a place, or classes.

import { fill, fillText, h, ownWords } from '../../elements/shared/dom.js';
import { shortText } from '../../elements/shared/format.js';

/** @typedef {import('./connection.js').Guess} Guess */

const PERCENT = 100;

/**
 * @param {import('./messages/en.js').Messages} messages
 * @param {import('./connection.js').Opened} opened
 */
export function createAnswer(messages, { kind }) {
  const title = h('h3', null);
  const list = h('ol', { class: 'models-guesses' });
  const hint = h('p', { class: 'models-hint' }, messages.answerAt);
  const element = h('section', { class: 'models-answer' }, title, list, hint);

  return {
    element,
    /**
     * @param {readonly Guess[]} guesses
     * @param {{ token: string, isClasses: boolean, canChoose: boolean }} at
     */
    show(guesses, { token, isClasses, canChoose }) {
      const about = kind === 'encoder' ? messages.answerMasked : messages.answerNext;
      title.replaceChildren(
        isClasses
          ? messages.answerClasses
          : fill(about, { token: ownWords(token, 'models-token') }),
      );
      hint.hidden = !canChoose;
      list.replaceChildren(...guesses.map(rowOf));
    },
    none() {
      title.replaceChildren(messages.answerNone);
      list.replaceChildren();
      hint.hidden = true;
    },
  };

  /** @param {Guess} guess */
  function rowOf({ token, probability, before }) {
    const bar = h('span', { class: 'models-bar' });
    bar.style.setProperty('--share', String(probability));
    if (before !== null) bar.style.setProperty('--before', String(before));
    const was = before === null ? null : fillText(messages.before, { share: shareText(before) });
    return h(
      'li',
      null,
      h('span', { class: 'models-token' }, ownWords(token.trim() === '' ? `“${token}”` : token)),
      bar,
      h('span', { class: 'models-share tabular' }, shareText(probability)),
      was && h('span', { class: 'models-was tabular' }, was),
    );
  }
}

/** @param {number} share */
function shareText(share) {
  return `${shortText(PERCENT * share, 1)} %`;
}
