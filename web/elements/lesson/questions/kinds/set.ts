// Question kind: a task in the lab. The answer is the lab's state.

import { html } from '../../../../ui/template.ts';
import type { Field, Kit } from '../card.ts';

export function createSet({ words, question, drawn, lab }: Kit): Field {
  return {
    view: () => html`<div></div>`,
    problem: '',
    async read() {
      const state = lab.getState();
      const answer = await lab.compute({});
      return question.reached?.(answer as any, state, drawn) ?? false;
    },
    describe: (is) => (is ? words.yes : words.no),
  };
}
