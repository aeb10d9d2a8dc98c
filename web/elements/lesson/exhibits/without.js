// Exhibit: predictions for each word, with all heads or without one. The model is the trained one.

import { fillText, h, setAttribute } from '../../shared/dom.js';
import { maskOf } from '../../lab/answer/masked.js';
import { headText } from '../../lab/answer/roles.js';
import { createAsker } from '../asker.js';
import { createChoice } from './parts.js';
import { createProof, readSentence } from './proof.js';
import { createSmallMap } from './small-map.js';
import { trainedOf } from './trained.js';

/** Of each map, CSS pixels. */
const ROOM = 204;

/** @param {import('../exhibits.js').Kit} kit */
export function createWithout(kit) {
  const { messages } = kit;
  const proof = createProof(messages);
  const place = h('div', null);
  const maps = h('div', { class: 'without-maps' });
  const element = h('div', { class: 'without' }, place, maps, ...proof.elements);
  /** @type {ReturnType<typeof createSmallMap>[]} */
  let small = [];
  /** @type {ReturnType<typeof createChoice<number>> | null} */
  let choice = null;
  let heads = 0;

  const ask = createAsker(
    async (
      /** @type {import('../../lab/answer/source.js').Source} */ source,
      /** @type {number} */ layer,
      /** @type {number} */ without,
      /** @type {string} */ text,
    ) => {
      return readSentence(await kit.engine(), source, text, { layer, without });
    },
    { show: proof.show, fail: kit.fail, busy: kit.busy },
  );

  /**
   * The heads of the layer, and which of them is gone.
   * @param {import('../exhibits.js').Moment} moment
   * @param {number} removed
   */
  function showMaps(moment, removed) {
    const { trace, frame, row } = moment;
    if (!trace) return;
    const [count, rows, columns] = trace.attention.shape;
    if (small.length !== count) {
      small = Array.from({ length: count }, () => createSmallMap(messages));
      maps.replaceChildren(...small.map(({ element: map }) => map));
    }
    small.forEach((map, head) => {
      const size = rows * columns;
      const data = trace.attention.data.subarray(head * size, (head + 1) * size);
      const plain = fillText(messages.head, { head: head + 1 });
      const isGone = head === removed;
      map.show(
        { data, shape: [rows, columns] },
        {
          moment: { ...moment, head },
          name: isGone ? fillText(messages.withoutGone, { head: plain }) : headText(frame, head),
          room: ROOM,
          height: ROOM,
          marked: isGone ? undefined : row,
          scaleMax: 1,
          isMasked: frame.answer ? maskOf(frame.answer) : undefined,
        },
      );
      setAttribute(map.element, 'data-gone', isGone ? '' : null);
    });
  }

  return {
    element,
    /** @param {import('../exhibits.js').Moment} moment */
    update(moment) {
      const { frame, values } = moment;
      const { source, layer } = trainedOf(frame);
      const count = source.fixed?.heads ?? 0;
      if (count !== heads || !choice) {
        heads = count;
        const names = Array.from({ length: heads }, (_, head) => String(head + 1));
        choice = createChoice(
          messages.withoutRemoved,
          [messages.withoutNobody, ...names].map((name, without) => [without, name]),
          (without) => kit.setValues({ without }),
        );
        place.replaceChildren(choice.element);
      }
      choice.update(values.without ?? 0);
      showMaps(moment, (values.without ?? 0) - 1);
      ask(source, layer, values.without ?? 0, frame.state.text);
    },
  };
}
