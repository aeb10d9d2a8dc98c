// Exhibit: a counter of written words, and a button for the next.

import { fillText, h, setText } from '../../../shared/dom.js';

/**
 * @param {import('../../../messages/en.js').Messages} messages
 * @param {number} first how many there are at first
 * @param {(values: { count: number }) => void} setValues
 */
export function createStepper(messages, first, setValues) {
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
     * @param {number | undefined} wanted
     * @param {number} all words of the sentence
     * @returns {number} how many are written
     */
    update(wanted = first, all) {
      count = Math.max(1, Math.min(wanted, all));
      next.disabled = count >= all;
      setText(said, fillText(messages.cacheCount, { count, all }));
      return count;
    },
  };
}
