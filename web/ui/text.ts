// Texts in templates: placeholders, a reader's own words, English of the engine.

import { formFor } from './format.ts';
import { html } from './template.ts';
import type { Child, Template } from './template.ts';

/** A placeholder such as {count}, or the word that depends on it, in its forms: {count:token|tokens}; see formFor. */
const PLACE = /\{(\w+)(?::([^{}|]*(?:\|[^{}|]*)+))?\}/;

/** A text with placeholders, such as "In {head}, {query} attends to", with children in their places. */
export function say(message: string, places: Record<string, Child>): Child[] {
  // split() puts the placeholder's name and forms between the texts
  return message.split(PLACE).map((piece, i, pieces) => {
    if (i % 3 === 0) return piece;
    return i % 3 === 1 ? childAt(pieces[i], pieces[i + 1], places) : null;
  });
}

function childAt(name: string, forms: string | undefined, places: Record<string, Child>): Child {
  if (forms === undefined) return places[name];
  return formFor(Number(places[name]), forms.split('|'));
}

/** The same as plain text. */
export function sayText(message: string, places: Record<string, string | number>) {
  return say(message, places)
    .filter((piece) => piece !== null && piece !== undefined)
    .join('');
}

/** The reader's own words, in an unknown language and direction. */
export function ownWords(text: string, name: string | null = null): Template {
  return html`<bdi class=${name} lang="">${text}</bdi>`;
}

/** A translated text around one part that comes from the engine, in English: {detail}. */
export function quoteEngine(
  message: string,
  detail: string,
  places: Record<string, Child> = {},
): Child {
  return say(message, { ...places, detail: html`<span lang="en">${detail}</span>` });
}

/** An icon in the colour of the text, 16 units square, that screen readers skip; `d`: its lines, as a path. */
export function icon(d: string): Template {
  return html`<svg viewBox="0 0 16 16" aria-hidden="true">
    <path d=${d} fill="none" stroke="currentColor" stroke-width="1.75" />
  </svg>`;
}
