// The numbers of one head, in the position of its map.

import { createNumberTable } from '../../../ui/number-table.ts';
import { gridOfMap } from './as-table.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Frame } from '../frame.ts';

export function createTable(messages: Messages) {
  const table = createNumberTable(messages);
  return {
    element: table.element,
    update(frame: Frame) {
      const { answer, state, selection } = frame;
      if (!answer || state.view !== 'table') return table.show(null);
      const head = Math.min(selection.head, answer.question.heads - 1);
      table.show(gridOfMap(frame, answer, head));
    },
  };
}
