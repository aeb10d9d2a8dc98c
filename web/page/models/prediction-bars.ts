// Bars of a model's prediction: next token, masked token, or classes.

import { fill, fillText, h, ownWords, setText } from '../../ui/dom.ts';
import { shortText } from '../../ui/format.ts';
import { visible } from './input-tokens.ts';
import { shareText } from './sizes.ts';
import type { Messages } from '../../words/en/models.ts';
import type { Guess, Opened } from './worker-messages.ts';

/** @param onWrite called with the option to write next */
export function createPredictionBars(
  messages: Messages,
  { kind }: Opened,
  onWrite: (guess: Guess) => void,
) {
  const classes = kind === 'vision' ? messages.answerImage : messages.answerClasses;
  const title = h('h3', null);
  const list = h('ol', { class: 'models-guesses' });
  const hint = h('p', { class: 'models-hint' }, messages.answerAt);
  const element = h('section', { class: 'models-answer' }, title, list, hint);

  return {
    element,
    /**
     * @param at.canChoose whether another token can be chosen
     * @param at.canWrite whether one of the options can continue the text
     * @param at.written the option that was written
     */
    show(
      guesses: readonly Guess[],
      {
        token,
        predicts = 'tokens',
        canChoose = true,
        canWrite = false,
        written,
      }: {
        token: string;
        predicts?: 'tokens' | 'classes' | 'labels';
        canChoose?: boolean;
        canWrite?: boolean;
        written?: number;
      },
    ) {
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
    /** Clears the bars: there is no text. */
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

  function rowOf(guess: Guess, canWrite: boolean, isWritten: boolean) {
    const { token, probability, logit, before = null } = guess;
    const isShare = !Number.isNaN(probability); // a value without a probability has no bar
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
