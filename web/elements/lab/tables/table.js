// The numbers of one head, in the position of its map.

import { createNumberTable } from './number-table.js';
import { gridOfMap } from './as-table.js';

/** @param {import('../../messages/en.js').Messages} messages */
export function createTable(messages) {
  const table = createNumberTable(messages);
  return {
    element: table.element,
    /** @param {import('../frame.js').Frame} frame */
    update(frame) {
      const { answer, state, selection } = frame;
      table.element.hidden = state.view !== 'table' || !answer;
      if (!answer || table.element.hidden) return;
      const head = Math.min(selection.head, answer.question.heads - 1);
      table.show(gridOfMap(frame, answer, head));
    },
  };
}
