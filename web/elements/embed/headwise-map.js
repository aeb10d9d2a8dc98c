// <headwise-map>: the maps of given data, drawn as the lab draws them. It needs no engine, so it works where WebAssembly
// does not.

import { Embedded } from './embedded.js';
import { readMaps } from './read-maps.js';

const ATTRIBUTES = ['view', 'theme', 'loading', 'poster'];

export class HeadwiseMap extends Embedded {
  static observedAttributes = [...ATTRIBUTES, 'lang', 'attention', 'tokens'];
  /** @override */
  static properties = [...ATTRIBUTES, 'attention', 'tokens', 'keyTokens'];

  /** @type {unknown} */
  #attention = null;
  /** @type {readonly string[] | null} */
  #tokens = null;
  /** @type {readonly string[] | null} */
  #keyTokens = null;

  static {
    this.reflect(ATTRIBUTES);
  }

  get attention() {
    return this.#attention ?? parsed('attention', this.getAttribute('attention'));
  }

  set attention(value) {
    this.#attention = value ?? null;
    this.restart();
  }

  get tokens() {
    return this.#tokens ?? wordsOf(this.getAttribute('tokens'));
  }

  set tokens(value) {
    this.#tokens = value ?? null;
    this.restart();
  }

  get keyTokens() {
    return this.#keyTokens;
  }

  set keyTokens(value) {
    this.#keyTokens = value ?? null;
    this.restart();
  }

  /** @override @param {HTMLElement} inside */
  async show(inside) {
    const maps = readMaps(this.attention, this.tokens, this.keyTokens);
    const { mountMaps } = await import('./mount-maps.js');
    return mountMaps(inside, {
      ...maps,
      view: this.getAttribute('view'),
      theme: this.getAttribute('theme'),
      language: this.language,
      onChange: (selection) => this.tell('change', { selection }),
    });
  }
}

/**
 * @param {string} name
 * @param {string | null} text
 */
function parsed(name, text) {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TypeError(`${name}: expected JSON such as [[1, 0], [0.5, 0.5]]`, { cause });
  }
}

/**
 * JSON, or words with spaces between them.
 *
 * @param {string | null} text
 * @returns {readonly string[] | null}
 */
function wordsOf(text) {
  if (text === null) return null;
  return text.trim().startsWith('[') ? parsed('tokens', text) : text.trim().split(/\s+/);
}
