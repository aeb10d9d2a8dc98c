// Exhibits of a layer's shapes, as rectangles to scale: a head's part of the width, what more heads cost, and W_O.
// The shapes are read from the engine's results.

import { symbol } from '../../elements/lesson/symbols.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { choice, facts } from '../exhibit-parts.ts';
import {
  lengthsOf,
  matrixArea,
  matrixBox,
  matrixLine,
  matrixProducts,
  named,
  NARROW,
  roomIn,
} from '../matrix-boxes.ts';
import { computeShapes } from './experiment.ts';
import type { Engine } from '../../elements/shared/engine.ts';
import type { Context } from '../exhibit.ts';
import type { Moment } from '../exhibit-types.ts';

export const FIXED_WIDTH = 64;
/** The most heads that the lab has, each with FIXED_WIDTH numbers. */
const MOST = 16 * FIXED_WIDTH;

/** The layer of the lab's state, whose heads may have a fixed width. */
export function layerOfState({ frame: { state, first }, values }: Moment) {
  if (first.tokens.length === 0) return null;
  const { width, heads } = state;
  return { tokens: first.tokens, embedDim: width, heads, fixed: values.fixed === 1 };
}

type Asked = NonNullable<ReturnType<typeof layerOfState>>;

export const shapesOfLayer = (engine: Engine, { tokens, embedDim, heads, fixed }: Asked) =>
  computeShapes(
    engine,
    tokens.map(({ id }) => id),
    { embedDim, heads, ...(fixed && { headDim: FIXED_WIDTH }) },
  );

const toScale = ({ messages }: Context) => html`<p class="exhibit-note">${messages.boxesScale}</p>`;

export const headWidths = exhibit({
  name: 'head-widths',
  asks: layerOfState,
  compute: shapesOfLayer,
  view(found, context, { heads }) {
    const { messages, numbers, width, head, frame } = context;
    const { theme } = frame.look;
    const [words, embedDim] = found.x;
    const [out, inputs] = found.projection;
    const side = width < NARROW ? Math.min(148, (roomIn(width) - 12) / 2) : 240;
    const long = lengthsOf({ side, most: embedDim, words, tall: width < NARROW ? 40 : 60 });
    const cut = { cut: 'columns', heads, theme } as const;
    const chosen = Math.min(head, heads - 1);
    return html`${matrixProducts(
      matrixBox({
        name: named([symbol('W_Q'), ' ', messages.boxesEach], numbers.shape([inputs, out])),
        ...cut,
        width: long.numbers(heads * out),
        height: long.numbers(inputs),
        sized: { head: chosen, text: numbers.whole(out) },
      }),
      [
        {
          left: matrixBox({
            name: named([symbol('x'), ' ', messages.shapesX], numbers.shape(found.x)),
            theme,
            width: long.numbers(embedDim),
            height: long.words(words),
          }),
          result: matrixBox({
            name: named([symbol('q'), ' ', messages.boxesEach], numbers.shape(found.query)),
            ...cut,
            width: long.numbers(heads * found.query[1]),
            height: long.words(words),
          }),
        },
      ],
    )}
    ${toScale(context)}`;
  },
});

export const headPrice = exhibit({
  name: 'head-price',
  asks: layerOfState,
  compute: shapesOfLayer,
  view(found, context, { heads }) {
    const { messages, numbers, width } = context;
    const { theme } = context.frame.look;
    const [words, embedDim] = found.x;
    const [rows, columns] = found.map;
    const isNarrow = width < NARROW;
    const side = isNarrow ? Math.min(78, (roomIn(width) - 24) / 4) : 128;
    const long = lengthsOf({ side, most: embedDim, words, tall: isNarrow ? 32 : 44 });
    const square = long.numbers(embedDim);
    const weights = (['W_Q', 'W_K', 'W_V', 'W_O'] as const).map((name) =>
      matrixBox({
        ...{ name: symbol(name), theme, heads, width: square, height: square },
        cut: name === 'W_O' ? 'rows' : 'columns',
      }),
    );
    const maps = Array.from({ length: heads }, (_, head) =>
      matrixArea({ theme, head, heads: 1, width: long.words(columns), height: long.words(rows) }),
    );
    const inMaps = numbers.whole(heads * rows * columns);
    const places = { count: heads, shape: numbers.shape(found.map) };
    return html`<section class="boxes-weights">
        ${facts([[messages.shapesWeights, numbers.whole(found.parameters)]])}
        ${matrixLine(weights)}
      </section>
      <section class="boxes-maps">
        ${facts([[sayText(messages.boxesMaps, places), inMaps]])}
        ${matrixLine(maps)}
      </section>
      ${toScale(context)}`;
  },
});

export const outShapes = exhibit({
  name: 'out-shapes',
  asks: layerOfState,
  compute: shapesOfLayer,
  controls({ messages, numbers, frame, values, setValues }) {
    const shared = sayText(messages.shapesShared, { width: numbers.whole(frame.state.width) });
    return choice(
      messages.shapesShare,
      [
        [0, shared],
        [1, messages.shapesFixed],
      ],
      values.fixed ?? 0,
      (fixed) => setValues({ fixed }),
    );
  },
  view(found, context, { heads }) {
    const { messages, numbers, width } = context;
    const { theme } = context.frame.look;
    const [words, joined] = found.concatenated;
    const [columns, rows] = found.outProjection;
    const isNarrow = width < NARROW;
    const side = isNarrow ? Math.min(200, (roomIn(width) - 12) / 1.5) : 280;
    const long = lengthsOf({ side, most: MOST, words, tall: isNarrow ? 36 : 60 });
    const tall = long.words(words);
    return html`${matrixProducts(
      matrixBox({
        ...{ name: named(symbol('W_O'), numbers.shape([rows, columns])), theme, heads },
        ...{ cut: 'rows', width: long.numbers(columns), height: long.numbers(rows), fits: true },
      }),
      [
        {
          left: matrixBox({
            ...{ name: named(messages.shapesConcatenated, numbers.shape(found.concatenated)) },
            ...{
              theme,
              heads,
              cut: 'columns',
              width: long.numbers(joined),
              height: tall,
              fits: true,
            },
          }),
          result: matrixBox({
            ...{ name: named(messages.shapesOutput, numbers.shape(found.output)), theme },
            ...{ width: long.numbers(found.output[1]), height: tall },
          }),
        },
      ],
    )}
    ${toScale(context)}`;
  },
});
