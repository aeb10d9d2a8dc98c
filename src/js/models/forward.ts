// One pass through the blocks of a description: the same code for every architecture. It leaves what later questions need:
// queries, keys and values of each layer, and what enters it. No map is held.

import { attend } from './attend.ts';
import type { AttentionPart, Block, Mlp, Stack, Sublayer } from './description.ts';
import type { Buffer, ModelEngine } from './engine.ts';
import type { WeightStore } from './weight-store.ts';

export type Numbers = { data: Float32Array; shape: number[] };

export interface Attended {
  part: AttentionPart;
  layer: number;
  /** (H, L, E) */
  query: Numbers;
  /** (Hkv, S, E) */
  key: Numbers;
  /** (Hkv, S, E) */
  value: Numbers;
  /** (H, L, S), where it was replaced */
  attention: Numbers | null;
  /** (H, L, E), output of the heads, changes included */
  heads: Numbers | null;
  /** (H, L, S), added to scores */
  bias: Numbers | null;
  /** keys that stood there before */
  past: number;
}

export interface Changes {
  /** layer * 65536 + head */
  removed: Set<number>;
  /** by `layer name` */
  replaced: Map<string, Numbers>;
}

/** keys and values of a layer so far */
export interface Cache {
  key: Numbers;
  value: Numbers;
}

export interface Pass {
  /** L */
  length: number;
  past: number;
  changes: Changes;
  /** of each layer, replaced as it goes */
  caches: (Cache | null)[];
  cross: Cross | null;
  /** whether each layer's numbers are wanted afterwards */
  keep: boolean;
  /** between layers */
  pause: (done: number) => Promise<void> | void;
}

/** rows that the decoder looks at */
export interface Cross {
  /** (S, D) */
  states: Numbers;
  /** by each layer, once */
  projected: { key: Numbers; value: Numbers }[];
}

/** Queries, keys and values of one attention, after norms and turns. */
export interface Passed {
  /** (L, D) each: what enters each block, and what leaves the last */
  hidden: Numbers[];
  self: Attended[];
  cross: Attended[];
  /** after the final norm, (L, D) */
  x: Buffer;
}

export class Forward {
  #core;

  constructor(engine: ModelEngine, weights: WeightStore) {
    this.#core = { engine, weights };
  }

  /**
   * @param x (L, D), input of the first block
   * @param width D
   */
  async run(stack: Stack, x: Buffer, width: number, pass: Pass): Promise<Passed> {
    const { engine, weights } = this.#core;
    const { length, keep } = pass;
    const passed: Passed = { hidden: [], self: [], cross: [], x };
    const note = () => {
      if (keep)
        passed.hidden.push({ data: engine.read(x, length * width), shape: [length, width] });
    };
    for (const [layer, block] of stack.blocks.entries()) {
      note();
      this.#block(block, layer, x, width, pass, passed);
      await pass.pause((layer + 1) / stack.blocks.length);
    }
    note();
    if (stack.finalNorm) {
      engine.normalize(weights.norm(stack.finalNorm), x, length, width, x);
    }
    return passed;
  }

  #block(block: Block, layer: number, x: Buffer, width: number, pass: Pass, passed: Passed) {
    const { engine } = this.#core;
    const size = pass.length * width;
    const look = (from: Buffer, to: Buffer) => {
      const attended = attend(this.#core, block.attention, layer, from, to, pass, null);
      if (pass.keep) passed.self.push(attended);
    };
    const think = () => {
      const { mlp, aroundMlp } = block;
      if (!mlp || !aroundMlp) return;
      this.#sublayer(aroundMlp, x, width, pass.length, (from, to) =>
        this.#mlp(mlp, from, width, pass.length, to),
      );
    };
    if (block.parallel) {
      const first = engine.buffer('first', size);
      this.#part(block.around, x, width, pass.length, look, first);
      think();
      engine.add(first, size, x);
      return;
    }
    this.#sublayer(block.around, x, width, pass.length, look);
    if (block.cross && block.aroundCross) {
      const cross = block.cross;
      this.#sublayer(block.aroundCross, x, width, pass.length, (from, to) => {
        const attended = attend(this.#core, cross, layer, from, to, pass, pass.cross);
        if (pass.keep) passed.cross.push(attended);
      });
    }
    think();
  }

  /** x = after(x + inside(part(before(x)))). */
  #sublayer(
    around: Sublayer,
    x: Buffer,
    width: number,
    length: number,
    part: (from: Buffer, to: Buffer) => void,
  ) {
    const { engine, weights } = this.#core;
    const out = engine.buffer('added', length * width);
    const from = this.#part(around, x, width, length, part, out);
    if (around.keepsNormed) engine.put('x', engine.read(from, length * width));
    engine.add(out, length * width, x);
    if (around.after) {
      engine.normalize(weights.norm(around.after), x, length, width, x);
    }
  }

  /**
   * The rows that a part adds.
   *
   * @returns the input of the part
   */
  #part(
    { before, inside, layerScale }: Sublayer,
    x: Buffer,
    width: number,
    length: number,
    part: (from: Buffer, to: Buffer) => void,
    out: Buffer,
  ): Buffer {
    const { engine, weights } = this.#core;
    let from = x;
    if (before) {
      from = engine.buffer('normed', length * width);
      engine.normalize(weights.norm(before), x, length, width, from);
    }
    part(from, out);
    if (inside) engine.normalize(weights.norm(inside), out, length, width, out);
    if (layerScale) {
      const by = weights.floats(layerScale).data;
      const values = engine.read(out, length * width);
      for (let i = 0; i < values.length; i++) values[i] *= by[i % width];
      engine.put('added', values);
    }
    return from;
  }

  #mlp(
    { up, gate, down, activation }: Mlp,
    from: Buffer,
    width: number,
    length: number,
    to: Buffer,
  ) {
    const { engine, weights } = this.#core;
    const wide = weights.linear(up);
    const size = length * wide.weight.rows;
    const active = engine.buffer('up', size);
    engine.multiply(wide.weight, wide.bias, from, length, active);
    if (gate) {
      const by = weights.linear(gate);
      const gated = engine.buffer('gate', size);
      engine.multiply(by.weight, by.bias, from, length, gated);
      engine.activate(activation, gated, active, size, active);
    } else {
      engine.activate(activation, active, null, size, active);
    }
    const back = weights.linear(down);
    engine.multiply(back.weight, back.bias, active, length, to);
  }
}
