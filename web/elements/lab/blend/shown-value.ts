// The number shown for a pair: a head's attention, the mixture or a difference.

import { sayText } from '../../../ui/text.ts';
import { headHue, neutralRampOf, rampOf, signedRampOf } from '../../../views/color.ts';
import type { Blend } from './blend.ts';
import type { Theme } from '../../../views/color.ts';
import type { Frame } from '../frame.ts';

/**
 * The number shown for a pair in a head.
 *
 * @param frame with an answer
 */
export function shownValue({ blend, answer }: Frame, head: number, query: number, key: number) {
  if (!answer) return 0;
  const { rows, columns } = answer;
  const place = query * columns + key;
  if (!blend) return answer.attention[head * rows * columns + place];
  return blend.values[(blend.count === 1 ? 0 : head) * rows * columns + place];
}

/**
 * The key with the largest number of a row; in a difference, the largest magnitude.
 *
 * @param frame with an answer
 */
export function strongestInRow(frame: Frame, head: number, query: number) {
  const sizeAt = (key: number) => Math.abs(shownValue(frame, head, query, key));
  return strongest(frame.answer?.columns ?? 0, sizeAt);
}

/**
 * The same along a column.
 *
 * @param frame with an answer
 */
export function strongestInColumn(frame: Frame, head: number, key: number) {
  const sizeAt = (query: number) => Math.abs(shownValue(frame, head, query, key));
  return strongest(frame.answer?.rows ?? 0, sizeAt);
}

function strongest(count: number, sizeAt: (index: number) => number) {
  let best = 0;
  for (let index = 1; index < count; index++) if (sizeAt(index) > sizeAt(best)) best = index;
  return best;
}

/** The colours of a map: a head's own, or the ramp of the mixture or difference. */
export function rampFor(blend: Blend | null, head: number, theme: Theme) {
  if (!blend) return rampOf(headHue(head), theme);
  return blend.scale.signed ? signedRampOf(theme) : neutralRampOf(theme);
}

/**
 * The name of the map that replaces the selected head's.
 *
 * @param blend blend of the map
 */
export function blendText({ messages, selection }: Frame, blend: Blend) {
  const name = {
    mix: messages.blendMixName,
    head: messages.blendMinus,
    run: messages.blendRunName,
  }[blend.kind];
  return sayText(name, { head: selection.head + 1, other: blend.head + 1 });
}
