// Captions of an image that a model reads: preprocessing, query token, largest attention weight.

import { html } from '../../../ui/template.ts';
import { sayText } from '../../../ui/text.ts';
import { shareText } from '../sizes.ts';
import { strongest } from './heat.ts';
import { placeOf } from './patch-names.ts';
import type { ImageInput } from 'headwise/models';
import type { Template } from '../../../ui/template.ts';
import type { Messages } from '../../../words/en/models.ts';
import type { ImageState, ShownMap } from './image-state.ts';

/** How the image was resized. */
export function sizeHint(
  size: ImageState['size'],
  { resample, isGiven }: ImageInput,
  messages: Messages,
): Template {
  const how = size && sayText(messages.imageSized, { ...size, how: resample });
  return html`<p class="models-hint">
    ${how && (isGiven ? how : `${how} ${messages.imageUnsaid}`)}
  </p>`;
}

/** The tokens before the patches, of which one can be the query. */
export function queryTokens(
  { first }: ImageInput,
  query: number,
  messages: Messages,
  choose: (query: number) => void,
  label: string = messages.lookFrom,
): Template {
  return html`<div class="models-buttons" role="group" aria-label=${label}>
    <span>${label}</span>
    ${first.map(
      (_, token) => html`<button
        type="button"
        class="models-piece"
        aria-pressed=${String(token === query)}
        @click=${() => choose(token)}
      >
        ${placeOf(token, { across: 1, first }, messages)}
      </button>`,
    )}
  </div>`;
}

/** The patch with the largest attention weight, and the weights of the tokens before the patches. */
export function mapCaption(map: ShownMap | null, messages: Messages): Template {
  return html`<p class="image-looks" role="status">${map && captionOf(map, messages)}</p>`;
}

function captionOf({ seen, query, shares }: ShownMap, messages: Messages) {
  const { token, share } = strongest({ seen, shares });
  const place = (one: number) => placeOf(one, seen, messages);
  const most = { from: place(query), to: place(token), share: shareText(share) };
  const others = seen.first.map((_, i) =>
    sayText(messages.lookOther, { token: place(i), share: shareText(shares[i]) }),
  );
  return [sayText(messages.lookMost, most), ...others].join(' ');
}
