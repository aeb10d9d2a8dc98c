// Choices of an open model: layer, head, attention, removed heads.
// The chosen head is shown enlarged.

import { select } from '../../elements/model-view/select.ts';
import { button, segments } from '../../ui/controls.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import type { Template } from '../../ui/template.ts';
import type { Messages } from '../../words/en/models.ts';
import type { Sizes } from './open-model.ts';
import type { Head, Kind } from './worker-messages.ts';

/** The chosen layer and head. */
export function headChoice(
  at: Head,
  { layers, heads }: Sizes,
  messages: Messages,
  choose: (at: Head) => void,
): Template {
  return html`<div class="models-choice">
    ${select(messages.layerLabel, layers, at.layer, (layer) => choose({ ...at, layer }))}
    ${select(messages.headLabel, heads, at.head, (head) => choose({ ...at, head }))}
  </div>`;
}

/** The kinds of attention of an encoder-decoder. */
export function kindChoice(kind: Kind, messages: Messages, choose: (kind: Kind) => void): Template {
  const kinds = [
    { value: 'self', text: messages.kindSelf },
    { value: 'cross', text: messages.kindCross },
    { value: 'encoder', text: messages.kindOfEncoder },
  ] as const;
  return segments(messages.kindLabel, kinds, kind, choose);
}

type Remove = (removed: readonly Head[]) => void;

/** Removes the chosen head, or puts it back. */
export function removeButton(
  at: Head,
  removed: readonly Head[],
  messages: Messages,
  remove: Remove,
): Template {
  const isOut = removed.some((one) => isSame(one, at));
  const flip = () => remove(isOut ? removed.filter((one) => !isSame(one, at)) : [...removed, at]);
  return button(isOut ? messages.restore : messages.remove, flip, {
    look: 'quiet',
    classes: 'filled',
  });
}

/** The removed heads, each of which can be put back. */
export function removedHeads(
  removed: readonly Head[],
  messages: Messages,
  remove: Remove,
): Template {
  return html`<div
    class="models-removed"
    role="group"
    aria-label=${messages.removedLabel}
    hidden=${removed.length === 0}
  >
    <span>${messages.removedLabel}</span>
    ${removed.map((one) => {
      const name = headName(one, messages);
      return html`<button
        type="button"
        class="models-chip"
        aria-label=${sayText(messages.restoreOne, { name })}
        @click=${() => remove(removed.filter((other) => other !== one))}
      >
        ${name}<span aria-hidden="true">×</span>
      </button>`;
    })}
    ${button(messages.restoreAll, () => remove([]), { look: 'link' })}
  </div>`;
}

/** Numbers from 1, for readers. */
export function headName({ layer, head }: Head, messages: Messages) {
  return sayText(messages.headName, { layer: layer + 1, head: head + 1 });
}

export function isSame(one: Head, other: Head) {
  return one.layer === other.layer && one.head === other.head;
}
