// Tabs of the platforms that the text is for, with their instructions.

import { h, rove } from '../../elements/shared/dom.ts';
import { PLACES } from './snippets.ts';
import type { Messages } from '../../words/en/embed-builder.ts';

/** Names that are the same in every language; the other places are in the messages. */
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
/** Saved as a file, not pasted as text. */
export const FILE = 'file';
const ALL = [...PLACES, FILE] as const;

export type Place = (typeof ALL)[number];

export function createPlaces(messages: Messages, choose: (name: Place) => void) {
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
    select(name: Place): string {
      for (const [i, tab] of tabs.entries()) {
        const chosen = ALL[i] === name;
        tab.ariaSelected = String(chosen);
        tab.tabIndex = chosen ? 0 : -1;
      }
      return `builder-${name}`;
    },
  };
}

/** @param name of a place */
export function wordOf(kind: 'place' | 'how', name: string) {
  return `${kind}${name[0].toUpperCase()}${name.slice(1)}` as keyof Messages;
}
