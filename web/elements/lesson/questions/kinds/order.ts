// Question kind: steps in order, each with buttons up and down.

import { html, keyed, render } from '../../../../ui/template.ts';
import { icon, sayText } from '../../../../ui/text.ts';
import type { Child } from '../../../../ui/template.ts';
import type { Field, Kit } from '../card.ts';

const UP = 'M4 10 L8 6 L12 10';
const DOWN = 'M4 6 L8 10 L12 6';

export function createOrder({ words, option, drawn, label, changed }: Kit): Field {
  const keys = [...(drawn.options ?? [])];
  const names = new Map(keys.map((key) => [key, textOf(option(key))]));
  /** where the step is that was moved last, for screen readers */
  let said = '';
  let list: HTMLElement;

  function move(key: string, by: -1 | 1) {
    const from = keys.indexOf(key);
    const to = from + by;
    if (to < 0 || to >= keys.length) return;
    [keys[from], keys[to]] = [keys[to], keys[from]];
    said = sayText(words.orderPlace, {
      step: names.get(key) ?? '',
      place: to + 1,
      count: keys.length,
    });
    changed();
    const [up, down] = list.children[to].querySelectorAll('button');
    // at either end only one of the buttons remains
    const isUp = to === keys.length - 1 || (by < 0 && to > 0);
    (isUp ? up : down).focus();
  }

  return {
    view(isLocked) {
      const button = (key: string, message: string, path: string, by: -1 | 1) => html`<button
        type="button"
        aria-label=${sayText(message, { step: names.get(key) ?? '' })}
        disabled=${isLocked}
        @click=${() => move(key, by)}
      >
        ${icon(path)}
      </button>`;
      const item = (key: string) => html`<li>
        <span>${option(key)}</span>
        ${button(key, words.orderUp, UP, -1)}
        ${button(key, words.orderDown, DOWN, 1)}
      </li>`;
      return html`<div>
        <ol
          class="question-order"
          aria-labelledby=${label}
          ref=${(element: HTMLElement) => (list = element)}
        >
          ${keyed(keys, (key) => key, item)}
        </ol>
        <p class="spoken" role="status">${said}</p>
      </div>`;
    },
    problem: '',
    read: () => [...keys],
    describe: (order) => html`<ol class="question-steps">
      ${(order as string[]).map((key) => html`<li>${option(key)}</li>`)}
    </ol>`,
  };
}

/** The text of a step without its markup. */
function textOf(option: Child) {
  const holder = document.createElement('span');
  render(option, holder);
  return holder.textContent;
}
