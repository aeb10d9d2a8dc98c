// Question kind: a task in the lab. The answer is the lab's state.

import { html } from '../../../../ui/template.ts';
import type { Frame } from '../../../lab/frame.ts';
import type { Child } from '../../../../ui/template.ts';
import type { Field, Kit } from '../card.ts';

export function createSet({ words, question, said, drawn, solved, lab, controls }: Kit): Field {
  /** the state at the last check, in words */
  let now: Child = words.no;
  let frame: Frame | null = null;
  return {
    view: () => html`<div>${frame && controls(frame, drawn.shows ?? [])}</div>`,
    update(next) {
      frame = next;
    },
    problem: words.setWrong,
    async read() {
      const state = lab.getState() as any;
      const answer = (await lab.compute({})) as any;
      const isThere = question.reached?.(answer, state, drawn) ?? false;
      now = said(question.settings?.(answer)) ?? words.no;
      // a check before anything was set is no attempt
      const isAsBefore = Object.entries(drawn.shown ?? {}).every(
        ([name, one]) => JSON.stringify(state[name]) === JSON.stringify(one),
      );
      return isAsBefore && !isThere ? null : isThere;
    },
    describe: (is) => (is ? (said(solved.settings) ?? words.yes) : now),
  };
}
