// Transport of a run: start, pause, step, restart, speed, error.

import { fillText, h, icon, setAttribute, setText } from '../shared/dom.js';
import { messageOf } from '../shared/errors.js';
import { SPEEDS } from '../lab/state/training.js';

const PLAY = 'M5 3.5 L12 8 L5 12.5 Z';
const PAUSE = 'M5.5 3.5 V12.5 M10.5 3.5 V12.5';

/**
 * @typedef {object} Wanted what the reader asks for
 * @property {() => void} play
 * @property {() => void} pause
 * @property {() => void} single
 * @property {() => void} restart
 * @property {() => void} restartTamely with the task's own learning rate
 * @property {(speed: number) => void} speed
 *
 * @typedef {object} Moment
 * @property {import('./course.js').Phase} phase
 * @property {boolean} canGoOn
 * @property {number} step
 * @property {number | null} past the step that one looks at, if it is not the newest
 * @property {number} goal the step at which it pauses by itself; going on from there doubles it
 * @property {unknown} error
 * @property {number} loss the newest
 * @property {number} blind that of blind guessing
 * @property {string} tameRate
 * @property {number} speed
 */

/**
 * @param {import('./messages/en.js').Words} words
 * @param {ReturnType<typeof import('../lesson/numbers.js').numbersOf>} numbers
 * @param {Wanted} wanted
 */
export function createTransport(words, numbers, wanted) {
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

  /** @param {number} steps */
  function speedOf(steps) {
    if (steps === 0) return words.speedMost;
    return steps === 1
      ? words.speedOne
      : fillText(words.speedSteps, { count: numbers.whole(steps) });
  }

  return {
    element,
    focus: () => play.focus({ preventScroll: true }),
    /** @param {Moment} moment */
    update({ phase, canGoOn, step, past, goal, error, loss, blind, tameRate, speed: steps }) {
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
      setAttribute(detail, 'lang', phase === 'failed' ? 'en' : null); // what the engine says
    },
  };
}
