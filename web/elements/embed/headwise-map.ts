// <headwise-map>: maps of given data, drawn as the lab draws them.
// It needs no engine, so it works without WebAssembly.

import { Embedded } from './embedded.ts';
import { readJson } from './read-json.ts';

const ATTRIBUTES = ['view', 'theme', 'loading', 'poster'];
/** The properties; the first two are attributes too. */
const GIVEN = ['attention', 'tokens', 'keyTokens', 'words', 'typeIds'];

export class HeadwiseMap extends Embedded {
  static observedAttributes = [...ATTRIBUTES, 'lang', 'attention', 'tokens'];
  static override properties = [...ATTRIBUTES, ...GIVEN];

  #given: Record<string, unknown> = {};

  static {
    this.reflect(ATTRIBUTES);
    for (const name of GIVEN) {
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        enumerable: true,
        get(this: HeadwiseMap) {
          const attribute = HeadwiseMap.observedAttributes.includes(name);
          return read(name, this.#given[name] ?? (attribute ? this.getAttribute(name) : null));
        },
        set(this: HeadwiseMap, value: unknown) {
          this.#given[name] = value ?? null;
          this.restart();
        },
      });
    }
  }

  override async show(inside: HTMLElement) {
    const { mountGiven } = await import('./mount-given.ts');
    return mountGiven(inside, this as any, {
      language: this.language,
      theme: this.getAttribute('theme'),
      onChange: (selection) => this.tell('change', { selection }),
    });
  }
}

/**
 * The value of a property, parsed if it is JSON: frameworks set a property instead of the attribute
 * of the same name. Names may be words with spaces between them.
 */
function read(name: string, given: unknown) {
  if (typeof given !== 'string') return given;
  const text = given.trim();
  if (name === 'attention') return readJson(name, text, '[[1, 0], [0.5, 0.5]]');
  return /^[[{]/.test(text) ? readJson(name, text, '["a", "b"]') : text.split(/\s+/);
}
