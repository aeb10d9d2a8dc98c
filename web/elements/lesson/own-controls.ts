// Controls beside the words of a teacher's scene: the width of a word, and the division of the scores.
// The lab has neither of them among its own controls. They are for random weights: a trained model has its own width.

import { segments, toggle } from '../../ui/controls.ts';
import { html } from '../../ui/template.ts';
import { UNTRAINED, WIDTHS } from '../lab/state/state.ts';
import type { Frame } from '../lab/frame.ts';
import type { LabState } from '../lab/state/state.ts';
import type { Messages } from '../../words/en/lab.ts';

/** The names of the controls among the parts that a scene shows, each with the lock that hides it. */
const LOCKS = Object.freeze({ ownWidth: 'heads', ownScaled: 'mask' });

type Name = keyof typeof LOCKS;

/** The controls that a scene shows. */
export function ownControlsOf(
  { state: { model } }: Frame,
  shows: readonly string[],
  locked: ReadonlySet<string> = new Set(),
): readonly Name[] {
  if (model !== UNTRAINED) return [];
  return (Object.keys(LOCKS) as Name[]).filter(
    (name) => shows.includes(name) && !locked.has(LOCKS[name]),
  );
}

export function ownControls(
  messages: Messages,
  { width, scaled }: Pick<LabState, 'width' | 'scaled'>,
  names: readonly Name[],
  set: (part: Partial<LabState>) => void,
) {
  const choices = WIDTHS.map((value) => ({ value, text: String(value) }));
  const label = messages.exhibitWidth;
  return html`<div class="own-controls" hidden=${names.length === 0}>
    <div class="own-width control" hidden=${!names.includes('ownWidth')}>
      <span>${label}</span>
      ${segments(label, choices, width, (next: number) => set({ width: next }))}
    </div>
    <div class="own-scaled" hidden=${!names.includes('ownScaled')}>
      ${toggle(messages.scaleSwitch, scaled, (next) => set({ scaled: next }))}
    </div>
  </div>`;
}
