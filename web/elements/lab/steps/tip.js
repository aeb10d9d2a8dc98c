// The tooltip at the hovered number of a matrix.

import { parseCell } from '../answer/cells.js';
import { numberOf } from '../answer/grids.js';
import { setText } from '../../shared/dom.js';
import { exactText } from '../../shared/format.js';

/**
 * @param {HTMLElement} tip
 * @param {HTMLElement} element the stage
 * @param {import('../frame.js').Frame | null} frame
 */
export function showTip(tip, element, frame) {
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
