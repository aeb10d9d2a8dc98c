// Exhibit: heads of a wrong width, and the engine's error. Beside heads of the right width.

import { fillText, h } from '../../shared/dom.js';
import { WIDTHS } from '../../lab/state/state.js';
import { createAsker } from '../asker.js';
import { tryWrongWidth } from '../experiments/shapes.js';
import { numbersOf } from '../numbers.js';
import { richText } from '../symbols.js';
import { codeOf, createChoice, createTable } from './parts.js';

/** @param {import('../exhibits.js').Kit} kit */
export function createWrongWidth(kit) {
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

  const ask = createAsker(
    async (
      /** @type {readonly { id: number }[]} */ tokens,
      /** @type {number} */ embedDim,
      /** @type {number} */ heads,
    ) => ({
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
    /** @param {import('../exhibits.js').Moment} moment */
    update({ frame }) {
      const { state, first } = frame;
      width.update(state.width);
      if (first.tokens.length === 0) return ask.forget();
      ask(first.tokens, state.width, state.heads);
    },
  };
}
