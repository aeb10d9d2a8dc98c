// <headwise-map>: maps of given data, drawn as the lab draws them.
// It needs no engine, so it works without WebAssembly. It is a controlled view: new numbers replace those it shows in place,
// and `selection` can be read and set.

import { messageOf } from '../../ui/errors.ts';
import { Embedded } from './embedded.ts';
import { readJson } from './read-json.ts';
import type { MapSelection } from '../element.js';
import type { MountedMaps } from './mount-given.ts';

const ATTRIBUTES = ['view', 'theme', 'loading', 'poster'];
const VIEWS = ['heads', 'head', 'table', 'lines', 'model'];
/** The properties; the first three are attributes too. */
const GIVEN = ['attention', 'tokens', 'labels', 'keyTokens', 'words', 'typeIds'];

export class HeadwiseMap extends Embedded {
  static observedAttributes = [...ATTRIBUTES, 'lang', 'attention', 'tokens', 'labels'];
  static override properties = [...ATTRIBUTES, ...GIVEN, 'selection'];

  #given: Record<string, unknown> = {};
  #mounted: MountedMaps | null = null;
  /** the selection that was set before there were maps */
  #wanted: unknown = null;
  #isRefreshing = false;
  #isLoaded = false;

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
          this.#refresh();
        },
      });
    }
  }

  /** the highlighted head, query and key; null before there are maps */
  get selection(): MapSelection | null {
    return this.#mounted?.selection() ?? null;
  }

  set selection(value) {
    this.#wanted = value ?? null;
    this.#select();
  }

  override async show(inside: HTMLElement, isNewest: () => boolean) {
    const { mountGiven } = await import('./mount-given.ts');
    const mounted = await mountGiven(inside, this as any, {
      language: this.language,
      theme: this.getAttribute('theme'),
      onChange: (selection) => this.tell('change', { selection }),
    });
    if (isNewest()) {
      this.#mounted = mounted;
      this.#select();
    }
    return mounted;
  }

  override async values() {
    return { words: { view: VIEWS } };
  }

  override apply(name: string) {
    if (!['view', ...GIVEN].includes(name)) return false;
    this.#refresh();
    return true;
  }

  override tell(type: string, detail?: unknown) {
    if (type === 'load') {
      if (this.#isLoaded) return;
      this.#isLoaded = true;
    }
    super.tell(type, detail);
  }

  override leaving() {
    this.#mounted = null;
    if (!this.isConnected) this.#isLoaded = false;
  }

  /** Shows changed data in place, once for any number of changes. */
  #refresh() {
    if (!this.#mounted) return this.restart();
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    queueMicrotask(() => {
      this.#isRefreshing = false;
      try {
        if (!this.#mounted?.update(this as any)) this.restart();
      } catch {
        this.restart(); // which shows the reason
      }
    });
  }

  #select() {
    if (!this.#mounted || this.#wanted === null) return;
    const wanted = this.#wanted;
    this.#wanted = null;
    try {
      this.#mounted.select(wanted);
    } catch (error) {
      this.report(messageOf(error));
    }
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
