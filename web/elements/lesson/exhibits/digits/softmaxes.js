// Exhibit: the textbook softmax and the one that subtracts the maximum.
// The same number is added to every score of the row before.

import { h, ownWords } from '../../../shared/dom.js';
import { createAsker } from '../../asker.js';
import { computeSoftmaxes } from '../../experiments/digits.js';
import { rowAt } from '../../experiments/tensors.js';
import { numbersOf } from '../../numbers.js';
import { richText } from '../../symbols.js';
import { barCell, createChoice, createTable, factsOf } from '../parts.js';

/** What can be added to every score; the values of `way`. */
export const ADDED = Object.freeze([0, 40, 80, 100]);
/** The value of `show` where both are. */
const BOTH = 2;

/** @param {import('../../exhibits.js').Kit} kit */
export function createSoftmaxes(kit) {
  const { messages, setValues } = kit;
  const added = createChoice(
    messages.softmaxAdded,
    ADDED.map((one, choice) => [choice, String(one)]),
    (choice) => setValues({ way: choice }),
  );
  const naive = createSide(messages, messages.softmaxNaive, messages.softmaxExp);
  const stable = createSide(messages, messages.softmaxStable, messages.softmaxLess);
  const element = h(
    'div',
    { class: 'softmaxes' },
    added.element,
    h('div', { class: 'two-columns' }, naive.summary, stable.summary),
    h('div', { class: 'two-columns' }, naive.table, stable.table),
  );
  /** @type {import('../../exhibits.js').Moment | null} */
  let newest = null;

  const ask = createAsker(
    async (
      /** @type {import('../../experiments/tensors.js').Trace} */ trace,
      /** @type {number} */ head,
      /** @type {number} */ row,
      /** @type {number} */ number,
    ) => computeSoftmaxes(await kit.engine(), rowAt(trace.scores, head, row), number),
    {
      show(found) {
        if (!newest) return;
        naive.show(newest, found.scores, found.naive);
        stable.show(newest, found.scores, found.stable);
      },
      fail: kit.fail,
      busy: kit.busy,
    },
  );

  return {
    element,
    /** @param {import('../../exhibits.js').Moment} moment */
    update(moment) {
      newest = moment;
      const { trace, head, row, values } = moment;
      const choice = values.way ?? 0;
      added.update(choice);
      stable.summary.hidden = stable.table.hidden = values.show !== BOTH;
      ask(trace, head, row, ADDED[choice] ?? 0);
    },
  };
}

/**
 * @param {import('../../../messages/en.js').Messages} messages
 * @param {string} name
 * @param {string} exponential
 */
function createSide(messages, name, exponential) {
  const numbers = numbersOf(messages.locale);
  const facts = h('dl', { class: 'exhibit-facts' });
  const table = createTable('', [
    messages.scaleWord,
    messages.scaleScore,
    exponential,
    messages.scaleShareColumn,
  ]);
  return {
    summary: h('section', null, h('h3', null, name), facts),
    table: table.element,
    /**
     * @param {import('../../exhibits.js').Moment} moment
     * @param {Float32Array} scores
     * @param {import('../../experiments/digits.js').Shares} side
     */
    show({ keys, words, row }, scores, { exponentials, sum, shares }) {
      const best = scores.indexOf(Math.max(...scores));
      const word = () => ownWords(words[row] ?? '', 'word');
      const share = (/** @type {number} */ at) =>
        Number.isNaN(shares[at]) ? 'NaN' : numbers.fixed(shares[at], 3);
      facts.replaceChildren(
        ...factsOf([
          [messages.softmaxSum, numbers.large(sum)],
          [richText(messages.scaleLargestShare, { word: word() }), share(best)],
        ]),
      );
      table.caption(richText(messages.scaleCaption, { word: word() }));
      table.show(
        Array.from(scores, (score, at) => [
          ownWords(keys[at] ?? ''),
          h('span', { class: 'numbers' }, numbers.fixed(score, 2)),
          h('span', { class: 'numbers' }, numbers.large(exponentials[at])),
          barCell(share(at), shares[at] || 0),
        ]),
      );
    },
  };
}
