// Bars of a model's prediction: next token, masked token, or classes.

import { fill, fillText, h, ownWords, setText } from '../../elements/shared/dom.js';
import { shortText } from '../../elements/shared/format.js';
import { visible } from './pieces.js';
import { shareText } from './sizes.js';

/** @typedef {import('./connection.js').Guess} Guess */

/**
 * @param {import('./messages/en.js').Messages} messages
 * @param {import('./connection.js').Opened} opened
 * @param {(guess: Guess) => void} onWrite this one is to stand there
 */
export function createAnswer(messages, { kind }, onWrite) {
  const classes = kind === 'vision' ? messages.answerImage : messages.answerClasses;
  const title = h('h3', null);
  const list = h('ol', { class: 'models-guesses' });
  const hint = h('p', { class: 'models-hint' }, messages.answerAt);
  const element = h('section', { class: 'models-answer' }, title, list, hint);

  return {
    element,
    /**
     * @param {readonly Guess[]} guesses
     * @param {object} at
     * @param {string} at.token
     * @param {'tokens' | 'classes' | 'labels'} [at.predicts]
     * @param {boolean} [at.canChoose] another place
     * @param {boolean} [at.canWrite] whether the text can go on with one of them
     * @param {number} [at.written] the one that was written
     */
    show(guesses, { token, predicts = 'tokens', canChoose = true, canWrite = false, written }) {
      element.hidden = false;
      const isHere = kind === 'encoder' || predicts === 'labels';
      const about = isHere ? messages.answerMasked : messages.answerNext;
      title.replaceChildren(
        predicts === 'classes'
          ? classes
          : fill(about, { token: ownWords(visible(token), 'models-token') }),
      );
      hint.hidden = !canChoose;
      setText(hint, canWrite ? messages.answerWrite : messages.answerAt);
      const held = list.contains(document.activeElement);
      list.replaceChildren(...guesses.map((one) => rowOf(one, canWrite, one.id === written)));
      if (held) list.querySelector('button')?.focus();
    },
    /** There is no text. */
    clear() {
      element.hidden = true;
    },
    none() {
      element.hidden = false;
      title.replaceChildren(messages.answerNone);
      list.replaceChildren();
      hint.hidden = true;
    },
  };

  /** @param {Guess} guess @param {boolean} canWrite @param {boolean} isWritten */
  function rowOf(guess, canWrite, isWritten) {
    const { token, probability, logit, before = null } = guess;
    const isShare = !Number.isNaN(probability); // or a value, which has none
    const bar = h('span', { class: 'models-bar' });
    bar.style.setProperty('--share', String(isShare ? probability : 0));
    if (isShare && before !== null) bar.style.setProperty('--before', String(before));
    const was =
      before === null || !isShare ? null : fillText(messages.before, { share: shareText(before) });
    return h(
      'li',
      { 'data-written': isWritten },
      canWrite
        ? h(
            'button',
            {
              ...{ type: 'button', class: 'models-token' },
              'aria-label': fillText(messages.writeThis, { token: visible(token) }),
              onclick: () => onWrite(guess),
            },
            ownWords(visible(token)),
          )
        : h('span', { class: 'models-token' }, ownWords(visible(token))),
      bar,
      h(
        'span',
        { class: 'models-share tabular' },
        isShare ? shareText(probability) : shortText(logit, 3),
      ),
      was && h('span', { class: 'models-was tabular' }, was),
    );
  }
}
