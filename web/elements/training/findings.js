// Findings about the heads: roles, since when, and the loss of ablation.
// The loss is the model's without the heads that the reader removed.

import { fillText, h, quoteEngine, setText } from '../shared/dom.js';
import { messageOf } from '../shared/errors.js';
import { NAMED, nameOf } from './names.js';

/**
 * @typedef {import('headwise/training').Evaluation} Evaluation
 */

/**
 * @param {import('./messages/en.js').Words} words
 * @param {ReturnType<typeof import('../lesson/numbers.js').numbersOf>} numbers
 * @param {string} locale
 */
export function createFindings(words, numbers, locale) {
  const named = h('ul', { class: 'training-found' });
  const none = h(
    'p',
    { class: 'training-none' },
    fillText(words.noNames, { share: numbers.percent(NAMED) }),
  );
  const names = h('section', null, h('h3', null, words.namesTitle), none, named);
  const without = h('p', { class: 'training-without', role: 'status' });
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  let shown = '';

  return {
    names,
    without,
    /** @param {readonly import('./births.js').Birth[]} births */
    update(births) {
      const lines = births.map(({ layer, head, role, step }) =>
        fillText(words.became, {
          head: fillText(words.headAt, { layer: layer + 1, head: head + 1 }),
          role: nameOf(words, numbers, role),
          score: numbers.fixed(role.score, 2),
          step: numbers.whole(step),
        }),
      );
      none.hidden = lines.length > 0;
      const key = lines.join('\n');
      if (key === shown) return;
      shown = key;
      named.replaceChildren(...lines.map((line) => h('li', null, line)));
    },
    /**
     * @param {readonly (readonly [number, number])[]} heads
     * @param {Evaluation | null} less without them
     * @param {Evaluation} whole
     * @param {unknown} error why that cannot be said; null: nothing went wrong
     */
    showWithout(heads, less, whole, error) {
      without.hidden = heads.length === 0 || (less === null && error === null);
      if (without.hidden) return;
      if (!less) return quoteEngine(without, '{detail}', messageOf(error));
      const names = heads.map(([layer, head]) =>
        fillText(words.headAt, { layer: layer + 1, head: head + 1 }),
      );
      setText(
        without,
        fillText(words.without, {
          heads: list.format(names),
          loss: numbers.few(less.loss),
          right: numbers.percent(less.accuracy),
          wholeLoss: numbers.few(whole.loss),
          wholeRight: numbers.percent(whole.accuracy),
        }),
      );
    },
  };
}
