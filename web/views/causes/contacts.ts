// A map of contacts: a cell for each pair of residues, between the names of the residues or their numbers. Data in, marks out, in
// CSS pixels.

import { RAMP_STEPS } from '../color.ts';
import type { Figure, Mark } from '../figure.ts';

export interface ContactsData {
  title: string;
  /** a letter for each residue */
  residues: readonly string[];
  /** (residues, residues), 0 to 1 */
  values: ArrayLike<number>;
  /** colours from 0 to 1 */
  ramp: readonly string[];
  /** colour of the names */
  ink: string;
}

export interface ContactsLayout {
  figure: Figure;
  left: number;
  top: number;
  cell: number;
}

const EDGE = 30;
const NAME_SIZE = 12;
/** Sides of a cell, CSS pixels. */
const LEAST = 3;
const MOST = 26;
/** The least side of a cell beside which its residue's letter is written. */
const LETTER = 13;
/** The least distance of two numbers. */
const NUMBER_GAP = 30;
const STEPS = [5, 10, 20, 50, 100, 200, 500, 1000] as const;

/** @param room width, CSS pixels */
export function layoutContacts(
  { title, residues, values, ramp, ink }: ContactsData,
  room: number,
): ContactsLayout {
  const count = residues.length;
  const share = Math.floor((room - EDGE) / Math.max(1, count));
  const cell = Math.max(LEAST, Math.min(MOST, share));
  const side = count * cell;
  const marks: Mark[] = [
    { kind: 'rect', x: EDGE, y: EDGE, width: side, height: side, fill: ramp[0] },
  ];
  for (const [step, places] of placesOf(values, count, cell).entries()) {
    if (places.length > 0) marks.push({ kind: 'bars', places, fill: ramp[step] });
  }
  for (const [at, text] of namesOf(residues, cell)) {
    const middle = EDGE + (at + 0.5) * cell;
    const name = { kind: 'text', text, size: NAME_SIZE, fill: ink, base: 'middle' } as const;
    marks.push({ ...name, x: middle, y: EDGE - 12, align: 'center' });
    marks.push({ ...name, x: EDGE - 6, y: middle, align: 'right' });
  }
  const figure = { width: EDGE + side, height: EDGE + side, title, marks };
  return { figure, left: EDGE, top: EDGE, cell };
}

/** The rectangles of each colour above the first. */
function placesOf(values: ArrayLike<number>, count: number, cell: number): number[][] {
  const places: number[][] = Array.from({ length: RAMP_STEPS }, () => []);
  for (let i = 0; i < values.length; i++) {
    const step = Math.round(values[i] * (RAMP_STEPS - 1));
    const x = EDGE + (i % count) * cell;
    const y = EDGE + Math.floor(i / count) * cell;
    if (step > 0) places[step].push(x, y, cell, cell);
  }
  return places;
}

/** Letters of all residues, or numbers of some, from 1. */
function namesOf(residues: readonly string[], cell: number): (readonly [number, string])[] {
  if (cell >= LETTER) return [...residues.entries()];
  const every = STEPS.find((one) => one * cell >= NUMBER_GAP) ?? residues.length;
  return Array.from({ length: Math.floor(residues.length / every) }, (_, i) => {
    const number = (i + 1) * every;
    return [number - 1, String(number)] as const;
  });
}
