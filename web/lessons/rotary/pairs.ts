// Exhibit: a query before and after rotation, in both pairings.
// The pairs are its halves or neighbours.

import { headHue, markOf } from '../../views/color.ts';
import { drawPairs } from '../../views/pairs.ts';
import { fillText, h, ownWords } from '../../ui/dom.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { computeTurn } from './experiment.ts';
import { withProjection } from '../tensors.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { richText } from '../../elements/lesson/symbols.ts';
import { createChoice } from '../exhibit-parts.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Trace } from '../tensors.ts';

const MOST = 520;

export function createRotaryPairs({ messages, engine, setValues, fail, busy }: Kit) {
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
  let newest: Moment | null = null;

  const ask = createLatestQuery(
    async (trace: Trace, head: number, row: number, interleaved: boolean) => {
      const which = { head, row, at: row, interleaved };
      return { ...(await computeTurn(await engine(), trace, which)), ...which };
    },
    {
      show({ before, after, head, row, interleaved }) {
        if (!newest) return;
        const { look } = newest.frame;
        const half = before.length / 2;
        const pairs = Array.from({ length: half }, (_, pair) =>
          interleaved ? ([2 * pair, 2 * pair + 1] as const) : ([pair, pair + half] as const),
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
        const list = (row_: Float32Array) =>
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
    update(moment: Moment) {
      newest = moment;
      const { trace, head, row, values } = moment;
      choice.update(values.on ?? 0);
      ask(withProjection(trace), head, row, values.on === 1);
    },
  };
}
