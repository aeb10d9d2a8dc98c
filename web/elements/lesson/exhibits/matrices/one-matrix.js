// Exhibit: a head's scores with W_Q and W_K, or one matrix.

import { fillText, h, ownWords } from '../../../shared/dom.js';
import { createAsker } from '../../asker.js';
import { computeOneMatrix } from '../../experiments/matrices.js';
import { numbersOf } from '../../numbers.js';
import { otherOf } from '../../places.js';
import { richText } from '../../symbols.js';
import { createSwitch, fact } from '../parts.js';
import { createSmallMap } from '../small-map.js';

const ROOM = 340;
/** What a scene is about, the value of `show`: the words that find themselves; else two words and both their scores. */
const OWN = 2;

/** @param {import('../../exhibits.js').Kit} kit */
export function createOneMatrix({ messages, engine, setValues, fail, busy }) {
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
  /** @type {import('../../exhibits.js').Moment | null} */
  let newest = null;

  const ask = createAsker(
    async (
      /** @type {import('../../experiments/tensors.js').Trace} */ trace,
      /** @type {number} */ head,
      /** @type {boolean} */ one,
    ) => ({ ...(await computeOneMatrix(await engine(), trace, { head, one })), head }),
    { show, fail, busy },
  );

  /** @param {Awaited<ReturnType<typeof computeOneMatrix>> & { head: number }} found */
  function show({ scores, best, own, head }) {
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
    const named = (
      /** @type {string} */ text,
      /** @type {number} */ at,
      /** @type {number} */ to,
    ) => richText(text, { word: ownWords(words[at], 'word'), other: ownWords(words[to], 'word') });
    const scoreFact = (/** @type {number} */ at, /** @type {number} */ to) =>
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
    /** @param {import('../../exhibits.js').Moment} moment */
    update(moment) {
      newest = moment;
      both.update(moment.values.on === 1);
      ask(moment.trace, moment.head, moment.values.on === 1);
      ask.again();
    },
  };
}
