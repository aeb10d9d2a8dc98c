// Training settings: task and number of heads; behind "More" the seed, the learning rate, and a single
// head beside them. Changing one of them restarts the training.

import { labelledSegments, toggle } from '../../ui/controls.ts';
import { plainText } from '../../ui/format.ts';
import { createRoot, html } from '../../ui/template.ts';
import { FIRST_TRAINING, isRate, isSeed, TASKS, TRAINING_HEADS } from '../lab/state/training.ts';
import { createOwnTask } from './task/own-field.ts';
import { RACE } from './opening.ts';
import { LESSONS } from './tasks.ts';
import type { TrainingSettings } from '../lab/state/training.ts';
import type { Texts } from './texts.ts';

type Settings = TrainingSettings;

export interface SettingsActions {
  change: (part: Partial<Settings>) => void;
  /** called while the reader types a task */
  typed: () => void;
}

export function createSettings(texts: Texts, actions: SettingsActions) {
  const { words } = texts;
  const { change } = actions;
  const own = createOwnTask(texts, actions);
  let settings: Settings = FIRST_TRAINING;
  /** Texts of the fields while the reader types. */
  const typed: { seed: string | null; rate: string | null } = { seed: null, rate: null };
  const root = createRoot(view());
  const more = createRoot(moreView());

  function view() {
    const { task, heads } = settings;
    return html`<div class="training-settings" role="group" aria-label=${words.settings}>
      <label class="training-field training-task">
        <span>${words.task}</span>
        <select @change=${chooseTask}>
          ${TASKS.map(
            (name) =>
              html`<option value=${name} .selected=${name === task}>
                ${words.tasks[name].name}
              </option>`,
          )}
        </select>
      </label>
      ${labelledSegments(
        words.heads,
        words.heads,
        TRAINING_HEADS.map((count) => ({ value: count, text: String(count) })),
        heads,
        (count) => change({ heads: count }),
      )}
      <p class="training-about">${words.tasks[task].about}${' '}<span>${words.lead}</span></p>
      ${own.element}
    </div>`;
  }

  function moreView() {
    const { task, versus } = settings;
    const lesson = LESSONS[task];
    // by the default values, the lab's keys know whether a field undoes its own text
    const seed = String(settings.seed ?? lesson.seed);
    const rate = plainText(Math.fround(settings.rate ?? lesson.optimizer.learningRate));
    return html`<div class="training-fine" role="group" aria-label=${words.settings}>
      <label class="training-field">
        <span>${words.seed}</span>
        <input
          type="number"
          min="0"
          step="1"
          inputmode="numeric"
          .defaultValue=${seed}
          .value=${typed.seed ?? seed}
          @input=${({ target }: Event) => (typed.seed = (target as HTMLInputElement).value)}
          @change=${takeSeed}
          @blur=${() => (typed.seed = null)}
        />
      </label>
      <label class="training-field">
        <span>${words.rate}</span>
        <input
          type="number"
          min="0"
          step="any"
          inputmode="decimal"
          .defaultValue=${rate}
          .value=${typed.rate ?? rate}
          @input=${({ target }: Event) => (typed.rate = (target as HTMLInputElement).value)}
          @change=${takeRate}
          @blur=${() => (typed.rate = null)}
        />
      </label>
      ${toggle(words.versus, versus, (on) => change({ versus: on }))}
    </div>`;
  }

  function chooseTask({ target }: Event) {
    const task = TASKS[(target as HTMLSelectElement).selectedIndex];
    const plain = { task, seed: null, rate: null, speed: null, versus: false, ...exampleFor(task) };
    change(task === RACE.task ? RACE : plain);
  }

  function takeSeed({ target }: Event) {
    typed.seed = null;
    const seed = (target as HTMLInputElement).valueAsNumber;
    if (isSeed(seed)) change({ seed });
    else more.render(moreView());
  }

  function takeRate({ target }: Event) {
    typed.rate = null;
    const rate = (target as HTMLInputElement).valueAsNumber;
    if (isRate(rate)) change({ rate });
    else more.render(moreView());
  }

  /** An example for an empty task of the reader's own. */
  function exampleFor(name: Settings['task']) {
    if ((name !== 'text' && name !== 'pairs') || settings[name]) return {};
    const { text, words: list } = words.own.examples;
    return name === 'text' ? { text } : { pairs: list.split(' ').map(backwards).join('\n') };
  }

  return {
    element: root.element,
    /** seed, learning rate, and a single head beside the others */
    more: more.element,
    /** Whether the field of the reader's own task has a problem. */
    isWrong: own.isWrong,
    update(next: Settings) {
      settings = next;
      own.update(next);
      root.render(view());
      more.render(moreView());
    },
  };
}

/** A pair of a word and its letters in reverse. */
const backwards = (word: string) => `${word} -> ${[...word].reverse().join('')}`;
