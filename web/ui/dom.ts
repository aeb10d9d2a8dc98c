// DOM helpers: create elements, set text, move the focus.

import { formFor } from './format.ts';

/**
 * Creates an element. `class`, `on...` listeners and attributes; null, undefined and false omit
 * one.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties?: Record<string, unknown> | null,
  ...children: (Node | string | null | undefined)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') {
      element.addEventListener(key.slice(2), value as EventListener);
    } else {
      element.setAttribute(key, value === true ? '' : String(value));
    }
  }
  for (const child of children) if (child !== null && child !== undefined) element.append(child);
  return element;
}

/**
 * The reader's own words, in an unknown language and in their own direction.
 *
 * @param name name of a class
 */
export function ownWords(text: string, name?: string) {
  return h('bdi', { class: name, lang: '' }, text);
}

/**
 * A translated text around one part that comes from the engine, in English. Unchanged text is not announced again.
 *
 * @param message with {detail}
 */
export function quoteEngine(element: HTMLElement, message: string, detail: string) {
  if (element.textContent === fillText(message, { detail })) return;
  element.replaceChildren(fill(message, { detail: h('span', { lang: 'en' }, detail) }));
}

/** Creates an element of a drawing. */
export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number>,
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * An icon in the colour of the text, 16 units square, that screen readers skip.
 *
 * @param d the lines, as a path
 */
export function icon(d: string) {
  const lines = svg('path', { d, fill: 'none', stroke: 'currentColor', 'stroke-width': 1.75 });
  return svg('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, lines);
}

/** A text with placeholders, such as "In {head}, {query} attends to", as nodes. */
export function fill(message: string, places: Record<string, Node | string>) {
  const fragment = document.createDocumentFragment();
  let end = 0;
  for (const place of message.matchAll(PLACE)) {
    if (place.index > end) fragment.append(message.slice(end, place.index));
    fragment.append(inPlace(place, places));
    end = place.index + place[0].length;
  }
  if (end < message.length) fragment.append(message.slice(end));
  return fragment;
}

/** The same as plain text. */
export function fillText(message: string, places: Record<string, string | number>) {
  return message.replace(PLACE, (...place) => String(inPlace(place, places)));
}

/** A placeholder such as {count}, or the word that depends on it, in its forms: {count:token|tokens}; see formFor. */
const PLACE = /\{(\w+)(?::([^{}|]*(?:\|[^{}|]*)+))?\}/g;

/** @param place match of PLACE */
function inPlace<T extends Node | string | number>(
  [, name, forms]: readonly string[],
  places: Record<string, T>,
) {
  const value = places[name] ?? '';
  if (forms === undefined) return typeof value === 'number' ? String(value) : value;
  const count = Number(typeof value === 'object' ? value.textContent : value);
  return formFor(count, forms.split('|'));
}

/**
 * Sets an attribute only where it changes, to avoid needless layouts.
 *
 * @param value null removes it
 */
export function setAttribute(element: Element, name: string, value: string | null) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** Sets text only where it changes. */
export function setText(node: Node, text: string) {
  if (node.textContent !== text) node.textContent = text;
}

/** Whether the reader has typed since the page last set the text through `defaultValue`. */
export function isUnsaved({ value, defaultValue }: HTMLInputElement | HTMLTextAreaElement) {
  return value !== defaultValue;
}

/**
 * Makes the buttons in a container one stop of the Tab key, with arrows, Home and End among them.
 */
export function rove(container: HTMLElement) {
  const items = (): HTMLButtonElement[] => [...container.querySelectorAll('button')];
  container.addEventListener('keydown', (event) => {
    const all = items();
    const at = all.indexOf(event.target as HTMLButtonElement);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const backwards = getComputedStyle(container).direction === 'rtl' ? 1 : -1;
    const to = {
      ArrowLeft: at + backwards,
      ArrowRight: at - backwards,
      ArrowUp: at - 1,
      ArrowDown: at + 1,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (to === undefined || !all[to]) return;
    event.preventDefault();
    all[to].focus();
  });
  container.addEventListener('focusin', (event) => {
    for (const item of items()) item.tabIndex = item === event.target ? 0 : -1;
  });
}
