// Transport of a run: start, pause, step, restart, speed, error.

import { button, slider } from '../../ui/controls.ts';
import { messageOf } from '../../ui/errors.ts';
import { html } from '../../ui/template.ts';
import { icon, sayText } from '../../ui/text.ts';
import { SPEEDS } from '../lab/state/training.ts';
import type { Phase } from './run-control.ts';
import type { Texts } from './texts.ts';

const PLAY = 'M5 3.5 L12 8 L5 12.5 Z';
const PAUSE = 'M5.5 3.5 V12.5 M10.5 3.5 V12.5';

/** requests of the reader */
export interface TransportActions {
  play: () => unknown;
  pause: () => void;
  single: () => void;
  restart: () => void;
  /** with a lower learning rate */
  restartTamely: () => void;
  speed: (speed: number) => void;
}

export interface Moment {
  phase: Phase;
  canGoOn: boolean;
  step: number;
  /** the inspected step, if it is not the newest */
  past: number | null;
  /** the step at which it pauses; continuing from there doubles it */
  goal: number;
  /** the step up to which it is trained again */
  target: number | null;
  error: unknown;
  /** the newest loss */
  loss: number;
  /** the loss of random guessing */
  blind: number;
  tameRate: string;
  speed: number;
}

export function transport(texts: Texts, moment: Moment, actions: TransportActions) {
  const { words } = texts;
  const { phase, canGoOn, speed } = moment;
  const running = phase === 'running';
  const isStarting = phase === 'starting';
  const failed = phase === 'diverged' || phase === 'failed';
  const speedText = textOfSpeed(texts, speed);
  // not `disabled`, which would take the focus from a button that was just pressed
  return html`<div class="training-transport">
    <div class="training-buttons" role="group" aria-label=${words.transport}>
      ${button(
        html`<span class="training-icon" aria-hidden="true">${icon(running ? PAUSE : PLAY)}</span>
          <span>${nameOfPlay(texts, moment)}</span>`,
        running ? actions.pause : actions.play,
        {
          look: 'primary',
          classes: 'training-play',
          inactive: !running && !canGoOn && !isStarting,
        },
      )}
      ${button(words.single, actions.single, { look: 'action', inactive: !canGoOn })}
      ${button(words.restart, actions.restart, { look: 'action' })}
    </div>
    ${again(texts, moment)}
    <label class="training-speed">
      <span class="spoken">${words.speed}</span>
      ${slider({
        min: 0,
        max: SPEEDS.length - 1,
        value: SPEEDS.indexOf(speed),
        text: speedText,
        slide: (at) => actions.speed(SPEEDS[at]),
      })}
      <span class="training-speed-text" aria-hidden="true">${speedText}</span>
    </label>
    <div class="failure" role="alert" hidden=${!failed}>
      ${failed && failure(texts, moment, actions)}
    </div>
  </div>`;
}

/** How far a run is that is trained again. */
function again({ words, numbers }: Texts, { step, target }: Moment) {
  return html`<p class="training-again" role="status" hidden=${target === null}>
    ${target !== null && sayText(words.again, { to: numbers.whole(target) })}
    <progress
      aria-label=${words.step}
      aria-valuetext=${numbers.whole(step)}
      max=${target ?? 1}
      .value=${Math.min(step, target ?? 0)}
    ></progress>
  </p>`;
}

function failure(
  { words, numbers }: Texts,
  { phase, step, error, loss, blind, tameRate }: Moment,
  { restart, restartTamely }: TransportActions,
) {
  const again = button(words.restart, restart, { look: 'quiet', classes: 'filled' });
  if (phase === 'failed') {
    return html`<p class="failure-what">${words.failed}</p>
      <p class="failure-detail" lang="en">${messageOf(error)}</p>
      ${again}`;
  }
  const what = sayText(error === null ? words.divergedLarge : words.diverged, {
    step: numbers.whole(step),
    times: numbers.whole(loss / blind),
  });
  return html`<p class="failure-what">${what}</p>
    <p class="failure-detail">${words.divergedWhy}</p>
    ${button(sayText(words.restartWith, { rate: tameRate }), restartTamely, { look: 'quiet', classes: 'filled' })}
    ${again}`;
}

function nameOfPlay({ words, numbers }: Texts, { phase, past, step, goal, target }: Moment) {
  if (target !== null) return words.stop;
  if (phase === 'running') return words.pause;
  if (past !== null) return sayText(words.goOnFrom, { step: numbers.whole(past) });
  if (step === 0) return words.start;
  if (step >= goal) return sayText(words.goOnLonger, { steps: numbers.whole(goal) });
  return words.goOn;
}

/** @param steps steps a second; 0: as fast as possible */
function textOfSpeed({ words, numbers }: Texts, steps: number) {
  if (steps === 0) return words.speedMost;
  if (steps === 1) return words.speedOne;
  return sayText(words.speedSteps, { count: numbers.whole(steps) });
}
