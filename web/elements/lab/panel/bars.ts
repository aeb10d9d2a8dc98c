// A short list of numbers as bars. Hover previews a number in every view, a click selects it.

import { percentText, roundedText } from '../../../ui/format.ts';
import { html } from '../../../ui/template.ts';
import { ownWords, sayText } from '../../../ui/text.ts';
import type { Child } from '../../../ui/template.ts';
import type { LayerActions } from '../frame.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Selection } from '../state/state.ts';

/** Up to this number of tokens are listed in the order of the sentence; of more, the largest. */
const IN_ORDER = 6;
const LARGEST = 5;

export interface Bar {
  label: string;
  /** placed before the label, less prominent */
  prefix?: string;
  /** placed after the label, less prominent */
  suffix?: string;
  value: number;
  color: string;
  /** the selection that the bar previews */
  selection: Selection;
  current: boolean;
}

export interface BarList {
  heading: Child;
  items: readonly Bar[];
  /** text about omitted numbers */
  more: string | null;
  /** whether bars begin in the middle: negative numbers to one side, positive ones to the other */
  signed?: boolean;
}

/**
 * A list of bars; the element around it moves the focus between them.
 * @param list null: hidden
 * @param hasStop whether the Tab key stops at one of its bars
 */
export function bars(
  list: BarList | null,
  { preview, lock }: Pick<LayerActions, 'preview' | 'lock'>,
  hasStop: boolean = true,
) {
  const { heading = null, items = [], more = null, signed = false } = list ?? {};
  const longest = Math.max(...items.map(({ value }) => Math.abs(value)), Number.MIN_VALUE);
  const stop = Math.max(
    0,
    items.findIndex(({ current }) => current),
  );
  const barOf = ({ target, currentTarget }: Event) => {
    const row = (target as Element).closest('button');
    return row && items[[...(currentTarget as Element).children].indexOf(row)];
  };
  const select = (event: Event) => {
    const bar = barOf(event);
    if (bar) lock(bar.selection);
  };
  return html`<section class="bars" data-signed=${signed} hidden=${!list}>
    <h3>${heading}</h3>
    <div
      class="bars-rows"
      role="group"
      @pointerover=${(event: Event) => preview(barOf(event)?.selection ?? null)}
      @pointerleave=${() => preview(null)}
      @click=${select}
    >
      ${items.map(
        ({ label, prefix, suffix, value, color, current }, i) => html`<button
          type="button"
          class="bar"
          aria-current=${current && 'true'}
          .tabIndex=${hasStop && i === stop ? 0 : -1}
        >
          <span class="bar-label">
            <span class="bar-prefix">${prefix}</span>${ownWords(label)}
            <span class="bar-suffix">${suffix}</span>
          </span>
          <span class="bar-track">
            <span
              class="bar-fill"
              vars=${{ transform: `scaleX(${value / longest})`, 'background-color': color }}
            ></span>
          </span>
          <span class="bar-value">${signed ? roundedText(value, 3) : percentText(value)}</span>
        </button>`,
      )}
    </div>
    <p class="bars-more" hidden=${more === null}>${more}</p>
  </section>`;
}

/** The listed numbers: all in order, or the largest and the selected one. */
export function chooseBars(
  messages: Messages,
  count: number,
  valueOf: (index: number) => number,
  selected: number | null,
) {
  const all = Array.from({ length: count }, (_, index) => index);
  if (count <= IN_ORDER) return { indexes: all, more: null };
  const sizeOf = (index: number) => Math.abs(valueOf(index));
  const indexes = all.sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, LARGEST);
  if (selected !== null && !indexes.includes(selected)) indexes.push(selected);
  return { indexes, more: sayText(messages.more, { count: count - indexes.length }) };
}
