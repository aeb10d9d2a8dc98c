// The caches of a text that is generated: its keys and values stay in the core, which reads them in place. close() copies the
// keys, because maps of its tokens may be requested later.

import { allocate } from '../runtime/results.ts';
import { finalizer } from '../runtime/finalizer.ts';
import { Tensor } from '../arguments/tensor-class.ts';
import type { AttentionPart, Stack } from './description.ts';
import type { ModelEngine } from './model-engine.ts';
import type { Numbers, WrittenAttention } from './saved-attention.ts';

export class TextCaches {
  #engine;
  #stack;
  #slot;
  /** After close(): keys of each layer, of its own attention and of cross attention. */
  #copies: { own: Numbers; cross: Numbers | null }[] | null = null;
  /** number of tokens whose keys are in the core */
  length = 0;
  /** number of the encoder's rows */
  statesLen = 0;

  constructor(engine: ModelEngine, stack: Stack) {
    const { core } = engine;
    this.#engine = engine;
    this.#stack = stack;
    const slot = core.create((module: any) => new module.TextCaches());
    this.#slot = slot;
    finalizer.register(this, () => core.deleteSlot(slot), this);
  }

  get handle() {
    return this.#slot.handle;
  }

  /**
   * The attention of the last token alone.
   *
   * @param query (H E)
   */
  lastAttention(
    part: AttentionPart,
    layer: number,
    query: Float32Array,
    [count, past]: [number, number],
    cross: boolean,
    bias: () => Numbers | null,
  ): WrittenAttention {
    const keys = () => this.#keys(part, layer, cross, count);
    return {
      ...{ part, layer, attention: null, replacedRows: null, heads: null, bias, past },
      query: new Tensor(query, [part.numHeads, 1, part.headDim]),
      get key() {
        return keys();
      },
    };
  }

  /** Copies the keys, and frees the memory in the core. */
  close() {
    const { core } = this.#engine;
    if (this.#slot.handle === null) return; // the model was disposed
    this.#copies = this.#stack.blocks.map(({ attention, cross }, layer) => ({
      own: this.#keys(attention, layer, false, this.length),
      cross: cross ? this.#keys(cross, layer, true, this.statesLen) : null,
    }));
    finalizer.unregister(this);
    core.deleteSlot(this.#slot);
  }

  /** The first keys of a layer, (Hkv, count, E). */
  #keys(
    { numKvHeads, headDim }: AttentionPart,
    layer: number,
    cross: boolean,
    count: number,
  ): Numbers {
    const shape = [numKvHeads, count, headDim];
    const data = allocate(numKvHeads * count * headDim);
    if (this.#copies === null) {
      const { core } = this.#engine;
      const keys = this.#engine.buffer('layer keys', data.length);
      core.call(() => this.handle.readKeys(layer, cross, count, keys.address));
      core.readInto(keys.address, data);
      return new Tensor(data, shape);
    }
    const all = this.#copies[layer][cross ? 'cross' : 'own'] as Numbers;
    const whole = all.shape[1] * headDim;
    for (let head = 0; head < numKvHeads; head++) {
      const from = head * whole;
      data.set(all.data.subarray(from, from + count * headDim), head * count * headDim);
    }
    return new Tensor(data, shape);
  }
}
