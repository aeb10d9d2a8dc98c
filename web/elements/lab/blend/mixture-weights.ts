// Weights of heads in a mixture: a slider each, and a reset.

import { headHue, markOf } from '../../../views/color.ts';
import { button, slider } from '../../../ui/controls.ts';
import { html } from '../../../ui/template.ts';
import { sayText } from '../../../ui/text.ts';
import { sharesOf } from '../state/blends.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { Mix } from '../state/blends.ts';

const STEP = 0.05;

export function mixtureWeights(
  messages: Messages,
  actions: Actions,
  { look, state: { off } }: Frame,
  mix: NonNullable<Mix>,
  heads: number,
) {
  const shares = sharesOf(mix, heads, off);
  const isAverage = sharesOf(mix, heads, []).every((one, _, all) => one === all[0] && one > 0);
  const slide = ({ currentTarget }: Event) => {
    const inputs = [...(currentTarget as Element).querySelectorAll('input')];
    actions.slide({ mix: inputs.map(({ valueAsNumber }) => valueAsNumber) });
  };
  const weight = (share: number, head: number) => {
    const text = off.includes(head)
      ? messages.headIsOff
      : sayText(messages.blendShare, { percent: Math.round(100 * share) });
    const label = sayText(messages.head, { head: head + 1 });
    return html`<label
      class="blend-slider"
      vars=${{ '--head': markOf(headHue(head), look.theme) }}
    >
      <span class="dot"></span>
      ${label}
      ${slider({
        label,
        min: 0,
        max: 1,
        step: STEP,
        value: mix[head] ?? 1,
        text,
      })}
      <span class="blend-share tabular">${text}</span>
    </label>`;
  };
  return html`<div class="blend-mix">
    <div class="blend-sliders" role="group" aria-label=${messages.blendWeights} @input=${slide}>
      ${shares.map(weight)}
    </div>
    ${button(messages.blendAverage, () => actions.change({ mix: Array(heads).fill(1) }), { look: 'quiet', hidden: isAverage })}
  </div>`;
}
