// An opened model as a transformer that trains: its config, its parameters as float32, and the names of its tokens.

import { HeadwiseError } from '../../arguments/errors.ts';
import { openedOf } from '../model.ts';
import { configOf } from './config-of.ts';
import { stateOf } from './state-of.ts';
import { elsewhere } from '../run-parts.ts';
import type { Model, Trainable, WorkerModel } from '../../types/models.ts';

/**
 * Makes arguments of headwise/training's `createTransformer` and `loadStateDict` from an opened model. A model with parts that
 * have no backward is refused, with a list of them all.
 *
 * @throws {HeadwiseError} 'unsupported' for a model that cannot be trained here; the text names each part that cannot
 *
 * @example
 * const { config, state, vocab } = trainable(model);
 * const transformer = createTransformer(await load(), config);
 * transformer.loadStateDict(state);
 * for (let step = 0; step < 10; step++) transformer.trainStep(batch, { learningRate: 1e-4 });
 * const file = writeModel({ config, state: transformer.stateDict(), vocab });
 */
export function trainable(model: Model): Trainable;
/**
 * Makes arguments of headwise/training's `createTransformer` and `loadStateDict` from a model in a worker.
 *
 * @throws {HeadwiseError} 'unsupported' for a model that cannot be trained here; the promise rejects with it
 */
export function trainable(model: WorkerModel): Promise<Trainable>;
export function trainable(model: Model | WorkerModel): Trainable | Promise<Trainable> {
  const there = elsewhere.get(model);
  if (there) return there('trainable', []);
  return promising.has(model) ? Promise.resolve(model).then(trainableOf) : trainableOf(model);
}

/** Models on this thread with the promises of one in a worker. */
export const promising: WeakSet<object> = new WeakSet();

export function trainableOf(model: object): Trainable {
  const opened = openedOf(model);
  const { config, missing } = configOf(opened);
  if (missing.length > 0) {
    const text = `this model cannot be trained here: ${missing.join(', ')}`;
    throw new HeadwiseError('unsupported', text);
  }
  const { tokenizer } = opened;
  const ids = Array.from({ length: config.vocabSize }, (_, id) => id);
  const vocab = ids.map((id) => tokenizer?.tokenOf(id) ?? String(id));
  return { config, state: stateOf(opened, config), vocab };
}
