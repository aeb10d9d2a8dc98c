// One pass through the blocks of a description: the same code for every architecture. It leaves what later questions need:
// queries, keys and values of each layer, and what enters it. No map is held.

import { attend } from './attend.js';

/** @import { AttentionPart, Block, Mlp, Stack, Sublayer } from './description.js' */
/** @import { Buffer, ModelEngine } from './engine.js' */
/** @import { WeightStore } from './weight-store.js' */

/** @typedef {{ data: Float32Array, shape: number[] }} Numbers */

/**
 * Queries, keys and values of one attention, after norms and turns.
 *
 * @typedef {object} Attended
 * @property {AttentionPart} part
 * @property {number} layer
 * @property {Numbers} query (H, L, E)
 * @property {Numbers} key (Hkv, S, E)
 * @property {Numbers} value (Hkv, S, E)
 * @property {Numbers | null} attention (H, L, S), where it was replaced
 * @property {Numbers | null} heads (H, L, E), output of the heads, changes included
 * @property {Numbers | null} bias (H, L, S), added to scores
 * @property {number} past keys that stood there before
 *
 * @typedef {object} Changes
 * @property {Set<number>} removed layer * 65536 + head
 * @property {Map<string, Numbers>} replaced by `layer name`
 *
 * @typedef {object} Cache keys and values of a layer so far
 * @property {Numbers} key
 * @property {Numbers} value
 *
 * @typedef {object} Pass
 * @property {number} length L
 * @property {number} past
 * @property {Changes} changes
 * @property {(Cache | null)[]} caches of each layer, replaced as it goes
 * @property {Cross | null} cross
 * @property {boolean} keep whether each layer's numbers are wanted afterwards
 * @property {(done: number) => Promise<void> | void} pause between layers
 *
 * @typedef {object} Cross rows that the decoder looks at
 * @property {Numbers} states (S, D)
 * @property {{ key: Numbers, value: Numbers }[]} projected by each layer, once
 *
 * @typedef {object} Passed
 * @property {Numbers[]} hidden (L, D) each: what enters each block, and what leaves the last
 * @property {Attended[]} self
 * @property {Attended[]} cross
 * @property {Buffer} x after the final norm, (L, D)
 */

export class Forward {
  #core;

  /**
   * @param {ModelEngine} engine
   * @param {WeightStore} weights
   */
  constructor(engine, weights) {
    this.#core = { engine, weights };
  }

  /**
   * @param {Stack} stack
   * @param {Buffer} x (L, D), input of the first block
   * @param {number} width D
   * @param {Pass} pass
   * @returns {Promise<Passed>}
   */
  async run(stack, x, width, pass) {
    const { engine, weights } = this.#core;
    const { length, keep } = pass;
    /** @type {Passed} */
    const passed = { hidden: [], self: [], cross: [], x };
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

  /**
   * @param {Block} block
   * @param {number} layer
   * @param {Buffer} x
   * @param {number} width
   * @param {Pass} pass
   * @param {Passed} passed
   */
  #block(block, layer, x, width, pass, passed) {
    const { engine } = this.#core;
    const size = pass.length * width;
    /** @param {Buffer} from @param {Buffer} to */
    const look = (from, to) => {
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

  /**
   * x = after(x + inside(part(before(x)))).
   *
   * @param {Sublayer} around
   * @param {Buffer} x
   * @param {number} width
   * @param {number} length
   * @param {(from: Buffer, to: Buffer) => void} part
   */
  #sublayer(around, x, width, length, part) {
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
   * @param {Sublayer} around
   * @param {Buffer} x
   * @param {number} width
   * @param {number} length
   * @param {(from: Buffer, to: Buffer) => void} part
   * @param {Buffer} out
   * @returns {Buffer} the input of the part
   */
  #part({ before, inside, layerScale }, x, width, length, part, out) {
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

  /**
   * @param {Mlp} mlp
   * @param {Buffer} from
   * @param {number} width
   * @param {number} length
   * @param {Buffer} to
   */
  #mlp({ up, gate, down, activation }, from, width, length, to) {
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
