// Cuts a window out of the maps of a head, cell by cell, and pools it.

import { binBegin } from '../attention/map-window.ts';
import type { CheckedWindow } from '../attention/map-window.ts';
import type { DoubleTensor } from './types.ts';

/**
 * @param maps (B, H, L, T)
 * @returns (height, width)
 */
export function poolWindow(
  { data, shape: [, numHeads, rows, columns] }: DoubleTensor,
  window: CheckedWindow,
): Float64Array {
  const { height, width } = window;
  const [rowBegin, rowEnd] = window.rows;
  const [columnBegin, columnEnd] = window.columns;
  const firstRow = (window.batch * numHeads + window.head) * rows;
  const pooled = new Float64Array(height * width);
  for (let y = 0; y < height; y++) {
    const top = rowBegin + binBegin(y, rowEnd - rowBegin, height);
    const bottom = rowBegin + binBegin(y + 1, rowEnd - rowBegin, height);
    for (let x = 0; x < width; x++) {
      const left = columnBegin + binBegin(x, columnEnd - columnBegin, width);
      const right = columnBegin + binBegin(x + 1, columnEnd - columnBegin, width);
      const cells = [];
      for (let i = top; i < bottom; i++) {
        const row = (firstRow + i) * columns;
        cells.push(...data.subarray(row + left, row + right));
      }
      pooled[y * width + x] = window.reduce === 'max' ? largest(cells) : mean(cells);
    }
  }
  return pooled;
}

function mean(cells: number[]) {
  return cells.reduce((sum, cell) => sum + cell, 0) / cells.length;
}

function largest(cells: number[]) {
  return cells.reduce((max, cell) => Math.max(max, cell), -Infinity); // NaN, if a cell is NaN
}
