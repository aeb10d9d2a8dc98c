// Exhibit: a head's scores with W_Q and W_K, or one matrix.

import { otherOf } from '../../elements/lesson/placeholders.ts';
import { richText } from '../../elements/lesson/symbols.ts';
import { toggle } from '../../ui/controls.ts';
import { html } from '../../ui/template.ts';
import { ownWords, sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { facts, wordOf } from '../exhibit-parts.ts';
import { computeOneMatrix } from './experiment.ts';

const ROOM = 340;
/**
 * The value of `show` for words that attend to themselves; other values show two words and both
 * their scores.
 */
const OWN = 2;

export const oneMatrix = exhibit({
  name: 'one-matrix',
  lab: 'withheld',
  asks: ({ trace, head, values }) =>
    trace && { trace, head, one: values.on === 1, factor: values.count || 1 },
  compute: (engine, { trace, ...which }) => computeOneMatrix(engine, trace, which),
  controls: ({ messages, values, setValues }) =>
    html`<div class="exhibit-controls">
      ${toggle(richText(messages.matricesOne), values.on === 1, (on) =>
        setValues({ on: Number(on) }),
      )}
    </div>`,
  view({ scores, best, own }, { messages, numbers, words, values, frame, head, row, smallMap }) {
    const column = otherOf(frame, row, words.length);
    const isOwn = values.show === OWN;
    const named = (text: string, at: number, to: number) =>
      richText(text, { word: wordOf(words, at), other: wordOf(words, to) });
    const scoreFact = (at: number, to: number) =>
      [
        named(messages.matricesScore, at, to),
        numbers.fixed(scores.data[at * words.length + to], 4),
      ] as const;
    const found = isOwn
      ? [
          [named(messages.matricesBest, row, row), ownWords(words[best[row]])] as const,
          [
            messages.matricesOwn,
            sayText(messages.matricesOf, { count: own, all: words.length }),
          ] as const,
        ]
      : [
          ...(values.count
            ? [[richText(messages.matricesTimes), numbers.whole(values.count)] as const]
            : []),
          scoreFact(row, column),
          scoreFact(column, row),
        ];
    const map = smallMap('scores', scores, {
      name: sayText(messages.matricesScores, { head: head + 1 }),
      room: ROOM,
      signed: true,
      marked: isOwn ? row : undefined,
      cells: isOwn
        ? []
        : [
            [row, column],
            [column, row],
          ],
    });
    return html`${facts(found)}
      <div class="exhibit-row">${map}</div>
      <p class="exhibit-note">${messages.exhibitSigned}</p>`;
  },
});
