// Question kind: a task in the lab. The answer is the lab's state.

import { h } from '../../../../ui/dom.ts';
import type { Field, Kit } from '../card.ts';

export function createSet({ words, question, drawn, lab }: Kit): Field {
  return {
    element: h('div', null),
    problem: '',
    async read() {
      const state = lab.getState();
      const answer = await lab.compute({});
      return question.reached?.(answer as any, state, drawn) ?? false;
    },
    describe: (is) => document.createTextNode(is ? words.yes : words.no),
  };
}
