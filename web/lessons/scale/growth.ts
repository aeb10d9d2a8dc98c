// Exhibit: the size of unscaled scores at each width, over many draws of a head's weights.
// One draw shows no law; the mean of many follows the square root of the width.

import { WIDTHS } from '../../elements/lab/state/state.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { bar, digits, facts, table } from '../exhibit-parts.ts';
import { widthChoice } from '../shapes/width-choice.ts';
import { DRAWS, measureGrowth } from './experiment.ts';

export const growth = exhibit({
  name: 'growth',
  lab: 'hidden',
  // a text, so that the same words are not measured again at another width
  asks({ frame: { first } }) {
    const ids = first.tokens.map(({ id }) => id).join();
    return ids ? { ids } : null;
  },
  compute: (engine, { ids }) => measureGrowth(engine, ids.split(',').map(Number), WIDTHS),
  controls: (context) => html`<div class="exhibit-controls">${widthChoice(context)}</div>`,
  view(sizes, { messages, numbers, frame: { state } }) {
    const most = Math.max(...sizes.map(({ size }) => size));
    const at = WIDTHS.indexOf(state.width);
    const { width, size } = sizes[at];
    return html`${facts([
      [messages.growthWidth, numbers.whole(width)],
      [messages.growthSize, numbers.fixed(size, 2)],
      [messages.growthDivided, numbers.fixed(size / Math.sqrt(width), 2)],
    ])}
    ${table(
      sayText(messages.growthCaption, { count: DRAWS }),
      [messages.growthWidth, messages.growthSize, messages.growthRange, messages.growthDivided],
      sizes.map(({ width, size, least, largest }) => [
        numbers.whole(width),
        bar(numbers.fixed(size, 2), size / most),
        digits(`${numbers.fixed(least, 1)} – ${numbers.fixed(largest, 1)}`),
        digits(numbers.fixed(size / Math.sqrt(width), 2)),
      ]),
      at,
    )}`;
  },
});
