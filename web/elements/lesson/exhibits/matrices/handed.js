// Exhibit: agreement of a word's new vector with its query.
// Once the head passes on values, once keys.

import { fillText, h, ownWords } from '../../../shared/dom.js';
import { createAsker } from '../../asker.js';
import { computeHanded } from '../../experiments/matrices.js';
import { numbersOf } from '../../numbers.js';
import { createChoice, createTable, fact } from '../parts.js';

/** @param {import('../../exhibits.js').Kit} kit */
export function createHanded({ messages, engine, setValues, fail, busy }) {
  const numbers = numbersOf(messages.locale);
  const choice = createChoice(
    messages.handedWhat,
    [
      [0, messages.exchangeValues],
      [1, messages.exchangeKeys],
    ],
    (on) => setValues({ on }),
  );
  const facts = h('dl', { class: 'exhibit-facts' });
  const table = createTable(messages.handedCaption, [
    messages.scaleWord,
    messages.handedEqual,
    messages.handedLooking,
  ]);
  const element = h('div', { class: 'handed' }, choice.element, facts, table.element);
  /** @type {import('../../exhibits.js').Moment | null} */
  let newest = null;

  const ask = createAsker(
    async (
      /** @type {import('../../experiments/tensors.js').Trace} */ trace,
      /** @type {number} */ head,
      /** @type {boolean} */ keys,
    ) => computeHanded(await engine(), trace, { head, keys }),
    {
      show({ looking, equal }) {
        const words = newest?.words ?? [];
        const count = looking.filter((one, row) => one > equal[row]).length;
        facts.replaceChildren(
          fact(messages.handedMore, fillText(messages.matricesOf, { count, all: looking.length })),
        );
        const number = (/** @type {number} */ value) =>
          h('span', { class: 'numbers' }, numbers.fixed(value, 2));
        table.show(
          looking.map((one, row) => [ownWords(words[row] ?? ''), number(equal[row]), number(one)]),
        );
      },
      fail,
      busy,
    },
  );

  return {
    element,
    /** @param {import('../../exhibits.js').Moment} moment */
    update(moment) {
      newest = moment;
      const { trace, head, values } = moment;
      choice.update(values.on ?? 0);
      ask(trace, head, values.on === 1);
    },
  };
}
