// Messages between the page and the worker of a model.
// Each call has a question and an answer; connection.ts sends the questions, worker.ts answers.

import type { PlainTensor } from 'headwise';
import type {
  CachedModel,
  HubFiles,
  ImageInput,
  LayerNumbers,
  StatisticName,
} from 'headwise/models';
import type { Cell } from '../../elements/lab/answer/cells.ts';
import type { Passed } from '../../elements/model-view/layer/passed-stages.ts';
import type { Head, Small } from '../../views/thumbnails.ts';
import type { CausesCalls } from './causes/messages.ts';
import type { ContactsCalls } from './contacts/messages.ts';

export type { Head };

export type Kind = 'self' | 'cross' | 'encoder';

export type Predicts = 'tokens' | 'classes' | 'labels' | null;

/** The calls by name. */
export interface Calls extends CausesCalls, ContactsCalls {
  /** resolves as soon as a text can be read */
  open: { question: ModelSource; answer: Opened };
  /** resolves when all layers are there */
  whole: { question: null; answer: void };
  hubFiles: { question: HubModel; answer: HubFiles };
  /** models that the browser has stored */
  stored: { question: null; answer: CachedModel[] };
  removeStored: { question: string; answer: boolean };
  /** while layers are read, the answer comes at once */
  read: { question: TextQuestion; answer: Reading };
  /** resolves when a layer of the newest run has its maps */
  arrived: { question: LayerQuestion; answer: void };
  /** the output of the head for the newest text or image, when all layers are there */
  computed: { question: null; answer: Predicts };
  /** while layers are read, the answer comes at once */
  see: { question: ImageQuestion; answer: Seen };
  predict: { question: { position: number; top: number }; answer: Guess[] };
  /** (heads, rows, columns) */
  layer: { question: { layer: number; kind: Kind }; answer: PlainTensor };
  thumbnails: { question: ThumbnailsQuestion; answer: Small };
  steps: { question: LayerQuestion & { state: boolean }; answer: LayerSteps };
  exact: { question: LayerQuestion & { run: number; cell: Cell }; answer: Exact };
  write: { question: Sampling; answer: void };
  next: { question: NextQuestion; answer: Step | Over };
  /** (heads, tokens) */
  looks: { question: { layer: number; query: number }; answer: Float32Array };
  /** (tokens) */
  rollout: { question: { layer: number; query: number }; answer: Float32Array };
  /** a measure of every head, layer by layer, by its name in headStatistics() */
  statistics: { question: StatisticName; answer: Measured[] };
  rank: { question: { from: number[]; to: number[] }; answer: Measured[] };
}

export type CallName = keyof Calls;
export type Question<N extends CallName> = Calls[N]['question'];
export type Answer<N extends CallName> = Calls[N]['answer'];

/** A message to the worker. */
export type WorkerRequest<N extends CallName = CallName> = {
  [K in N]: { id: number; name: K; given: Question<K> };
}[N];

/** A message from the worker; `id` is that of the request. */
export type WorkerReply =
  | { type: 'answer'; id: number; value: Answer<CallName> }
  | { type: 'progress'; id: number; progress: Parameters<OnProgress> }
  | { type: 'error'; id: number; error: WorkerError }
  /** the name of a lock that the worker holds until it ends */
  | { type: 'lock'; lock: string };

export interface WorkerError {
  message: string;
  /** the engine's code */
  code?: string;
  /** whether the worker cannot answer any more */
  isBroken: boolean;
}

export type OnProgress = (done: number, total: number, file: string) => void;

/** Names with their files, one file, the address of a folder, or a model of a hub. */
export type ModelSource = Record<string, Blob> | Blob | string | HubModel;

/** A model of a hub. */
export interface HubModel {
  /** the model's name */
  hub: string;
  /** the hub's address */
  endpoint: string;
  revision: string;
  /** the file of weights; missing: there is no choice */
  file?: string;
}

export interface Opened {
  architecture: string;
  kind: 'encoder' | 'decoder' | 'encoder-decoder' | 'vision';
  config: {
    numLayers: number;
    numHeads: number;
    embedDim: number;
    vocabSize: number;
    contextLen: number;
    startId?: number;
    encoder?: { numLayers: number; numHeads: number };
  };
  report: { files: string[]; unused: string[]; bytes: number; dtypes: Record<string, number> };
  tokenizes: boolean;
  /** whether it takes two texts */
  pairs: boolean;
  /** whether it predicts contacts of a protein's residues */
  contacts: boolean;
  /** an example input, where not every text is valid */
  sample: string | null;
  /** only of a model that reads images */
  image?: ImageInput;
}

/** A text, or ids without a tokenizer. */
export interface Input {
  text?: string;
  /** a second text, for encoders */
  pair?: string;
  /** ids instead of a text */
  ids?: number[];
  /** input of a decoder after an encoder */
  target?: number[];
}

export interface TextQuestion extends Input {
  /** tokens after the text, or after the decoder's input */
  written: number[];
  removed: readonly Head[];
}

export interface Reading {
  ids: number[];
  tokens?: string[];
  spans?: [number, number][];
  words?: number[];
  /** which of two texts each token belongs to; null: there is one */
  sentences: number[] | null;
  /** initial tokens of a decoder after an encoder */
  target?: number[];
  /** texts of these tokens */
  targetTokens?: string[];
  /** the output of its head, if it has one */
  predicts: Predicts;
  /** null: it waits for layers that are read meanwhile, and `computed` has the rest of the answer */
  milliseconds: number | null;
}

export interface ImageQuestion {
  /** the model's input */
  image: { data: Uint8ClampedArray; width: number; height: number };
  /** number of this image, for later questions about it */
  number: number;
  removed: readonly Head[];
}

/** An image as a model has read it. */
export interface Seen {
  /** number of patches */
  down: number;
  across: number;
  /** tokens before them */
  first: ImageInput['first'];
  /** the output of its head, if it has one */
  predicts: Predicts;
  /** null: it waits for layers that are read meanwhile, and `computed` has the rest of the answer */
  milliseconds: number | null;
}

export interface Guess {
  id: number;
  token: string;
  text?: string;
  probability: number;
  logit: number;
  /** probability with all heads, where some are removed */
  before?: number | null;
}

/** A measure of a head. */
export type Measured = Head & { value: number; baseline: number | null };

export interface ThumbnailsQuestion {
  layer: number;
  kind: Kind;
  map: { heads: number; rows: number; columns: number };
  /** tokens that are merged, and tokens that are left out; null: all, unmerged */
  groups: Record<'rows' | 'columns', readonly (readonly number[])[]> | null;
  /** most numbers along a side */
  side: number;
}

export interface LayerQuestion {
  layer: number;
  kind: 'self' | 'encoder';
}

/** Every number of a layer. */
export interface LayerSteps {
  numbers: LayerNumbers;
  trace: Record<string, PlainTensor>;
  /** the parts of its input that the layer below made; null: there is none, or its steps do not end with them */
  passed: Passed | null;
  /** removed heads of the layer */
  removed: number[];
  /** number of the run, for later questions */
  run: number;
}

/** A number in float64; null: it is an input, or belongs to an earlier run. */
export type Exact = number | 'too long' | null;

/** Options of generation. */
export interface Sampling {
  temperature: number;
  seed: number;
}

export interface NextQuestion {
  layer: number;
  kind: Kind;
  /** whether thumbnails of all heads are wanted */
  pictures: boolean;
  /** whether the page will ask for another token, unless the reader pauses */
  goesOn: boolean;
}

/** A token that the model wrote. */
export interface Step {
  id: number;
  token: string;
  text: string;
  alternatives: Guess[];
  /** thumbnails of all layers; null: unchanged */
  pictures: Small[] | null;
  /** maps of the layer that is shown; null: unchanged */
  map: PlainTensor | null;
}

/**
 * The reason why writing stopped: the model ended the text, has no room for more, or reached the limit of one
 * request.
 */
export interface Over {
  over: 'end' | 'full' | 'limit';
}
