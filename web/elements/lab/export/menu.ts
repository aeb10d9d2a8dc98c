// The export menu: figures, numbers and programs of the current view.
// A button and a list with arrow keys, as in the menu button pattern of the ARIA Authoring
// Practices.

import { fillText, h, setAttribute, setText } from '../../../ui/dom.ts';
import { messageOf } from '../../../ui/errors.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { Format } from './export-as.ts';
import type { Figure } from '../../../views/figure.ts';
import type { LabelledArray } from './numbers.ts';

/** the export of a view */
export interface Exported {
  /** part of the names of files */
  name: string;
  figure: () => Figure;
  /** the first array is the drawn one */
  arrays: () => readonly LabelledArray[];
}

const SAID_FOR = 4000;

/** @param current the present screen */
export function createExportMenu(
  messages: Messages,
  actions: Actions,
  current: () => Promise<{ frame: Frame; exported: Exported } | null>,
) {
  const said = h('span', { class: 'export-said', role: 'status' });
  const button = h(
    'button',
    { type: 'button', class: 'quiet', 'aria-haspopup': 'menu', 'aria-expanded': 'false' },
    messages.exportOpen,
  );
  const list = h(
    'div',
    { class: 'export-list', role: 'menu', 'aria-label': messages.exportLabel, hidden: true },
    group(messages.exportFigure, {
      svg: messages.exportSvg,
      png: messages.exportPng,
      tex: messages.exportTikz,
    }),
    group(messages.exportNumbers, {
      csv: messages.exportCsv,
      json: messages.exportJson,
      npy: messages.exportNpy,
    }),
    group(messages.exportCode, {
      torch: messages.exportTorch,
      numpy: messages.exportNumPy,
      jax: messages.exportJax,
    }),
  );
  const element = h('div', { class: 'export' }, button, list, said);
  const close = openAndClose(element, button, list);
  let timer = 0;

  /** @param labels labels of its items */
  function group(label: string, labels: Partial<Record<Format, string>>) {
    const items = Object.entries(labels).map(([format, text]) =>
      h(
        'button',
        {
          type: 'button',
          role: 'menuitem',
          tabindex: '-1',
          class: 'export-item',
          onclick: () => choose(format as Format),
        },
        text,
      ),
    );
    return h(
      'div',
      { role: 'group', 'aria-label': label, class: 'export-group' },
      h('span', { class: 'export-heading', 'aria-hidden': 'true' }, label),
      ...items,
    );
  }

  async function choose(format: Format) {
    close();
    button.focus({ preventScroll: true });
    try {
      const now = await current();
      if (!now) return;
      const { exportAs } = await import('../lazy-bundle.ts');
      say(await exportAs(format, now, messages, actions));
    } catch (error) {
      say(fillText(messages.exportFailed, { detail: messageOf(error) }));
    }
  }

  function say(text: string) {
    setText(said, text);
    clearTimeout(timer);
    timer = window.setTimeout(() => setText(said, ''), SAID_FOR);
  }

  return {
    element,
    show(wanted: boolean) {
      element.hidden = !wanted;
      if (!wanted) close();
    },
  };
}

/**
 * Opens the list from the button, moves the focus in it, and closes it.
 *
 * @param element parent of both
 * @returns closes it
 */
function openAndClose(element: HTMLElement, button: HTMLElement, list: HTMLElement): () => void {
  const items = (): HTMLButtonElement[] => [...list.querySelectorAll('button')];

  function open() {
    list.hidden = false;
    // above the button where there is no room below
    const { bottom } = button.getBoundingClientRect();
    const isLow = bottom + list.offsetHeight > window.innerHeight;
    setAttribute(list, 'data-above', isLow ? '' : null);
    setAttribute(button, 'aria-expanded', 'true');
    items()[0]?.focus({ preventScroll: true });
    addEventListener('pointerdown', outside, true);
  }

  function close() {
    list.hidden = true;
    setAttribute(button, 'aria-expanded', 'false');
    removeEventListener('pointerdown', outside, true);
  }

  function outside(event: Event) {
    if (!event.composedPath().includes(element)) close();
  }

  button.addEventListener('click', () => (list.hidden ? open() : close()));
  button.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    open();
    if (event.key === 'ArrowUp') items().at(-1)?.focus();
  });
  list.addEventListener('keydown', (event) => {
    const all = items();
    const at = all.findIndex((one) => one.matches(':focus'));
    const to = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at + all.length - 1) % all.length,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (event.key === 'Escape') {
      // the lab would clear the selection
      event.stopPropagation();
      close();
      button.focus();
    } else if (event.key === 'Tab') close();
    else if (to !== undefined) all[to].focus();
    if (to !== undefined || event.key === 'Escape') event.preventDefault();
  });
  return close;
}
