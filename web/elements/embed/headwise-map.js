// <headwise-map>: maps of given data, drawn as the lab draws them.
// It needs no engine, so it works without WebAssembly.

import { Embedded } from './embedded.js';
import { readJson } from './read-json.js';

const ATTRIBUTES = ['view', 'theme', 'loading', 'poster'];
/** The properties; the first two are attributes too. */
const GIVEN = ['attention', 'tokens', 'keyTokens', 'words', 'typeIds'];

export class HeadwiseMap extends Embedded {
  static observedAttributes = [...ATTRIBUTES, 'lang', 'attention', 'tokens'];
  /** @override */
  static properties = [...ATTRIBUTES, ...GIVEN];

  /** @type {Record<string, unknown>} */
  #given = {};

  static {
    this.reflect(ATTRIBUTES);
    for (const name of GIVEN) {
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        enumerable: true,
        /** @this {HeadwiseMap} */
        get() {
          const attribute = HeadwiseMap.observedAttributes.includes(name);
          return read(name, this.#given[name] ?? (attribute ? this.getAttribute(name) : null));
        },
        /** @this {HeadwiseMap} @param {unknown} value */
        set(value) {
          this.#given[name] = value ?? null;
          this.restart();
        },
      });
    }
  }

  /** @override @param {HTMLElement} inside */
  async show(inside) {
    const { mountGiven } = await import('./mount-given.js');
    return mountGiven(inside, /** @type {any} */ (this), {
      language: this.language,
      theme: this.getAttribute('theme'),
      onChange: (selection) => this.tell('change', { selection }),
    });
  }
}

/**
 * What was given, or what its JSON says: frameworks set a property where it has the attribute's name. Names may be words
 * with spaces between them.
 *
 * @param {string} name
 * @param {unknown} given
 */
function read(name, given) {
  if (typeof given !== 'string') return given;
  const text = given.trim();
  if (name === 'attention') return readJson(name, text, '[[1, 0], [0.5, 0.5]]');
  return /^[[{]/.test(text) ? readJson(name, text, '["a", "b"]') : text.split(/\s+/);
}
