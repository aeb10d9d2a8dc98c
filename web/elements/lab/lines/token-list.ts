// Tokens on one side of the lines, for keyboard and screen readers.

import { rowMiddle } from '../../../views/lines-layout.ts';
import { h, setAttribute, setText } from '../../../ui/dom.ts';
import type { LinesContent } from '../../../views/lines.ts';

export type Place = { query: number | null; key: number | null; head: number | null };

export interface TokenListEvents {
  /** the drawn lines */
  content: () => LinesContent | null;
  preview: (place: Place | null) => void;
  lock: (place: Place) => void;
  /** moves to the other side */
  cross: (index: number) => void;
}

/**
 * The tokens of one side as a list with one option in the document: the option with the keyboard's
 * focus.
 */
export function createTokenList(
  name: 'query' | 'key',
  { content: shown, preview, lock, cross }: TokenListEvents,
) {
  // the drawing contains the visible word
  const word = h('span', { class: 'spoken' });
  const option = h('div', { role: 'option', tabindex: '0', class: 'lines-option' }, word);
  const list = h('div', { role: 'listbox', class: 'lines-side' }, option);
  let at = 0;
  const place = () => ({
    query: name === 'query' ? at : null,
    key: name === 'key' ? at : null,
    head: null,
  });
  const count = () => shown()?.layout[name === 'query' ? 'rows' : 'columns'] ?? 0;

  function moveTo(index: number) {
    const content = shown();
    if (!content) return;
    at = Math.max(0, Math.min(count() - 1, index));
    const { layout, rowLabels, columnLabels } = content;
    const side = layout[name];
    option.style.top = `${rowMiddle(layout, at) - layout.pitch / 2}px`;
    option.style.left = `${(side.align === 'right' ? side.text - side.room : side.text) - 4}px`;
    option.style.width = `${side.room + 8}px`;
    option.style.height = `${layout.pitch}px`;
    setAttribute(option, 'aria-posinset', String(at + 1));
    setAttribute(option, 'aria-setsize', String(count()));
    setText(word, (name === 'query' ? rowLabels : columnLabels)[at] ?? '');
  }

  option.addEventListener('focus', () => {
    if (option.matches(':focus-visible')) preview(place());
  });
  option.addEventListener('blur', () => preview(null));
  option.addEventListener('keydown', (event) => {
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    const page = Math.max(1, Math.round(count() / 4));
    const to = {
      ArrowUp: at - 1,
      ArrowDown: at + 1,
      PageUp: at - page,
      PageDown: at + page,
      Home: 0,
      End: count() - 1,
    }[event.key];
    if (event.key === 'Enter' || event.key === ' ') lock(place());
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') cross(at);
    else if (to === undefined) return;
    else {
      moveTo(to);
      preview(place());
    }
    event.preventDefault();
  });
  return {
    element: list,
    moveTo,
    again: () => moveTo(at),
    focus(index: number) {
      moveTo(index);
      option.focus({ preventScroll: true });
    },
    mark: (selected: number | null) =>
      setAttribute(option, 'aria-selected', String(selected === at)),
  };
}
