// Creates a transformer in an engine. Its class and its operations are in this entry, the arithmetic is the engine's.

import { MAKE } from '../runtime/make.ts';
import { wrongKind } from '../arguments/errors.ts';
import { createTransformer as create, Transformer as Handle } from '../transformer/transformer.ts';
import type { AsyncHeadwise, Headwise } from '../types/index.ts';
import type { AsyncTransformer, Transformer, TransformerConfig } from '../types/training.ts';

/**
 * Creates a transformer in an engine, with initial values from `config.seed`.
 *
 * @returns a promise if the engine is in a worker
 * @throws {TypeError | RangeError} for an invalid config; from a worker the promise rejects
 * @throws {HeadwiseError} 'memory' if there is not enough memory
 *
 * @example
 * const task = induction();
 * const { vocabSize, contextLen, causal } = task;
 * const model = createTransformer(await load(), {
 *   vocabSize, contextLen, causal, embedDim: 64, numHeads: 4, numLayers: 2, mlpDim: 0,
 * });
 */
export function createTransformer<Engine extends Headwise | AsyncHeadwise>(
  engine: Engine,
  config: TransformerConfig,
): Engine extends AsyncHeadwise ? Promise<AsyncTransformer> : Transformer {
  const made = engine as any;
  if (typeof made?.[MAKE] !== 'function') {
    throw wrongKind('engine', 'a Headwise or an AsyncHeadwise of this version', engine);
  }
  return made[MAKE](create, Handle, config);
}
