// Lends the lab to a question, and restores the reader's state.

import type { LabState } from '../../lab/state/state.ts';
import type { Lab } from '../../lab/lab.ts';

export interface Lent {
  /** the sentence that the lab has for the question */
  text?: string;
  /** the sentence that the learner typed instead */
  typed?: string;
}

/** Shows a state for the duration of the question. */
export function lendLab(lab: Lab, mine: Lent, state: Readonly<Record<string, any>>) {
  notice(lab, mine);
  lab.store.lend(state);
  mine.text = lab.getState().text;
}

/** Restores the lab's state, with a sentence that was typed meanwhile. */
export function restoreLab(lab: Lab, mine: Lent) {
  notice(lab, mine);
  lab.store.giveBack();
  if (mine.typed !== undefined) lab.setState({ text: mine.typed });
}

/** Changes the lab's state. One that a question lends goes on changing; it is not given back. */
export function changeLab(lab: Lab, part: Partial<LabState>) {
  if (lab.store.isLent()) lab.store.change(part, 'change');
  else lab.setState(part);
}

function notice(lab: Lab, mine: Lent) {
  const { text } = lab.getState();
  if (lab.store.isLent() && text !== mine.text) mine.typed = text;
}
