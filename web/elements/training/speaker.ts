// Announces a run's progress to screen readers, when it pauses and at intervals while it runs.

import { sayText } from '../../ui/text.ts';
import type { Texts } from './texts.ts';
import type { Look } from './training-model.ts';

/** Milliseconds between two sentences while it runs. */
const SAY_EVERY = 8000;

export function createSpeaker({ words, numbers }: Texts) {
  const state = { text: '', saidAt: 0, phase: '' };

  function say({ step, score }: Look) {
    state.text = sayText(words.say, {
      step: numbers.whole(step),
      loss: numbers.few(score.loss),
      right: numbers.percent(score.accuracy),
    });
  }

  return {
    /** The sentence to announce. */
    text: () => state.text,
    say,
    update(phase: string, seen: Look) {
      const now = performance.now();
      const stopped = phase !== state.phase && state.phase === 'running';
      state.phase = phase;
      if (!stopped && (phase !== 'running' || now - state.saidAt < SAY_EVERY)) return;
      state.saidAt = now;
      say(seen);
    },
  };
}
