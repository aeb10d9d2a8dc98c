// Exhibit: a counter of written words, and a button for the next.

import { fillText, h, setText } from '../../ui/dom.ts';
import type { Messages } from '../../words/en/lab.ts';

/** @param first the initial number of words */
export function createStepper(
  messages: Messages,
  first: number,
  setValues: (values: { count: number }) => void,
) {
  let count = first;
  const next = h(
    'button',
    { type: 'button', class: 'action', onclick: () => setValues({ count: count + 1 }) },
    messages.cacheNext,
  );
  const again = h(
    'button',
    { type: 'button', class: 'action', onclick: () => setValues({ count: first }) },
    messages.cacheAgain,
  );
  const said = h('span', { class: 'exhibit-note' });
  const buttons = h('div', { class: 'exhibit-actions', role: 'group' }, next, again);
  buttons.ariaLabel = messages.cacheWords;
  return {
    element: h('div', { class: 'exhibit-controls cache-stepper' }, buttons, said),
    /**
     * @param all the number of words of the sentence
     * @returns the number of written words
     */
    update(wanted: number | undefined = first, all: number): number {
      count = Math.max(1, Math.min(wanted, all));
      next.disabled = count >= all;
      setText(said, fillText(messages.cacheCount, { count, all }));
      return count;
    },
  };
}
