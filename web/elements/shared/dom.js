// DOM helpers: create elements, set text, move the focus.

import { isOne } from './format.js';

/**
 * An element. `class`, `on...` listeners and attributes; null, undefined and false leave one out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, unknown> | null} [properties]
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(name, properties, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') {
      element.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    } else {
      element.setAttribute(key, value === true ? '' : String(value));
    }
  }
  for (const child of children) if (child !== null && child !== undefined) element.append(child);
  return element;
}

/**
 * The reader's own words, in an unknown language and in their own direction.
 * @param {string} text
 * @param {string} [name] of a class
 */
export function ownWords(text, name) {
  return h('bdi', { class: name, lang: '' }, text);
}

/**
 * A translated text around one part that comes from the engine, in English. Unchanged text is not announced again.
 * @param {HTMLElement} element
 * @param {string} message with {detail}
 * @param {string} detail
 */
export function quoteEngine(element, message, detail) {
  if (element.textContent === fillText(message, { detail })) return;
  element.replaceChildren(fill(message, { detail: h('span', { lang: 'en' }, detail) }));
}

/**
 * An element of a drawing.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(name, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * A small drawing in the colour of the text, 16 units wide and high, that screen readers skip.
 * @param {string} d the lines, as a path
 */
export function icon(d) {
  const lines = svg('path', { d, fill: 'none', stroke: 'currentColor', 'stroke-width': 1.75 });
  return svg('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, lines);
}

/**
 * A text with places, such as "In {head}, {query} looks at", as nodes.
 * @param {string} message
 * @param {Record<string, Node | string>} places
 */
export function fill(message, places) {
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

/**
 * The same as plain text.
 * @param {string} message
 * @param {Record<string, string | number>} places
 */
export function fillText(message, places) {
  return message.replace(PLACE, (...place) => String(inPlace(place, places)));
}

/** A place such as {count}, or the word that goes with it, one and more than one: {count:token|tokens}. */
const PLACE = /\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g;

/**
 * @template {Node | string | number} T
 * @param {readonly string[]} place as PLACE finds it
 * @param {Record<string, T>} places
 */
function inPlace([, name, one, other], places) {
  const value = places[name] ?? '';
  if (one === undefined) return typeof value === 'number' ? String(value) : value;
  const count = Number(typeof value === 'object' ? value.textContent : value);
  return isOne(count) ? one : other;
}

/**
 * Sets an attribute only where it changes, to avoid needless layouts.
 * @param {Element} element
 * @param {string} name
 * @param {string | null} value null takes it away
 */
export function setAttribute(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/**
 * Sets text only where it changes.
 * @param {Node} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Whether the reader has typed since the page last set the text through `defaultValue`.
 * @param {HTMLInputElement | HTMLTextAreaElement} input
 */
export function isUnsaved({ value, defaultValue }) {
  return value !== defaultValue;
}

/**
 * Makes the buttons in a container one stop of the Tab key, with arrows, Home and End among them.
 * @param {HTMLElement} container
 */
export function rove(container) {
  /** @returns {HTMLButtonElement[]} */
  const items = () => [...container.querySelectorAll('button')];
  container.addEventListener('keydown', (event) => {
    const all = items();
    const at = all.indexOf(/** @type {HTMLButtonElement} */ (event.target));
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
