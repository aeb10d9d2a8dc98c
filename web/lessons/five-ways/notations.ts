// Exhibit: one product in three notations, with shapes and first numbers.

import { richText, symbol } from '../../elements/lesson/symbols.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { digits, table, wordOf } from '../exhibit-parts.ts';
import { rowsOf, withProjection } from '../tensors.ts';
import { computeWritings } from './experiment.ts';
import type { Child } from '../../ui/template.ts';

/** Number of values shown of each. */
const SHOWN = 3;

export const notations = exhibit({
  name: 'writings',
  asks({ trace: given, head, row }) {
    const trace = withProjection(given);
    return trace && { trace, head, row };
  },
  async compute(engine, { trace: { input, query, weights }, head, row }) {
    const width = query.shape[2];
    const weight = rowsOf(weights.in_proj_weight, head * width, width);
    return { ...(await computeWritings(engine, rowsOf(input, row, 1), weight)), weight };
  },
  view(
    { columns, rows, kept, forRows, weight, difference },
    { messages, numbers, words, head, row },
  ) {
    const line = (
      formula: Child,
      text: string,
      shapes: readonly (readonly number[])[],
      { data }: { data: Float32Array },
    ) => {
      const first = Array.from(data.slice(0, SHOWN), (value) => numbers.fixed(value, 4));
      return [
        html`<span><b dir="ltr">${formula}</b> ${text}</span>`,
        html`<span dir="ltr">
          ${shapes.map((shape) => html`${digits(`(${numbers.shape(shape)})`)}${' '}`)}
        </span>`,
        html`<span dir="ltr" class="numbers">${first.join('  ')} …</span>`,
      ];
    };
    const [outputs, inputs] = weight.shape;
    const W = () => symbol('W');
    const x = () => symbol('x');
    const largest = difference.same ? messages.exhibitSame : numbers.few(difference.largest);
    const torch = [
      [1, inputs],
      [outputs, inputs],
    ];
    return html`${table(
      richText(messages.writingsCaption, { word: wordOf(words, row), head: String(head + 1) }),
      [messages.writingsKind, messages.writingsShape, messages.writingsFirst],
      [
        line([W(), ' ', x()], messages.writingsColumns, [weight.shape, [inputs, 1]], columns),
        line([x(), ' ', W()], messages.writingsRows, [[1, inputs], forRows.shape], rows),
        line([x(), ' ', W(), 'ᵀ'], messages.writingsTorch, torch, kept),
      ],
    )}
      <p class="exhibit-note">
        ${sayText(messages.writingsDifference, { difference: largest })}
      </p>`;
  },
});
