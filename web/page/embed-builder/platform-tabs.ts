// Tabs of the platforms for the text, with their instructions.

import { h, rove } from '../../ui/dom.ts';
import { PLACES } from './snippets.ts';
import type { Messages } from '../../words/en/embed-builder.ts';

/** Names that are equal in every language; the messages have the others. */
const NAMES = Object.freeze({
  moodle: 'Moodle',
  canvas: 'Canvas',
  myst: 'Jupyter Book, MyST',
  quarto: 'Quarto',
  docusaurus: 'Docusaurus',
  vitepress: 'VitePress',
  gradio: 'Gradio',
  streamlit: 'Streamlit',
  observable: 'Observable',
});
/** The tab that saves a file instead of text to paste. */
export const FILE = 'file';
const ALL = [...PLACES, FILE] as const;

export type Platform = (typeof ALL)[number];

export function createPlatformTabs(messages: Messages, choose: (name: Platform) => void) {
  const tabs = ALL.map((name) =>
    h(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `builder-${name}`,
        'aria-controls': 'builder-place',
        onclick: () => choose(name),
      },
      name in NAMES
        ? h('bdi', { translate: 'no' }, NAMES[name as keyof typeof NAMES])
        : messages[wordOf('place', name)],
    ),
  );
  const list = h(
    'div',
    { class: 'tabs', role: 'tablist', 'aria-label': messages.placeLabel },
    ...tabs,
  );
  rove(list);
  list.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.ariaSelected !== 'true') target.click();
  });
  return {
    list,
    /** @returns the id of its tab */
    select(name: Platform): string {
      for (const [i, tab] of tabs.entries()) {
        const chosen = ALL[i] === name;
        tab.ariaSelected = String(chosen);
        tab.tabIndex = chosen ? 0 : -1;
      }
      return `builder-${name}`;
    },
  };
}

/** @param name name of a platform */
export function wordOf(kind: 'place' | 'how', name: string) {
  return `${kind}${name[0].toUpperCase()}${name.slice(1)}` as keyof Messages;
}
