// The small pages beside the lab: title, purpose, content, link back.

import { html, render } from './template.ts';
import type { Child } from './template.ts';

/**
 * Starts a small page.
 *
 * @param lead purpose of the page
 * @param hash the lab's state, to which the link back leads
 * @returns shows the content below both
 */
export function startPage(title: string, lead: Child, hash: string = location.hash) {
  document.title = `headwise: ${title}`;
  (document.getElementById('back') as HTMLAnchorElement).hash = hash;
  const main = document.querySelector('main') as HTMLElement;
  main.replaceChildren();
  return (content: Child) =>
    render(html`<h1>${title}</h1><p class="lead">${lead}</p>${content}`, main);
}

/** A notice that something failed. */
export function failure(text: string, detail: Child) {
  return html`<p class="failure-what">${text}</p><p class="failure-detail">${detail}</p>`;
}
