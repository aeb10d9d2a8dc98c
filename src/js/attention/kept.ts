// The public handle of a kept call. Its saved activations are in the core until it is disposed.

import { Handle, run } from '../runtime/handle.ts';
import { backward } from './gradients.ts';
import { attentionWindow } from './map-window.ts';
import type { Runtime, State } from '../runtime/handle.ts';
import type { Differentiable } from './gradients.ts';
import type { MapSizes } from './map-window.ts';

interface AboutKept {
  maps: MapSizes;
  of: Differentiable;
  /** the layer, if it was a layer's call */
  layer: State | null;
  /** the layer's count of parameter changes at the time of the call */
  changes: number;
}

export class Kept extends Handle {
  constructor(runtime: Runtime, slot: any, about: AboutKept) {
    super(runtime, 'kept call', slot, about);
  }

  attentionWindow(window: unknown) {
    return run(this, attentionWindow, [window]);
  }

  backward(gradOutput: unknown, options?: unknown) {
    return run(this, backward, [gradOutput, options]);
  }
}
