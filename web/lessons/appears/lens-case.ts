// Exhibit: the answer to a question about invented numbers or words after each layer, as a table like the lens's own.

import { ownWords } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { table } from '../exhibit-parts.ts';
import { caseOf } from './invented.ts';

export const lensCase = exhibit({
  name: 'lens-case',
  lab: 'withheld',
  asks: ({ values }) => ({ ...caseOf(values), marked: values.count ?? 0 }),
  compute: async (_, shown) => shown,
  view({ scores, words, marked }, { messages, numbers }) {
    const first = scores ? 0 : 1;
    const nameOf = (layer: number) => (layer === 0 ? messages.lensInput : numbers.whole(layer));
    const cells = scores?.map(numbers.whole) ?? words?.map((word) => ownWords(word)) ?? [];
    const rows = cells.map((cell, i) => [nameOf(i + first), cell]);
    return table(
      messages.lensCase,
      [messages.layerLabel, scores ? messages.rotaryScores : messages.lensGuess],
      rows.toReversed(),
      rows.length - 1 - (marked - first),
    );
  },
});
