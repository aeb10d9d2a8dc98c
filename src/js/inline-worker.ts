// The engine on the page's own thread, in slices, for pages where no worker can start.

import { engineOperations } from './operations.ts';
import { inlineWorker as inlineWorkerOf } from './runtime/inline-worker.ts';
import { transformerOperations } from './transformer/transformer.ts';
import type { Platform } from './runtime/loading/platform.ts';

export const inlineWorker = (platform: Platform) =>
  inlineWorkerOf(platform, [...engineOperations, ...transformerOperations]);
