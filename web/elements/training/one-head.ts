// "Is one head enough?": the result of an experiment. Each of its tasks can be tried.

import { button } from '../../ui/controls.ts';
import { table } from '../../ui/number-table.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import data from '../../models/one-head.json' with { type: 'json' };
import type { Texts } from './texts.ts';
import type { TaskName, TrainingSettings } from '../lab/state/training.ts';

type Side = { heads: number; learningRate: number; accuracies: number[] };

/** output of web/models/training/one-head.ts */
interface Found {
  version: string;
  seeds: number[];
  learningRates: number[];
  tasks: { name: TaskName; steps: number; parameters: number; several: Side; one: Side }[];
}

const found = data as Found;

export function oneHead(
  { words, numbers, locale }: Texts,
  show: (wanted: Partial<TrainingSettings>) => void,
) {
  const { one } = words;

  function answer({ name, steps, parameters, several, one: alone }: Found['tasks'][number]) {
    const caption = sayText(one.caption, {
      steps: numbers.whole(steps),
      parameters: numbers.whole(parameters),
    });
    const tryIt = () =>
      show({
        task: name,
        heads: several.heads,
        seed: found.seeds[0],
        rate: null,
        speed: 0,
        versus: true,
      });
    const seeds = found.seeds.map((seed) => sayText(one.seed, { seed: numbers.whole(seed) }));
    return html`<div class="training-answer">
      ${table({
        kind: 'training-figures',
        caption: html`<b>${words.tasks[name].name}</b>${' '}${caption}`,
        headings: [words.model, ...seeds],
        rows: [several, alone].map(side),
      })}
      ${button(one.tryIt, tryIt, { look: 'quiet', classes: 'filled' })}
    </div>`;
  }

  function side({ heads, accuracies }: Side) {
    const name =
      heads === 1 ? words.runOne : sayText(words.runMany, { heads: numbers.whole(heads) });
    return { name, cells: accuracies.map((accuracy) => numbers.percent(accuracy)) };
  }

  const rates = new Intl.ListFormat(locale, { type: 'unit' });
  const about = sayText(one.about, {
    version: found.version,
    rates: rates.format(found.learningRates.map(numbers.few)),
  });
  // closed, so that it does not answer before the reader has guessed
  return html`<details class="training-question">
    <summary>${one.title}</summary>
    <div class="training-words">
      ${one.text.map((paragraph) => html`<p>${paragraph}</p>`)}
      <p class="training-small">${about}</p>
    </div>
    <div class="training-answers">${found.tasks.map(answer)}</div>
  </details>`;
}
