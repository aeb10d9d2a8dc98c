// The public handle of an engine: in this thread, in a worker, whose methods return promises, or the reference.

import { attention } from './attention/attention.ts';
import { differentiableAttention } from './attention/gradients.ts';
import { Kept } from './attention/kept.ts';
import { mapSizes } from './attention/map-window.ts';
import { createLayer, MultiHeadAttention } from './layer/layer.ts';
import { addAndNorm } from './small/add-and-norm.ts';
import { embed } from './small/embed.ts';
import { linear } from './small/linear.ts';
import { softmax, softmaxSteps } from './small/softmax.ts';
import { Handle, create, run, stateOf } from './runtime/handle.ts';
import type { Runtime } from './runtime/handle.ts';
import type { Backend } from './types/index.ts';

export class Headwise extends Handle {
  declare readonly backend: Backend;

  constructor(runtime: Runtime, backend: Backend) {
    super(runtime, 'engine', null, null);
    this.backend = backend;
  }

  scaledDotProductAttention(query: unknown, key: unknown, value: unknown, options?: unknown) {
    return run(this, attention, [query, key, value, options], (result, checked) => {
      if (!checked.keep) return result;
      const of = differentiableAttention(checked);
      const about = { maps: mapSizes(checked, 0), of, layer: null, changes: 0 };
      result.kept = new Kept(stateOf(this).runtime, result.kept, about);
      return result;
    });
  }

  createMultiHeadAttention(config: unknown) {
    return create(this, createLayer, MultiHeadAttention, config);
  }

  linear(x: unknown, weight: unknown, bias?: unknown) {
    return run(this, linear, [x, weight, bias]);
  }

  softmax(x: unknown) {
    return run(this, softmax, [x]);
  }

  softmaxSteps(x: unknown) {
    return run(this, softmaxSteps, [x]);
  }

  addAndNorm(x: unknown, sublayer: unknown, options?: unknown) {
    return run(this, addAndNorm, [x, sublayer, options]);
  }

  embed(ids: unknown, options: unknown) {
    return run(this, embed, [ids, options]);
  }

  override dispose() {
    return stateOf(this).runtime.dispose();
  }
}
