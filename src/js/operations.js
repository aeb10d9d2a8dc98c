// Lists all operations by name: a worker has the same code, and finds an operation by its name.

import { attention } from './attention/attention.js';
import { backward } from './attention/gradients.js';
import { attentionWindow } from './attention/window.js';
import { createCache } from './layer/cache.js';
import { forward } from './layer/forward.js';
import { createLayer, loadStateDict, stateDict } from './layer/layer.js';
import { addAndNorm } from './small/add-and-norm.js';
import { embed } from './small/embed.js';
import { linear } from './small/linear.js';
import { softmax, softmaxSteps } from './small/softmax.js';

/** @import { Operation } from './runtime/operation.js' */

/** The operations of engines, layers, kept calls and caches, without the operations of transformers. @type {readonly Operation[]} */
export const engineOperations = [
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

/** @param {readonly Operation[]} operations @returns {Map<string, Operation>} */
export function byName(operations) {
  return new Map(operations.map((operation) => [operation.name, operation]));
}
