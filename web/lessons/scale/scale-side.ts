// One word's scores, scaled or not: weights, slopes, sums and map.

import { fillText, h, ownWords, setAttribute } from '../../ui/dom.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { richText } from '../../elements/lesson/symbols.ts';
import { barCell, createTable, fact } from '../exhibit-parts.ts';
import { createSmallMap } from '../small-map.ts';
import type { Moment } from '../exhibit-types.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Softened } from './experiment.ts';

/** Values of `show`: the quantity that a scene explains. */
export const SIZE = 1;
const SLOPES = 3;
export const SUMS = 4;
const ROOM = 300;
/** The largest slope of a softmax. */
const STEEPEST = 0.25;

export function createSide(messages: Messages) {
  const title = h('h3', null);
  const badge = h('span', { class: 'badge' }, messages.scaleShown);
  const headings = [messages.scaleWord, messages.scaleScore, messages.scaleShareColumn];
  const plain = createTable('', headings);
  const steep = createTable('', [...headings, messages.scaleSlope]);
  const facts = h('dl', { class: 'exhibit-facts' });
  const map = createSmallMap(messages);
  const element = h(
    'section',
    { class: 'scale-side' },
    h('div', { class: 'side-head' }, title, badge),
    facts,
    map.element,
    plain.element,
    steep.element,
  );
  return {
    element,
    /** @param isShown whether the lab computes with these scores */
    show(name: 'raw' | 'divided', one: Softened, moment: Moment, isShown: boolean) {
      const { frame, values, keys, words, row, head } = moment;
      const show = values.show ?? SIZE;
      const word = ownWords(words[row] ?? '', 'word');
      const headDim = frame.answer?.trace?.query.shape[2] ?? 1;
      title.textContent =
        name === 'raw' ? messages.scaleOff : fillText(messages.scaleOn, { headDim });
      setAttribute(element, 'data-shown', isShown ? '' : null);
      badge.hidden = !isShown;
      map.show(one.map, {
        moment,
        name: fillText(messages.waysMapOf, { head: head + 1 }),
        room: ROOM,
        scaleMax: 1,
        marked: row,
      });
      const table = show === SLOPES ? steep : plain;
      plain.element.hidden = table !== plain;
      steep.element.hidden = table !== steep;
      table.caption(richText(messages.scaleCaption, { word }));
      table.show(rowsOf(messages, one, keys, show === SLOPES));
      facts.replaceChildren(...factsOf(messages, one, show, word));
    },
  };
}

function rowsOf(
  messages: Messages,
  { scores, shares, slopes }: Softened,
  keys: readonly string[],
  withSlopes: boolean,
) {
  const numbers = numbersOf(messages.locale);
  return keys
    .slice(0, shares.length)
    .map((key, i) => [
      ownWords(key),
      h('span', { class: 'numbers' }, numbers.fixed(scores[i], 2)),
      barCell(numbers.fixed(shares[i], 3), shares[i]),
      ...(withSlopes ? [barCell(numbers.fixed(slopes[i], 3), slopes[i] / STEEPEST)] : []),
    ]);
}

function factsOf(
  messages: Messages,
  { shares, slopes, usual, scoreSum, shareSum }: Softened,
  show: number,
  word: Node,
) {
  const numbers = numbersOf(messages.locale);
  if (show === SIZE) return [fact(messages.scaleUsual, numbers.fixed(usual, 2))];
  if (show === SUMS) {
    return [
      fact(richText(messages.scaleScoreSum, { word }), numbers.fixed(scoreSum, 3)),
      fact(richText(messages.scaleShareSum, { word }), numbers.fixed(shareSum, 3)),
    ];
  }
  const share = richText(messages.scaleLargestShare, { word });
  const largest = fact(share, numbers.fixed(Math.max(...shares), 4));
  if (show < SLOPES) return [largest];
  const slope = richText(messages.scaleLargestSlope, { word });
  return [largest, fact(slope, numbers.few(Math.max(...slopes)))];
}
