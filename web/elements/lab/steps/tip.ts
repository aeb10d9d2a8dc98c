// The tooltip at the hovered number of a matrix.

import { parseCell } from '../answer/cells.ts';
import { numberOf } from '../answer/grids.ts';
import { setText } from '../../../ui/dom.ts';
import { exactText } from '../../../ui/format.ts';
import type { Frame } from '../frame.ts';

/** @param element the stage */
export function showTip(tip: HTMLElement, element: HTMLElement, frame: Frame | null) {
  const cell = frame?.cell && !frame.kept ? parseCell(frame.cell) : null;
  const value = cell && frame?.answer ? numberOf(frame.answer, cell) : null;
  const box = element.querySelector('.matrix-open');
  tip.hidden = !cell || value === null || !box;
  if (!cell || value === null || !box) return;
  setText(tip, exactText(value));
  const outer = element.getBoundingClientRect();
  const inner = box.getBoundingClientRect();
  const middle = inner.left - outer.left + inner.width / 2;
  const x = Math.min(Math.max(middle, 60), outer.width - 60);
  tip.style.transform = `translate(${x}px, ${inner.top - outer.top}px) translate(-50%, calc(-100% - 8px))`;
}
