// Exhibit: one product in three notations, as rectangles to scale, with its first numbers.

import { richText, symbol } from '../../elements/lesson/symbols.ts';
import { html } from '../../ui/template.ts';
import { exhibit } from '../exhibit.ts';
import { choice, digits, facts, wordOf } from '../exhibit-parts.ts';
import { lengthsOf, matrixBox, matrixLine, named, NARROW } from '../matrix-boxes.ts';
import { rowsOf, transposed, withProjection } from '../tensors.ts';
import { computeWritings } from './experiment.ts';
import type { Child } from '../../ui/template.ts';
import type { Matrix } from '../tensors.ts';

/** Number of values shown of the product. */
const SHOWN = 3;

const NOTATIONS = [
  ['{W} {x}', 'W x'],
  ['{x} {W}', 'x W'],
  ['{x} {W}ᵀ', 'x Wᵀ'],
] as const;

export const notations = exhibit({
  name: 'writings',
  lab: 'withheld',
  asks({ trace: given, head, row }) {
    const trace = withProjection(given);
    return trace && { trace, head, row };
  },
  async compute(engine, { trace: { input, query, weights }, head, row }) {
    const width = query.shape[2];
    const x = rowsOf(input, row, 1);
    const weight = rowsOf(weights.in_proj_weight, head * width, width);
    return { ...(await computeWritings(engine, x, weight)), x, weight };
  },
  controls: ({ messages, values, setValues }) =>
    choice(
      messages.writingsKind,
      NOTATIONS.map(([text], way) => [way, richText(text)]),
      values.way ?? 0,
      (way) => setValues({ way }),
    ),
  view(found, { messages, numbers, words, head, row, values, width, frame }) {
    const { columns, rows, kept, forRows, weight, x, difference } = found;
    const side = width < NARROW ? 72 : 230;
    const long = lengthsOf({ side, most: x.shape[1], words: 1, tall: 0 });
    const box = (name: Child, matrix: Matrix) => {
      // a word is as thick in every notation
      const [height, across] = matrix.shape.map((n) => (n === 1 ? '10px' : long.numbers(n)));
      return matrixBox({
        name: named(name, numbers.shape(matrix.shape)),
        ...{ theme: frame.look.theme, numbers: matrix, width: across, height },
      });
    };
    const [W, q, given] = [symbol('W'), symbol('q'), symbol('x')];
    const [items, product, text] = [
      [
        [box(W, weight), box(given, transposed(x)), '=', box(q, columns)],
        columns,
        messages.writingsColumns,
      ],
      [[box(given, x), box(W, forRows), '=', box(q, rows)], rows, messages.writingsRows],
      [
        [
          ...[box(given, x), '(', box(W, weight), '→', box([W, 'ᵀ'], forRows), ')'],
          ...['=', box(q, kept)],
        ],
        kept,
        messages.writingsTorch,
      ],
    ][values.way ?? 0] as [Child[], Matrix, string];
    const first = Array.from(product.data.slice(0, SHOWN), (value) => numbers.fixed(value, 4));
    const largest = difference.same ? messages.exhibitSame : numbers.few(difference.largest);
    return html`<p class="exhibit-note">
        ${richText(messages.writingsCaption, { word: wordOf(words, row), head: String(head + 1) })}: ${text}
      </p>
      ${matrixLine(items)}
      ${facts([
        [richText(messages.writingsFirst), digits(`${first.join('  ')} …`)],
        [messages.writingsDifference, largest],
      ])}
      <p class="exhibit-note">${messages.exhibitSigned}</p>`;
  },
});
