// Notices between the sentence and the views, loaded on first use.

import { lazyFinder } from './lazy.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Actions, Frame } from './frame.ts';
import type { Store } from './state/history.ts';

export function createLazyNotices(
  messages: Messages,
  actions: Actions,
  {
    store,
    focusSentence,
    schedule,
  }: { store: Store; focusSentence: () => void; schedule: () => void },
) {
  const unknown = lazyFinder(
    async () => {
      const { createUnknown } = await import('./lazy-bundle.ts');
      return createUnknown(messages, actions, focusSentence);
    },
    ({ unknown, first }) => unknown.length > 0 || first.tokens.length === 0,
    schedule,
  );
  const prediction = lazyFinder(
    async () => {
      const { createPrediction } = await import('./prediction/prediction.ts');
      return createPrediction(messages, actions);
    },
    hasWhole,
    schedule,
  );
  const edited = lazyFinder(
    async () => {
      const { createEditLine } = await import('./lazy-bundle.ts');
      return createEditLine(messages, actions, store);
    },
    ({ state }) => state.off.length > 0 || Object.keys(state.edits).length > 0,
    schedule,
  );
  const overview = lazyFinder(
    async () => {
      const { createOverview } = await import('../model-view/index.ts');
      return createOverview(messages, actions);
    },
    hasWhole,
    schedule,
  );
  const all = [unknown, prediction, edited, overview];

  return {
    /** parts below the sentence */
    belowSentence: () => [unknown.element(), prediction.element()],
    /** the part among the controls */
    overview: overview.element,
    /** the part below the tools */
    edited: edited.element,
    update: (frame: Frame) => all.forEach((part) => part.update(frame)),
    isDrawn: () => all.every((part) => part.isDrawn()),
    dispose: () => all.forEach((part) => part.dispose()),
  };
}

/** Whether a whole model, with its output head, runs on this text. */
const hasWhole = ({ answer }: Frame) => !!(answer?.backend && answer.question.source.whole);
