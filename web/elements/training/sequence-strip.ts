// The shown sequence: its tokens, and the model's prediction below each.

import { fillText, h, setAttribute, setText } from '../../ui/dom.ts';
import type { Words } from '../../words/en/training.ts';
import type { Shown } from './tasks.ts';
import type { Look } from './training-model.ts';

export function createSequenceStrip(words: Words) {
  const list = h('ol', { class: 'training-strip', 'aria-label': words.strip });
  const element = h(
    'div',
    { class: 'training-sequence' },
    h(
      'p',
      { class: 'training-strip-key' },
      h('span', null, words.stripGiven),
      h('span', null, words.stripSaid),
    ),
    list,
  );
  let made = '';
  let items: { item: HTMLElement; said: HTMLElement; spoken: HTMLElement }[] = [];

  return {
    element,
    update(sequence: Shown, { said }: Look) {
      const { lang } = sequence;
      const key = sequence.words.join(' ');
      if (key !== made) {
        made = key;
        items = sequence.words.map((word) => {
          const answer = h('bdi', { class: 'training-said', lang, 'aria-hidden': 'true' });
          const spoken = h('span', { class: 'spoken' });
          const item = h('li', null, h('bdi', { lang }, word), answer, spoken);
          return { item, said: answer, spoken };
        });
        list.replaceChildren(...items.map(({ item }) => item));
      }
      items.forEach(({ item, said: answer, spoken }, i) => {
        const target = sequence.targets[i];
        const counts = target !== null;
        const right = counts && said[i] === target;
        setText(answer, counts ? said[i] : '·');
        setAttribute(item, 'data-right', counts ? String(right) : null);
        const places = { said: said[i], target: target ?? '' };
        setText(spoken, !counts ? '' : fillText(right ? words.sayRight : words.sayWrong, places));
      });
    },
  };
}
