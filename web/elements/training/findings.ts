// Findings about the heads: roles, since when, and the loss of ablation.
// Ablation uses the model without the heads that the reader removed.

import { fillText, h, quoteEngine, setText } from '../../ui/dom.ts';
import { messageOf } from '../../ui/errors.ts';
import { NAMED, nameOf } from './head-roles.ts';
import type { Evaluation } from 'headwise/training';
import type { Words } from '../../words/en/training.ts';
import type { Emergence } from './role-emergence.ts';

export function createFindings(
  words: Words,
  numbers: ReturnType<typeof import('../lesson/numbers.ts').numbersOf>,
  locale: string,
) {
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
    update(births: readonly Emergence[]) {
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
     * @param less evaluation without them
     * @param error why the evaluation is missing; null: no error
     */
    showWithout(
      heads: readonly (readonly [number, number])[],
      less: Evaluation | null,
      whole: Evaluation,
      error: unknown,
    ) {
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
