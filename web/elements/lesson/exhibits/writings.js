// Exhibit: one product in three notations, with shapes and first numbers.

import { fillText, h, ownWords } from '../../shared/dom.js';
import { createAsker } from '../asker.js';
import { computeWritings } from '../experiments/five-ways.js';
import { rowsOf, withProjection } from '../experiments/tensors.js';
import { numbersOf } from '../numbers.js';
import { richText, symbol } from '../symbols.js';
import { createTable } from './parts.js';

/** Numbers that are shown of each. */
const SHOWN = 3;

/** @param {import('../exhibits.js').Kit} kit */
export function createWritings(kit) {
  const { messages } = kit;
  const numbers = numbersOf(messages.locale);
  const table = createTable('', [
    messages.writingsKind,
    messages.writingsShape,
    messages.writingsFirst,
  ]);
  const note = h('p', { class: 'exhibit-note' });
  const element = h('div', { class: 'writings' }, table.element, note);
  /** @type {import('../exhibits.js').Moment | null} */
  let newest = null;

  const ask = createAsker(
    async (
      /** @type {import('../experiments/tensors.js').Trace} */ trace,
      /** @type {number} */ head,
      /** @type {number} */ row,
    ) => {
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

  /**
   * @param {readonly (Node | string)[]} formula
   * @param {string} said
   * @param {readonly (readonly number[])[]} shapes
   * @param {{ data: Float32Array }} result
   */
  function line(formula, said, shapes, { data }) {
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
    /** @param {import('../exhibits.js').Moment} moment */
    update(moment) {
      newest = moment;
      const { trace, head, row } = moment;
      ask(withProjection(trace), head, row);
    },
  };
}
