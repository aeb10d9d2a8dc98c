// Bars of a model's prediction: next token, masked token, or classes.

import { roundedText } from '../../ui/format.ts';
import { html } from '../../ui/template.ts';
import { ownWords, say, sayText } from '../../ui/text.ts';
import { comingText } from './coming.ts';
import { shareText } from './sizes.ts';
import { TOP } from './state.ts';
import { visible } from './tokens.ts';
import type { Messages } from '../../words/en/models.ts';
import type { Child, Template } from '../../ui/template.ts';
import type { Arrived } from './state.ts';
import type { Guess, Opened, Predicts } from './worker-messages.ts';

/** The prediction on the screen: none yet, none of a valid text, none by this model, none before all layers are there, or guesses. */
export type Prediction = { type: 'waiting' | 'hidden' | 'none' } | Coming | Guesses;

interface Named {
  /** the token whose prediction it is */
  token: string;
  predicts: NonNullable<Predicts>;
  /** whether one of the guesses can continue the text */
  canWrite: boolean;
}

interface Coming extends Named {
  type: 'coming';
  arrived: Arrived;
}

interface Guesses extends Named {
  type: 'guesses';
  guesses: readonly Guess[];
  /** id of the guess that was written */
  written?: number;
}

/** Rows under the text of a prediction that is still to come, as in models.css. */
const TEXT_ROWS = 3;

/** Empty rows, so that nothing moves when the predictions come. */
const PLACES = Array.from(
  { length: TOP - TEXT_ROWS },
  () =>
    html`<li aria-hidden="true"><span></span><span class="models-bar"></span><span></span></li>`,
);

/** @param write called with the guess to write next; null: none can be written */
export function predictionBars(
  prediction: Prediction,
  kind: Opened['kind'],
  messages: Messages,
  write: ((guess: Guess) => void) | null,
): Template {
  const shown = prediction.type === 'guesses' ? prediction : null;
  const coming = prediction.type === 'coming' ? prediction : null;
  const named = shown ?? coming;
  const canChoose = prediction.type !== 'none' && named?.predicts !== 'classes';
  const canWrite = write !== null && named !== null && named.canWrite;
  const rowOf = (guess: Guess) =>
    row(guess, guess.id === shown?.written, messages, canWrite ? write : null);
  return html`<section
    class="models-answer"
    hidden=${prediction.type === 'hidden' || prediction.type === 'waiting'}
    data-coming=${coming !== null}
  >
    <h3>${prediction.type === 'none' ? messages.answerNone : named && title(named, kind, messages)}</h3>
    <ol class="models-guesses">
      ${coming ? [html`<li>${comesText(coming, kind, messages)}</li>`, ...PLACES] : shown?.guesses.map(rowOf)}
    </ol>
    <p class="models-hint" hidden=${!canChoose}>
      ${canWrite ? messages.answerWrite : messages.answerAt}
    </p>
  </section>`;
}

const isHere = (kind: Opened['kind'], predicts: Predicts) =>
  kind === 'encoder' || predicts === 'labels';

function title({ predicts, token }: Named, kind: Opened['kind'], messages: Messages): Child {
  if (predicts === 'classes') {
    return kind === 'vision' ? messages.answerImage : messages.answerClasses;
  }
  return say(isHere(kind, predicts) ? messages.answerMasked : messages.answerNext, {
    token: ownWords(visible(token), 'models-token'),
  });
}

function comesText({ predicts, arrived }: Coming, kind: Opened['kind'], messages: Messages): Child {
  const { comesClasses, comesHere, comesNext } = messages;
  const own = isHere(kind, predicts) ? comesHere : comesNext;
  return comingText(predicts === 'classes' ? comesClasses : own, arrived, messages);
}

function row(
  guess: Guess,
  isWritten: boolean,
  messages: Messages,
  write: ((guess: Guess) => void) | null,
) {
  const { token, probability, logit, before = null } = guess;
  const name = visible(token);
  const isShare = !Number.isNaN(probability); // a value without a probability has no bar
  const tick = isShare ? before : null;
  return html`<li data-written=${isWritten}>
    ${
      write
        ? html`<button
            type="button"
            class="models-token"
            aria-label=${sayText(messages.writeThis, { token: name })}
            @click=${() => write(guess)}
          >
            ${ownWords(name)}
          </button>`
        : html`<span class="models-token">${ownWords(name)}</span>`
    }
    <span
      class="models-bar"
      vars=${{ '--share': isShare ? probability : 0, '--before': tick ?? -1 }}
    ></span>
    <span class="models-share tabular">
      ${isShare ? shareText(probability) : roundedText(logit, 3)}
    </span>
    ${
      tick !== null &&
      html`<span class="models-was tabular">
        ${sayText(messages.before, { share: shareText(tick) })}
      </span>`
    }
  </li>`;
}
