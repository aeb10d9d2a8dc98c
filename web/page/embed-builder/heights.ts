// Heights of frames, in CSS pixels, that show each lesson uncut at a width of 700.
// Measured, and written here, by `npm run make heights`.

/**
 * Height of a compact frame, whose first screen has the sentence and the maps; readers scroll to
 * the rest.
 */
export const COMPACT_HEIGHT = 820;

export const heights: Readonly<Record<string, number>> = Object.freeze({
  'one-head': 1360,
  'five-ways': 2220,
  shapes: 1820,
  scale: 1860,
  masks: 1800,
  roles: 3360,
  long: 1640,
  rotary: 1420,
  cache: 1280,
  matrices: 1360,
  sinks: 1300,
  dropout: 1340,
  digits: 1380,
});

/** @param lesson `masks`, or `masks.2` for its second scene */
export function heightOf(lesson: string) {
  return heights[lesson.split('.')[0]] ?? COMPACT_HEIGHT;
}
