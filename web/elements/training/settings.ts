// Training settings: task, number of heads, seed, learning rate, and a single head beside them.
// Changing one of them restarts the training.

import { createChoice, createSwitch } from '../../lessons/exhibit-parts.ts';
import { h, isUnsaved } from '../../ui/dom.ts';
import { plainText } from '../../ui/format.ts';
import { isRate, isSeed, TASKS, TRAINING_HEADS } from '../lab/state/training.ts';
import { createOwnTask } from './task/own-field.ts';
import { LESSONS } from './tasks.ts';
import type { Words } from '../../words/en/training.ts';
import type { TrainingSettings } from '../lab/state/training.ts';

type Settings = TrainingSettings;

/** @param actions.watch changes the settings, and starts */
export function createSettings(
  words: Words,
  numbers: ReturnType<typeof import('../lesson/numbers.ts').numbersOf>,
  {
    change,
    watch,
  }: {
    change: (part: Partial<Settings>) => void;
    watch: (part: Partial<Settings>) => void;
  },
) {
  const own = createOwnTask(words, numbers, { change, watch });
  let settingsNow: Settings | null = null;
  const task = h(
    'select',
    {
      onchange: () => {
        const name = TASKS[task.selectedIndex];
        const first = { seed: null, rate: null, speed: null };
        change({ task: name, ...first, ...exampleFor(name) });
      },
    },
    ...TASKS.map((name) => h('option', { value: name }, words.tasks[name].name)),
  );
  const heads = createChoice(
    words.heads,
    TRAINING_HEADS.map((count) => [count, String(count)]),
    (count) => change({ heads: count }),
  );
  const seed = h('input', {
    type: 'number',
    min: '0',
    step: '1',
    inputmode: 'numeric',
    onchange: () => {
      const wanted = seed.valueAsNumber;
      if (isSeed(wanted)) {
        seed.defaultValue = seed.value;
        change({ seed: wanted });
      } else seed.value = shown.seed;
    },
  });
  const rate = h('input', {
    type: 'number',
    min: '0',
    step: 'any',
    inputmode: 'decimal',
    onchange: () => {
      const wanted = rate.valueAsNumber;
      if (isRate(wanted)) {
        rate.defaultValue = rate.value;
        change({ rate: wanted });
      } else rate.value = shown.rate;
    },
  });
  const shown = { seed: '', rate: '' };
  const versus = createSwitch(words.versus, (on) => change({ versus: on }));
  const about = h('p', { class: 'training-about' });
  const element = h(
    'div',
    { class: 'training-settings', role: 'group', 'aria-label': words.settings },
    h('label', { class: 'training-field training-task' }, h('span', null, words.task), task),
    heads.element,
    h('label', { class: 'training-field' }, h('span', null, words.seed), seed),
    h('label', { class: 'training-field training-rate' }, h('span', null, words.rate), rate),
    versus.element,
    about,
    own.element,
  );

  /** An example for an empty task of the reader's own. */
  function exampleFor(name: Settings['task']) {
    if ((name !== 'text' && name !== 'pairs') || settingsNow?.[name]) return {};
    const { text, words: list } = words.own.examples;
    return name === 'text' ? { text } : { pairs: list.split(' ').map(backwards).join('\n') };
  }

  return {
    element,
    update(settings: Settings) {
      settingsNow = settings;
      own.update(settings);
      const lesson = LESSONS[settings.task];
      task.value = settings.task;
      heads.update(settings.heads);
      shown.seed = String(settings.seed ?? lesson.seed);
      shown.rate = plainText(Math.fround(settings.rate ?? lesson.optimizer.learningRate));
      const { activeElement } = element.getRootNode() as Document | ShadowRoot;
      for (const [field, value] of [
        [seed, shown.seed],
        [rate, shown.rate],
      ] as const) {
        if (activeElement === field && isUnsaved(field)) continue;
        field.value = field.defaultValue = value;
      }
      versus.update(settings.versus);
      if (about.textContent !== words.tasks[settings.task].about) {
        about.textContent = words.tasks[settings.task].about;
      }
    },
  };
}

/** A pair of a word and its letters in reverse. */
const backwards = (word: string) => `${word} -> ${[...word].reverse().join('')}`;
