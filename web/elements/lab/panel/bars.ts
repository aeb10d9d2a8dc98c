// A short list of numbers as bars. Hover previews a number in every view, a click selects it.

import { fillText, h, ownWords, rove, setAttribute, setText } from '../../../ui/dom.ts';
import { roundedText } from '../../../ui/format.ts';
import type { Actions } from '../frame.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Selection } from '../state/state.ts';

/** Up to this number of tokens are listed in the order of the sentence; of more, the largest. */
const IN_ORDER = 16;
const LARGEST = 12;

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
  items: Bar[];
  /** text about omitted numbers */
  more: string | null;
  /** whether bars begin in the middle: negative numbers to one side, positive ones to the other */
  signed?: boolean;
}

export function createBars(actions: Actions) {
  const title = h('h3', null);
  const rows = h('div', { class: 'bars-rows', role: 'group' });
  const more = h('p', { class: 'bars-more' });
  const element = h('section', { class: 'bars' }, title, rows, more);
  const parts: {
    element: HTMLElement;
    prefix: Element;
    label: Element;
    suffix: Element;
    fill: HTMLElement;
    value: Element;
  }[] = [];
  let shown: Bar[] = [];

  const barOf = (event: Event) => {
    const row = (event.target as Element).closest('button');
    return row ? (shown[parts.findIndex((part) => part.element === row)] ?? null) : null;
  };
  rove(rows);
  rows.addEventListener('pointerover', (event) => actions.preview(barOf(event)?.selection ?? null));
  rows.addEventListener('pointerleave', () => actions.preview(null));
  rows.addEventListener('click', (event) => {
    const bar = barOf(event);
    if (bar) actions.lock(bar.selection);
  });

  function addRow() {
    const prefix = h('span', { class: 'bar-prefix' });
    const label = ownWords('');
    const suffix = h('span', { class: 'bar-suffix' });
    const fill = h('span', { class: 'bar-fill' });
    const value = h('span', { class: 'bar-value' });
    const row = h(
      'button',
      { type: 'button', class: 'bar', tabindex: parts.length === 0 ? '0' : '-1' },
      h('span', { class: 'bar-label' }, prefix, label, suffix),
      h('span', { class: 'bar-track' }, fill),
      value,
    );
    parts.push({ element: row, prefix, label, suffix, fill, value });
    rows.append(row);
  }

  return {
    element,
    clear() {
      element.hidden = true;
    },
    show(heading: Node, list: BarList) {
      element.hidden = false;
      shown = list.items;
      title.replaceChildren(heading);
      setText(more, list.more ?? '');
      more.hidden = list.more === null;
      const longest = Math.max(...shown.map((bar) => Math.abs(bar.value)), Number.MIN_VALUE);
      setAttribute(element, 'data-signed', list.signed ? '' : null);
      while (parts.length < shown.length) addRow();
      parts.forEach((part, i) => {
        const bar = shown[i];
        part.element.hidden = !bar;
        if (!bar) return;
        setText(part.prefix, bar.prefix ?? '');
        setText(part.label, bar.label);
        setText(part.suffix, bar.suffix ?? '');
        setText(part.value, roundedText(bar.value, 3));
        part.fill.style.transform = `scaleX(${bar.value / longest})`;
        part.fill.style.backgroundColor = bar.color;
        setAttribute(part.element, 'aria-current', bar.current ? 'true' : null);
      });
    },
  };
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
  return { indexes, more: fillText(messages.more, { count: count - indexes.length }) };
}
