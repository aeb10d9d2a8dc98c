// Exhibit: bilinear form: a head's scores, written with two matrices and with one.

import { h } from '../../ui/dom.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { computeForm } from './experiment.ts';
import { withProjection } from '../tensors.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { richText, symbol } from '../../elements/lesson/symbols.ts';
import { createTable, fact } from '../exhibit-parts.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Trace } from '../tensors.ts';

export function createForm({ messages, engine, fail, busy }: Kit) {
  const numbers = numbersOf(messages.locale);
  const table = createTable(messages.formCaption, [
    messages.writingsKind,
    messages.writingsShape,
    messages.formNumbers,
  ]);
  const facts = h('dl', { class: 'exhibit-facts' });
  const element = h('div', { class: 'one-form' }, table.element, facts);

  const ask = createLatestQuery(
    async (trace: Trace, head: number) => computeForm(await engine(), trace, { head }),
    {
      show({ each, form, difference }) {
        const sizeOf = (shape: readonly number[]) => shape.reduce((all, one) => all * one, 1);
        const shapes = (all: readonly (readonly number[])[]) =>
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
    update({ trace, head }: Moment) {
      ask(withProjection(trace), head);
    },
  };
}

/** @param parts names of quantities, and the operators between them */
function formula(...parts: string[]) {
  const known = ['x', 'W_Q', 'W_K'] as const;
  return h(
    'b',
    { dir: 'ltr' },
    ...parts.map((part) => {
      const name = known.find((one) => one === part);
      return name ? symbol(name) : part;
    }),
  );
}
