// Motion: rows appear one after another, in all heads at once.

import type { Motion } from './index.ts';

export const reveal: Motion = {
  duration: 1200,
  hides: ({ sources }) => sources,
  draw(pen, { sources }, at) {
    for (const sheet of sources) {
      const { rows } = sheet.layout;
      const row = Math.floor(at * rows);
      pen.frame(sheet);
      pen.cells(sheet, { toRow: row });
      if (row < rows) {
        pen.cells(sheet, { row, toRow: row + 1 }, { alpha: at * rows - row });
        pen.ring(sheet, { row, toRow: row + 1 });
      }
    }
  },
  note: () => '',
  noteAt: (pen, { sources }) => pen.boxOf(sources[0], {}),
};
