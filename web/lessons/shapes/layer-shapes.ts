// Exhibit: shapes of a layer, and the sizes of its matrices.
// The shapes are read from the engine's results.

import { richText, symbol } from '../../elements/lesson/symbols.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { choice, table } from '../exhibit-parts.ts';
import { computeShapes } from './experiment.ts';
import { widthChoice } from './width-choice.ts';
import type { Engine } from '../../elements/shared/engine.ts';
import type { Moment } from '../exhibit-types.ts';

export const FIXED_WIDTH = 64;

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

export const layerShapes = exhibit({
  name: 'shapes',
  asks: layerOfState,
  compute: shapesOfLayer,
  controls(context) {
    const { messages, numbers, frame, values, setValues } = context;
    const shared = sayText(messages.shapesShared, { width: numbers.whole(frame.state.width) });
    return html`${widthChoice(context)}
      ${
        values.fixed !== undefined &&
        choice(
          messages.shapesShare,
          [
            [0, shared],
            [1, messages.shapesFixed],
          ],
          values.fixed,
          (fixed) => setValues({ fixed }),
        )
      }`;
  },
  view(found, { messages, numbers }) {
    const line = (name: Parameters<typeof symbol>[0] | null, text: string, shape: string) => [
      html`<span>${name && symbol(name)}${name && ' '}${richText(text)}</span>`,
      html`<span dir="ltr" class="numbers">${shape}</span>`,
    ];
    const [out, width] = found.projection;
    const [outOfLayer, joined] = found.outProjection;
    const { shape } = numbers;
    return table(
      messages.shapesCaption,
      [messages.shapesWhat, messages.shapesShape],
      [
        line('x', messages.shapesX, shape(found.x)),
        line('W_Q', messages.shapesProjection, shape([width, out])),
        line('q', messages.shapesQuery, shape(found.query)),
        line(null, messages.shapesMap, shape(found.map)),
        line('z', messages.shapesMixed, shape(found.mixed)),
        line(null, messages.shapesConcatenated, shape(found.concatenated)),
        line('W_O', messages.shapesOut, shape([joined, outOfLayer])),
        line(null, messages.shapesOutput, shape(found.output)),
        line(null, messages.shapesWeights, numbers.whole(found.parameters)),
        line(null, messages.shapesWeightsOut, numbers.whole(found.outParameters)),
      ],
    );
  },
});
