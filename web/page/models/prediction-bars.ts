// Bars of a model's prediction: next token, masked token, or classes.

import { roundedText } from '../../ui/format.ts';
import { html } from '../../ui/template.ts';
import { ownWords, say, sayText } from '../../ui/text.ts';
import { shareText } from './sizes.ts';
import { TOP } from './state.ts';
import { visible } from './tokens.ts';
import type { Messages } from '../../words/en/models.ts';
import type { Child, Template } from '../../ui/template.ts';
import type { Guess, Opened, Predicts } from './worker-messages.ts';

/** The prediction on the screen: none yet, none before all layers are there, none of a valid text, none by this model, or guesses. */
export type Prediction = { type: 'waiting' | 'coming' | 'hidden' | 'none' } | Guesses;

interface Guesses {
  type: 'guesses';
  guesses: readonly Guess[];
  /** the token whose prediction it is */
  token: string;
  predicts: NonNullable<Predicts>;
  /** whether one of the guesses can continue the text */
  canWrite: boolean;
  /** id of the guess that was written */
  written?: number;
}

/** Empty rows, so that nothing moves when the predictions come. */
const PLACES = Array.from({ length: TOP }, () => html`<li aria-hidden="true">&nbsp;</li>`);

/** @param write called with the guess to write next; null: none can be written */
export function predictionBars(
  prediction: Prediction,
  kind: Opened['kind'],
  messages: Messages,
  write: ((guess: Guess) => void) | null,
): Template {
  const shown = prediction.type === 'guesses' ? prediction : null;
  const instead = { none: messages.answerNone, coming: messages.needsAll } as Record<
    string,
    string
  >;
  const canChoose = !(prediction.type in instead) && shown?.predicts !== 'classes';
  const canWrite = write !== null && shown !== null && shown.canWrite;
  const rowOf = (guess: Guess) =>
    row(guess, guess.id === shown?.written, messages, canWrite ? write : null);
  return html`<section class="models-answer" hidden=${prediction.type === 'hidden'}>
    <h3>${instead[prediction.type] ?? (shown && title(shown, kind, messages))}</h3>
    <ol class="models-guesses">
      ${prediction.type === 'coming' ? PLACES : shown?.guesses.map(rowOf)}
    </ol>
    <p class="models-hint" hidden=${!canChoose}>
      ${canWrite ? messages.answerWrite : messages.answerAt}
    </p>
  </section>`;
}

function title({ predicts, token }: Guesses, kind: Opened['kind'], messages: Messages): Child {
  if (predicts === 'classes') {
    return kind === 'vision' ? messages.answerImage : messages.answerClasses;
  }
  const isHere = kind === 'encoder' || predicts === 'labels';
  return say(isHere ? messages.answerMasked : messages.answerNext, {
    token: ownWords(visible(token), 'models-token'),
  });
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
