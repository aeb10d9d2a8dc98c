// Tabs of the platforms for the text, with their instructions.

import { rove } from '../../ui/controls.ts';
import { html } from '../../ui/template.ts';
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

/** The id of a platform's tab. */
export const tabOf = (name: Platform) => `builder-${name}`;

export function platformTabs(
  messages: Messages,
  chosen: Platform,
  choose: (name: Platform) => void,
) {
  const choosing = (name: Platform) => () => name !== chosen && choose(name);
  return html`<div class="tabs" role="tablist" aria-label=${messages.placeLabel} ref=${rove}>
    ${ALL.map(
      (name) =>
        html`<button
          type="button"
          role="tab"
          id=${tabOf(name)}
          aria-controls="builder-place"
          aria-selected=${String(name === chosen)}
          .tabIndex=${name === chosen ? 0 : -1}
          @click=${choosing(name)}
          @focus=${choosing(name)}
        >${
          name in NAMES
            ? html`<bdi translate="no">${NAMES[name as keyof typeof NAMES]}</bdi>`
            : messages[wordOf('place', name)]
        }</button>`,
    )}
  </div>`;
}

/** @param name name of a platform */
export function wordOf(kind: 'place' | 'how', name: string) {
  return `${kind}${name[0].toUpperCase()}${name.slice(1)}` as keyof Messages;
}
