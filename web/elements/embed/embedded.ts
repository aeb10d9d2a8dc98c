// Base class of the custom elements: lazy start, fallback content, clean removal.
// The page's content inside stays until the element works, and comes back with the reason if it
// cannot. The element starts near the window; a removed one leaves nothing behind. Subclasses
// render.

import { codeOf, GivenError, messageOf } from '../../ui/errors.ts';
import { keepKeys } from './keys.ts';
import { make, makeTree } from './tree.ts';
import { startWordsOf } from '../../words/languages.ts';
import type { Values } from './check-attributes.ts';

/** The mounted view of a subclass. */
interface Shown {
  /** resolves when it works, rejects if it cannot */
  ready: Promise<void>;
  dispose: () => void | Promise<void>;
}

/** When a server renders pages there is no HTMLElement; there the class is only a name. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/** Distance from the window at which an element begins to load. */
const NEAR = '300px';

export class Embedded extends Base {
  #root;
  #poster;
  #slot;
  #inside;
  #reason;
  #watch: IntersectionObserver | null = null;
  #shown: Shown | null = null;
  /** the number of the newest start; an older one ends by itself */
  #start = 0;
  #changed = false;
  #works = false;
  /** whether an attribute was changed while the view was being rendered */
  #isLate = false;

  constructor() {
    super();
    const { root, poster, slot, reason, inside } = makeTree(this);
    this.#root = root;
    this.#poster = poster;
    this.#slot = slot;
    this.#reason = reason;
    this.#inside = inside;
    keepKeys(this);
  }

  connectedCallback() {
    this.takeEarlyProperties();
    this.#showPoster();
    // moved within the page: everything is still there
    if (this.#shown || this.#watch) return;
    this.#await();
  }

  disconnectedCallback() {
    // An element that is only moved is connected again before this runs.
    queueMicrotask(() => {
      if (!this.isConnected) this.#stop();
    });
  }

  /** Lets moveBefore() move the element without disconnecting it. */
  connectedMoveCallback() {}

  attributeChangedCallback(name: string, before: string | null, after: string | null) {
    if (before === after) return;
    if (name === 'poster') this.#showPoster();
    else if (name === 'loading') this.#await();
    else {
      this.#isLate = true;
      // an element that failed shows a corrected value
      if (this.#shown ? !this.apply(name) : !this.#reason.hidden) this.restart();
      else if (this.#shown) void this.#check();
    }
  }

  /** Whether it works, and is shown in place of the content that the page put inside. */
  get loaded() {
    return this.#works;
  }

  // ---- for subclasses to override ------------------------------------------------------------------------------

  /** Its properties that a page may have set before the element was defined. */
  static properties: readonly string[] = [];

  /**
   * Renders the view.
   *
   * @param _inside an empty element
   * @param _isNewest false once a newer start or a removal has made this view obsolete
   */
  async show(_inside: HTMLElement, _isNewest: () => boolean): Promise<Shown> {
    throw new TypeError('show: a subclass says what is shown');
  }

  /**
   * Passes a changed attribute on to the mounted lab or maps.
   *
   * @returns false if the view has to be rendered again
   */
  apply(_name: string): boolean {
    return false;
  }

  /** The possible values of its attributes. */
  async values(): Promise<Values> {
    return { words: {} };
  }

  /** Detail of the `load` event. */
  describe(): unknown {
    return null;
  }

  /** Called before the mounted lab or maps go away. */
  leaving() {}

  // ---- for subclasses to call ----------------------------------------------------------------------------------

  /** The language of the element: its own, or that of the page around it. */
  get language() {
    return this.closest('[lang]')?.getAttribute('lang') || document.documentElement.lang || 'en';
  }

  tell(type: string, detail?: unknown) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }

  /** Renders the view again, once for any number of changes. */
  restart() {
    if (this.#changed) return;
    this.#changed = true;
    queueMicrotask(() => {
      this.#changed = false;
      if (!this.#shown && this.#watch) return; // the start has not begun
      this.#end();
      if (this.isConnected) void this.#begin();
    });
  }

  /** Reports attributes and values that the element does not know. */
  async #check(isWanted: () => boolean = () => true) {
    const { observedAttributes } = this.constructor as unknown as { observedAttributes: string[] };
    const { problemsOf } = await import('./check-attributes.ts');
    const problems = await problemsOf(this, observedAttributes, await this.values());
    if (isWanted()) for (const problem of problems) this.report(problem);
  }

  /** Tells the page and its console about a mistake that does not stop the element. */
  report(message: string) {
    console.error(`<${this.localName}> ${message}`);
    this.tell('error', { code: 'format', message });
  }

  /** Attributes have a property each, of the same name. */
  static reflect(names: readonly string[]) {
    for (const name of names) {
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        enumerable: true,
        get(this: HTMLElement) {
          return this.getAttribute(name) ?? '';
        },
        set(this: HTMLElement, value: unknown) {
          if (value === null || value === undefined) this.removeAttribute(name);
          else this.setAttribute(name, String(value));
        },
      });
    }
  }

  /**
   * Reapplies properties that were set before the element was upgraded: they hide the accessors of
   * the class.
   */
  takeEarlyProperties() {
    const own = this as unknown as Record<string, unknown>;
    for (const name of (this.constructor as typeof Embedded).properties) {
      if (!Object.hasOwn(own, name)) continue;
      const value = own[name];
      delete own[name];
      own[name] = value;
    }
  }

  // ---- life cycle ----------------------------------------------------------------------------------------------

  #await() {
    this.#watch?.disconnect();
    this.#watch = null;
    if (!this.isConnected || this.#shown) return;
    if (this.getAttribute('loading') === 'eager') {
      void this.#begin();
      return;
    }
    this.#watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        this.#watch?.disconnect();
        this.#watch = null;
        void this.#begin();
      },
      { rootMargin: NEAR },
    );
    this.#watch.observe(this);
  }

  async #begin() {
    const mine = ++this.#start;
    const isNewest = () => mine === this.#start && this.isConnected;
    this.#reason.hidden = true;
    this.#isLate = false;
    void this.#check(isNewest);
    this.#inside.dataset.waiting = '';
    const place = document.createElement('div');
    this.#inside.replaceChildren(place);
    this.tell('progress', { done: 0 });
    let shown: Shown | null = null;
    try {
      shown = await this.show(place, isNewest);
      if (!isNewest()) {
        await shown.dispose();
        return;
      }
      this.#shown = shown;
      this.tell('progress', { done: 0.5 });
      await shown.ready;
      if (!isNewest()) return; // the newer start has ended this one
      this.#works = true;
      delete this.#inside.dataset.waiting;
      this.#slot.hidden = this.#poster.hidden = true;
      this.tell('progress', { done: 1 });
      this.tell('load', this.describe());
    } catch (error) {
      if (!isNewest()) return;
      this.#end();
      // the wrong value may be corrected by now
      if (this.#isLate) void this.#begin();
      else this.fail(error);
    }
  }

  /** Shows the reason of an error beside the content that the page put inside. */
  fail(error: unknown) {
    const { failed, again, wrong } = startWordsOf(this.language);
    const isGiven = error instanceof GivenError;
    this.#reason.replaceChildren(`${isGiven ? wrong : failed}: ${messageOf(error)}`);
    if (!isGiven) {
      const retry = make('button', 'retry');
      retry.type = 'button';
      retry.textContent = again;
      retry.addEventListener('click', () => void this.#begin());
      this.#reason.append(retry);
    }
    this.#reason.hidden = false;
    this.tell('error', { code: codeOf(error), message: messageOf(error) });
  }

  /** Takes down the mounted lab or maps, also while they are still being mounted. */
  #end() {
    this.#start++;
    if (this.#shown) {
      this.leaving();
      void this.#shown.dispose();
    }
    this.#shown = null;
    this.#works = false;
    this.#inside.replaceChildren();
    this.#slot.hidden = false;
    this.#showPoster();
  }

  #stop() {
    this.#watch?.disconnect();
    this.#watch = null;
    this.#end();
  }

  #showPoster() {
    const address = this.getAttribute('poster');
    this.#poster.hidden = this.#works || !address;
    if (address && this.#poster.getAttribute('src') !== address) this.#poster.src = address;
  }

  get shadow() {
    return this.#root;
  }
}
