// Announces a run's progress to screen readers. When it pauses, and at intervals while it runs.

import { fillText, h, setText } from '../shared/dom.js';

/** Between two sentences while it runs, milliseconds. */
const SAY_EVERY = 8000;

/**
 * @param {import('./messages/en.js').Words} words
 * @param {ReturnType<typeof import('../lesson/numbers.js').numbersOf>} numbers
 */
export function createSpeaker(words, numbers) {
  const element = h('p', { class: 'spoken', role: 'status' });
  let saidAt = 0;
  let saidPhase = '';

  /** @param {import('./learner.js').Look} seen */
  function say({ step, score }) {
    setText(
      element,
      fillText(words.say, {
        step: numbers.whole(step),
        loss: numbers.few(score.loss),
        right: numbers.percent(score.accuracy),
      }),
    );
  }

  return {
    element,
    say,
    /**
     * @param {string} phase
     * @param {import('./learner.js').Look} seen
     */
    update(phase, seen) {
      const now = performance.now();
      const stopped = phase !== saidPhase && saidPhase === 'running';
      saidPhase = phase;
      if (!stopped && (phase !== 'running' || now - saidAt < SAY_EVERY)) return;
      saidAt = now;
      say(seen);
    },
  };
}
