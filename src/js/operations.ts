// Lists all operations by name: a worker has the same code, and finds an operation by its name.

import { attention } from './attention/attention.ts';
import { backward } from './attention/gradients.ts';
import { attentionWindow } from './attention/map-window.ts';
import { createCache } from './layer/cache.ts';
import { forward } from './layer/forward.ts';
import { createLayer, loadStateDict, stateDict } from './layer/layer.ts';
import { addAndNorm } from './small/add-and-norm.ts';
import { embed } from './small/embed.ts';
import { linear } from './small/linear.ts';
import { softmax, softmaxSteps } from './small/softmax.ts';
import type { Operation } from './runtime/operation.ts';

/** The operations of engines, layers, kept calls and caches, without the operations of transformers. */
export const engineOperations: readonly Operation[] = [
  attention,
  backward,
  attentionWindow,
  linear,
  softmax,
  softmaxSteps,
  addAndNorm,
  embed,
  createLayer,
  forward,
  stateDict,
  loadStateDict,
  createCache,
];

export function byName(operations: readonly Operation[]): Map<string, Operation> {
  return new Map(operations.map((operation) => [operation.name, operation]));
}
