// Captions of an image that a model reads.
// Also the choice of the map over the image.

import { fillText, h, quoteEngine, setAttribute, setText } from '../../../ui/dom.ts';
import { durationText } from '../../../ui/format.ts';
import { shareText } from '../sizes.ts';
import { strongest } from './heat.ts';
import { placeOf } from './patch-names.ts';
import type { ImageInput } from 'headwise/models';
import type { Messages } from '../../../words/en/models.ts';
import type { Seen } from './patch-names.ts';

/** the map over the image, or the layer's steps instead of it */
export type Way = 'head' | 'mean' | 'rollout' | 'steps';

const WAYS = ['head', 'mean', 'rollout', 'steps'] as const;

/** The map over the image. */
export function createWays(messages: Messages, onChoose: (way: Way) => void) {
  const names = {
    ...{ head: messages.wayHead, mean: messages.wayMean, rollout: messages.wayRollout },
    steps: messages.viewSteps,
  };
  const about = { head: '', mean: messages.aboutMean, rollout: messages.aboutRollout, steps: '' };
  const buttons = WAYS.map((way) =>
    h('button', { type: 'button', onclick: () => onChoose(way) }, names[way]),
  );
  const hint = h('p', { class: 'models-hint' });
  const label = { class: 'segments', role: 'group', 'aria-label': messages.wayLabel };
  return {
    element: h('div', label, ...buttons),
    hint,
    update(way: Way) {
      buttons.forEach((one, i) => setAttribute(one, 'aria-pressed', String(WAYS[i] === way)));
      setText(hint, about[way]);
      hint.hidden = about[way] === '';
    },
  };
}

/** The caption: preprocessing, duration, and the patch with the largest attention weight. */
export function createImageCaption(
  messages: Messages,
  input: ImageInput,
  onFrom: (query: number) => void,
) {
  const status = h('p', { class: 'models-status', role: 'status' });
  const sized = h('p', { class: 'models-hint' });
  const looks = h('p', { class: 'image-looks', role: 'status' });
  const tokens = h('div', {
    class: 'models-buttons',
    role: 'group',
    'aria-label': messages.lookFrom,
  });
  const seen = { across: 1, first: input.first };
  const buttons = input.first.map((_, token) =>
    h(
      'button',
      { type: 'button', class: 'models-piece', onclick: () => onFrom(token) },
      placeOf(token, seen, messages),
    ),
  );
  tokens.append(h('span', null, messages.lookFrom), ...buttons);
  return {
    top: [sized, status],
    ...{ looks, tokens },
    status: (text: string) => setText(status, text),
    failed: (detail: string) => quoteEngine(status, messages.runFailed, detail),
    computed({ down, across, first, milliseconds }: Seen, size: { width: number; height: number }) {
      const how = fillText(messages.imageSized, { ...size, how: input.resample });
      setText(sized, input.isGiven ? how : `${how} ${messages.imageUnsaid}`);
      const time = durationText(milliseconds);
      const places = { count: first.length + down * across, down, across, time };
      setText(status, fillText(messages.imageComputed, places));
    },
    from(query: number) {
      buttons.forEach((one, i) => setAttribute(one, 'aria-pressed', String(i === query)));
    },
    shares(seen: Seen, query: number, shares: ArrayLike<number>) {
      const { token, share } = strongest({ seen, shares });
      const place = (one: number) => placeOf(one, seen, messages);
      const most = { from: place(query), to: place(token), share: shareText(share) };
      const others = seen.first.map((_, i) =>
        fillText(messages.lookOther, { token: place(i), share: shareText(shares[i]) }),
      );
      setText(looks, [fillText(messages.lookMost, most), ...others].join(' '));
    },
  };
}
