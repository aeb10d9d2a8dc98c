// Draws thumbnails of a model's heads a few milliseconds at a time.
// The page stays responsive however many there are.

import { shrinkMap } from '../../views/thumbnails.ts';
import { gather } from './gather.ts';
import type { Small } from '../../views/thumbnails.ts';
import type { Part } from './read-model.ts';
import type { Shown } from './gather.ts';

/** Numbers along a side of a thumbnail. */
const SIDE = 48;
/** Time of one frame, ms. */
const BUDGET = 6;

export function createThumbnails(put: (layer: number, small: Small) => void) {
  let scheduled = 0;
  let done = () => {};
  const ready: Promise<void> = new Promise((resolve) => (done = resolve));

  function draw(
    part: Part,
    example: number,
    groups: { rows: Shown['groups']; columns: Shown['groups'] },
  ) {
    cancelAnimationFrame(scheduled);
    const { layers, heads, rows, columns } = part;
    const shown = { rows: groups.rows.length, columns: groups.columns.length };
    const height = Math.min(SIDE, shown.rows);
    const width = Math.min(SIDE, shown.columns);
    let head = 0;
    let data = new Float32Array(heads * height * width);

    function work() {
      const from = performance.now();
      for (; head < layers * heads; head++) {
        if (performance.now() - from > BUDGET) {
          scheduled = requestAnimationFrame(work);
          return;
        }
        const [layer, at] = [Math.floor(head / heads), head % heads];
        const map = part
          .at(layer, example)
          .subarray(at * rows * columns, (at + 1) * rows * columns);
        const small = data.subarray(at * height * width, (at + 1) * height * width);
        const own = gather(map, { heads: 1, rows, columns }, groups.rows, groups.columns);
        shrinkMap(own, { ...shown, height, width }, small);
        if (at < heads - 1) continue;
        put(layer, { data, height, width });
        data = new Float32Array(data.length);
      }
      done();
    }
    work();
  }

  return {
    draw,
    /** Resolves when all were drawn once. */
    ready: () => ready,
    stop: () => cancelAnimationFrame(scheduled),
  };
}
