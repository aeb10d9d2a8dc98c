// Exhibit: a head's map, and the length of each contribution.

import { richText } from '../../elements/lesson/symbols.ts';
import { html } from '../../ui/template.ts';
import { ownWords, sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { bar, table, wordOf } from '../exhibit-parts.ts';
import { headOf } from '../tensors.ts';
import { weighContributions } from './experiment.ts';
import type { Child } from '../../ui/template.ts';

const ROOM = 250;

export const contributionNorms = exhibit({
  name: 'weighted',
  lab: 'hidden',
  asks: ({ trace, head, row }) => trace && { trace, head, row },
  compute: async (engine, { trace, head }) => ({
    ...(await weighContributions(engine, trace, head)),
    map: headOf(trace.attention, head),
  }),
  view({ lengths, values, map }, { messages, numbers, words, keys, frame, head, row, smallMap }) {
    const drawing = {
      room: ROOM,
      marked: row,
      isMasked: frame.answer?.isMasked,
    };
    const name = sayText(messages.waysMapOf, { head: head + 1 });
    const [, columns] = map.shape;
    const at = row * columns;
    const rest = { share: 0, arrives: 0 };
    const seen = Math.min(row + 1, columns);
    for (let key = 1; key < seen; key++) {
      rest.share += map.data[at + key];
      rest.arrives += lengths.data[at + key];
    }
    const most = Math.max(lengths.data[at], rest.arrives);
    const line = (whose: Child, share: number, length: number, arrives: number) => [
      whose,
      bar(numbers.fixed(share, 2), share),
      numbers.fixed(length, 1),
      bar(numbers.fixed(arrives, 1), arrives / most),
    ];
    const first = line(ownWords(keys[0] ?? ''), map.data[at], values[0], lengths.data[at]);
    // their mean length, each counted by its share: the row's numbers multiply
    const length = rest.arrives / rest.share;
    const others = line(messages.weightedRest, rest.share, length, rest.arrives);
    return html`<div class="exhibit-row">
        ${smallMap('plain', map, { ...drawing, name, scaleMax: 1 })}
        ${smallMap('weighted', lengths, { ...drawing, name: messages.weightedMap })}
      </div>
      ${table(
        richText(messages.weightedRow, { word: wordOf(words, row) }),
        [
          messages.scaleWord,
          messages.scaleShareColumn,
          richText(messages.weightedValue),
          messages.weightedArrives,
        ],
        seen > 1 ? [first, others] : [first],
      )}`;
  },
});
