// Exhibit: the three inputs of attention, and the sentence that each comes from.

import { symbol } from '../../elements/lesson/symbols.ts';
import { html } from '../../ui/template.ts';
import { ownWords } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { digits } from '../exhibit-parts.ts';

export const inputs = exhibit({
  name: 'inputs',
  asks: ({ trace, words, keys, frame: { state } }) =>
    trace && { trace, words, keys, isCross: state.second !== null },
  compute: async (_engine, { trace, words, keys, isCross }) => {
    // all heads side by side
    const shapeOf = ({ shape: [heads, length, width] }: (typeof trace)['query']) => [
      length,
      heads * width,
    ];
    return {
      isCross,
      rows: [
        { input: 'Q', matrix: 'W_Q', shape: shapeOf(trace.query), from: words },
        { input: 'K', matrix: 'W_K', shape: shapeOf(trace.key), from: keys },
        { input: 'V', matrix: 'W_V', shape: shapeOf(trace.value), from: keys },
      ] as const,
    };
  },
  view({ rows, isCross }, { messages, numbers }) {
    const arrow = html`<span class="flow-arrow" aria-hidden="true">→</span>`;
    const names = [messages.inputsQueries, messages.inputsKeys, messages.inputsValues];
    return html`<div class="flow-inputs" dir="ltr">
      ${rows.map(
        ({ input, matrix, shape, from }, at) => html`
          <span class="flow-box" data-second=${isCross && at > 0}>
            ${ownWords(from[0] ?? '')} … ${ownWords(from.at(-1) ?? '')}
          </span>
          ${arrow}${symbol(input)}${arrow}
          <span class="flow-matrix">${symbol(matrix)}</span>
          ${arrow}
          <span>${names[at]} ${digits(numbers.shape(shape))}</span>
        `,
      )}
    </div>`;
  },
});
