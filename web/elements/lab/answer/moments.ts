// Mean and variance of rows, summed in the order of the core.

import type { PlainTensor } from './source.ts';

const round = Math.fround;

/** The mean and the variance of each row, each sum in four lanes. */
export function momentsOf({ data, shape: [rows, width] }: PlainTensor): {
  mean: PlainTensor;
  variance: PlainTensor;
} {
  const share = round(1 / width);
  const mean = new Float32Array(rows);
  const variance = new Float32Array(rows);
  for (let i = 0; i < rows; i++) {
    const row = data.subarray(i * width, (i + 1) * width);
    mean[i] = inLanes(row, (value) => value) * share;
    variance[i] = inLanes(row, (value) => round(value - mean[i]) ** 2) * share;
  }
  return { mean: { data: mean, shape: [rows] }, variance: { data: variance, shape: [rows] } };
}

/** @param part term of the sum */
function inLanes(row: Float32Array, part: (value: number) => number) {
  const lanes = new Float32Array(4);
  for (let j = 0; j < row.length; j++) lanes[j % 4] += round(part(row[j]));
  return round(round(lanes[0] + lanes[1]) + round(lanes[2] + lanes[3]));
}
