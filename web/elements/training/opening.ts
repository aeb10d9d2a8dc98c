// The experiment of two models of one size, one of which has a single head: the reader guesses first.

import { segments } from '../../ui/controls.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import found from '../../models/one-head.json' with { type: 'json' };
import type { Evaluation } from 'headwise/training';
import type { TrainingSettings } from '../lab/state/training.ts';
import type { Texts } from './texts.ts';

type Settings = TrainingSettings;

export type Guess = 'several' | 'one' | 'both';

/** The settings of the experiment, which its task opens with. */
export const RACE: Readonly<Partial<Settings>> = Object.freeze({
  task: 'binary',
  heads: 4,
  seed: 1,
  rate: null,
  speed: 0,
  versus: true,
});
/** Number of parameters of each of the two, from the experiment. */
const PARAMETERS = found.tasks.find(({ name }) => name === RACE.task)?.parameters ?? 0;
const GUESSES = ['several', 'one', 'both'] as const;
/** Accuracy from which a model has learned the task. */
const LEARNED = 0.95;

export interface Race {
  guess: Guess | null;
  step: number;
  ended: boolean;
  /** scores of the model with several heads, and of the one with a single head */
  scores: readonly Evaluation[];
}

/** Whether these settings are the two models' race. */
export const isRace = ({ task, versus, heads }: Settings) =>
  task === RACE.task && versus && heads > 1;

/** The two models and the question which of them learns; the reader guesses, and Start starts. */
export function opening(texts: Texts, race: Race, choose: (guess: Guess) => void) {
  const { opening: words } = texts.words;
  const text = verdictOf(texts, race);
  const choices = GUESSES.map((value) => ({ value, text: words.guesses[value] }));
  return html`<section class="training-opening">
    <h3>${words.title}</h3>
    <p>${sayText(words.text, { parameters: texts.numbers.whole(PARAMETERS) })}</p>
    <p class="training-guess" hidden=${text !== null}>
      <b>${words.question}</b>${' '}
      ${segments(words.question, choices, race.guess, choose)}
    </p>
    <p class="training-verdict" role="status" hidden=${text === null}>${text}</p>
  </section>`;
}

/** @returns null: nothing has been learned yet */
function verdictOf({ words, numbers }: Texts, { guess, step, ended, scores }: Race) {
  const [several, one] = scores.map(({ accuracy }) => accuracy);
  if (one === undefined || step === 0) return null;
  const { running, result, rightGuess, wrongGuess, why } = words.opening;
  const places = { several: numbers.percent(several), one: numbers.percent(one), why };
  const truth = truthOf(several >= LEARNED, one >= LEARNED);
  if (!ended || truth === null) return sayText(running, places);
  if (guess === null) return sayText(result, places);
  return sayText(truth === guess ? rightGuess : wrongGuess, places);
}

function truthOf(severalLearned: boolean, oneLearned: boolean): Guess | null {
  if (severalLearned) return oneLearned ? 'both' : 'several';
  return oneLearned ? 'one' : null;
}
