// Question kind: one of several answers.

import { h } from '../../../../ui/dom.ts';
import type { Field, Kit } from '../card.ts';

let count = 0;

export function createChoose({ words, option, drawn, label }: Kit): Field {
  const name = `headwise-question-${++count}`;
  const radios = (drawn.options ?? []).map((key) => ({
    key,
    input: h('input', { type: 'radio', name, value: key }),
  }));
  const element = h(
    'div',
    { class: 'question-options', role: 'radiogroup', 'aria-labelledby': label },
    ...radios.map(({ key, input }) => h('label', null, input, h('span', null, option(key)))),
  );
  return {
    element,
    problem: words.chooseWrong,
    read: () => radios.find(({ input }) => input.checked)?.key ?? null,
    describe: (key) => option(String(key)),
  };
}
