// "Is one head enough?": the result of an experiment. Each of its tasks can be tried.

import { fillText, h } from '../../ui/dom.ts';
import data from '../../models/one-head.json' with { type: 'json' };
import type { Words } from '../../words/en/training.ts';
import type { TaskName, TrainingSettings } from '../lab/state/training.ts';

type Settings = TrainingSettings;

type Side = { heads: number; learningRate: number; accuracies: number[] };

/** output of web/models/training/one-head.ts */
interface Found {
  version: string;
  seeds: number[];
  learningRates: number[];
  tasks: { name: TaskName; steps: number; parameters: number; several: Side; one: Side }[];
}

const found = data as Found;

export function createOneHead(
  words: Words,
  numbers: ReturnType<typeof import('../lesson/numbers.ts').numbersOf>,
  locale: string,
  show: (wanted: Partial<Settings>) => void,
) {
  const { one } = words;
  const rates = new Intl.ListFormat(locale, { type: 'unit' });

  function answer(task: Found['tasks'][number]) {
    const name = words.tasks[task.name].name;
    const rows = [task.several, task.one].map(({ heads, accuracies }) =>
      h(
        'tr',
        null,
        h(
          'th',
          { scope: 'row' },
          heads === 1 ? words.runOne : fillText(words.runMany, { heads: numbers.whole(heads) }),
        ),
        ...accuracies.map((accuracy) => h('td', null, numbers.percent(accuracy))),
      ),
    );
    const places = {
      steps: numbers.whole(task.steps),
      parameters: numbers.whole(task.parameters),
    };
    return h(
      'div',
      { class: 'training-answer' },
      h(
        'table',
        { class: 'training-figures' },
        h('caption', null, h('b', null, name), ' ', fillText(one.caption, places)),
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            h('th', { scope: 'col' }, words.model),
            ...found.seeds.map((seed) =>
              h('th', { scope: 'col' }, fillText(one.seed, { seed: numbers.whole(seed) })),
            ),
          ),
        ),
        h('tbody', null, ...rows),
      ),
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          onclick: () =>
            show({
              task: task.name,
              heads: task.several.heads,
              seed: found.seeds[0],
              rate: null,
              speed: 0,
              versus: true,
            }),
        },
        one.tryIt,
      ),
    );
  }

  const element = h(
    'section',
    { class: 'training-question' },
    h(
      'div',
      { class: 'training-words' },
      h('h3', null, one.title),
      ...one.text.map((paragraph) => h('p', null, paragraph)),
      h(
        'p',
        { class: 'training-small' },
        fillText(one.about, {
          version: found.version,
          rates: rates.format(found.learningRates.map(numbers.few)),
        }),
      ),
    ),
    h('div', { class: 'training-answers' }, ...found.tasks.map(answer)),
  );
  return { element };
}
