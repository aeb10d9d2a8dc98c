// Transport of a run: start, pause, step, restart, speed, error.

import { fillText, h, icon, setAttribute, setText } from '../../ui/dom.ts';
import { messageOf } from '../../ui/errors.ts';
import { SPEEDS } from '../lab/state/training.ts';
import type { Words } from '../../words/en/training.ts';
import type { Phase } from './run-control.ts';

const PLAY = 'M5 3.5 L12 8 L5 12.5 Z';
const PAUSE = 'M5.5 3.5 V12.5 M10.5 3.5 V12.5';

/** requests of the reader */
interface Wanted {
  play: () => void;
  pause: () => void;
  single: () => void;
  restart: () => void;
  /** with a lower learning rate */
  restartTamely: () => void;
  speed: (speed: number) => void;
}

interface Moment {
  phase: Phase;
  canGoOn: boolean;
  step: number;
  /** the inspected step, if it is not the newest */
  past: number | null;
  /** the step at which it pauses; continuing from there doubles it */
  goal: number;
  error: unknown;
  /** the newest loss */
  loss: number;
  /** the loss of random guessing */
  blind: number;
  tameRate: string;
  speed: number;
}

export function createTransport(
  words: Words,
  numbers: ReturnType<typeof import('../lesson/numbers.ts').numbersOf>,
  wanted: Wanted,
) {
  const playIcon = h('span', { class: 'training-icon', 'aria-hidden': 'true' }, icon(PLAY));
  const pauseIcon = h('span', { class: 'training-icon', 'aria-hidden': 'true' }, icon(PAUSE));
  const name = h('span', null);
  let running = false;
  const play = h(
    'button',
    {
      type: 'button',
      class: 'training-play',
      onclick: () => (running ? wanted.pause() : wanted.play()),
    },
    playIcon,
    pauseIcon,
    name,
  );
  const single = h(
    'button',
    { type: 'button', class: 'action', onclick: wanted.single },
    words.single,
  );
  const restart = h(
    'button',
    { type: 'button', class: 'action', onclick: wanted.restart },
    words.restart,
  );
  const speed = h('input', {
    type: 'range',
    min: '0',
    max: String(SPEEDS.length - 1),
    step: '1',
    oninput: () => wanted.speed(SPEEDS[Number(speed.value)]),
  });
  const speedText = h('span', { class: 'training-speed-text', 'aria-hidden': 'true' });
  const what = h('p', { class: 'failure-what' });
  const detail = h('p', { class: 'failure-detail' });
  const again = h('button', { type: 'button', class: 'quiet', onclick: wanted.restart });
  const tame = h('button', { type: 'button', class: 'quiet', onclick: wanted.restartTamely });
  const failure = h(
    'div',
    { class: 'failure', role: 'alert', hidden: true },
    what,
    detail,
    tame,
    again,
  );
  const element = h(
    'div',
    { class: 'training-transport' },
    h(
      'div',
      { class: 'training-buttons', role: 'group', 'aria-label': words.transport },
      play,
      single,
      restart,
    ),
    h('label', { class: 'training-speed' }, h('span', null, words.speed), speed, speedText),
    failure,
  );

  function speedOf(steps: number) {
    if (steps === 0) return words.speedMost;
    return steps === 1
      ? words.speedOne
      : fillText(words.speedSteps, { count: numbers.whole(steps) });
  }

  return {
    element,
    focus: () => play.focus({ preventScroll: true }),
    update({
      phase,
      canGoOn,
      step,
      past,
      goal,
      error,
      loss,
      blind,
      tameRate,
      speed: steps,
    }: Moment) {
      running = phase === 'running';
      playIcon.toggleAttribute('hidden', running);
      pauseIcon.toggleAttribute('hidden', !running);
      setText(
        name,
        running
          ? words.pause
          : past !== null
            ? fillText(words.goOnFrom, { step: numbers.whole(past) })
            : step === 0
              ? words.start
              : step >= goal
                ? fillText(words.goOnLonger, { steps: numbers.whole(goal) })
                : words.goOn,
      );
      // not `disabled`, which would take the focus from a button that was just pressed
      play.ariaDisabled = String(!running && !canGoOn);
      single.ariaDisabled = String(!canGoOn);
      speed.value = String(SPEEDS.indexOf(steps));
      speed.ariaValueText = speedOf(steps);
      setText(speedText, speedOf(steps));
      failure.hidden = phase !== 'diverged' && phase !== 'failed';
      if (failure.hidden) return;
      tame.hidden = phase !== 'diverged';
      setText(tame, fillText(words.restartWith, { rate: tameRate }));
      setText(again, words.restart);
      const places = { step: numbers.whole(step), times: numbers.whole(loss / blind) };
      setText(
        what,
        phase === 'failed'
          ? words.failed
          : fillText(error === null ? words.divergedLarge : words.diverged, places),
      );
      setText(detail, phase === 'failed' ? messageOf(error) : words.divergedWhy);
      setAttribute(detail, 'lang', phase === 'failed' ? 'en' : null); // the engine's error
    },
  };
}
