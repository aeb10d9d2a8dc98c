// Exhibit: two common diagrams of attention that seem to disagree.
// As boxes and arrows, with a guess.

import { richText, symbol } from '../../elements/lesson/symbols.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { choice } from '../exhibit-parts.ts';

export const twoDrawings = exhibit({
  name: 'two-drawings',
  lab: 'withheld',
  controls({ messages, values, setValues }) {
    const arrow = html`<span class="flow-arrow" aria-hidden="true">→</span>`;
    const attention = html`<span class="flow-box">${messages.twoAttention}</span>`;
    const matrix = (index?: string) =>
      html`<span class="flow-matrix">${symbol(index ? 'W_i' : 'W', index)}</span>`;
    return html`<div class="two-columns">
        <figure>
          <figcaption>${messages.twoFirst}</figcaption>
          <div class="flow" dir="ltr">
            ${[symbol('x'), arrow, matrix(), arrow, symbol('q'), arrow, attention]}
          </div>
        </figure>
        <figure>
          <figcaption>${messages.twoSecond}</figcaption>
          <div class="flow" dir="ltr">
            ${symbol('Q')}
            <div class="flow-fan">
              ${['1', '2', '3'].map(
                (head) => html`<div>${arrow}${matrix(head)}${arrow}${attention}</div>`,
              )}
            </div>
          </div>
        </figure>
      </div>
      ${choice(
        richText(messages.twoGuess),
        [
          [1, messages.twoOnce],
          [2, messages.twoTwice],
        ],
        values.guess ?? 0,
        (guess) => setValues({ guess }),
        sayText(messages.twoGuess, { x: 'x' }),
      )}`;
  },
});
