// Controls of blends: the heads' own maps, a mixture, or differences.
// It also contains the controls of the chosen blend.

import { createReferenceChoice } from './reference-choice.ts';
import { createMixtureWeights } from './mixture-weights.ts';
import { runOfState } from './blend.ts';
import { sharesOf } from '../state/heads.ts';
import { h, rove, setAttribute, setText } from '../../../ui/dom.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { LabState } from '../state/state.ts';

export function createBlendControls(messages: Messages, actions: Actions) {
  let last: Frame | null = null;
  const heads = () => last?.answer?.question.heads ?? last?.state.heads ?? 1;
  const modes = {
    each: choice(messages.blendEach, () => ({ mix: null, compare: null })),
    mix: choice(messages.blendMix, () => ({ mix: Array(heads()).fill(1), compare: null })),
    compare: choice(messages.blendCompare, () => ({ mix: null, compare: firstComparison() })),
  };
  const segments = h(
    'div',
    { class: 'segments', role: 'group', 'aria-label': messages.blendLabel },
    ...Object.values(modes),
  );
  rove(segments);
  const mixtureWeights = createMixtureWeights(messages, actions);
  const referenceChoice = createReferenceChoice(messages, actions, () => {
    if (last) actions.change({ compare: { run: runOfState(last.state) } });
  });
  const note = h('p', { class: 'blend-note', role: 'status' });
  const element = h(
    'div',
    { class: 'blend' },
    h('div', { class: 'blend-bar' }, segments, mixtureWeights.element, referenceChoice.element),
    note,
  );

  function choice(text: string, change: () => Partial<LabState>) {
    return h('button', { type: 'button', onclick: () => actions.change(change()) }, text);
  }

  /** Compares with a head that is not selected: a head minus itself is zero. */
  function firstComparison() {
    if (last && heads() < 2) return { run: runOfState(last.state) };
    return { head: last?.selection.head === 0 ? 1 : 0 };
  }

  function noteOf({ state: { mix, compare }, blendProblem }: Frame) {
    if (blendProblem) {
      return blendProblem === 'failed' ? messages.errorInternal : messages.blendDifferent;
    }
    if (compare) return 'run' in compare ? messages.blendRunHint : '';
    const isNothing = mix && sharesOf(mix, heads()).every((share) => share === 0);
    return isNothing ? messages.blendNothing : '';
  }

  return {
    element,
    update(frame: Frame) {
      last = frame;
      const { mix, compare } = frame.state;
      const mode = compare ? 'compare' : mix ? 'mix' : 'each';
      for (const [name, button] of Object.entries(modes)) {
        setAttribute(button, 'aria-pressed', String(name === mode));
        setAttribute(button, 'tabindex', name === mode ? '0' : '-1');
      }
      modes.mix.disabled = heads() < 2 && mode !== 'mix';
      mixtureWeights.element.hidden = !mix;
      referenceChoice.element.hidden = !compare;
      if (mix) mixtureWeights.update(frame, mix, heads());
      if (compare) referenceChoice.update(frame, compare, heads());
      setText(note, noteOf(frame));
      note.hidden = note.textContent === '';
    },
  };
}
