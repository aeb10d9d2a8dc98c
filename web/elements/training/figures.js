// Table of each model's progress.

import { fillText, h } from '../shared/dom.js';
import { colorOf } from './chart.js';

/** From here on a loss is written without decimals. */
const MUCH = 100;

/**
 * @typedef {import('../lab/frame.js').Look} Look
 * @typedef {import('./messages/en.js').Words} Words
 * @typedef {ReturnType<typeof import('../lesson/numbers.js').numbersOf>} Numbers
 *
 * @typedef {object} Row
 * @property {import('./learner.js').Learner} learner
 * @property {import('./learner.js').Look} seen
 */

/**
 * @param {Words} words
 * @param {Numbers} numbers
 */
export function createFigures(words, numbers) {
  const element = h('table', { class: 'training-figures' });
  let shown = '';

  return {
    element,
    /**
     * @param {readonly Row[]} runs
     * @param {Look} look
     */
    update(runs, look) {
      const rows = runs.map((run, i) => {
        const dot = h('span', { class: 'training-line', 'aria-hidden': 'true' });
        dot.style.background = colorOf(look, i);
        return rowOf(words, numbers, run, runs.length > 1 ? dot : null);
      });
      const [{ learner }] = runs;
      const caption = captionOf(words, numbers, learner.plan);
      const key = [look.theme, caption, ...rows.map((row) => row.textContent)].join();
      if (key === shown) return;
      shown = key;
      const headings = [words.model, words.step, words.loss, words.right, words.parameters];
      element.replaceChildren(
        h('caption', null, caption),
        h('thead', null, h('tr', null, ...headings.map((one) => h('th', { scope: 'col' }, one)))),
        h('tbody', null, ...rows),
        baselinesOf(words, numbers, learner.baselines),
      );
    },
  };
}

/**
 * @param {Words} words
 * @param {Numbers} numbers
 * @param {Row['learner']} learner
 */
export function runName(words, numbers, { plan }) {
  const { numHeads } = plan.config;
  return numHeads === 1
    ? words.runOne
    : fillText(words.runMany, { heads: numbers.whole(numHeads) });
}

/**
 * @param {Words} words
 * @param {Numbers} numbers
 * @param {Row} run
 * @param {HTMLElement | null} dot in the colour of its curve
 */
function rowOf(words, numbers, { learner, seen: { step, score } }, dot) {
  return h(
    'tr',
    null,
    h('th', { scope: 'row' }, dot, runName(words, numbers, learner)),
    h('td', null, numbers.whole(step)),
    h('td', null, score.loss < MUCH ? numbers.fixed(score.loss, 3) : numbers.few(score.loss)),
    h('td', null, numbers.percent(score.accuracy)),
    h('td', null, numbers.whole(learner.parameters)),
  );
}

/**
 * The text about the test set of the model.
 *
 * @param {Words} words
 * @param {Numbers} numbers
 * @param {import('./tasks.js').Plan} plan
 */
function captionOf(words, numbers, { task, facts }) {
  if (!facts) return words.figuresAbout;
  const { figures } = words.own;
  if (task.name === 'next-token') return figures.text;
  if (facts.heldOut === 0) return figures.allPairs;
  return fillText(figures.pairs, { count: numbers.whole(facts.heldOut) });
}

/**
 * The baselines of frequencies, without attention.
 *
 * @param {Words} words
 * @param {Numbers} numbers
 * @param {import('./task/baselines.js').Baselines} baselines
 */
function baselinesOf(words, numbers, { position, symbol }) {
  const { title, byPosition, bySymbol } = words.baselines;
  const row = (
    /** @type {string} */ name,
    /** @type {import('./task/baselines.js').Reached} */ reached,
  ) =>
    h(
      'tr',
      null,
      h('th', { scope: 'row', colspan: '2' }, name),
      h('td', null, numbers.fixed(reached.loss, 3)),
      h('td', null, numbers.percent(reached.accuracy)),
      h('td', null),
    );
  return h(
    'tfoot',
    null,
    h('tr', null, h('th', { colspan: '5', scope: 'rowgroup' }, title)),
    row(byPosition, position),
    row(bySymbol, symbol),
  );
}
