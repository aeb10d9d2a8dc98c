// The start of a small page: language and words, title and purpose, the link back. Each page adds only its content.

import { html, render } from '../../ui/template.ts';
import { findLanguage } from '../language.ts';
import type { Child } from '../../ui/template.ts';

interface Options<Words> {
  /** purpose of the page */
  lead: (messages: Words) => Child;
  /** the lab's state, to which the link back leads */
  hash?: string;
  /** more for the header */
  tools?: (messages: Words, language: string) => Child;
}

/**
 * Starts a small page in the reader's language.
 *
 * @param load loads its words
 * @returns `show` shows the content below the title
 */
export async function startPage<Words extends { title: string }>(
  load: (language: string) => Promise<Words>,
  { lead, hash = location.hash, tools }: Options<Words>,
) {
  const { language } = findLanguage();
  const messages = await load(language);
  document.title = `headwise: ${messages.title}`;
  (document.getElementById('back') as HTMLAnchorElement).hash = hash;
  if (tools) {
    const header = document.querySelector('header') as HTMLElement;
    render(html`<nav id="tools">${tools(messages, language)}</nav>`, header);
  }
  const main = document.querySelector('main') as HTMLElement;
  main.replaceChildren();
  const show = (content: Child) =>
    render(html`<h1>${messages.title}</h1><p class="lead">${lead(messages)}</p>${content}`, main);
  return { language, messages, show };
}
