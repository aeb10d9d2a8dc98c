// Exhibit: shapes of a layer, and the sizes of its matrices.
// The shapes are read from the engine's results.

import { h } from '../../ui/dom.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { computeShapes } from './experiment.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { richText, symbol } from '../../elements/lesson/symbols.ts';
import { WIDTHS } from '../../elements/lab/state/state.ts';
import { createChoice, createTable } from '../exhibit-parts.ts';
import type { Kit, Moment } from '../exhibit-types.ts';

const FIXED_WIDTH = 64;

export function createShapes(kit: Kit) {
  const { messages, setValues, setState } = kit;
  const numbers = numbersOf(messages.locale);
  const width = createChoice(
    messages.exhibitWidth,
    WIDTHS.map((one) => [one, String(one)]),
    (value) => setState({ width: value }),
  );
  const shared = h('span', null);
  const share = createChoice(
    messages.shapesShare,
    [
      [0, shared],
      [1, messages.shapesFixed],
    ],
    (fixed) => setValues({ fixed }),
  );
  const table = createTable(messages.shapesCaption, [messages.shapesWhat, messages.shapesShape]);
  const element = h('div', { class: 'shapes' }, width.element, share.element, table.element);

  const ask = createLatestQuery(
    async (tokens: readonly { id: number }[], embedDim: number, heads: number, fixed: boolean) =>
      computeShapes(
        await kit.engine(),
        tokens.map(({ id }) => id),
        { embedDim, heads, ...(fixed && { headDim: FIXED_WIDTH }) },
      ),
    {
      show(found) {
        table.show([
          line(symbol('x'), messages.shapesX, numbers.shape(found.x)),
          line(
            symbol('W_Q'),
            messages.shapesProjection,
            numbers.shape([found.projection[1], found.projection[0]]),
          ),
          line(symbol('q'), messages.shapesQuery, numbers.shape(found.query)),
          line(null, messages.shapesMap, numbers.shape(found.map)),
          line(symbol('z'), messages.shapesMixed, numbers.shape(found.mixed)),
          line(null, messages.shapesConcatenated, numbers.shape(found.concatenated)),
          line(
            symbol('W_O'),
            messages.shapesOut,
            numbers.shape([found.outProjection[1], found.outProjection[0]]),
          ),
          line(null, messages.shapesOutput, numbers.shape(found.output)),
          line(null, messages.shapesWeights, numbers.whole(found.parameters)),
          line(null, messages.shapesWeightsOut, numbers.whole(found.outParameters)),
        ]);
      },
      fail: kit.fail,
      busy: kit.busy,
    },
  );

  return {
    element,
    update({ frame, values }: Moment) {
      const { state, first } = frame;
      width.update(state.width);
      shared.textContent = messages.shapesShared.replace('{width}', numbers.whole(state.width));
      share.element.hidden = values.fixed === undefined;
      share.update(values.fixed ?? 0);
      if (first.tokens.length === 0) return ask.forget();
      ask(first.tokens, state.width, state.heads, values.fixed === 1);
    },
  };
}

function line(name: Node | null, said: string, shape: string) {
  return [
    h('span', null, name, name ? ' ' : null, richText(said)),
    h('span', { dir: 'ltr', class: 'numbers' }, shape),
  ];
}
