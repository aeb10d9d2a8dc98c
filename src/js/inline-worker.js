// The engine on the page's own thread, in slices, for pages where no worker can start.

import { engineOperations } from './operations.js';
import { inlineWorker as inlineWorkerOf } from './runtime/inline-worker.js';
import { transformerOperations } from './transformer/transformer.js';

/** @param {import('./runtime/loading/platform.js').Platform} platform */
export const inlineWorker = (platform) =>
  inlineWorkerOf(platform, [...engineOperations, ...transformerOperations]);
