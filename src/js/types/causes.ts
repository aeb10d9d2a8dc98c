// The public types of questions about causes: what changes a model's answer. Holds no code.

import type { Run } from './models.ts';

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
 * - `bias`: biases of norms and of the output head
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

export {};
