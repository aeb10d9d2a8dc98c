// Exhibit: a head's map, and the length of each contribution.

import { fillText, h, ownWords } from '../../ui/dom.ts';
import { maskedPairsOf } from '../../elements/lab/answer/masked-pairs.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { weighContributions } from './experiment.ts';
import { headOf } from '../tensors.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { richText } from '../../elements/lesson/symbols.ts';
import { barCell, createTable } from '../exhibit-parts.ts';
import { createSmallMap } from '../small-map.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Trace } from '../tensors.ts';

const ROOM = 250;

export function createContributionNorms(kit: Kit) {
  const { messages } = kit;
  const numbers = numbersOf(messages.locale);
  const plain = createSmallMap(messages);
  const weighted = createSmallMap(messages);
  const table = createTable('', [
    messages.scaleWord,
    messages.scaleShareColumn,
    richText(messages.weightedValue),
    messages.weightedArrives,
  ]);
  const element = h(
    'div',
    { class: 'weighted' },
    h('div', { class: 'exhibit-row' }, plain.element, weighted.element),
    table.element,
  );
  let newest: Moment | null = null;

  const ask = createLatestQuery(
    async (trace: Trace, head: number, row: number) => ({
      ...(await weighContributions(await kit.engine(), trace, head)),
      ...{ map: headOf(trace.attention, head), head, row },
    }),
    {
      show({ lengths, values, map, head, row }) {
        if (!newest) return;
        const { words, keys, frame } = newest;
        const shown = {
          ...{ moment: { ...newest, head }, room: ROOM, marked: row },
          isMasked: frame.answer ? maskedPairsOf(frame.answer) : undefined,
        };
        const name = fillText(messages.waysMapOf, { head: head + 1 });
        plain.show(map, { ...shown, name, scaleMax: 1 });
        weighted.show(lengths, { ...shown, name: messages.weightedMap });
        const [, columns] = map.shape;
        const rest = { share: 0, length: 0, arrives: 0 };
        const seen = Math.min(row + 1, columns);
        for (let key = 1; key < seen; key++) {
          const at = row * columns + key;
          rest.share += map.data[at];
          rest.arrives += lengths.data[at];
          rest.length += values[key] / (seen - 1);
        }
        const most = Math.max(lengths.data[row * columns], rest.arrives);
        const line = (name: string | Node, share: number, length: number, arrives: number) => [
          name,
          barCell(numbers.fixed(share, 2), share),
          numbers.fixed(length, 1),
          barCell(numbers.fixed(arrives, 1), arrives / most),
        ];
        const at = row * columns;
        table.caption(richText(messages.weightedRow, { word: ownWords(words[row] ?? '', 'word') }));
        table.show([
          line(ownWords(keys[0] ?? ''), map.data[at], values[0], lengths.data[at]),
          ...(seen > 1 ? [line(messages.weightedRest, rest.share, rest.length, rest.arrives)] : []),
        ]);
      },
      fail: kit.fail,
      busy: kit.busy,
    },
  );

  return {
    element,
    update(moment: Moment) {
      newest = moment;
      const { trace, head, row } = moment;
      ask(trace, head, row);
    },
  };
}
