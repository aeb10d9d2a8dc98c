// <headwise-map>: the maps of given data, drawn as the lab draws them. It needs no engine, so it works where WebAssembly
// does not.

import { Embedded } from './embedded.js';
import { readGiven } from '../shared/errors.js';
import { readJson } from './read-json.js';

const ATTRIBUTES = ['view', 'theme', 'loading', 'poster'];

export class HeadwiseMap extends Embedded {
  static observedAttributes = [...ATTRIBUTES, 'lang', 'attention', 'tokens'];
  /** @override */
  static properties = [...ATTRIBUTES, 'attention', 'tokens', 'keyTokens'];

  /** @type {unknown} */
  #attention = null;
  /** @type {string | readonly string[] | null} */
  #tokens = null;
  /** @type {string | readonly string[] | null} */
  #keyTokens = null;

  static {
    this.reflect(ATTRIBUTES);
  }

  get attention() {
    return read('attention', this.#attention ?? this.getAttribute('attention'));
  }

  set attention(value) {
    this.#attention = value ?? null;
    this.restart();
  }

  get tokens() {
    return wordsOf(this.#tokens ?? this.getAttribute('tokens'));
  }

  set tokens(value) {
    this.#tokens = value ?? null;
    this.restart();
  }

  get keyTokens() {
    return wordsOf(this.#keyTokens);
  }

  set keyTokens(value) {
    this.#keyTokens = value ?? null;
    this.restart();
  }

  /** @override @param {HTMLElement} inside */
  async show(inside) {
    const [{ readMaps }, { mountMaps }] = await Promise.all([
      import('./read-maps.js'),
      import('./mount-maps.js'),
    ]);
    const maps = readGiven(() => readMaps(this.attention, this.tokens, this.keyTokens));
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
 * What was given, or what its JSON says: frameworks set a property where it has the attribute's name.
 *
 * @param {string} name
 * @param {unknown} given
 */
function read(name, given) {
  return typeof given === 'string' ? readJson(name, given, '[[1, 0], [0.5, 0.5]]') : given;
}

/**
 * Names as they are, as JSON, or as words with spaces between them.
 *
 * @param {string | readonly string[] | null} given
 * @returns {readonly string[] | null}
 */
function wordsOf(given) {
  if (typeof given !== 'string') return given;
  const text = given.trim();
  return text.startsWith('[') ? readJson('tokens', text, '["a", "b"]') : text.split(/\s+/);
}
