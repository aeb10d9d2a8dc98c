// Exhibit: attention of every head to the sentence's first word.

import { richText } from '../../elements/lesson/symbols.ts';
import { sayText } from '../../ui/text.ts';
import { headHue, markOf } from '../../views/color.ts';
import { exhibit } from '../exhibit.ts';
import { bar, table, wordOf } from '../exhibit-parts.ts';
import { measureFirst } from './experiment.ts';

export const firstShare = exhibit({
  name: 'first-share',
  lab: 'withheld',
  asks({ frame: { source, first } }) {
    const { whole } = source;
    return whole && first.tokens.length > 0 ? { whole, tokens: first.tokens } : null;
  },
  compute: async (engine, { whole, tokens }) =>
    measureFirst(
      await whole.start(engine),
      tokens.map(({ id }) => id),
    ),
  view(shares, { messages, numbers, words, frame }) {
    const heads = shares[0].map((_, head) => sayText(messages.head, { head: head + 1 }));
    const most = Math.max(...shares.flat());
    return table(
      richText(messages.sinkCaption, { word: wordOf(words, 0) }),
      [messages.layerLabel, ...heads],
      shares.map((layer, at) => [
        numbers.whole(at + 1),
        ...layer.map((share, head) => {
          const color = markOf(headHue(head), frame.look.theme);
          return bar(numbers.fixed(share, 2), share, share === most ? 'best' : '', color);
        }),
      ]),
    );
  },
});
