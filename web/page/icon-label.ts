// Label of a header button, with an icon for narrow windows. See page.css.

import { html } from '../ui/template.ts';
import { icon } from '../ui/text.ts';

/** A question mark. */
export const QUESTION = 'M5.2 5.8a2.8 2.8 0 1 1 4.3 2.4c-1 .6-1.5 1.1-1.5 2.3M8 13.2v.1';
/** Three lines, the middle of one set off by a knob. */
export const TOOLS = 'M2 4.5h12M2 8h12M2 11.5h12M5 3v3M10.5 6.5v3M6.5 10v3';

/** @param path path of the icon */
export function iconAndWords(path: string, words: string) {
  return html`${icon(path)}<span class="words">${words}</span>`;
}
