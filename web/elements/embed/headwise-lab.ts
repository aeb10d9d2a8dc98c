// <headwise-lab>: the lab as a custom element.
// Attributes hold simple values, properties hold data. The lab itself is loaded when the element
// starts.

import { Embedded } from './embedded.ts';
import { readGiven } from '../../ui/errors.ts';
import { readJson } from './read-json.ts';
import { shareEngine } from './shared-engine.ts';
import type { LabState, View } from '../lab/state/state.ts';
import type { MountedLab } from './mount-lab.ts';

type State = Partial<LabState>;

const ATTRIBUTES = [
  'text',
  'heads',
  'view',
  'model',
  'lesson',
  'theme',
  'loading',
  'poster',
  'locked',
];

const lend = shareEngine(async () => {
  const { loadInWorker } = await import('headwise');
  return loadInWorker({ threads: 'auto' });
});

export class HeadwiseLab extends Embedded {
  static observedAttributes = [
    ...ATTRIBUTES,
    'class-key',
    'compact',
    'lang',
    'state',
    'lesson-src',
  ];
  static override properties = [...ATTRIBUTES, 'state', 'parameters', 'tokens'];

  #lab: MountedLab | null = null;
  /** state that the property set, or state before the element left the page */
  #state: State = {};
  #parameters: unknown = null;
  #tokens: readonly string[] | null = null;

  static {
    this.reflect(ATTRIBUTES);
  }

  get state(): State {
    return this.#lab?.getState() ?? this.#state;
  }

  set state(given) {
    // frameworks set a property instead of the attribute of the same name
    const part = readState(given);
    void this.#checkState(part);
    this.#state = { ...this.#state, ...part };
    if (this.#lab) this.#lab.setState(part);
    else this.#dropWrongState();
  }

  get parameters() {
    return this.#parameters;
  }

  set parameters(value) {
    this.#parameters = value ?? null;
    this.restart();
  }

  get tokens() {
    return this.#tokens;
  }

  set tokens(value) {
    this.#tokens = value ?? null;
    this.restart();
  }

  /** The property replaces an attribute that cannot be read. */
  #dropWrongState() {
    try {
      readState(this.getAttribute('state'));
    } catch {
      this.removeAttribute('state');
    }
  }

  async #checkState(part: object) {
    const { problemsOfState } = await import('./check-lab.ts');
    for (const problem of problemsOfState(part, this.#lab?.getState())) this.report(problem);
  }

  override async show(inside: HTMLElement, isNewest: () => boolean) {
    const asked = readGiven(() => this.#fromAttributes());
    // a script of that type is inert text
    const isOwn = this.hasAttribute('lesson-src') || this.querySelector('script[data-lesson]');
    const own = isOwn
      ? await (await import('./own-lesson.ts')).lessonIn(this, import.meta.url)
      : null;
    const { mountLabInside } = await import('./mount-lab.ts');
    const lab = await mountLabInside(inside, {
      load: lend,
      english: import.meta.url,
      isWanted: isNewest,
      state: { ...asked, ...this.#state },
      model: this.getAttribute('model'),
      lesson: this.getAttribute('lesson') ?? own?.lesson.id,
      own,
      language: this.getAttribute('lang') || own?.language || this.language,
      theme: this.getAttribute('theme'),
      compact: this.hasAttribute('compact'),
      locked: this.getAttribute('locked'),
      classKey: this.getAttribute('class-key'),
      parameters: this.#parameters,
      tokens: this.#tokens,
      onChange: (detail) => this.tell('change', detail),
      onError: (detail) => this.tell('error', detail),
    });
    if (isNewest()) this.#lab = lab;
    return lab;
  }

  override apply(name: string) {
    if (name === 'model') this.#lab?.setState({ model: this.getAttribute(name) ?? 'untrained' });
    if (!['text', 'heads', 'view', 'state', 'model'].includes(name)) return false;
    try {
      this.#lab?.setState(this.#fromAttributes(name));
      return true;
    } catch {
      return false; // showing it again gives the reason
    }
  }

  override async values() {
    return (await import('./check-lab.ts')).LAB;
  }

  override describe() {
    return { backend: this.#lab?.backend() ?? null };
  }

  override leaving() {
    this.#state = this.#lab?.getState() ?? this.#state;
    this.#lab = null;
  }

  /**
   * The part of the state that the attributes set.
   *
   * @param only a single attribute
   */
  #fromAttributes(only?: string) {
    const [all, text, heads, view] = ['state', 'text', 'heads', 'view'].map((name) =>
      only === undefined || only === name ? this.getAttribute(name) : null,
    );
    const state = readState(all);
    if (text !== null) state.text = text;
    if (heads !== null) state.heads = Number(heads);
    if (view !== null) state.view = view as View;
    return state;
  }
}

/** A part of the state, as an object or as JSON. */
function readState(given: unknown): State {
  const part = typeof given === 'string' ? readJson('state', given, '{"causal": true}') : given;
  if (part === null || part === undefined) return {};
  if (typeof part !== 'object' || Array.isArray(part)) {
    throw new TypeError('state: expected an object such as {"causal": true}');
  }
  return { ...part };
}
