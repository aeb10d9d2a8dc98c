// Exhibit: a head's scores, written with two matrices and with one.

import { h } from '../../../shared/dom.js';
import { createAsker } from '../../asker.js';
import { computeForm } from '../../experiments/matrices.js';
import { withProjection } from '../../experiments/tensors.js';
import { numbersOf } from '../../numbers.js';
import { richText, symbol } from '../../symbols.js';
import { createTable, fact } from '../parts.js';

/** @param {import('../../exhibits.js').Kit} kit */
export function createForm({ messages, engine, fail, busy }) {
  const numbers = numbersOf(messages.locale);
  const table = createTable(messages.formCaption, [
    messages.writingsKind,
    messages.writingsShape,
    messages.formNumbers,
  ]);
  const facts = h('dl', { class: 'exhibit-facts' });
  const element = h('div', { class: 'one-form' }, table.element, facts);

  const ask = createAsker(
    async (
      /** @type {import('../../experiments/tensors.js').Trace} */ trace,
      /** @type {number} */ head,
    ) => computeForm(await engine(), trace, { head }),
    {
      show({ each, form, difference }) {
        const sizeOf = (/** @type {readonly number[]} */ shape) =>
          shape.reduce((all, one) => all * one, 1);
        const shapes = (/** @type {readonly (readonly number[])[]} */ all) =>
          h(
            'span',
            { dir: 'ltr' },
            ...all.flatMap((one) => [
              h('span', { class: 'numbers' }, `(${numbers.shape(one)})`),
              ' ',
            ]),
          );
        table.show([
          [
            formula('(', 'x', 'W_Q', ') (', 'x', 'W_K', ')ᵀ'),
            shapes([each, each]),
            numbers.whole(2 * sizeOf(each)),
          ],
          [
            formula('', 'x', '(', 'W_Q', 'W_K', 'ᵀ)', 'x', 'ᵀ'),
            shapes([form]),
            numbers.whole(sizeOf(form)),
          ],
        ]);
        const said = difference.same ? messages.exhibitSame : numbers.few(difference.largest);
        facts.replaceChildren(fact(richText(messages.formDifference), said));
      },
      fail,
      busy,
    },
  );

  return {
    element,
    /** @param {import('../../exhibits.js').Moment} moment */
    update({ trace, head }) {
      ask(withProjection(trace), head);
    },
  };
}

/** @param {...string} parts names of quantities, and what stands between them */
function formula(...parts) {
  const known = /** @type {const} */ (['x', 'W_Q', 'W_K']);
  return h(
    'b',
    { dir: 'ltr' },
    ...parts.map((part) => {
      const name = known.find((one) => one === part);
      return name ? symbol(name) : part;
    }),
  );
}
