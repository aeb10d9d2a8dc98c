// The numbers of one head, in the position of its map.

import tableStyle from '../../../ui/number-table.css';
import { createNumberTable } from '../../../ui/number-table.ts';
import { gridOfMap } from './as-table.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { MapFrame } from '../frame.ts';

export function createTable(messages: Messages) {
  const table = createNumberTable(messages);
  return {
    element: table.element,
    styles: [tableStyle],
    update(frame: MapFrame) {
      const { maps, state, selection } = frame;
      if (!maps || state.view !== 'table') return table.show(null);
      const head = Math.min(selection.head, maps.heads - 1);
      table.show(gridOfMap(frame, maps, head));
    },
  };
}
