// The export menu: figures, numbers and programs of the current view.
// A button and a list with arrow keys, as in the menu button pattern of the ARIA Authoring
// Practices.

/// <reference path="../../css.d.ts" />

import { exportAs } from './export-as.ts';
import { exportGroups } from './groups.ts';
import style from './export.css';
import { button } from '../../../ui/controls.ts';
import { createDisclosure } from '../../../ui/disclosure.ts';
import { messageOf } from '../../../ui/errors.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { sayText } from '../../../ui/text.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { Format } from './export-as.ts';
import type { Group } from './groups.ts';
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

/** How long an outcome is shown, in ms. */
const SHOWN_FOR = 4000;

/** @param current the present screen */
export function createExportMenu(
  messages: Messages,
  actions: Actions,
  current: () => Promise<{ frame: Frame; exported: Exported } | null>,
) {
  const groups: readonly Group<Format>[] = [
    {
      label: messages.exportFigure,
      items: [
        ['svg', messages.exportSvg],
        ['png', messages.exportPng],
        ['tex', messages.exportTikz],
      ],
    },
    {
      label: messages.exportNumbers,
      items: [
        ['csv', messages.exportCsv],
        ['json', messages.exportJson],
        ['npy', messages.exportNpy],
      ],
    },
    {
      label: messages.exportCode,
      items: [
        ['torch', messages.exportTorch],
        ['numpy', messages.exportNumPy],
        ['jax', messages.exportJax],
      ],
    },
  ];
  let isAbove = false;
  let outcome = '';
  let timer = 0;
  let opener: HTMLElement;
  let list: HTMLElement;
  const items = (): HTMLButtonElement[] => [...list.querySelectorAll('button')];

  const box = createDisclosure(
    () => root.element,
    () => root.render(view()),
  );

  const view = () => html`<div class="export" @keydown=${box.closeByKey}>
    ${button(messages.exportOpen, () => (box.isOpen() ? box.close() : open()), {
      look: 'quiet',
      expanded: box.isOpen(),
      ref(element) {
        opener = element;
        element.setAttribute('aria-haspopup', 'menu');
        element.addEventListener('keydown', openByKey);
      },
    })}
    <div
      class="export-list"
      role="menu"
      aria-label=${messages.exportLabel}
      hidden=${!box.isOpen()}
      data-above=${isAbove}
      ref=${(element: HTMLElement) => (list = element)}
      @keydown=${moveByKey}
    >
      ${exportGroups(groups, choose, true)}
    </div>
    <span class="export-said" role="status">${outcome}</span>
  </div>`;

  async function choose(format: Format) {
    box.close();
    opener.focus({ preventScroll: true });
    try {
      const now = await current();
      if (!now) return;
      tell(await exportAs(format, now, messages, actions));
    } catch (error) {
      tell(sayText(messages.exportFailed, { detail: messageOf(error) }));
    }
  }

  function tell(text: string) {
    outcome = text;
    root.render(view());
    clearTimeout(timer);
    if (text !== '') timer = window.setTimeout(() => tell(''), SHOWN_FOR);
  }

  function open() {
    if (!box.isOpen()) box.toggle();
    // above the button where there is no room below
    isAbove = opener.getBoundingClientRect().bottom + list.offsetHeight > window.innerHeight;
    root.render(view());
    items()[0]?.focus({ preventScroll: true });
  }

  function openByKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    open();
    if (event.key === 'ArrowUp') items().at(-1)?.focus();
  }

  function moveByKey(event: KeyboardEvent) {
    const all = items();
    const at = all.findIndex((one) => one.matches(':focus'));
    const to = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at + all.length - 1) % all.length,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (event.key === 'Tab') box.close();
    if (to === undefined) return;
    all[to].focus();
    event.preventDefault();
  }

  const root = createRoot(view());
  return {
    element: root.element,
    styles: [style],
    update(frame: Frame) {
      if (!frame.more) box.close();
      return null;
    },
  };
}
