// Exhibit: one product in three notations, with shapes and first numbers.

import { fillText, h, ownWords } from '../../ui/dom.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { computeWritings } from './experiment.ts';
import { rowsOf, withProjection } from '../tensors.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { richText, symbol } from '../../elements/lesson/symbols.ts';
import { createTable } from '../exhibit-parts.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Trace } from '../tensors.ts';

/** Number of values shown of each. */
const SHOWN = 3;

export function createNotations(kit: Kit) {
  const { messages } = kit;
  const numbers = numbersOf(messages.locale);
  const table = createTable('', [
    messages.writingsKind,
    messages.writingsShape,
    messages.writingsFirst,
  ]);
  const note = h('p', { class: 'exhibit-note' });
  const element = h('div', { class: 'writings' }, table.element, note);
  let newest: Moment | null = null;

  const ask = createLatestQuery(
    async (trace: Trace, head: number, row: number) => {
      const { input: x } = trace;
      const width = trace.query.shape[2];
      const weight = rowsOf(trace.weights.in_proj_weight, head * width, width);
      const found = await computeWritings(await kit.engine(), rowsOf(x, row, 1), weight);
      return { ...found, x, weight, head, row };
    },
    {
      show({ columns, rows, kept, forRows, weight, difference, head, row }) {
        const word = newest?.words[row] ?? '';
        table.caption(
          richText(messages.writingsCaption, {
            word: ownWords(word, 'word'),
            head: String(head + 1),
          }),
        );
        const [outputs, inputs] = weight.shape;
        const W = () => symbol('W');
        const x = () => symbol('x');
        table.show([
          line([W(), ' ', x()], messages.writingsColumns, [weight.shape, [inputs, 1]], columns),
          line([x(), ' ', W()], messages.writingsRows, [[1, inputs], forRows.shape], rows),
          line(
            [x(), ' ', W(), 'ᵀ'],
            messages.writingsTorch,
            [
              [1, inputs],
              [outputs, inputs],
            ],
            kept,
          ),
        ]);
        note.textContent = fillText(messages.writingsDifference, {
          difference: difference.same ? messages.exhibitSame : numbers.few(difference.largest),
        });
      },
      fail: kit.fail,
      busy: kit.busy,
    },
  );

  function line(
    formula: readonly (Node | string)[],
    said: string,
    shapes: readonly (readonly number[])[],
    { data }: { data: Float32Array },
  ) {
    const first = [...data.slice(0, SHOWN)].map((value) => numbers.fixed(value, 4)).join('  ');
    return [
      h('span', null, h('b', { dir: 'ltr' }, ...formula), ' ', said),
      h(
        'span',
        { dir: 'ltr' },
        ...shapes.flatMap((shape) => [
          h('span', { class: 'numbers' }, `(${numbers.shape(shape)})`),
          ' ',
        ]),
      ),
      h('span', { dir: 'ltr', class: 'numbers' }, `${first} …`),
    ];
  }

  return {
    element,
    update(moment: Moment) {
      newest = moment;
      const { trace, head, row } = moment;
      ask(withProjection(trace), head, row);
    },
  };
}
