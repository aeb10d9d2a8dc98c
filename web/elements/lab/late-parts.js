// Notices between the sentence and the views, loaded on first use.

import { laterFinder } from './later.js';

/**
 * @param {import('../messages/en.js').Messages} messages
 * @param {import('./frame.js').Actions} actions
 * @param {object} lab
 * @param {import('./state/history.js').Store} lab.store
 * @param {() => void} lab.focusSentence
 * @param {() => void} lab.schedule
 */
export function createLateParts(messages, actions, { store, focusSentence, schedule }) {
  const unknown = laterFinder(
    async () => {
      const { createUnknown } = await import('./extras.js');
      return createUnknown(messages, actions, focusSentence);
    },
    (frame) => frame.unknown.length > 0,
    schedule,
  );
  const prediction = laterFinder(
    async () => {
      const { createPrediction } = await import('./prediction/prediction.js');
      return createPrediction(messages, actions);
    },
    hasWhole,
    schedule,
  );
  const edited = laterFinder(
    async () => {
      const { createEditLine } = await import('./extras.js');
      return createEditLine(messages, actions, store);
    },
    ({ state }) => state.off.length > 0 || Object.keys(state.edits).length > 0,
    schedule,
  );
  const overview = laterFinder(
    async () => {
      const { createOverview } = await import('../model-view/index.js');
      return createOverview(messages, actions);
    },
    hasWhole,
    schedule,
  );
  const all = [unknown, prediction, edited, overview];

  return {
    /** below the sentence */
    said: [unknown.element, prediction.element],
    /** among the controls */
    overview: overview.element,
    /** below the tools */
    edited: edited.element,
    /** @param {import('./frame.js').Frame} frame */
    update: (frame) => all.forEach((part) => part.update(frame)),
    isDrawn: () => all.every((part) => part.isDrawn()),
    dispose: () => all.forEach((part) => part.dispose()),
  };
}

/** Whether there is a model that runs on this text. @param {import('./frame.js').Frame} frame */
const hasWhole = ({ answer }) => !!(answer?.backend && answer.question.source.whole);
