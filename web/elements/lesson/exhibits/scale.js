// The row of one word with its scores divided and not divided, side by side: scores, shares, slopes, sums.

import { fillText, h, ownWords, setAttribute } from '../../shared/dom.js';
import { WIDTHS } from '../../lab/state/state.js';
import { createAsker } from '../asker.js';
import { computeSoftening } from '../experiments/scale.js';
import { numbersOf } from '../numbers.js';
import { richText } from '../symbols.js';
import { barCell, createChoice, createSwitch, createTable } from './parts.js';
import { createSmallMap } from './small-map.js';

/** What a scene is about; the values of `show`. */
const SIZE = 1;
const SLOPES = 3;
const SUMS = 4;
const ROOM = 300;
/** No slope of a softmax is larger. */
const STEEPEST = 0.25;

/**
 * @typedef {import('../experiments/scale.js').Softened} Softened
 * @typedef {{ raw: Softened, divided: Softened }} Found
 */

/** @param {import('../exhibits.js').Kit} kit */
export function createScale(kit) {
  const { messages, setState } = kit;
  const numbers = numbersOf(messages.locale);
  const width = createChoice(
    messages.exhibitWidth,
    WIDTHS.map((one) => [one, String(one)]),
    (value) => setState({ width: value }),
  );
  const divide = createSwitch(messages.scaleSwitch, (scaled) => setState({ scaled }));
  const sides = { raw: createSide(), divided: createSide() };
  const element = h(
    'div',
    { class: 'scale' },
    h('div', { class: 'exhibit-controls' }, width.element, divide.element),
    h('div', { class: 'two-columns' }, sides.raw.element, sides.divided.element),
  );
  /** @type {Found | null} */
  let found = null;
  /** @type {import('../exhibits.js').Moment | null} */
  let newest = null;

  const ask = createAsker(
    async (
      /** @type {import('../experiments/tensors.js').Trace} */ trace,
      /** @type {number} */ head,
      /** @type {number} */ row,
    ) => computeSoftening(await kit.engine(), trace, { head, row }),
    {
      show(next) {
        found = next;
        draw();
      },
      fail: kit.fail,
      busy: kit.busy,
    },
  );

  function createSide() {
    const title = h('h3', null);
    const badge = h('span', { class: 'badge' }, messages.scaleShown);
    const headings = [messages.scaleWord, messages.scaleScore, messages.scaleShareColumn];
    const plain = createTable('', headings);
    const steep = createTable('', [...headings, messages.scaleSlope]);
    const facts = h('dl', { class: 'exhibit-facts' });
    const map = createSmallMap(messages);
    const side = h(
      'section',
      { class: 'scale-side' },
      h('div', { class: 'side-head' }, title, badge),
      facts,
      map.element,
      plain.element,
      steep.element,
    );
    return { element: side, title, badge, plain, steep, facts, map };
  }

  function draw() {
    if (!newest || !found) return;
    const { frame, values, keys, words, row, head } = newest;
    const { scaled } = frame.state;
    const show = values.show ?? SIZE;
    const strong = { word: ownWords(words[row] ?? '', 'word') };
    const headDim = frame.answer?.trace?.query.shape[2] ?? 1;
    for (const name of /** @type {const} */ (['raw', 'divided'])) {
      const { element: side, title, badge, plain, steep, facts, map } = sides[name];
      const one = found[name];
      const { scores, shares, slopes, usual, scoreSum, shareSum } = one;
      const isShown = scaled === (name === 'divided');
      title.textContent =
        name === 'raw' ? messages.scaleOff : fillText(messages.scaleOn, { headDim });
      setAttribute(side, 'data-shown', isShown ? '' : null);
      badge.hidden = !isShown;
      // the switch brings the other side and takes it away; the last scene begins with the divided one
      side.hidden = !isShown && name === (show === SUMS ? 'raw' : 'divided');
      map.show(one.map, {
        moment: newest,
        name: fillText(messages.waysMapOf, { head: head + 1 }),
        room: ROOM,
        scaleMax: 1,
        marked: row,
      });
      const table = show === SLOPES ? steep : plain;
      plain.element.hidden = table !== plain;
      steep.element.hidden = table !== steep;
      table.caption(richText(messages.scaleCaption, strong));
      table.show(
        keys.slice(0, shares.length).map((key, i) => {
          const slope = barCell(numbers.fixed(slopes[i], 3), slopes[i] / STEEPEST);
          return [
            ownWords(key),
            h('span', { class: 'numbers' }, numbers.fixed(scores[i], 2)),
            barCell(numbers.fixed(shares[i], 3), shares[i]),
            ...(show === SLOPES ? [slope] : []),
          ];
        }),
      );
      facts.replaceChildren(
        ...(show === SIZE
          ? [fact(messages.scaleUsual, numbers.fixed(usual, 2))]
          : show === SUMS
            ? [
                fact(richText(messages.scaleScoreSum, strong), numbers.fixed(scoreSum, 3)),
                fact(richText(messages.scaleShareSum, strong), numbers.fixed(shareSum, 3)),
              ]
            : [
                fact(
                  richText(messages.scaleLargestShare, strong),
                  numbers.fixed(Math.max(...shares), 4),
                ),
                ...(show >= SLOPES
                  ? [
                      fact(
                        richText(messages.scaleLargestSlope, strong),
                        numbers.few(Math.max(...slopes)),
                      ),
                    ]
                  : []),
              ]),
      );
    }
  }

  return {
    element,
    /** @param {import('../exhibits.js').Moment} moment */
    update(moment) {
      newest = moment;
      const { trace, head, row, frame } = moment;
      width.update(frame.state.width);
      divide.update(frame.state.scaled);
      divide.element.hidden = (moment.values.show ?? SIZE) === SIZE;
      if (trace) ask(trace, head, row);
      draw();
    },
  };
}

/**
 * @param {string | Node} name
 * @param {string} value
 */
function fact(name, value) {
  return h('div', null, h('dt', null, name), h('dd', null, value));
}
