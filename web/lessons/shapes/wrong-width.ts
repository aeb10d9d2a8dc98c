// Exhibit: heads of a wrong width and the engine's error, beside heads of the right width.

import { richText } from '../../elements/lesson/symbols.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { code, table } from '../exhibit-parts.ts';
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

export const wrongWidth = exhibit({
  name: 'wrong-width',
  lab: 'withheld',
  asks: headsOfState,
  compute: widthsOfHeads,
  controls: widthChoice,
  view({ query, concatenated, right, error }, { messages, numbers }, { embedDim, heads }) {
    const needs = numbers.whole(embedDim);
    const line = (each: number, one: readonly number[], all: readonly number[]) => [
      code(`Linear(${embedDim}, ${each})`),
      numbers.shape(one),
      numbers.shape(all),
      needs,
    ];
    return html`${table(
      sayText(messages.wrongCaption, { heads, width: needs }),
      [
        messages.wrongLine,
        messages.wrongQuery,
        messages.wrongAll,
        html`<span>${richText(messages.wrongNeeds)}</span>`,
      ],
      [line(heads, query, concatenated), line(right.query[1], right.query, right.concatenated)],
    )}
      <p class="engine-says" role="status" data-fits=${String(error === null)}>
        ${
          error === null
            ? messages.wrongLuck
            : html`<span>${messages.wrongSays}: </span><code dir="ltr" lang="en">${error}</code>`
        }
      </p>`;
  },
});
