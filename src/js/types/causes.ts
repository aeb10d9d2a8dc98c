// The public types of questions about causes: what changes a model's answer. Holds no code.

import type { FloatTensor, TensorLike } from './index.ts';
import type { ModelInput, Run } from './models.ts';

/**
 * One number of a run's answer, of which questions about causes ask what made it: a token at a position, alone or against
 * another; a class of the whole text; or a function of the run. A token is an id, or a text that is one token. Of a model that
 * predicts labels, `token` is the label.
 *
 * ```js
 * await run.measure({ token: ' mat' }); // the logit, after the last token
 * await run.measure({ position: 3, token: 'is', against: 'are' }); // a difference of two logits
 * await run.measure({ class: 'positive', as: 'logProbability' });
 * await run.measure((run) => run.predictions({ position: 0 })[0].probability);
 * ```
 */
export type Measure =
  | {
      /** default: the last; of a masked model its only mask */
      position?: number;
      token: number | string;
      against?: number | string;
      /** default `logit` */
      as?: 'logit' | 'logProbability';
    }
  | {
      class: number | string;
      against?: number | string;
      /** default `logit`; a log probability is of the softmax over classes */
      as?: 'logit' | 'logProbability';
    }
  | ((run: Run) => number | Promise<number>);

/**
 * A part of a sum, and its value.
 *
 * - `token`, `position`, `type`: vectors of the embedding; of an image, `token` is each patch's
 * - `head`: the contribution of a head; `attentionBias`: the bias of W_O; `mlp`: the output of an MLP with its biases
 * - `bias`: biases of norms, of the output head, and of queries and keys
 * - `relative`: a bias of the score by distance, such as ALiBi's
 * - `layer`: all that a layer adds, where parts are joined by layers
 */
export interface Part {
  kind:
    | 'token'
    | 'position'
    | 'type'
    | 'head'
    | 'attentionBias'
    | 'mlp'
    | 'bias'
    | 'relative'
    | 'layer';
  layer?: number;
  head?: number;
  /** of an encoder-decoder: the part is of the decoder's cross attention */
  attention?: 'cross';
  value: number;
}

/** A measure as a sum: the values of `parts`, and `rest`, which is the rounding of float32, add up to `total`. */
export interface Attribution {
  total: number;
  parts: Part[];
  rest: number;
}

/** A cell of a head's map, whose score is split. */
export interface ScoreAt {
  layer: number;
  head: number;
  /** position of the query */
  query: number;
  /** position of the key; a masked one has a score, too */
  key: number;
  /** `layer` joins the heads, biases and MLP of each earlier layer; default `part` */
  by?: 'part' | 'layer';
}

/**
 * A score of a head as a sum over pairs: a part of the query with a part of the key. The numbers of `values`, and `rest`, which is
 * the rounding of float32, add up to `score`. A part of kind `relative`, the bias by distance, is in both lists and meets only
 * itself.
 */
export interface ScoreParts {
  /** scaled, with the bias by distance, before softcap and mask */
  score: number;
  /** where the query comes from; a part's value is the sum of its row */
  queries: Part[];
  /** where the key comes from; a part's value is the sum of its column */
  keys: Part[];
  /** (queries, keys) */
  values: FloatTensor;
  rest: number;
}

/** A place of the stream that a lens reads. */
export interface LensAt {
  layer: number;
  /** before the layer, after its attention, or after the layer, the default */
  at?: 'in' | 'middle' | 'out';
  /** default: logits of all positions */
  position?: number;
  /** number of predictions, default 10 */
  top?: number;
}

/** Options of `sweep`. */
export interface SweepOptions {
  measure: Measure;
  /** taken away in turn; default `heads` */
  of?: 'heads' | 'attentions' | 'mlps';
  /**
   * The replacement: `zero`, the default; `mean`, its output's mean over positions; or its output in another run of the model, of
   * the same length. Of an attention or an MLP it is what enters the stream: biases and a norm on the output are included
   */
  by?: 'zero' | 'mean' | Run;
  /** decoder input of an encoder-decoder, with its start token */
  target?: ModelInput | readonly number[];
  /** stops within a layer */
  signal?: AbortSignal;
  /** called with the progress, 0 to 1 */
  onProgress?: (done: number) => void;
}

/** The result of `sweep`. */
export interface Sweep {
  /** the measure of the unchanged model */
  base: number;
  /** (layers, heads), or (layers): the measure of the changed model less `base` */
  effects: FloatTensor;
}

/** Options of `patch`. */
export interface PatchOptions {
  /** the run that is changed */
  into: Run;
  /** the run whose numbers are put in place, of the same model and length */
  from: Run;
  measure: Measure;
  /**
   * `residual`: the stream that enters a layer, `attentions` and `mlps`: what these add to it, at one position each; `heads`: the
   * output of a head at all positions; `patterns`: its map alone, with the values of `into`
   */
  over: 'residual' | 'attentions' | 'mlps' | 'heads' | 'patterns';
  /** stops within a layer */
  signal?: AbortSignal;
  /** called with the progress, 0 to 1 */
  onProgress?: (done: number) => void;
}

/** The result of `patch`. */
export interface Patch {
  /** the measure of each run */
  into: number;
  from: number;
  /** (layers, L), or of heads and patterns (layers, heads): the measure of the changed run less `into` */
  effects: FloatTensor;
  /** `effects` divided by `from` less `into`: 0 changes nothing, 1 gives the other run's measure; not finite where both are equal */
  normalized: FloatTensor;
}

/** Options of `probeHeads`. */
export interface ProbeOptions {
  /** random tokens of each copy, default 25; a text has 2 length + 1 tokens, at most the model's context */
  length?: number;
  /** number of texts, default 20 */
  repeats?: number;
  /** default 0; the same seed gives the same texts */
  seed?: number;
  /** (2 length + 1, 2 length + 1), a pattern of cells that are 1, others 0 */
  pattern?: TensorLike;
  /** stops within a layer */
  signal?: AbortSignal;
  /** called with the progress, 0 to 1 */
  onProgress?: (done: number) => void;
}

/** A mean over texts, and its standard deviation. */
export interface Spread {
  mean: number;
  spread: number;
}

/** The attention weights of a head in texts of random tokens that come twice. */
export interface ProbedHead {
  layer: number;
  head: number;
  /** on the position before, a mean over rows from 1 on */
  previous: Spread;
  /** of the second copy, on the same token in the first */
  duplicate: Spread;
  /** of the second copy, on the token that followed the same token in the first */
  induction: Spread;
  /** on the first token, a mean over rows from 1 on */
  first: Spread;
  /** on the cells of the given pattern */
  pattern?: Spread;
}

/** How far a head's map moved between two runs. */
export interface MovedHead {
  layer: number;
  head: number;
  /** the total variation of rows, half the sum of differences, as a mean over rows: from 0, equal, to 1 */
  moved: number;
}

/** Options of `alignWords`. */
export interface AlignOptions {
  /** heads whose mean map counts; default: all heads, or with `pairs` the single head with the lowest error rate */
  heads?: readonly { layer: number; head: number }[];
  /** right links, positions of a query and of a key */
  pairs?: readonly (readonly [target: number, source: number])[];
  /** default: `cross` of an encoder-decoder, else `self` */
  kind?: 'cross' | 'self';
}

/** Links between positions. */
export interface Alignment {
  /** from each position of the target to the source position of the largest weight, and that weight; special tokens have none */
  links: [target: number, source: number, share: number][];
  /** with `pairs`: 1 - 2 · common links / (links + pairs) */
  errorRate?: number;
}

/** Contacts of a protein's residues, n of them. */
export interface Contacts {
  /** (n, n), symmetric: the sigmoid of `logits` */
  probabilities: FloatTensor;
  /** (n, n): the bias plus what every head adds */
  logits: FloatTensor;
  /** of the regression */
  bias: number;
  /** layer by layer, head by head */
  heads: ContactHead[];
}

export interface ContactHead {
  layer: number;
  head: number;
  /** the regression's weight of this head's corrected map */
  weight: number;
  /** with `pairs`: for each pair, what this head adds to its logit, `weight * (both - expected)` */
  contributions?: number[];
  /** with `pairs`: the two terms of each contribution */
  terms?: ContactTerms[];
}

/** The corrected map of a head at a pair: `both - expected`. */
export interface ContactTerms {
  /** the attention weights of the pair in both directions, added up */
  both: number;
  /** the average product: the sum of one residue's row times the sum of the other's, divided by the sum of all */
  expected: number;
}

export interface Complex {
  re: number;
  im: number;
}

/** The eigenvalues of a head's circuits, E each, the larger magnitudes first. */
export interface Circuits {
  /** of W_Qᵀ W_K, which compares two tokens */
  qk: Complex[];
  /** of W_O W_V, which moves a token's vector */
  ov: Complex[];
  /**
   * The sum of the eigenvalues of OV from tokens to logits, divided by the sum of their magnitudes: 1 for a head that raises the logit of each
   * token that it attends to, -1 for one that lowers it
   */
  copying: number;
}

export {};
