// Chooses the reference of a difference: a head, or a saved run.

import { runOfState } from '../state/state.ts';
import { button } from '../../../ui/controls.ts';
import { html } from '../../../ui/template.ts';
import { headText } from '../answer/roles.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { Compare } from '../state/blends.ts';

/** The item of the list that is not a head. */
const RUN = 'run';

export function referenceChoice(
  messages: Messages,
  actions: Actions,
  frame: Frame,
  compare: NonNullable<Compare>,
  heads: number,
) {
  const isRun = 'run' in compare;
  const chosen = isRun ? RUN : String(compare.head < heads ? compare.head : 0);
  const keep = () => actions.change({ compare: { run: runOfState(frame.state) } });
  const choose = ({ target }: Event) => {
    const { value } = target as HTMLSelectElement;
    if (value === RUN) keep();
    else actions.change({ compare: { head: Number(value) } });
  };
  const option = (value: string, text: string) =>
    html`<option value=${value} .selected=${value === chosen}>${text}</option>`;
  return html`<div class="blend-compare">
    <span aria-hidden="true">${messages.blendLess}</span>
    <select aria-label=${messages.blendLess} @change=${choose}>
      ${Array.from({ length: heads }, (_, head) => option(String(head), headText(frame, head)))}
      ${option(RUN, isRun ? messages.blendKept : messages.blendKeep)}
    </select>
    ${button(messages.blendKeepAgain, keep, { look: 'quiet', hidden: !isRun })}
  </div>`;
}
