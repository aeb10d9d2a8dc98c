// Exhibit: heads of a wrong width and the engine's error, beside heads of the right width.

import { fillText, h } from '../../ui/dom.ts';
import { WIDTHS } from '../../elements/lab/state/state.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { tryWrongWidth } from './experiment.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { richText } from '../../elements/lesson/symbols.ts';
import { codeOf, createChoice, createTable } from '../exhibit-parts.ts';
import type { Kit, Moment } from '../exhibit-types.ts';

export function createWrongWidth(kit: Kit) {
  const { messages, setState } = kit;
  const numbers = numbersOf(messages.locale);
  const width = createChoice(
    messages.exhibitWidth,
    WIDTHS.map((one) => [one, String(one)]),
    (value) => setState({ width: value }),
  );
  const table = createTable('', [
    messages.wrongLine,
    messages.wrongQuery,
    messages.wrongAll,
    h('span', null, richText(messages.wrongNeeds)),
  ]);
  const says = h('p', { class: 'engine-says', role: 'status' });
  const element = h('div', { class: 'wrong-width' }, width.element, table.element, says);

  const ask = createLatestQuery(
    async (tokens: readonly { id: number }[], embedDim: number, heads: number) => ({
      ...(await tryWrongWidth(
        await kit.engine(),
        tokens.map(({ id }) => id),
        { embedDim, heads },
      )),
      embedDim,
      heads,
    }),
    {
      show({ query, concatenated, right, error, embedDim, heads }) {
        table.caption(fillText(messages.wrongCaption, { heads, width: numbers.whole(embedDim) }));
        const needs = numbers.whole(embedDim);
        table.show([
          [
            codeOf(`Linear(${embedDim}, ${heads})`),
            numbers.shape(query),
            numbers.shape(concatenated),
            needs,
          ],
          [
            codeOf(`Linear(${embedDim}, ${right.query[1]})`),
            numbers.shape(right.query),
            numbers.shape(right.concatenated),
            needs,
          ],
        ]);
        says.dataset.fits = String(error === null);
        says.replaceChildren(
          ...(error === null
            ? [messages.wrongLuck]
            : [
                h('span', null, `${messages.wrongSays}: `),
                h('code', { dir: 'ltr', lang: 'en' }, error),
              ]),
        );
      },
      fail: kit.fail,
      busy: kit.busy,
    },
  );

  return {
    element,
    update({ frame }: Moment) {
      const { state, first } = frame;
      width.update(state.width);
      if (first.tokens.length === 0) return ask.forget();
      ask(first.tokens, state.width, state.heads);
    },
  };
}
