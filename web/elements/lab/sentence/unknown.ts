// Notice about words that the trained model does not know, and the way back from an empty sentence.
// It lists them, suggests known words for them, and says that the heads are untrained as long as
// they remain.

/// <reference path="../../css.d.ts" />

import { button } from '../../../ui/controls.ts';
import { createRoot, html, keyed } from '../../../ui/template.ts';
import { say, sayText } from '../../../ui/text.ts';
import { nearestWords } from './nearest-words.ts';
import { ENGLISH } from '../state/state.ts';
import filledButtons from '../../../ui/filled-button.css';
import style from './unknown.css';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { UnknownWord } from '../answer/tokenize-state.ts';

/** At most this number of unknown words have a line; the others wait. */
const LINES = 4;

export function createUnknown(messages: Messages, actions: Actions, focusSentence: () => void) {
  let frame: Frame | null = null;
  let list: HTMLElement;

  function toExample() {
    const text = frame?.model.example?.text;
    if (text === undefined) return;
    actions.change({ text, second: null });
    focusSentence();
  }

  function choose(unknown: UnknownWord, word: string, line: number) {
    actions.replace(unknown, word);
    // focuses the next unknown word, or the sentence once all words are known
    requestAnimationFrame(() => {
      const lines = list.querySelectorAll('li');
      const next = lines[Math.min(line, lines.length - 1)]?.querySelector('button');
      if (next) next.focus();
      else focusSentence();
    });
  }

  function lineOf(now: Frame, words: readonly string[], unknown: UnknownWord, line: number) {
    const { piece } = unknown.token;
    const suggest = (word: string) => html`<button
      type="button"
      class="chip"
      lang="en"
      aria-label=${sayText(messages.unknownReplace, { word: piece, other: word })}
      @click=${() => choose(unknown, word, line)}
    >
      ${word}
    </button>`;
    return html`<li>
      ${wordView(piece)}<span aria-hidden="true">→</span>
      ${nearestWords(now, unknown).map(suggest)}
      <select
        aria-label=${sayText(messages.unknownOther, { word: piece })}
        @change=${({ target }: Event) => choose(unknown, (target as HTMLSelectElement).value, line)}
      >
        <option value="">${messages.unknownOtherShort}</option>
        ${words.map((word) => html`<option value=${word} lang="en">${word}</option>`)}
      </select>
    </li>`;
  }

  function view() {
    const { unknown = [], model } = frame ?? {};
    const words = [...(model?.words ?? [])].sort();
    const message = unknown.length === 1 ? messages.unknownOne : messages.unknownMany;
    const isEmpty = frame?.first.tokens.length === 0;
    return html`<section class="unknown" hidden=${unknown.length === 0 && !isEmpty}>
      <p role="status" hidden=${isEmpty}>
        ${
          unknown.length > 0 &&
          say(message, { word: wordView(unknown[0].token.piece), count: words.length })
        }
      </p>
      <ul class="unknown-words" hidden=${isEmpty} ref=${(element: HTMLElement) => (list = element)}>
        ${keyed(
          unknown.slice(0, LINES),
          ({ token, second }) => `${second} ${token.start} ${token.piece}`,
          (each, line) => frame && lineOf(frame, words, each, line),
        )}
      </ul>
      <p class="unknown-more" hidden=${unknown.length <= LINES}>
        ${sayText(messages.unknownMore, { count: unknown.length - LINES })}
      </p>
      ${button(messages.unknownEnglish, () => actions.choose(ENGLISH), { look: 'action', hidden: isEmpty || !frame?.offered.includes(ENGLISH) })}
      ${button(messages.unknownExample, toExample, { look: 'link', hidden: !frame?.model.example })}
    </section>`;
  }

  const root = createRoot(view());
  return {
    element: root.element,
    styles: [filledButtons, style],
    update(next: Frame) {
      frame = next;
      root.render(view());
      return null;
    },
  };
}

const wordView = (piece: string) => html`<bdi class="unknown-word">${piece}</bdi>`;
