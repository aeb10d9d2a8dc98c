// Tabs of the platforms that the text is for, with their instructions.

import { h, rove } from '../../elements/shared/dom.js';
import { PLACES } from './snippets.js';

/** @typedef {import('./messages/en.js').Messages} Messages */

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
const ALL = /** @type {const} */ ([...PLACES, FILE]);

/** @typedef {(typeof ALL)[number]} Place */

/**
 * @param {Messages} messages
 * @param {(name: Place) => void} choose
 */
export function createPlaces(messages, choose) {
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
        ? h('bdi', { translate: 'no' }, NAMES[/** @type {keyof typeof NAMES} */ (name)])
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
    /**
     * @param {Place} name
     * @returns {string} the id of its tab
     */
    select(name) {
      for (const [i, tab] of tabs.entries()) {
        const chosen = ALL[i] === name;
        tab.ariaSelected = String(chosen);
        tab.tabIndex = chosen ? 0 : -1;
      }
      return `builder-${name}`;
    },
  };
}

/**
 * @param {'place' | 'how'} kind
 * @param {string} name of a place
 */
export function wordOf(kind, name) {
  return /** @type {keyof Messages} */ (`${kind}${name[0].toUpperCase()}${name.slice(1)}`);
}
