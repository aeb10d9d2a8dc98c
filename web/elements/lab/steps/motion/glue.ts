// Motion of the concatenation of the heads' matrices.
// They move side by side and become one; then it splits at the joints and closes again.

import { between } from './pen.ts';
import { during, ease } from './timeline.ts';
import type { Motion } from './index.ts';

const GLUED = 0.55;
/** Distance between the pieces when it splits, CSS pixels. */
const APART = 7;

export const glue: Motion = {
  duration: 2600,
  hides: ({ matrices }) => [matrices.concatenated],
  draw(pen, { matrices, sources }, at) {
    const { concatenated } = matrices;
    const { first, count } = concatenated.columns;
    const width = sources[0].shown.columns.size;
    pen.frame(concatenated);
    const cut = Math.sin(Math.PI * during(at, 0.62, 0.97));
    sources.forEach((source, head) => {
      const column = Math.max(0, head * width - first);
      const toColumn = Math.min(count, (head + 1) * width - first);
      if (toColumn <= column) return;
      const part = { column, toColumn };
      const own = pen.boxOf(concatenated, part);
      const begin = (head / sources.length) * (GLUED - 0.3);
      const way = ease(during(at, begin, begin + 0.3));
      if (way < 1) {
        const from = pen.boxOf(source, {});
        if (way > 0) pen.cells(source, {}, { to: between(from, own, way) });
        return;
      }
      const shift = (head - (sources.length - 1) / 2) * APART * cut;
      pen.cells(concatenated, part, { to: { ...own, x: own.x + shift } });
    });
  },
  note: ({ sources }) => {
    const width = sources[0].shown.columns.size;
    return `${sources.map(() => width).join(' + ')} = ${width * sources.length}`;
  },
  noteAt: (pen, { matrices }) => pen.boxOf(matrices.concatenated, {}),
};
