// Heights of frames, in CSS pixels, that show each lesson uncut at a width of 700.
// Measured, and written here, by `npm run make heights`.

import { placeIn } from '../../lessons/moved.ts';

/**
 * Height of a compact frame, whose first screen has the sentence and the maps; readers scroll to
 * the rest.
 */
export const COMPACT_HEIGHT = 820;

export const heights: Readonly<Record<string, number>> = Object.freeze({
  why: 1780,
  'one-head': 1280,
  matrices: 1320,
  scale: 1760,
  masks: 1720,
  shapes: 1740,
  'five-ways': 2060,
  layer: 1720,
  roles: 2000,
  positions: 1380,
  'long-texts': 1600,
  pairs: 1160,
  sinks: 1280,
  dropout: 1360,
  digits: 1360,
  appears: 1060,
  'head-did': 1340,
});

/** @param lesson `masks`, or `masks.2` for its second scene */
export function heightOf(lesson: string) {
  return heights[placeIn(lesson).id] ?? COMPACT_HEIGHT;
}
