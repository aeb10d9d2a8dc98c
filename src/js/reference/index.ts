// headwise/reference: what headwise computes, in plain JavaScript and float64, written to be read. The oracle that the
// engine is tested against: it takes the same arguments, refuses the same mistakes, and returns Float64Array tensors.
//
// Begin with attention.ts: the formula, in six steps. Then layer.ts: what makes it multi-head. Both compose seams.ts.

import { disposed } from '../arguments/errors.ts';
import { ReferenceLayer } from './multi-head-attention.ts';
import {
  addAndNorm,
  attentionOf,
  embed,
  linear,
  scaledDotProductAttention,
  softmax,
  softmaxSteps,
} from './operations.ts';
import type {
  DoubleTensor,
  Input,
  ReferenceAttentionOptions,
  ReferenceEmbedOptions,
  ReferenceHeadwise,
  ReferenceMultiHeadAttention,
} from './types.ts';
import type { AddAndNormResult, SoftmaxSteps } from '../types/small.ts';
import type { LoadOptions, MultiHeadAttentionConfig } from '../types/index.ts';

export { HeadwiseError } from '../arguments/errors.ts';
export { tensor } from '../arguments/tensor.ts';
export { addAndNorm, embed, linear, scaledDotProductAttention, softmax, softmaxSteps };

/** A layer in float64. Its initial values are those of the engine's, bit for bit. */
export function createMultiHeadAttention(
  config: MultiHeadAttentionConfig,
): ReferenceMultiHeadAttention {
  return new ReferenceLayer(config, () => {});
}

/**
 * The reference in the shape of the engine, to stand in for it anywhere.
 *
 * @param _options taken and not needed
 *
 * @example
 * import { load } from 'headwise/reference';
 * const headwise = await load();
 * headwise.scaledDotProductAttention(query, key, value).output.data; // Float64Array
 */
export async function load(_options?: LoadOptions): Promise<ReferenceHeadwise> {
  return new Reference();
}

/** Says in words what `backend` says of the engine. */
const BACKEND = Object.freeze({
  simd: 'fixed' as const,
  threads: 1,
  reason: 'The reference is plain JavaScript in float64: one thread, no vector instructions.',
  version: 'reference',
  compiler: 'none',
});

class Reference {
  backend = BACKEND;
  #disposed = false;

  /** @returns as ReferenceHeadwise says */
  scaledDotProductAttention(
    query: Input,
    key: Input,
    value: Input,
    options?: ReferenceAttentionOptions,
  ): any {
    const expectReady = () => this.#expectReady();
    expectReady();
    return attentionOf(expectReady, query, key, value, options);
  }

  createMultiHeadAttention(config: MultiHeadAttentionConfig): ReferenceMultiHeadAttention {
    this.#expectReady();
    return new ReferenceLayer(config, () => this.#expectReady());
  }

  linear(x: Input, weight: Input, bias?: Input): DoubleTensor {
    this.#expectReady();
    return linear(x, weight, bias);
  }

  softmax(x: Input): DoubleTensor {
    this.#expectReady();
    return softmax(x);
  }

  softmaxSteps(x: Input): SoftmaxSteps<DoubleTensor> {
    this.#expectReady();
    return softmaxSteps(x);
  }

  addAndNorm(
    x: Input,
    sublayer: Input,
    options?: { weight?: Input; bias?: Input; epsilon?: number },
  ): AddAndNormResult<DoubleTensor> {
    this.#expectReady();
    return addAndNorm(x, sublayer, options);
  }

  embed(
    ids: ArrayLike<number>,
    options: ReferenceEmbedOptions,
  ): { tokens: DoubleTensor; positions: DoubleTensor; x: DoubleTensor } {
    this.#expectReady();
    return embed(ids, options);
  }

  dispose() {
    this.#disposed = true;
  }

  [Symbol.dispose]() {
    this.dispose();
  }

  #expectReady() {
    if (this.#disposed) throw disposed('engine');
  }
}
