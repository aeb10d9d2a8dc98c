// Placeholders in the texts of lessons, and the rendering of such texts.

import { ownWords } from '../shared/dom.js';
import { richText } from './symbols.js';

/** Names of places that hold words of the sentence; they stand out. */
const WORDS = ['word', 'names', 'other'];

/**
 * The second of two words: the key that is selected, unless there is none or it is the first word itself.
 * @param {Pick<import('../lab/frame.js').Frame, 'state' | 'selection'>} frame
 * @param {number} row the first
 * @param {number} count of words
 */
export function otherOf({ state, selection }, row, count) {
  const key = selection.key ?? state.selection.key;
  if (key !== null && key < count && key !== row) return key;
  return row === 1 ? 0 : Math.min(1, count - 1);
}

/**
 * @param {import('../lab/frame.js').Frame} frame
 * @returns {Record<string, string>}
 */
export function placesOf({ state, selection, first, answer, messages }) {
  const heads = answer?.question.heads ?? state.heads;
  const width = answer?.question.width ?? state.width;
  const words = first.tokens.map(({ piece }) => piece);
  const { head } = selection;
  const query = state.selection.query ?? 0;
  // the rows of a head when rows are split in the order of memory
  const from = Math.floor((head * words.length) / heads);
  const to = Math.floor(((head + 1) * words.length - 1) / heads);
  const list = new Intl.ListFormat(messages.locale, { type: 'conjunction' });
  return {
    heads: String(heads),
    width: String(width),
    headDim: String(width / heads),
    // a query, a key and a value in each head
    kept: String(3 * width),
    tokens: String(words.length),
    word: words[query] ?? words[0] ?? '',
    other: words[otherOf({ state, selection: state.selection }, query, words.length)] ?? '',
    head: String(head + 1),
    names: list.format(words.slice(from, to + 1)),
  };
}

/**
 * Puts a text there, unless it is there already.
 * @param {HTMLElement} element
 * @param {string} message
 * @param {Record<string, string>} places
 */
export function showText(element, message, places) {
  const key = message.replace(/\{(\w+)\}/g, (place, name) => places[name] ?? place);
  if (element.dataset.text === key) return;
  element.dataset.text = key;
  element.replaceChildren(richText(message, wordsAs(places)));
}

/** @param {Record<string, string>} places */
function wordsAs(places) {
  return Object.fromEntries(
    Object.entries(places).map(([name, value]) => [
      name,
      WORDS.includes(name) ? ownWords(value, 'word') : value,
    ]),
  );
}
