// Opening of the training room: two models and a guess.
// The models have one size, but one has a single head; the reader guesses before they start.

import { fillText, h, setAttribute, setText } from '../../ui/dom.ts';
import found from '../../models/one-head.json' with { type: 'json' };
import type { Evaluation } from 'headwise/training';
import type { Words } from '../../words/en/training.ts';
import type { TrainingSettings } from '../lab/state/training.ts';

type Settings = TrainingSettings;

type Guess = 'several' | 'one' | 'both';

/** The task of the two models. */
const RACE: Readonly<Partial<Settings>> = Object.freeze({
  ...{ task: 'binary', heads: 4, seed: 1, rate: null, speed: 0, versus: true },
});
/** Number of parameters of each of the two, from the experiment. */
const PARAMETERS = found.tasks.find(({ name }) => name === RACE.task)?.parameters ?? 0;
const GUESSES = ['several', 'one', 'both'] as const;
/** Accuracy from which a model has learned the task. */
const LEARNED = 0.95;

export function createOpening(
  { opening: words }: Words,
  numbers: ReturnType<typeof import('../lesson/numbers.ts').numbersOf>,
  start: (race: Readonly<Partial<Settings>>) => void,
) {
  let guess: Guess | null = null;
  const buttons = GUESSES.map((one) =>
    h(
      'button',
      {
        type: 'button',
        onclick: () => {
          guess = one;
          start(RACE);
        },
      },
      words.guesses[one],
    ),
  );
  const choice = h(
    'div',
    { class: 'segments', role: 'group', 'aria-label': words.question },
    ...buttons,
  );
  const verdict = h('p', { class: 'training-verdict', role: 'status' });
  const element = h(
    'section',
    { class: 'training-opening' },
    h('h3', null, words.title),
    h('p', null, fillText(words.text, { parameters: numbers.whole(PARAMETERS) })),
    h('p', { class: 'training-guess' }, h('b', null, words.question), ' ', choice),
    verdict,
  );
  return {
    element,
    /**
     * @param phase phase of the run
     * @param scores scores of the model with several heads, and of the one with a single head
     */
    update(settings: Settings, phase: string, ended: boolean, scores: readonly Evaluation[]) {
      const races = settings.task === RACE.task && settings.versus && settings.heads > 1;
      if (!races) guess = null;
      const [several, one] = scores.map(({ accuracy }) => accuracy);
      buttons.forEach((button, i) =>
        setAttribute(button, 'aria-pressed', String(GUESSES[i] === guess)),
      );
      verdict.hidden = guess === null || !races || one === undefined || phase === 'starting';
      if (verdict.hidden) return;
      const places = { several: numbers.percent(several), one: numbers.percent(one) };
      const learned = [several, one].map((right) => right >= LEARNED);
      const truth = learned[0] ? (learned[1] ? 'both' : 'several') : learned[1] ? 'one' : null;
      const told =
        !ended || truth === null
          ? words.running
          : truth === guess
            ? words.rightGuess
            : words.wrongGuess;
      setText(verdict, fillText(told, places));
    },
  };
}
