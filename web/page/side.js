// Frame of the pages beside the lab: title, column, link back.

import { h } from '../elements/shared/dom.js';

/**
 * @param {string} title
 * @param {string} lead what the page is for
 * @param {...Node} content
 */
export function fillColumn(title, lead, ...content) {
  document.title = `headwise: ${title}`;
  const column = /** @type {HTMLElement} */ (document.querySelector('.column'));
  column.replaceChildren(h('h1', null, title), h('p', { class: 'lead' }, lead), ...content);
  const back = /** @type {HTMLAnchorElement} */ (document.getElementById('back'));
  back.hash = location.hash; // what was on the screen
}
