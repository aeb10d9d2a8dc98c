// Exhibit: one word's row with scaled and with unscaled scores.
// Scores, weights, slopes and sums side by side.

import { richText } from '../../elements/lesson/symbols.ts';
import { toggle } from '../../ui/controls.ts';
import { html } from '../../ui/template.ts';
import { ownWords, sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { bar, digits, facts, table, wordOf } from '../exhibit-parts.ts';
import { widthChoice } from '../shapes/width-choice.ts';
import { computeSoftening } from './experiment.ts';
import type { Child } from '../../ui/template.ts';
import type { Context } from '../exhibit.ts';
import type { Softened } from './experiment.ts';

/** Values of `show`: the quantity that a scene explains. */
const SLOPES = 3;
const SUMS = 4;
const SIZE = 5;
const ROOM = 300;
/** The largest slope of a softmax. */
const STEEPEST = 0.25;

export const scaledRow = exhibit({
  name: 'scale',
  lab: 'hidden',
  asks: ({ trace, head, row }) => trace && { trace, head, row },
  compute: (engine, { trace, ...place }) => computeSoftening(engine, trace, place),
  controls(context) {
    const { messages, frame, values, setState } = context;
    const change = (scaled: boolean) => setState({ scaled });
    const show = values.show ?? SLOPES;
    // only what the scene is about: a phone has no room for more
    return html`<div class="exhibit-controls">
      ${show === SIZE && widthChoice(context)}
      ${show >= SLOPES && toggle(messages.scaleSwitch, frame.state.scaled, change)}
    </div>`;
  },
  view: ({ raw, divided }, context) =>
    html`<div class="two-columns">
      ${sideOf('raw', raw, context)}
      ${sideOf('divided', divided, context)}
    </div>`,
});

function sideOf(side: 'raw' | 'divided', found: Softened, context: Context) {
  const { messages, values, frame, words, row, head, smallMap } = context;
  const show = values.show ?? SLOPES;
  // whether the lab computes with these scores
  const isShown = frame.state.scaled === (side === 'divided');
  // the switch shows and hides the other side; the last scene begins with the scaled side
  const isHidden = !isShown && side === (show === SUMS ? 'raw' : 'divided');
  const headDim = frame.answer?.trace?.query.shape[2] ?? 1;
  const map = smallMap(side, found.map, {
    name: sayText(messages.waysMapOf, { head: head + 1 }),
    room: ROOM,
    scaleMax: 1,
    marked: row,
  });
  const headings = [messages.scaleWord, messages.scaleScore, messages.scaleShareColumn];
  return html`<section class="scale-side" hidden=${isHidden} data-shown=${isShown}>
    <div class="side-head">
      <h3>${side === 'raw' ? messages.scaleOff : sayText(messages.scaleOn, { headDim })}</h3>
      <span class="badge" hidden=${!isShown}>${messages.scaleShown}</span>
    </div>
    ${facts(factsOf(found, show, context))}
    ${map}
    ${table(
      richText(messages.scaleCaption, { word: wordOf(words, row) }),
      show === SLOPES ? [...headings, messages.scaleSlope] : headings,
      rowsOf(found, show === SLOPES, context),
    )}
  </section>`;
}

function rowsOf(
  { scores, shares, slopes }: Softened,
  withSlopes: boolean,
  { numbers, keys }: Context,
) {
  return keys
    .slice(0, shares.length)
    .map((key, i) => [
      ownWords(key),
      digits(numbers.fixed(scores[i], 2)),
      bar(numbers.fixed(shares[i], 3), shares[i]),
      ...(withSlopes ? [bar(numbers.fixed(slopes[i], 3), slopes[i] / STEEPEST)] : []),
    ]);
}

function factsOf(
  { shares, slopes, size, scoreSum, shareSum }: Softened,
  show: number,
  { messages, numbers, words, row }: Context,
): [Child, string][] {
  const about = (text: string) => richText(text, { word: wordOf(words, row) });
  if (show === SIZE) return [[messages.scaleUsual, numbers.fixed(size, 2)]];
  if (show === SUMS) {
    return [
      [about(messages.scaleScoreSum), numbers.fixed(scoreSum, 3)],
      [about(messages.scaleShareSum), numbers.fixed(shareSum, 3)],
    ];
  }
  const largest = numbers.fixed(Math.max(...shares), 4);
  const share: [Child, string] = [about(messages.scaleLargestShare), largest];
  if (show < SLOPES) return [share];
  return [share, [about(messages.scaleLargestSlope), numbers.few(Math.max(...slopes))]];
}
