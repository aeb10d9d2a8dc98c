// How tall a frame has to be, in CSS pixels, so that no scene of its lesson is cut at a width of 700. Measured, and written
// here, by `npm run make heights`.

/** Of a compact frame, whose first screen has the sentence and the maps; the rest is scrolled to. */
export const COMPACT_HEIGHT = 820;

/** @type {Readonly<Record<string, number>>} */
export const heights = Object.freeze({
  'one-head': 1640,
  'five-ways': 2180,
  shapes: 2280,
  scale: 1820,
  masks: 2200,
  roles: 3100,
  long: 1620,
});

/** @param {string} lesson `masks`, or `masks.2` for its second scene */
export function heightOf(lesson) {
  return heights[lesson.split('.')[0]] ?? COMPACT_HEIGHT;
}
