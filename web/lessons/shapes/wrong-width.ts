// Exhibit: heads of a wrong width, which cannot be multiplied by W_O, above heads of the right width.
// The engine's error, and that of PyTorch.

import { symbol } from '../../elements/lesson/symbols.ts';
import { html } from '../../ui/template.ts';
import { exhibit } from '../exhibit.ts';
import { code } from '../exhibit-parts.ts';
import { lengthsOf, matrixBox, matrixProducts, named, NARROW } from '../matrix-boxes.ts';
import { tryWrongWidth } from './experiment.ts';
import { widthChoice } from './width-choice.ts';
import type { Engine } from '../../elements/shared/engine.ts';
import type { Moment } from '../exhibit-types.ts';

/** The heads of the lab's state, and the words that they read. */
export function headsOfState({ frame: { state, first } }: Moment) {
  if (first.tokens.length === 0) return null;
  return { tokens: first.tokens, embedDim: state.width, heads: state.heads };
}

type Asked = NonNullable<ReturnType<typeof headsOfState>>;

export const widthsOfHeads = (engine: Engine, { tokens, ...sizes }: Asked) =>
  tryWrongWidth(
    engine,
    tokens.map(({ id }) => id),
    sizes,
  );

/** The message of torch 2.15 for a linear layer, (words, inner) and (rows, columns); the engine has its own. */
const torchSays = ([words, inner]: readonly number[], [rows, columns]: readonly number[]) =>
  `mat1 and mat2 shapes cannot be multiplied (${words}x${inner} and ${rows}x${columns})`;

export const wrongWidth = exhibit({
  name: 'wrong-width',
  lab: 'withheld',
  asks: headsOfState,
  compute: widthsOfHeads,
  controls: widthChoice,
  view({ right, error, ...wrong }, { messages, numbers, width, frame }, { embedDim, heads }) {
    const { theme } = frame.look;
    const [words, joined] = wrong.concatenated;
    const isNarrow = width < NARROW;
    const most = Math.max(joined, embedDim);
    const side = isNarrow ? 84 : 180;
    const long = lengthsOf({ side, most, words, tall: isNarrow ? 24 : 48 });
    const [tall, square] = [long.words(words), long.numbers(embedDim)];
    const fits = error === null;
    const tried = (each: number, shape: readonly number[], isRight: boolean) => ({
      left: matrixBox({
        name: named(code(`Linear(${embedDim}, ${each})`), numbers.shape(shape)),
        ...{ theme, heads, cut: 'columns', width: long.numbers(shape[1]), height: tall },
        fits: isRight,
      }),
      result: isRight
        ? matrixBox({ name: numbers.shape([words, embedDim]), theme, width: square, height: tall })
        : html`<p class="matrix-refused">${`${numbers.whole(shape[1])} ≠ ${numbers.whole(embedDim)}`}</p>`,
    });
    const said = (who: string, text: string) =>
      html`<p><span>${who}: </span><code dir="ltr" lang="en">${text}</code></p>`;
    return html`${matrixProducts(
      matrixBox({
        name: named(symbol('W_O'), numbers.shape([embedDim, embedDim])),
        ...{ theme, width: square, height: square, fits },
      }),
      [tried(heads, wrong.concatenated, fits), tried(right.query[1], right.concatenated, true)],
    )}
      <div class="engine-says" role="status" data-fits=${String(fits)}>
        ${
          fits
            ? html`<p>${messages.wrongLuck}</p>`
            : [
                said(messages.wrongSays, error),
                said(messages.wrongTorch, torchSays(wrong.concatenated, [embedDim, embedDim])),
              ]
        }
      </div>`;
  },
});
