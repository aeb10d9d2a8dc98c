// Exhibit: the online softmax, score by score.
// The number of scores so far, the largest, the sum, and the points where the sum was rescaled.

import { richText } from '../../elements/lesson/symbols.ts';
import { html } from '../../ui/template.ts';
import { ownWords } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { digits, facts, labelledSlider, table, wordOf } from '../exhibit-parts.ts';
import { rowAt } from '../tensors.ts';
import { computeOnline } from './experiment.ts';
import { TO_LARGEST } from './questions.ts';

export const online = exhibit({
  name: 'online',
  lab: 'withheld',
  asks: ({ trace, head, row }) => trace && { trace, head, row },
  async compute(engine, { trace, head, row }) {
    const scores = rowAt(trace.scores, head, row);
    return { ...(await computeOnline(engine, scores)), scores };
  },
  view(
    { passes, twice, difference, scores },
    { messages, numbers, words, keys, row, values, setValues },
  ) {
    const largest = scores.indexOf(Math.max(...scores)) + 1;
    const wanted = values.count ?? (values.show === TO_LARGEST ? largest : 1);
    const count = Math.min(wanted, passes.length);
    const now = passes[count - 1];
    const isAll = count === passes.length;
    const slider = {
      label: messages.onlineRead,
      min: 1,
      max: passes.length,
      value: count,
      slide: (read: number) => setValues({ count: read }),
    };
    return html`${labelledSlider(slider, numbers.whole(count))}
      ${facts([
        [messages.onlineMax, numbers.fixed(now.max, 2)],
        [messages.onlineSum, numbers.fixed(now.sum, 4)],
        [messages.onlineTwice, isAll ? numbers.fixed(twice, 4) : '…'],
        [messages.onlineDifference, isAll ? numbers.few(difference) : '…'],
      ])}
      ${table(
        richText(messages.onlineCaption, { word: wordOf(words, row) }),
        [
          messages.scaleWord,
          messages.scaleScore,
          messages.onlineMax,
          messages.onlineFactor,
          messages.onlineSum,
        ],
        passes
          .slice(0, count)
          .map(({ max, factor, sum }, at) => [
            ownWords(keys[at] ?? ''),
            digits(numbers.fixed(scores[at], 2)),
            digits(numbers.fixed(max, 2)),
            at > 0 && factor !== 1 ? `× ${numbers.fixed(factor, 3)}` : '',
            digits(numbers.fixed(sum, 4)),
          ]),
        count - 1,
      )}`;
  },
});
