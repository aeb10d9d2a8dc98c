// Exhibit: a head's scores with W_Q and W_K, or one matrix.

import { fillText, h, ownWords } from '../../ui/dom.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { computeOneMatrix } from './experiment.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { otherOf } from '../../elements/lesson/placeholders.ts';
import { richText } from '../../elements/lesson/symbols.ts';
import { createSwitch, fact } from '../exhibit-parts.ts';
import { createSmallMap } from '../small-map.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Trace } from '../tensors.ts';

const ROOM = 340;
/**
 * The value of `show` for words that attend to themselves; other values show two words and both
 * their scores.
 */
const OWN = 2;

export function createOneMatrix({ messages, engine, setValues, fail, busy }: Kit) {
  const numbers = numbersOf(messages.locale);
  const both = createSwitch(richText(messages.matricesOne), (on) => setValues({ on: Number(on) }));
  const map = createSmallMap(messages);
  const facts = h('dl', { class: 'exhibit-facts' });
  const element = h(
    'div',
    { class: 'one-matrix' },
    h('div', { class: 'exhibit-controls' }, both.element),
    facts,
    h('div', { class: 'exhibit-row' }, map.element),
    h('p', { class: 'exhibit-note' }, messages.exhibitSigned),
  );
  let newest: Moment | null = null;

  const ask = createLatestQuery(
    async (trace: Trace, head: number, one: boolean) => ({
      ...(await computeOneMatrix(await engine(), trace, { head, one })),
      head,
    }),
    { show, fail, busy },
  );

  function show({
    scores,
    best,
    own,
    head,
  }: Awaited<ReturnType<typeof computeOneMatrix>> & { head: number }) {
    if (!newest) return;
    const { words, row, values, frame } = newest;
    const column = otherOf(frame, row, words.length);
    const isOwn = values.show === OWN;
    map.show(scores, {
      moment: { ...newest, head },
      name: fillText(messages.matricesScores, { head: head + 1 }),
      ...{ room: ROOM, signed: true },
      ...(isOwn
        ? { marked: row }
        : {
            cells: [
              [row, column],
              [column, row],
            ],
          }),
    });
    const named = (text: string, at: number, to: number) =>
      richText(text, { word: ownWords(words[at], 'word'), other: ownWords(words[to], 'word') });
    const scoreFact = (at: number, to: number) =>
      fact(
        named(messages.matricesScore, at, to),
        numbers.fixed(scores.data[at * words.length + to], 4),
      );
    const counted = fillText(messages.matricesOf, { count: own, all: words.length });
    facts.replaceChildren(
      ...(isOwn
        ? [
            fact(named(messages.matricesBest, row, row), ownWords(words[best[row]])),
            fact(messages.matricesOwn, counted),
          ]
        : [scoreFact(row, column), scoreFact(column, row)]),
    );
  }

  return {
    element,
    update(moment: Moment) {
      newest = moment;
      both.update(moment.values.on === 1);
      ask(moment.trace, moment.head, moment.values.on === 1);
      ask.again();
    },
  };
}
