// Types of headwise/element: the two elements, for pages and programs.

import type { Backend } from './index.js';

/** The highlighted query and key of a head; each from 0, null for none. */
export interface Selection {
  head: number;
  query: number | null;
  key: number | null;
}

/**
 * The state of a lab: `state` returns all fields, and accepts any of them. A field that a lab does not have, and a value that it
 * cannot show, change nothing, and cause an `error` event.
 *
 * ```js
 * lab.state = { causal: true, heads: 4, view: 'table' };
 * ```
 */
export interface LabState {
  /** the sentence */
  text: string;
  /** the sentence with the keys; null: the first sentence attends to itself */
  second: string | null;
  heads: 1 | 2 | 4 | 8 | 16;
  /** width of a token's vector */
  width: number;
  causal: boolean;
  /** seed of the untrained weights */
  seed: number;
  /** source of vectors and weights: `untrained`, or a trained model that comes with the lab, `grammar` or `english` */
  model: LabModel;
  /** heads of this layer that are switched off, from 0 */
  off: readonly number[];
  /** the id of the word whose score is explained; null: the likeliest */
  word: number | null;
  /** the open layer of a trained model, from 0 */
  layer: number;
  view: LabView;
  selection: Selection;
  /** the open scene of a lesson, from 0 */
  lesson: { id: string; scene: number } | null;
  /** number of padding tokens at the end */
  padding: number;
  /** whether scores are divided by the square root of the width of a head */
  scaled: boolean;
  /** whether views show their numbers as a table */
  numbers: boolean;
  /** the only head with lines; null: all */
  solo: number | null;
  /** the open step of the layer, and further settings that links hold */
  step: string;
  allHeads: boolean;
  trail: readonly unknown[];
  edits: Readonly<Record<string, unknown>>;
  mix: unknown;
  compare: unknown;
  training: unknown;
}

/** An error: a code of HeadwiseError, and a sentence. */
export interface ErrorDetail {
  code: string;
  message: string;
}

/** Numbers row by row, with their shape. */
export interface GivenTensor {
  readonly data: ArrayLike<number>;
  readonly shape: readonly number[];
}

/** Nested arrays of numbers; rows may be typed arrays. */
export type NestedNumbers = readonly (number | ArrayLike<number> | NestedNumbers)[];

/**
 * A tensor, or nested arrays of numbers.
 *
 * ```js
 * map.attention = [[1, 0], [0.5, 0.5]];
 * ```
 */
export type Numbers = GivenTensor | NestedNumbers;

/** The theme of an element; empty: as `auto`. */
export type Theme = 'auto' | 'light' | 'dark' | '';

export type LabView = 'heads' | 'head' | 'table' | 'lines' | 'contributions' | 'steps' | 'training';

/** The source of a lab's vectors and weights. */
export type LabModel = 'untrained' | 'grammar' | 'english';

export type MapView = 'heads' | 'head' | 'table' | 'lines' | 'model';

/** The lessons that come with headwise; `cache`, `long` and `rotary` are earlier names, which open the same scenes. */
export type LessonName =
  | 'appears'
  | 'cache'
  | 'core-test'
  | 'digits'
  | 'dropout'
  | 'five-ways'
  | 'head-did'
  | 'layer'
  | 'long'
  | 'long-texts'
  | 'masks'
  | 'matrices'
  | 'one-head'
  | 'own'
  | 'pairs'
  | 'positions'
  | 'roles'
  | 'rotary'
  | 'scale'
  | 'shapes'
  | 'sinks'
  | 'test'
  | 'why';

/** `masks`, or `masks.2` for its second scene. */
export type LessonPlace = LessonName | `${LessonName}.${number}` | '';

type Lock =
  'text' | 'second' | 'heads' | 'mask' | 'view' | 'weights' | 'edits' | 'blend' | 'lessons' | 'all';

/** Locks, separated by spaces or commas. */
export type Locks = Lock | `${Lock}${' ' | ','}${string}` | '';

/** The events of both elements. They bubble, and are composed. */
export interface EmbeddedEventMap {
  progress: CustomEvent<{ /** 0..1 */ done: number }>;
  error: CustomEvent<ErrorDetail>;
}

export interface HeadwiseLabEventMap extends EmbeddedEventMap {
  load: CustomEvent<{ backend: Backend }>;
  /** kind: the reader's action, such as `text` for typing, `selection`, `change`, `undo` */
  change: CustomEvent<{ state: LabState; kind: string }>;
}

export interface HeadwiseMapEventMap extends EmbeddedEventMap {
  load: CustomEvent<unknown>;
  change: CustomEvent<{ selection: MapSelection }>;
}

/** All events of an element: its own have details, all others are the usual ones. */
type EventsOf<Own> = Own & Omit<HTMLElementEventMap, keyof Own>;

/** Members of both elements. */
export interface EmbeddedElement extends HTMLElement {
  /** Whether it works; before that, and if it fails, the content inside the tag is shown. */
  readonly loaded: boolean;
  /** `lazy`, the default: starts near the window. `eager`: starts at once. */
  loading: 'lazy' | 'eager' | '';
  /** The address of a picture to show before it works. */
  poster: string;
  /** `auto`, the default, `light` or `dark`. */
  theme: Theme;
}

/**
 * `<headwise-lab>`: a sentence, its heads, and the provenance of each number.
 *
 * ```html
 * <headwise-lab text="The animal was tired" heads="4" locked="weights view">
 *   <p>This text is shown until the lab works, and if it fails.</p>
 * </headwise-lab>
 * ```
 *
 * Attributes: `text`, `heads`, `view`, `model`, `lesson`, `lesson-src`, `lang`, `theme`, `loading`, `poster`, `locked`, `class-key`, which
 * signs result codes, `compact`, and `state`: any of its fields as JSON, such as `state='{"causal": true}'`. A wrong attribute or
 * value is named in the console and by an `error` event.
 *
 * Events, all bubbling and composed: `progress` { done: 0..1 }, `load` { backend }, `error` { code, message },
 * `change` { state, kind }.
 *
 * Parts: `poster`, `reason`, `retry`, `lab`, `lesson`, `sentences`, `tools`, `views`, `panel`, `status`.
 * Custom properties: `--headwise-font`, `--headwise-ink`, `--headwise-soft`, `--headwise-faint`, `--headwise-line`,
 * `--headwise-wash`, `--headwise-surface`, `--headwise-paper`, `--headwise-round`.
 */
export declare class HeadwiseLab extends HTMLElement implements EmbeddedElement {
  readonly loaded: boolean;
  loading: 'lazy' | 'eager' | '';
  poster: string;
  theme: Theme;
  text: string;
  heads: string;
  view: LabView | '';
  /**
   * `english` for the model that reads any text, from `english.safetensors` beside this script, which is not in the package but in
   * `build/site/`; `grammar` for the other
   * trained model, which is loaded only then: it knows 93 English words and punctuation marks, and without
   * `text` it has a sentence of its own. Default: untrained weights, for any sentence.
   */
  model: '' | LabModel;
  /**
   * `masks`, or `masks.2` for its second scene. A lesson of your own is inside the tag, in a
   * `<script type="text/plain" data-lesson>`, or at an address of the page's own origin in the attribute `lesson-src`; then
   * `own.2` is its second scene.
   */
  lesson: LessonPlace;
  /** controls that the learner cannot use: `text`, `second`, `heads`, `mask`, `view`, `weights`, `edits`, `blend`, `lessons`, or `all` */
  locked: Locks;
  /** all fields of the state; the setter accepts any of them */
  get state(): Partial<LabState>;
  set state(part: Partial<LabState>);
  /** weights of your own: a state dict of torch.nn.MultiheadAttention with width = embed_dim */
  parameters: { numHeads: number; state: Readonly<Record<string, Numbers>> } | null;
  /** how `text` is split, instead of into words */
  tokens: readonly string[] | null;
  addEventListener<Name extends keyof EventsOf<HeadwiseLabEventMap>>(
    type: Name,
    listener: (this: HeadwiseLab, event: EventsOf<HeadwiseLabEventMap>[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Name extends keyof EventsOf<HeadwiseLabEventMap>>(
    type: Name,
    listener: (this: HeadwiseLab, event: EventsOf<HeadwiseLabEventMap>[Name]) => void,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

/**
 * The highlight of `<headwise-map>`. In a model, query and key are indexes of the given tokens, also where words are shown.
 *
 * ```js
 * map.selection = { layer: 4, head: 7, query: 2, key: 0 };
 * ```
 */
export interface MapSelection extends Selection {
  /** index of the layer; only in a model */
  layer?: number;
  /** only where there are several kinds */
  kind?: 'encoder' | 'decoder' | 'cross';
  /** index of the example in the batch; only where there are several */
  example?: number;
}

/** Attention of an encoder-decoder; each kind may have layers and heads of its own. */
export interface AttentionByKind {
  encoder?: Numbers | readonly Numbers[];
  decoder?: Numbers | readonly Numbers[];
  cross?: Numbers | readonly Numbers[];
}

/** A value for each token: one list, a list for each example of the batch, or the encoder's and the decoder's lists. */
export type ForTokens<T> =
  | readonly T[]
  | readonly (readonly T[])[]
  | {
      encoder?: readonly T[] | readonly (readonly T[])[];
      decoder?: readonly T[] | readonly (readonly T[])[];
    };

/**
 * `<headwise-map>`: attention maps of your own numbers, of a few heads or of a whole model. Nothing is computed, so it works
 * without WebAssembly.
 *
 * ```html
 * <headwise-map tokens="The cat sat" attention="[[1, 0, 0], [0.5, 0.5, 0], [0.2, 0.3, 0.5]]"></headwise-map>
 * ```
 *
 * New data replace the shown ones in place: `load` comes once, and the selection stays where it still exists.
 *
 * Attributes: `attention` as JSON, `tokens` and `labels` as words or JSON, `view` (heads, head, table, lines, model), `lang`, `theme`,
 * `loading`, `poster`. Events: `progress`, `load`, `error`, `change` { selection }. Parts: `poster`, `reason`, `retry`, `maps`,
 * `model`.
 */
export declare class HeadwiseMap extends HTMLElement implements EmbeddedElement {
  readonly loaded: boolean;
  loading: 'lazy' | 'eager' | '';
  poster: string;
  theme: Theme;
  view: MapView | '';
  /**
   * (heads, queries, keys), or (queries, keys) of one head; numbers from 0 on. For a whole model (layers, heads, queries, keys),
   * (layers, examples, heads, queries, keys), a list with a tensor for each layer, or the attention of an encoder, of a
   * decoder and of the cross attention between them. A model's arrays are not copied: leave them unchanged.
   */
  attention: Numbers | readonly Numbers[] | AttentionByKind | null;
  /** names of the rows, and of the columns of a square map */
  tokens: ForTokens<string> | null;
  /** the names that are drawn, instead of `tokens`: a model's `input.texts`, for example */
  labels: ForTokens<string> | null;
  /** names of the columns */
  keyTokens: ForTokens<string> | null;
  /**
   * The highlighted head, query and key; null before the maps are there. A set selection is not reported by `change`, unless
   * an index does not exist, which is none then.
   */
  selection: MapSelection | null;
  /** only for a model: the index of each token's word, -1 or null for none; then tokens can be shown as whole words */
  words: ForTokens<number | null> | null;
  /** only for a model: the index of each token's sentence; then the attention from one sentence to another can be shown alone */
  typeIds: ForTokens<number> | null;
  addEventListener<Name extends keyof EventsOf<HeadwiseMapEventMap>>(
    type: Name,
    listener: (this: HeadwiseMap, event: EventsOf<HeadwiseMapEventMap>[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Name extends keyof EventsOf<HeadwiseMapEventMap>>(
    type: Name,
    listener: (this: HeadwiseMap, event: EventsOf<HeadwiseMapEventMap>[Name]) => void,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'headwise-lab': HeadwiseLab;
    'headwise-map': HeadwiseMap;
  }
}
