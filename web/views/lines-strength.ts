// Chooses which lines of attention are drawn.
// They are strong enough, and few enough to distinguish. Numbers in, numbers out; lines.ts draws.

import type { Scale } from './scale.ts';
import type { Focus, LinesContent } from './lines.ts';

/** Least strength: fainter lines would only be a haze. */
const LEAST_PART = 0.08;
/**
 * Most lines: more are indistinguishable, and take long to paint: 2,000 took 125 ms where no GPU
 * helps.
 */
const MOST_LINES = 600;
/** Most lines of one token: these can be painted while the pointer moves. */
const MOST_FOCUSED = 500;
const STEPS = 4096;
/** Least strength for a focused token, which shows its weaker lines too. */
const FOCUS_PART = 0.02;

/**
 * The fraction of the scale from which lines are drawn, so that there are not too many. Above 1
 * where too many are stronger than the end of the scale.
 *
 * @param attention (heads, rows, columns)
 * @param pairs rows x columns
 */
export function chooseLeast(
  attention: Float32Array,
  scale: Scale,
  shows: (head: number) => boolean,
  pairs: number,
) {
  const shown = [];
  for (let head = 0; head * pairs < attention.length; head++) {
    if (shows(head)) shown.push(attention.subarray(head * pairs, (head + 1) * pairs));
  }
  return leastOf(shown, scale, LEAST_PART, MOST_LINES);
}

/**
 * @param lists strengths
 * @param least least fraction of the scale: no line is fainter
 * @param most number of lines
 */
function leastOf(
  lists: readonly (Float32Array | readonly number[])[],
  scale: Scale,
  least: number,
  most: number,
) {
  let strongest = 0;
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) if (list[i] > strongest) strongest = list[i];
  }
  const end = least * scale.max;
  if (!(strongest > end)) return least;
  const counts = new Uint32Array(STEPS + 1);
  const factor = STEPS / (strongest - end);
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) {
      if (list[i] >= end) counts[Math.min(STEPS, Math.floor((list[i] - end) * factor))]++;
    }
  }
  let step = STEPS;
  for (let drawn = counts[STEPS]; step > 0; step--) {
    drawn += counts[step - 1];
    if (drawn > most) break;
  }
  return step === 0 ? least : Math.min(strongest, end + step / factor) / scale.max;
}

/** The same for the lines of the focused token. */
export function chooseFocusLeast({ layout, attention, scale, shows }: LinesContent, focus: Focus) {
  const { rows, columns, heads } = layout;
  const others = focus.query === null ? rows : columns;
  const values = [];
  for (let head = 0; head < heads; head++) {
    if (!shows(head)) continue;
    for (let i = 0; i < others; i++) {
      const row = focus.query ?? i;
      const column = focus.query === null ? (focus.key ?? 0) : i;
      values.push(attention[(head * rows + row) * columns + column]);
    }
  }
  return leastOf([values], scale, FOCUS_PART, MOST_FOCUSED);
}

/**
 * The drawn strength of a line, for the pointer: 0 for an absent line.
 *
 * @param focus if there is one, only its lines exist
 */
export function strengthOf(
  content: LinesContent,
  focus: Focus,
): (query: number, key: number, head: number) => number {
  const { layout, attention, scale, shows } = content;
  const { rows, columns } = layout;
  const alone = focus.query !== null || focus.key !== null;
  const least = alone ? chooseFocusLeast(content, focus) : content.least;
  return (query, key, head) => {
    if (!shows(head)) return 0;
    if (alone && query !== focus.query && key !== focus.key) return 0;
    const part = attention[(head * rows + query) * columns + key] / scale.max;
    return part >= least ? part : 0;
  };
}
