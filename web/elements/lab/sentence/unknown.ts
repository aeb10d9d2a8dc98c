// Notice about words that the trained model does not know.
// It lists them, suggests known words for them, and says that the heads are untrained as long as
// they remain.

/// <reference path="../../css.d.ts" />

import { fill, fillText, h, setText } from '../../../ui/dom.ts';
import { nearestWords } from './nearest-words.ts';
import style from './unknown.css';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { UnknownWord } from '../answer/tokenize-state.ts';

/** At most this number of unknown words have a line; the others wait. */
const LINES = 4;

export function createUnknown(messages: Messages, actions: Actions, focusSentence: () => void) {
  const said = h('p', { role: 'status' });
  const list = h('ul', { class: 'unknown-words' });
  const more = h('p', { class: 'unknown-more' });
  const back = h(
    'button',
    { type: 'button', class: 'link', onclick: () => toExample() },
    messages.unknownExample,
  );
  const element = h('section', { class: 'unknown' }, said, list, more, back);
  let last: Frame | null = null;
  let shown = '';

  function toExample() {
    const text = last?.model.example?.text;
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
      if (next && !element.hidden) next.focus();
      else focusSentence();
    });
  }

  function lineOf(frame: Frame, unknown: UnknownWord, line: number) {
    const { piece } = unknown.token;
    const words = frame.model.words ?? [];
    const select = h(
      'select',
      {
        'aria-label': fillText(messages.unknownOther, { word: piece }),
        onchange: () => choose(unknown, select.value, line),
      },
      h('option', { value: '' }, messages.unknownOtherShort),
      ...[...words].sort().map((word) => h('option', { value: word, lang: 'en' }, word)),
    );
    return h(
      'li',
      null,
      h('bdi', { class: 'unknown-word' }, piece),
      h('span', { 'aria-hidden': 'true' }, '→'),
      ...nearestWords(frame, unknown).map((word) =>
        h(
          'button',
          {
            type: 'button',
            class: 'chip',
            lang: 'en',
            'aria-label': fillText(messages.unknownReplace, { word: piece, other: word }),
            onclick: () => choose(unknown, word, line),
          },
          word,
        ),
      ),
      select,
    );
  }

  function update(frame: Frame) {
    last = frame;
    const { unknown, model } = frame;
    element.hidden = unknown.length === 0;
    if (element.hidden) {
      shown = '';
      setText(said, '');
      return null;
    }
    const now = JSON.stringify(
      unknown.map(({ token, second }) => [token.piece, token.start, second]),
    );
    if (now === shown) return null;
    shown = now;
    const one = unknown.length === 1;
    const message = one ? messages.unknownOne : messages.unknownMany;
    said.replaceChildren(
      fill(message, {
        word: h('bdi', { class: 'unknown-word' }, unknown[0].token.piece),
        count: String(model.words?.length ?? 0),
      }),
    );
    list.replaceChildren(...unknown.slice(0, LINES).map((each, i) => lineOf(frame, each, i)));
    more.hidden = unknown.length <= LINES;
    setText(more, fillText(messages.unknownMore, { count: unknown.length - LINES }));
    return null;
  }

  return { element, update, styles: [style] };
}
