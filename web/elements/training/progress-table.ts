// Table of each model's progress.

import { fillText, h } from '../../ui/dom.ts';
import { colorOf } from './chart.ts';
import type { Plan } from './tasks.ts';
import type { Baselines, Reached } from './task/baselines.ts';
import type { Look } from '../lab/frame.ts';
import type { Words } from '../../words/en/training.ts';
import type { TrainingModel } from './training-model.ts';

/** From this loss on, no decimals. */
const MUCH = 100;

type Numbers = ReturnType<typeof import('../lesson/numbers.ts').numbersOf>;

interface Row {
  learner: TrainingModel;
  seen: import('./training-model.ts').Look;
}

export function createProgressTable(words: Words, numbers: Numbers) {
  const element = h('table', { class: 'training-figures' });
  let shown = '';

  return {
    element,
    update(runs: readonly Row[], look: Look) {
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

export function runName(words: Words, numbers: Numbers, { plan }: Row['learner']) {
  const { numHeads } = plan.config;
  return numHeads === 1
    ? words.runOne
    : fillText(words.runMany, { heads: numbers.whole(numHeads) });
}

/** @param dot element in the colour of its curve */
function rowOf(
  words: Words,
  numbers: Numbers,
  { learner, seen: { step, score } }: Row,
  dot: HTMLElement | null,
) {
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

/** The text about the test set of the model. */
function captionOf(words: Words, numbers: Numbers, { task, facts }: Plan) {
  if (!facts) return words.figuresAbout;
  const { figures } = words.own;
  if (task.name === 'next-token') return figures.text;
  if (facts.heldOut === 0) return figures.allPairs;
  return fillText(figures.pairs, { count: numbers.whole(facts.heldOut) });
}

/** The baselines of frequencies, without attention. */
function baselinesOf(words: Words, numbers: Numbers, { position, symbol }: Baselines) {
  const { title, byPosition, bySymbol } = words.baselines;
  const row = (name: string, reached: Reached) =>
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
