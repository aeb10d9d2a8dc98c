// Cuts images into patches, and resizes their positions to another number of patches.

import type { Numbers } from './saved-attention.ts';

/**
 * @param pixels (channels, height, width)
 * @returns a row of (channels, patchHeight, patchWidth) for each patch
 */
export function cutPatches(
  { data, shape: [channels, height, width] }: Numbers,
  patchHeight: number,
  patchWidth: number,
): { rows: Float32Array; down: number; across: number } {
  const [down, across] = [Math.floor(height / patchHeight), Math.floor(width / patchWidth)];
  const rows = new Float32Array(down * across * channels * patchHeight * patchWidth);
  let at = 0;
  for (let patch = 0; patch < down * across; patch++) {
    const top = Math.floor(patch / across) * patchHeight;
    const left = (patch % across) * patchWidth;
    for (let channel = 0; channel < channels; channel++) {
      for (let y = 0; y < patchHeight; y++) {
        const from = (channel * height + top + y) * width + left;
        rows.set(data.subarray(from, from + patchWidth), at);
        at += patchWidth;
      }
    }
  }
  return { rows, down, across };
}

/** Coefficients of torch's cubic convolution, without and with smoothing. */
const [SHARP, SMOOTH] = [-0.75, -0.5];

/**
 * Resizes a grid of rows by bicubic interpolation (torch's, align_corners=False).
 *
 * @param grid (down, across, width)
 * @param isSmoothed torch's antialias: of fewer rows, each is a mean of all the rows that it replaces
 */
export function resizeGrid(
  grid: Float32Array,
  [down, across]: [down: number, across: number],
  to: [down: number, across: number],
  width: number,
  isSmoothed: boolean,
) {
  const out = new Float32Array(to[0] * to[1] * width);
  const taps = isSmoothed ? smoothTapsOf : tapsOf;
  const vertical = taps(down, to[0]);
  const horizontal = taps(across, to[1]);
  for (let y = 0; y < to[0]; y++) {
    for (let x = 0; x < to[1]; x++) {
      const target = (y * to[1] + x) * width;
      for (const [row, weight] of vertical[y]) {
        for (const [column, part] of horizontal[x]) {
          const at = (row * across + column) * width;
          for (let j = 0; j < width; j++) out[target + j] += weight * part * grid[at + j];
        }
      }
    }
  }
  return out;
}

/** The four rows that each new one is interpolated from, with their weights. */
function tapsOf(from: number, to: number): [index: number, weight: number][][] {
  return Array.from({ length: to }, (_, i) => {
    const middle = ((i + 0.5) * from) / to - 0.5;
    const first = Math.floor(middle);
    const t = middle - first;
    return [-1, 0, 1, 2].map((step) => {
      const index = Math.min(from - 1, Math.max(0, first + step));
      return [index, cubic(Math.abs(t - step), SHARP)];
    });
  });
}

/** The rows within two new widths of each new one, with their weights. */
function smoothTapsOf(from: number, to: number): [index: number, weight: number][][] {
  const scale = Math.max(1, from / to);
  return Array.from({ length: to }, (_, i) => {
    const middle = ((i + 0.5) * from) / to;
    const begin = Math.max(0, Math.floor(middle - 2 * scale + 0.5));
    const end = Math.min(from, Math.floor(middle + 2 * scale + 0.5));
    const weights = Array.from({ length: end - begin }, (_, j) =>
      cubic(Math.abs(begin + j + 0.5 - middle) / scale, SMOOTH),
    );
    const sum = weights.reduce((a, b) => a + b, 0);
    return weights.map((weight, j) => [begin + j, weight / sum]);
  });
}

/** The cubic kernel. @param x the distance */
function cubic(x: number, a: number) {
  if (x <= 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? ((x - 5) * x + 8) * x * a - 4 * a : 0;
}
