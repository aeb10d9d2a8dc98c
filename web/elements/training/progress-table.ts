// Table of each model's progress.

import { table } from '../../ui/number-table.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { lineOf } from './chart.ts';
import type { Plan } from './tasks.ts';
import type { Baselines, Reached } from './task/baselines.ts';
import type { Look } from '../lab/frame.ts';
import type { Texts } from './texts.ts';
import type { Look as Seen, TrainingModel } from './training-model.ts';

/** From this loss on, no decimals. */
const MUCH = 100;

interface Row {
  learner: TrainingModel;
  seen: Seen;
}

export function progressTable(texts: Texts, runs: readonly Row[], look: Look) {
  const { words, numbers } = texts;
  const [{ learner: first }] = runs;
  const headings = [words.model, words.step, words.loss, words.right, words.parameters];
  return table({
    kind: 'training-figures training-progress',
    caption: captionOf(texts, first.plan),
    headings,
    rows: runs.map(({ learner, seen: { step, score } }, i) => ({
      name: [runs.length > 1 && lineOf(look, i), runName(texts, learner)],
      cells: [
        numbers.whole(step),
        score.loss < MUCH ? numbers.fixed(score.loss, 3) : numbers.few(score.loss),
        numbers.percent(score.accuracy),
        numbers.whole(learner.parameters),
      ],
    })),
  });
}

export function runName({ words, numbers }: Texts, { plan }: TrainingModel) {
  const { numHeads } = plan.config;
  return numHeads === 1 ? words.runOne : sayText(words.runMany, { heads: numbers.whole(numHeads) });
}

/** The text about the test set of the model. */
function captionOf({ words, numbers }: Texts, { task, facts }: Plan) {
  if (!facts) return words.figuresAbout;
  const { figures } = words.own;
  if (task.name === 'next-token') return figures.text;
  if (facts.heldOut === 0) return figures.allPairs;
  return sayText(figures.pairs, { count: numbers.whole(facts.heldOut) });
}

/** The baselines of frequencies, without attention. */
export function baselines({ words, numbers }: Texts, { position, symbol }: Baselines) {
  const { title, byPosition, bySymbol } = words.baselines;
  const row = (name: string, reached: Reached) =>
    html`<tr>
      <th scope="row">${name}</th>
      <td>${numbers.fixed(reached.loss, 3)}</td>
      <td>${numbers.percent(reached.accuracy)}</td>
    </tr>`;
  return html`<table class="training-figures training-baselines">
    <caption>${title}</caption>
    <thead>
      <tr><td></td><th scope="col">${words.loss}</th><th scope="col">${words.right}</th></tr>
    </thead>
    <tbody>${row(byPosition, position)}${row(bySymbol, symbol)}</tbody>
  </table>`;
}
