// The training loop: one trainStep per batch of a task, with a pause after each for the page to draw.

import { throwIfAborted, toSignal, isRecord, toFunction, toInteger } from '../arguments/options.ts';
import { wrongKind } from '../arguments/errors.ts';
import { nextTask } from '../runtime/next-task.ts';
import type {
  AsyncTransformer,
  OptimizerOptions,
  TrainStep,
  Transformer,
} from '../types/training.ts';
import type { Task } from './tasks/sequence.ts';

/** The loop of `train`. */
export interface TrainFields {
  /** number of steps */
  steps: number;
  /** seed of the task's batches; default 0 */
  dataSeed?: number;
  /** index of the first batch, to continue an earlier loop; default 0 */
  firstStep?: number;
  /** ends the loop, which then throws signal.reason; in a worker even during a step */
  signal?: AbortSignal;
  /** called after every step; a returned promise is awaited */
  onStep?: (result: TrainStep) => unknown;
}

/**
 * Options of train: the optimiser's for every step, and the loop's.
 *
 * ```js
 * train(model, task, { steps: 300, learningRate: 0.003, dataSeed: 1, onStep: ({ loss }) => draw(loss) });
 * ```
 */
export type TrainOptions = OptimizerOptions & TrainFields;

/**
 * Trains a model on a task, one step at a time. Between steps it yields to the event loop; to leave the loop ends the
 * training.
 *
 * @throws {HeadwiseError} 'diverged' like trainStep, 'disposed' if the model is disposed during training
 *
 * @example
 * for await (const { step, loss, accuracy } of train(model, induction(), { steps: 300, learningRate: 0.003, signal })) {
 *   draw(step, loss, accuracy);
 * }
 */
export async function* train(
  model: Transformer | AsyncTransformer,
  task: Task,
  options: TrainOptions,
): AsyncGenerator<TrainStep, void, void> {
  if (typeof model?.trainStep !== 'function') throw wrongKind('model', 'a transformer', model);
  if (typeof task?.batch !== 'function') throw wrongKind('task', 'a task', task);
  if (!isRecord(options)) throw wrongKind('options', 'an object with steps', options);
  const { steps, dataSeed, firstStep, signal: given, onStep: called, ...optimizer } = options;
  const count = toInteger(steps, 'steps', 0);
  const seed = dataSeed === undefined ? 0 : toInteger(dataSeed, 'dataSeed', 0);
  const first = firstStep === undefined ? 0 : toInteger(firstStep, 'firstStep', 0);
  const signal = toSignal(given);
  const onStep = called === undefined ? null : toFunction(called, 'onStep');
  for (let step = 0; step < count; step++) {
    throwIfAborted({ signal });
    const { tokens, targets, mask } = task.batch(seed, first + step);
    const options = { ...optimizer, ...(signal && { signal }) };
    const result = await model.trainStep({ tokens, targets, mask }, options);
    await onStep?.(result);
    yield result;
    await nextTask();
  }
}
