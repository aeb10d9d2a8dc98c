// Exhibit: scores of one word at every position, with and without rotation.

import { h, ownWords } from '../../ui/dom.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { computeOrder } from './experiment.ts';
import { withProjection } from '../tensors.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { richText } from '../../elements/lesson/symbols.ts';
import { createSwitch, fact } from '../exhibit-parts.ts';
import { createSmallMap } from '../small-map.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Trace } from '../tensors.ts';

const ROOM = 330;

export function createRotaryOrder({ messages, engine, setValues, fail, busy }: Kit) {
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
  let newest: Moment | null = null;

  const said = ({ same, largest }: Awaited<ReturnType<typeof computeOrder>>['all']) =>
    same ? messages.exhibitSame : numbers.few(largest);

  const ask = createLatestQuery(
    async (trace: Trace, head: number, row: number, turned: boolean) => ({
      ...(await computeOrder(await engine(), trace, { head, row, turned })),
      row,
    }),
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
    update(moment: Moment) {
      newest = moment;
      const { trace, head, row, values } = moment;
      turn.update(values.on === 1);
      ask(withProjection(trace), head, row, values.on === 1);
    },
  };
}
