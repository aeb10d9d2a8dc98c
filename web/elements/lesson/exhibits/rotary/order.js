// Exhibit: scores of one word at every position, with and without rotation.

import { h, ownWords } from '../../../shared/dom.js';
import { createAsker } from '../../asker.js';
import { computeOrder } from '../../experiments/rotary.js';
import { withProjection } from '../../experiments/tensors.js';
import { numbersOf } from '../../numbers.js';
import { richText } from '../../symbols.js';
import { createSwitch, fact } from '../parts.js';
import { createSmallMap } from '../small-map.js';

const ROOM = 330;

/** @param {import('../../exhibits.js').Kit} kit */
export function createRotaryOrder({ messages, engine, setValues, fail, busy }) {
  const numbers = numbersOf(messages.locale);
  const turn = createSwitch(messages.rotarySwitch, (on) => setValues({ on: Number(on) }));
  const map = createSmallMap(messages);
  const facts = h('dl', { class: 'exhibit-facts' });
  const caption = h('h3', null);
  const element = h(
    'div',
    { class: 'rotary-order' },
    h('div', { class: 'exhibit-controls' }, turn.element),
    caption,
    h('div', { class: 'exhibit-row' }, map.element, facts),
    h('p', { class: 'exhibit-note' }, messages.exhibitSigned),
  );
  /** @type {import('../../exhibits.js').Moment | null} */
  let newest = null;

  /** @param {Awaited<ReturnType<typeof computeOrder>>['all']} difference */
  const said = ({ same, largest }) => (same ? messages.exhibitSame : numbers.few(largest));

  const ask = createAsker(
    async (
      /** @type {import('../../experiments/tensors.js').Trace} */ trace,
      /** @type {number} */ head,
      /** @type {number} */ row,
      /** @type {boolean} */ turned,
    ) => ({ ...(await computeOrder(await engine(), trace, { head, row, turned })), row }),
    {
      show({ scores, all, diagonals, row }) {
        if (!newest) return;
        const word = newest.words[row] ?? '';
        const labels = newest.words.map(() => word);
        caption.replaceChildren(
          richText(messages.rotaryOrderCaption, { word: ownWords(word, 'word') }),
        );
        map.show(scores, {
          moment: newest,
          name: messages.rotaryScores,
          room: ROOM,
          signed: true,
          rowLabels: labels,
          columnLabels: labels,
        });
        facts.replaceChildren(
          fact(messages.rotaryAllScores, said(all)),
          fact(messages.rotaryDiagonal, said(diagonals)),
        );
      },
      fail,
      busy,
    },
  );

  return {
    element,
    /** @param {import('../../exhibits.js').Moment} moment */
    update(moment) {
      newest = moment;
      const { trace, head, row, values } = moment;
      turn.update(values.on === 1);
      ask(withProjection(trace), head, row, values.on === 1);
    },
  };
}
