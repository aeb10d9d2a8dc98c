// Question kind: steps in order, each with buttons up and down.

import { fillText, h, icon, setText } from '../../../../ui/dom.ts';
import type { Field, Kit } from '../card.ts';

const UP = 'M4 10 L8 6 L12 10';
const DOWN = 'M4 6 L8 10 L12 6';

export function createOrder({ words, option, drawn, label }: Kit): Field {
  const keys = [...(drawn.options ?? [])];
  const items = new Map(keys.map((key) => [key, createItem(key)]));
  const list = h('ol', { class: 'question-order', 'aria-labelledby': label });
  const place = h('p', { class: 'spoken', role: 'status' });
  const element = h('div', null, list, place);

  function createItem(key: string) {
    const step = option(key).textContent ?? '';
    const button: (words: string, path: string, by: -1 | 1) => HTMLElement = (message, path, by) =>
      h(
        'button',
        {
          type: 'button',
          'aria-label': fillText(message, { step }),
          onclick: () => move(key, by),
        },
        icon(path),
      );
    return h(
      'li',
      null,
      h('span', null, option(key)),
      button(words.orderUp, UP, -1),
      button(words.orderDown, DOWN, 1),
    );
  }

  function move(key: string, by: -1 | 1) {
    const from = keys.indexOf(key);
    const to = from + by;
    if (to < 0 || to >= keys.length) return;
    [keys[from], keys[to]] = [keys[to], keys[from]];
    show();
    const [up, down] = list.children[to].querySelectorAll('button');
    // at either end only one of the buttons remains
    const isUp = to === keys.length - 1 || (by < 0 && to > 0);
    (isUp ? up : down).focus();
    const step = option(key).textContent ?? '';
    setText(place, fillText(words.orderPlace, { step, place: to + 1, count: keys.length }));
  }

  function show() {
    list.replaceChildren(...keys.map((key) => items.get(key) as HTMLElement));
  }

  show();
  return {
    element,
    problem: '',
    read: () => [...keys],
    describe: (order) =>
      h(
        'ol',
        { class: 'question-steps' },
        ...(order as string[]).map((key) => h('li', null, option(key))),
      ),
  };
}
