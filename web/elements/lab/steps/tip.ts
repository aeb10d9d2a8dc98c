// The tooltip at the hovered number of a matrix.

import { createRoot, html } from '../../../ui/template.ts';
import { parseCell } from '../answer/cells.ts';
import { numberOf } from '../answer/grids.ts';
import { exactText, inFormula } from '../../../ui/format.ts';
import type { LayerFrame } from '../frame.ts';

/** Least distance of its middle from the edges of the stage, CSS pixels. */
const MARGIN = 60;

export function createTip() {
  const view = (text: string | null, at: string) =>
    html`<div
      class="tooltip step-tip"
      aria-hidden="true"
      hidden=${text === null}
      vars=${{ transform: at }}
    >
      ${text}
    </div>`;
  const root = createRoot(view(null, ''));
  return {
    element: root.element,
    /** @param stage with the highlight of the frame */
    update(frame: LayerFrame | null, stage: HTMLElement) {
      const cell = frame?.cell && !frame.kept ? parseCell(frame.cell) : null;
      const value = cell && frame?.answer ? numberOf(frame.answer, cell) : null;
      const box = value === null ? null : stage.querySelector('.matrix-open');
      if (value === null || !box) return root.render(view(null, ''));
      const outer = stage.getBoundingClientRect();
      const inner = box.getBoundingClientRect();
      const middle = inner.left - outer.left + inner.width / 2;
      const x = Math.min(Math.max(middle, MARGIN), outer.width - MARGIN);
      const y = inner.top - outer.top;
      const at = `translate(${x}px, ${y}px) translate(-50%, calc(-100% - 8px))`;
      root.render(view(inFormula(exactText(value)), at));
    },
  };
}
