// Controls of blends: the heads' own maps, a mixture, or differences.
// It also contains the controls of the chosen blend.

/// <reference path="../../css.d.ts" />

import style from './blend.css';
import { referenceChoice } from './reference-choice.ts';
import { mixtureWeights } from './mixture-weights.ts';
import { runOfState } from '../state/state.ts';
import { sharesOf } from '../state/blends.ts';
import { segments } from '../../../ui/controls.ts';
import { createRoot, html } from '../../../ui/template.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { LabState } from '../state/state.ts';

type Mode = 'each' | 'mix' | 'compare';

export function createBlendControls(messages: Messages, actions: Actions) {
  function view(frame: Frame | null) {
    const { mix = null, compare = null } = frame?.state ?? {};
    const heads = frame ? headsOf(frame) : 1;
    const mode: Mode | null = frame && (compare ? 'compare' : mix ? 'mix' : 'each');
    const choices: { value: Mode; text: string; disabled?: boolean }[] = [
      { value: 'each', text: messages.blendEach },
      { value: 'mix', text: messages.blendMix, disabled: heads < 2 && mode !== 'mix' },
      { value: 'compare', text: messages.blendCompare },
    ];
    const note = frame ? noteOf(messages, frame, heads) : '';
    return html`<div class="blend" data-active=${mode !== null && mode !== 'each'}>
      <div class="blend-bar">
        ${segments(messages.blendLabel, choices, mode, (chosen) => {
          if (frame) actions.change(changeTo(chosen, frame));
        })}
        ${frame && mix && mixtureWeights(messages, actions, frame, mix, heads)}
        ${frame && compare && referenceChoice(messages, actions, frame, compare, heads)}
      </div>
      <p class="blend-note" role="status" hidden=${note === ''}>${note}</p>
    </div>`;
  }

  const root = createRoot(view(null));
  return {
    element: root.element,
    styles: [style],
    update(frame: Frame) {
      root.render(view(frame));
      return null;
    },
  };
}

const headsOf = ({ answer, state }: Frame) => answer?.question.heads ?? state.heads;

function changeTo(mode: Mode, frame: Frame): Partial<LabState> {
  const heads = headsOf(frame);
  if (mode === 'mix') return { mix: Array(heads).fill(1), compare: null };
  if (mode === 'each') return { mix: null, compare: null };
  if (heads < 2) return { mix: null, compare: { run: runOfState(frame.state) } };
  // with a head that is not selected: a head minus itself is zero
  return { mix: null, compare: { head: frame.selection.head === 0 ? 1 : 0 } };
}

function noteOf(messages: Messages, { state, blendProblem }: Frame, heads: number) {
  const { mix, compare, off } = state;
  if (blendProblem === 'failed') return messages.errorInternal;
  if (blendProblem) return messages.blendDifferent;
  if (compare) return 'run' in compare ? messages.blendRunHint : '';
  const isNothing = mix && sharesOf(mix, heads, off).every((share) => share === 0);
  return isNothing ? messages.blendNothing : '';
}
