// Colour scales: map a number to a step of a ramp.
// All heads on the screen have one scale, so equal colours mean equal numbers. Data in, steps out,
// without drawing.

import { RAMP_STEPS } from './color.ts';

export interface Scale {
  /** the number that gets the last colour */
  max: number;
  /** whether some numbers are larger than max and get the last colour too */
  clipped: boolean;
  /** from -max to max, with 0 in the middle of the ramp */
  signed?: boolean;
}

/** Round ends of a scale. */
const STOPS = [1, 0.75, 0.5, 0.4, 0.3, 0.25, 0.2, 0.15, 0.1, 0.075];

/** At most one of this number of cells may be beyond the end of the scale (long sentences only). */
const SPARE = 100;
const SAMPLES = 4000;

const BEND = 0.6;
const TABLE_LENGTH = 4097;
let table: Uint8Array | null = null;
let signedTable: Uint8Array | null = null;

/**
 * A scale for these maps. Short sentences: up to the largest number. Long ones: a few cells would
 * leave all the others pale, so the scale may end below them, and is then marked as clipped.
 *
 * @param values all heads' maps, 0..1
 */
export function chooseScale(values: Float32Array): Scale {
  let max = 0;
  for (let i = 0; i < values.length; i++) if (values[i] > max) max = values[i];
  let wanted = max;
  if (values.length > 50 * SPARE) {
    const stride = Math.max(1, Math.floor(values.length / SAMPLES)) | 1;
    const sample = [];
    for (let i = 0; i < values.length; i += stride) if (values[i] > 0) sample.push(values[i]);
    sample.sort((a, b) => a - b);
    if (sample.length > 0) wanted = sample[sample.length - 1 - Math.floor(sample.length / SPARE)];
  }
  const end = niceEnd(wanted);
  return { max: end, clipped: end < max };
}

/** A scale for signed numbers, symmetric around 0. */
export function chooseSignedScale(values: Float32Array): Scale {
  let max = 0;
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i]);
    if (size > max && size < Infinity) max = size;
  }
  return { max: niceEnd(max), clipped: false, signed: true };
}

/** The smallest round number that is at least this one. */
function niceEnd(value: number) {
  if (!(value > 0)) return 1;
  let unit = 1;
  while (value <= unit / 10) unit /= 10;
  while (value > unit) unit *= 10;
  let end = unit;
  for (const stop of STOPS) if (stop * unit >= value) end = stop * unit;
  return Number(end.toPrecision(3));
}

/**
 * The step of the ramp for a fraction of the scale, 0..1. Bent, so that small numbers are
 * distinguishable from 0; the legend has the same bend.
 */
export function bend(part: number) {
  return part >= 1 ? RAMP_STEPS - 1 : Math.round(Math.max(0, part) ** BEND * (RAMP_STEPS - 1));
}

/** The step of the ramp for a number. */
export function stepOf(scale: Scale, value: number) {
  return scale.signed ? bendSigned(value / scale.max) : bend(value / scale.max);
}

/** The step of a ramp with 0 in its middle, for a fraction of the scale, -1..1. */
export function bendSigned(part: number) {
  const size = Math.min(1, Math.abs(part)) ** BEND;
  return Math.round(((1 + Math.sign(part) * size) / 2) * (RAMP_STEPS - 1));
}

/** The bend as a table, for pictures of very many numbers: entry floor(part * (length - 1)). */
export function bendTable(): Uint8Array {
  table ??= Uint8Array.from({ length: TABLE_LENGTH }, (_, i) => bend(i / (TABLE_LENGTH - 1)));
  return table;
}

/** The same for signed numbers: entry floor((part + 1) / 2 * (length - 1)). */
export function signedBendTable(): Uint8Array {
  signedTable ??= Uint8Array.from({ length: TABLE_LENGTH }, (_, i) =>
    bendSigned((2 * i) / (TABLE_LENGTH - 1) - 1),
  );
  return signedTable;
}
