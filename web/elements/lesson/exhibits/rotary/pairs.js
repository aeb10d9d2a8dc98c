// Exhibit: a query before and after rotation, in both pairings.
// The pairs are its halves or neighbours.

import { headHue, markOf } from '../../../../views/color.js';
import { drawPairs } from '../../../../views/pairs.js';
import { fillText, h, ownWords } from '../../../shared/dom.js';
import { createAsker } from '../../asker.js';
import { computeTurn } from '../../experiments/rotary.js';
import { withProjection } from '../../experiments/tensors.js';
import { numbersOf } from '../../numbers.js';
import { richText } from '../../symbols.js';
import { createChoice } from '../parts.js';

/** @typedef {import('../../exhibits.js').Moment} Moment */

const MOST = 520;

/** @param {import('../../exhibits.js').Kit} kit */
export function createRotaryPairs({ messages, engine, setValues, fail, busy }) {
  const numbers = numbersOf(messages.locale);
  const choice = createChoice(
    messages.rotaryPaired,
    [
      [0, messages.rotaryHalves],
      [1, messages.rotaryNeighbours],
    ],
    (on) => setValues({ on }),
  );
  const caption = h('h3', null);
  const canvas = h('canvas', { role: 'img' });
  const element = h(
    'div',
    { class: 'rotary-pairs' },
    choice.element,
    caption,
    h('figure', null, canvas),
    h('p', { class: 'exhibit-note' }, messages.exhibitSigned),
  );
  /** @type {Moment | null} */
  let newest = null;

  const ask = createAsker(
    async (
      /** @type {import('../../experiments/tensors.js').Trace} */ trace,
      /** @type {number} */ head,
      /** @type {number} */ row,
      /** @type {boolean} */ interleaved,
    ) => {
      const which = { head, row, at: row, interleaved };
      return { ...(await computeTurn(await engine(), trace, which)), ...which };
    },
    {
      show({ before, after, head, row, interleaved }) {
        if (!newest) return;
        const { look } = newest.frame;
        const half = before.length / 2;
        const pairs = Array.from({ length: half }, (_, pair) =>
          interleaved
            ? /** @type {const} */ ([2 * pair, 2 * pair + 1])
            : /** @type {const} */ ([pair, pair + half]),
        );
        const word = ownWords(newest.words[row] ?? '', 'word');
        caption.replaceChildren(richText(messages.rotaryPairsCaption, { word }));
        const turned = fillText(messages.rotaryAfter, { position: row });
        const size = drawPairs(canvas, {
          ...{ width: Math.min(MOST, newest.width || MOST), before, after, pairs },
          names: [messages.rotaryBefore, turned],
          color: markOf(headHue(head), look.theme),
          format: (value) => numbers.fixed(value, 2),
          ink: { ...look, soft: look.colors.text },
        });
        canvas.style.width = `${size.width}px`;
        canvas.style.height = 'auto';
        const list = (/** @type {Float32Array} */ row_) =>
          [...row_].map((value) => numbers.fixed(value, 2)).join('; ');
        const joined = pairs.map(([left, right]) => `${left + 1} + ${right + 1}`).join('; ');
        canvas.ariaLabel = `${joined}. ${messages.rotaryBefore}: ${list(before)}. ${turned}: ${list(after)}`;
      },
      fail,
      busy,
    },
  );

  return {
    element,
    /** @param {Moment} moment */
    update(moment) {
      newest = moment;
      const { trace, head, row, values } = moment;
      choice.update(values.on ?? 0);
      ask(withProjection(trace), head, row, values.on === 1);
    },
  };
}
