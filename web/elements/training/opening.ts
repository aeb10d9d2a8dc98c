// Opening of the training room: two models and a guess.
// The models have one size, but one has a single head; the reader guesses before they start.

import { segments } from '../../ui/controls.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import found from '../../models/one-head.json' with { type: 'json' };
import type { Evaluation } from 'headwise/training';
import type { TrainingSettings } from '../lab/state/training.ts';
import type { Phase } from './run-control.ts';
import type { Texts } from './texts.ts';

type Settings = TrainingSettings;

export type Guess = 'several' | 'one' | 'both';

/** The task of the two models. */
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
  phase: Phase;
  ended: boolean;
  /** scores of the model with several heads, and of the one with a single head */
  scores: readonly Evaluation[];
}

/** Whether these settings are the two models' race. */
export const isRace = ({ task, versus, heads }: Settings) =>
  task === RACE.task && versus && heads > 1;

/** @param race null: another run is on the screen */
export function opening(texts: Texts, race: Race | null, choose: (guess: Guess) => void) {
  const { opening: words } = texts.words;
  const text = race && verdictOf(texts, race);
  const choices = GUESSES.map((value) => ({ value, text: words.guesses[value] }));
  return html`<section class="training-opening">
    <h3>${words.title}</h3>
    <p>${sayText(words.text, { parameters: texts.numbers.whole(PARAMETERS) })}</p>
    <p class="training-guess">
      <b>${words.question}</b>${' '}
      ${segments(words.question, choices, race?.guess ?? null, choose)}
    </p>
    <p class="training-verdict" role="status" hidden=${text === null}>${text}</p>
  </section>`;
}

function verdictOf({ words, numbers }: Texts, { guess, phase, ended, scores }: Race) {
  const [several, one] = scores.map(({ accuracy }) => accuracy);
  if (guess === null || one === undefined || phase === 'starting') return null;
  const { running, rightGuess, wrongGuess } = words.opening;
  const places = { several: numbers.percent(several), one: numbers.percent(one) };
  const truth = truthOf(several >= LEARNED, one >= LEARNED);
  if (!ended || truth === null) return sayText(running, places);
  return sayText(truth === guess ? rightGuess : wrongGuess, places);
}

function truthOf(severalLearned: boolean, oneLearned: boolean): Guess | null {
  if (severalLearned) return oneLearned ? 'both' : 'several';
  return oneLearned ? 'one' : null;
}
