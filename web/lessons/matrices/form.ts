// Exhibit: bilinear form: the two small matrices of a head's scores, and their product, a large one of low rank.

import { richText, symbol } from '../../elements/lesson/symbols.ts';
import { html } from '../../ui/template.ts';
import { exhibit } from '../exhibit.ts';
import { facts } from '../exhibit-parts.ts';
import { lengthsOf, matrixBox, matrixProducts, named, NARROW } from '../matrix-boxes.ts';
import { countOf, withProjection } from '../tensors.ts';
import { computeForm } from './experiment.ts';
import type { Child } from '../../ui/template.ts';
import type { Matrix } from '../tensors.ts';

export const form = exhibit({
  name: 'one-form',
  lab: 'withheld',
  asks({ trace: given, head }) {
    const trace = withProjection(given);
    return trace && { trace, head };
  },
  compute: (engine, { trace, head }) => computeForm(engine, trace, { head }),
  view({ queries, keys, form: joined, difference }, { messages, numbers, width, frame }) {
    const [most, rank] = queries.shape;
    const side = width < NARROW ? 100 : 190;
    const long = lengthsOf({ side, most, words: 1, tall: 0 });
    const box = (name: Child, matrix: Matrix) => {
      const [rows, columns] = matrix.shape;
      return matrixBox({
        name: named(name, numbers.shape(matrix.shape)),
        ...{ theme: frame.look.theme, numbers: matrix },
        // the sides where the two small ones meet are as long as the rank
        ...(matrix !== joined && { fits: true }),
        ...{ width: long.numbers(columns), height: long.numbers(rows) },
      });
    };
    const [W_Q, W_K] = (['W_Q', 'W_K'] as const).map((name) => () => symbol(name));
    const largest = difference.same ? messages.exhibitSame : numbers.few(difference.largest);
    return html`<div class="exhibit-row">
        ${matrixProducts(box([W_K(), 'ᵀ'], keys), [
          { left: box(W_Q(), queries), result: box([W_Q(), W_K(), 'ᵀ'], joined) },
        ])}
        ${facts([
          [messages.formSmall, numbers.whole(countOf([queries, keys]))],
          [messages.formLarge, numbers.whole(countOf([joined]))],
          [messages.formRank, numbers.whole(rank)],
          [richText(messages.formDifference), largest],
        ])}
      </div>
      <p class="exhibit-note">${messages.exhibitSigned}</p>`;
  },
});
