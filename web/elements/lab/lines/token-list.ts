// Tokens on one side of the lines, for keyboard and screen readers.

import { rowMiddle } from '../../../views/lines-layout.ts';
import { createRoot, html } from '../../../ui/template.ts';
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
  label: string,
  { content, preview, lock, cross }: TokenListEvents,
) {
  let at = 0;
  let selected: number | null = null;
  let option: HTMLElement;
  const place = () => ({
    query: name === 'query' ? at : null,
    key: name === 'key' ? at : null,
    head: null,
  });
  const count = () => content()?.layout[name === 'query' ? 'rows' : 'columns'] ?? 0;

  function view() {
    const drawn = content();
    const labels = drawn?.[name === 'query' ? 'rowLabels' : 'columnLabels'];
    // the drawing contains the visible word
    return html`<div role="listbox" class="lines-side" aria-label=${label}>
      <div
        role="option"
        tabindex="0"
        class="lines-option"
        aria-posinset=${at + 1}
        aria-setsize=${count()}
        aria-selected=${String(selected === at)}
        vars=${drawn ? boxOf(drawn.layout) : {}}
        ref=${(element: HTMLElement) => (option = element)}
        @focus=${() => {
          if (option.matches(':focus-visible')) preview(place());
        }}
        @blur=${() => preview(null)}
        @keydown=${press}
      >
        <span class="spoken">${labels?.[at]}</span>
      </div>
    </div>`;
  }

  /** Position and size of the option over its word. */
  function boxOf(layout: LinesContent['layout']) {
    const { align, text, room } = layout[name];
    return {
      top: `${rowMiddle(layout, at) - layout.pitch / 2}px`,
      left: `${(align === 'right' ? text - room : text) - 4}px`,
      width: `${room + 8}px`,
      height: `${layout.pitch}px`,
    };
  }

  function moveTo(index: number) {
    if (!content()) return;
    at = Math.max(0, Math.min(count() - 1, index));
    root.render(view());
  }

  function press(event: KeyboardEvent) {
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
  }

  const root = createRoot(view());
  return {
    element: root.element,
    moveTo,
    focus(index: number) {
      moveTo(index);
      option.focus({ preventScroll: true });
    },
    /** Renders the present content. */
    update(token: number | null) {
      selected = token;
      moveTo(at);
    },
  };
}
