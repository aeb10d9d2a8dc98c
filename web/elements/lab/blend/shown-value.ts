// The number shown for a pair: a head's attention, the mixture or a difference.

import { sayText } from '../../../ui/text.ts';
import { headHue, neutralRampOf, rampOf, signedRampOf } from '../../../views/color.ts';
import type { Blend } from './blend.ts';
import type { Theme } from '../../../views/color.ts';
import type { MapFrame } from '../frame.ts';

/**
 * The number shown for a pair in a head.
 *
 * @param frame with maps
 */
export function shownValue({ blend, maps }: MapFrame, head: number, query: number, key: number) {
  if (!maps) return 0;
  const { rows, columns } = maps;
  const place = query * columns + key;
  if (!blend) return maps.attention[head * rows * columns + place];
  return blend.values[(blend.count === 1 ? 0 : head) * rows * columns + place];
}

/**
 * The key with the largest number of a row; in a difference, the largest magnitude.
 *
 * @param frame with maps
 */
export function strongestInRow(frame: MapFrame, head: number, query: number) {
  const sizeAt = (key: number) => Math.abs(shownValue(frame, head, query, key));
  return strongest(frame.maps?.columns ?? 0, sizeAt);
}

/**
 * The same along a column.
 *
 * @param frame with maps
 */
export function strongestInColumn(frame: MapFrame, head: number, key: number) {
  const sizeAt = (query: number) => Math.abs(shownValue(frame, head, query, key));
  return strongest(frame.maps?.rows ?? 0, sizeAt);
}

function strongest(count: number, sizeAt: (index: number) => number) {
  let best = 0;
  for (let index = 1; index < count; index++) if (sizeAt(index) > sizeAt(best)) best = index;
  return best;
}

/** The colours of a map: a head's own, or the ramp of the mixture or difference. */
export function rampFor(blend: Blend | null | undefined, head: number, theme: Theme) {
  if (!blend) return rampOf(headHue(head), theme);
  return blend.scale.signed ? signedRampOf(theme) : neutralRampOf(theme);
}

/**
 * The name of the map that replaces the selected head's.
 *
 * @param blend blend of the map
 */
export function blendText({ messages, selection }: MapFrame, blend: Blend) {
  const name = {
    mix: messages.blendMixName,
    head: messages.blendMinus,
    run: messages.blendRunName,
  }[blend.kind];
  return sayText(name, { head: selection.head + 1, other: blend.head + 1 });
}
