// Exhibit: two common diagrams of attention that seem to disagree.
// As boxes and arrows, with a guess.

import { h } from '../../ui/dom.ts';
import { richText, symbol } from '../../elements/lesson/symbols.ts';
import { createChoice } from '../exhibit-parts.ts';
import type { Kit, Moment } from '../exhibit-types.ts';

export function createTwoDrawings({ messages, setValues }: Kit) {
  const guess = createChoice(
    richText(messages.twoGuess),
    [
      [1, messages.twoOnce],
      [2, messages.twoTwice],
    ],
    (value) => setValues({ guess: value }),
  );
  const attention = () => h('span', { class: 'flow-box' }, messages.twoAttention);
  const first = h(
    'div',
    { class: 'flow', dir: 'ltr' },
    symbol('x'),
    arrow(),
    matrix(symbol('W')),
    arrow(),
    symbol('q'),
    arrow(),
    attention(),
  );
  const second = h(
    'div',
    { class: 'flow', dir: 'ltr' },
    symbol('Q'),
    h(
      'div',
      { class: 'flow-fan' },
      ...[1, 2, 3].map((head) =>
        h('div', null, arrow(), matrix(symbol('W_i', String(head))), arrow(), attention()),
      ),
    ),
  );
  const element = h(
    'div',
    { class: 'two-drawings' },
    h(
      'div',
      { class: 'two-columns' },
      h('figure', null, h('figcaption', null, messages.twoFirst), first),
      h('figure', null, h('figcaption', null, messages.twoSecond), second),
    ),
    guess.element,
  );
  return {
    element,
    update({ values }: Moment) {
      guess.update(values.guess ?? 0);
    },
  };
}

function matrix(name: Node) {
  return h('span', { class: 'flow-matrix' }, name);
}

function arrow() {
  return h('span', { class: 'flow-arrow', 'aria-hidden': 'true' }, '→');
}
