// Exhibit: predictions for each word, with all heads or without one, by the trained model.

import { fillText, h, setAttribute } from '../../ui/dom.ts';
import { maskedPairsOf } from '../../elements/lab/answer/masked-pairs.ts';
import { headText } from '../../elements/lab/answer/roles.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { createChoice } from '../exhibit-parts.ts';
import { createProof, readSentence } from './proof.ts';
import { createSmallMap } from '../small-map.ts';
import { trainedOf } from './trained.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Source } from '../../elements/lab/answer/source.ts';

/** Width of each map, CSS pixels. */
const ROOM = 204;

export function createWithout(kit: Kit) {
  const { messages } = kit;
  const proof = createProof(messages);
  const place = h('div', null);
  const maps = h('div', { class: 'without-maps' });
  const element = h('div', { class: 'without' }, place, maps, ...proof.elements);
  let small: ReturnType<typeof createSmallMap>[] = [];
  let choice: ReturnType<typeof createChoice<number>> | null = null;
  let heads = 0;

  const ask = createLatestQuery(
    async (source: Source, layer: number, without: number, text: string) => {
      return readSentence(await kit.engine(), source, text, { layer, without });
    },
    { show: proof.show, fail: kit.fail, busy: kit.busy },
  );

  /** The maps of the layer's heads, with the ablated one marked. */
  function showMaps(moment: Moment, removed: number) {
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
          isMasked: frame.answer ? maskedPairsOf(frame.answer) : undefined,
        },
      );
      setAttribute(map.element, 'data-gone', isGone ? '' : null);
    });
  }

  return {
    element,
    update(moment: Moment) {
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
