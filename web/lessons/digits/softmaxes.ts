// Exhibit: the textbook softmax and the one that subtracts the maximum.
// The same number is added to every score of the row before.

import { richText } from '../../elements/lesson/symbols.ts';
import { html } from '../../ui/template.ts';
import { ownWords } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { bar, choice, digits, facts, table, wordOf } from '../exhibit-parts.ts';
import { rowAt } from '../tensors.ts';
import { computeSoftmaxes } from './experiment.ts';
import type { Context } from '../exhibit.ts';
import type { Shares } from './experiment.ts';

/** Choices for the number added to every score; the values of `way`. */
export const ADDED = Object.freeze([0, 40, 80, 100]);
/** The value of `show` for both softmaxes. */
const BOTH = 2;

export const softmaxes = exhibit({
  name: 'softmaxes',
  lab: 'withheld',
  asks: ({ trace, head, row, values }) =>
    trace && { trace, head, row, added: ADDED[values.way ?? 0] ?? 0 },
  compute: (engine, { trace, head, row, added }) =>
    computeSoftmaxes(engine, rowAt(trace.scores, head, row), added),
  controls: ({ messages, values, setValues }) =>
    choice(
      messages.softmaxAdded,
      ADDED.map((one, way) => [way, String(one)]),
      values.way ?? 0,
      (way) => setValues({ way }),
    ),
  view({ scores, naive, stable }, context) {
    const { messages, values } = context;
    const sides = [
      sideOf(messages.softmaxNaive, messages.softmaxExp, scores, naive, context),
      sideOf(messages.softmaxStable, messages.softmaxLess, scores, stable, context),
    ].slice(0, values.show === BOTH ? 2 : 1);
    return html`<div class="two-columns">${sides.map(({ summary }) => summary)}</div>
      <div class="two-columns">${sides.map((side) => side.table)}</div>`;
  },
});

function sideOf(
  name: string,
  exponential: string,
  scores: Float32Array,
  { exponentials, sum, shares }: Shares,
  { messages, numbers, keys, words, row }: Context,
) {
  const best = scores.indexOf(Math.max(...scores));
  const word = wordOf(words, row);
  const share = (at: number) => (Number.isNaN(shares[at]) ? 'NaN' : numbers.fixed(shares[at], 3));
  return {
    summary: html`<section>
      <h3>${name}</h3>
      ${facts([
        [messages.softmaxSum, numbers.large(sum)],
        [richText(messages.scaleLargestShare, { word }), share(best)],
      ])}
    </section>`,
    table: table(
      richText(messages.scaleCaption, { word }),
      [messages.scaleWord, messages.scaleScore, exponential, messages.scaleShareColumn],
      Array.from(scores, (score, at) => [
        ownWords(keys[at] ?? ''),
        digits(numbers.fixed(score, 2)),
        digits(numbers.large(exponentials[at])),
        bar(share(at), shares[at] || 0),
      ]),
    ),
  };
}
