// Question kind: a task in the lab. The answer is the lab's state.

import { h } from '../../../shared/dom.js';

/** @param {import('../card.js').Kit} kit @returns {import('../card.js').Field} */
export function createSet({ words, question, drawn, lab }) {
  return {
    element: h('div', null),
    problem: '',
    async read() {
      const state = lab.getState();
      const answer = await lab.compute({});
      return question.reached?.(/** @type {any} */ (answer), state, drawn) ?? false;
    },
    describe: (is) => document.createTextNode(is ? words.yes : words.no),
  };
}
