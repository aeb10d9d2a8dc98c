// Announces a run's progress to screen readers, when it pauses and at intervals while it runs.

import { fillText, h, setText } from '../../ui/dom.ts';
import type { Words } from '../../words/en/training.ts';
import type { Look } from './training-model.ts';

/** Milliseconds between two sentences while it runs. */
const SAY_EVERY = 8000;

export function createSpeaker(
  words: Words,
  numbers: ReturnType<typeof import('../lesson/numbers.ts').numbersOf>,
) {
  const element = h('p', { class: 'spoken', role: 'status' });
  let saidAt = 0;
  let saidPhase = '';

  function say({ step, score }: Look) {
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
    update(phase: string, seen: Look) {
      const now = performance.now();
      const stopped = phase !== saidPhase && saidPhase === 'running';
      saidPhase = phase;
      if (!stopped && (phase !== 'running' || now - saidAt < SAY_EVERY)) return;
      saidAt = now;
      say(seen);
    },
  };
}
