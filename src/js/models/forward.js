// One pass through the blocks of a description: the same code for every architecture. It leaves what later questions need:
// queries, keys and values of each layer, and what enters it. No map is held.

/** @import { AttentionPart, Block, Mlp, Stack, Sublayer } from './description.js' */
/** @import { Buffer, ModelEngine } from './engine.js' */
/** @import { WeightStore } from './weight-store.js' */

/** @typedef {{ data: Float32Array, shape: number[] }} Numbers */

/**
 * What one attention worked with, after norms and turns.
 *
 * @typedef {object} Attended
 * @property {AttentionPart} part
 * @property {number} layer
 * @property {Numbers} query (H, L, E)
 * @property {Numbers} key (Hkv, S, E)
 * @property {Numbers} value (Hkv, S, E)
 * @property {Numbers | null} attention (H, L, S), where it was replaced
 * @property {Numbers | null} heads (H, L, E), what the heads gave, changes included
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
 * @property {(done: number) => Promise<void> | void} rest between layers
 *
 * @typedef {object} Cross what the decoder looks at
 * @property {Numbers} states (S, D)
 *
 * @typedef {object} Passed
 * @property {Numbers[]} hidden (L, D) each: what enters each block, and what leaves the last
 * @property {Attended[]} self
 * @property {Attended[]} cross
 * @property {Buffer} x after the final norm, (L, D)
 */

/** @param {number} layer @param {number} head */
export const headKey = (layer, head) => layer * 65536 + head;

export class Forward {
  #engine;
  #weights;

  /**
   * @param {ModelEngine} engine
   * @param {WeightStore} weights
   */
  constructor(engine, weights) {
    this.#engine = engine;
    this.#weights = weights;
  }

  /**
   * @param {Stack} stack
   * @param {Buffer} x (L, D), what enters the first block
   * @param {number} width D
   * @param {Pass} pass
   * @returns {Promise<Passed>}
   */
  async run(stack, x, width, pass) {
    const engine = this.#engine;
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
      await pass.rest((layer + 1) / stack.blocks.length);
    }
    note();
    if (stack.finalNorm) {
      engine.normalize(this.#weights.norm(stack.finalNorm), x, length, width, x);
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
    const size = pass.length * width;
    /** @param {Buffer} from @param {Buffer} to */
    const attend = (from, to) => {
      const attended = this.#attend(block.attention, layer, from, width, to, pass, null);
      if (pass.keep) passed.self.push(attended);
    };
    /** @param {Buffer} from @param {Buffer} to */
    const think = (from, to) => this.#mlp(block.mlp, from, width, pass.length, to);
    if (block.parallel) {
      const first = this.#engine.buffer('first', size);
      this.#part(block.around, x, width, pass.length, attend, first);
      this.#sublayer(block.aroundMlp, x, width, pass.length, think);
      this.#engine.add(first, size, x);
      return;
    }
    this.#sublayer(block.around, x, width, pass.length, attend);
    if (block.cross && block.aroundCross) {
      const cross = block.cross;
      this.#sublayer(block.aroundCross, x, width, pass.length, (from, to) => {
        const attended = this.#attend(cross, layer, from, width, to, pass, pass.cross);
        if (pass.keep) passed.cross.push(attended);
      });
    }
    this.#sublayer(block.aroundMlp, x, width, pass.length, think);
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
    const out = this.#engine.buffer('added', length * width);
    const from = this.#part(around, x, width, length, part, out);
    if (around.keepsNormed) this.#engine.put('x', this.#engine.read(from, length * width));
    this.#engine.add(out, length * width, x);
    if (around.after) {
      this.#engine.normalize(this.#weights.norm(around.after), x, length, width, x);
    }
  }

  /**
   * What a part adds.
   *
   * @param {Sublayer} around
   * @param {Buffer} x
   * @param {number} width
   * @param {number} length
   * @param {(from: Buffer, to: Buffer) => void} part
   * @param {Buffer} out
   * @returns {Buffer} what the part took
   */
  #part({ before, inside, layerScale }, x, width, length, part, out) {
    const engine = this.#engine;
    let from = x;
    if (before) {
      from = engine.buffer('normed', length * width);
      engine.normalize(this.#weights.norm(before), x, length, width, from);
    }
    part(from, out);
    if (inside) engine.normalize(this.#weights.norm(inside), out, length, width, out);
    if (layerScale) {
      const by = this.#weights.floats(layerScale).data;
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
    const engine = this.#engine;
    const wide = this.#weights.linear(up);
    const size = length * wide.weight.rows;
    const active = engine.buffer('up', size);
    engine.multiply(wide.weight, wide.bias, from, length, active);
    if (gate) {
      const by = this.#weights.linear(gate);
      const gated = engine.buffer('gate', size);
      engine.multiply(by.weight, by.bias, from, length, gated);
      engine.activate(activation, gated, active, size, active);
    } else {
      engine.activate(activation, active, null, size, active);
    }
    const back = this.#weights.linear(down);
    engine.multiply(back.weight, back.bias, active, length, to);
  }

  /**
   * @param {AttentionPart} part
   * @param {number} layer
   * @param {Buffer} from
   * @param {number} width
   * @param {Buffer} to
   * @param {Pass} pass
   * @param {Cross | null} cross
   * @returns {Attended}
   */
  #attend(part, layer, from, width, to, pass, cross) {
    const engine = this.#engine;
    const { numHeads, headDim } = part;
    const { length, past, changes } = pass;
    const own = cross === null;
    const replaced = (/** @type {string} */ name) =>
      (own && changes.replaced.get(`${layer} ${name}`)) || null;
    const query = replaced('query') ?? this.#project(part, 'query', from, length, past);
    let key, value;
    if (cross) {
      const states = engine.put('states', cross.states.data);
      const count = cross.states.shape[0];
      key = this.#project(part, 'key', states, count, 0);
      value = this.#project(part, 'value', states, count, 0);
    } else {
      key = replaced('key') ?? this.#project(part, 'key', from, length, past);
      value = replaced('value') ?? this.#project(part, 'value', from, length, past);
      const cache = pass.caches[layer];
      if (cache) [key, value] = [joined(cache.key, key), joined(cache.value, value)];
      pass.caches[layer] = { key, value };
    }
    const bias = this.#biasOf(part, length, key.shape[1], past);
    /** @type {Attended} */
    const attended = {
      part,
      layer,
      query,
      key,
      value,
      bias,
      past: own ? past : 0,
      attention: replaced('attention'),
      heads: null,
    };
    const z = replaced('heads') ?? headsOf(engine, attended);
    for (let head = 0; own && head < numHeads; head++) {
      if (!changes.removed.has(headKey(layer, head))) continue;
      z.data.fill(0, head * length * headDim, (head + 1) * length * headDim);
    }
    if (pass.keep) attended.heads = z;
    const rows = engine.put('heads', joinHeads(z));
    const out = this.#weights.linear(part.output);
    engine.multiply(out.weight, out.bias, rows, length, to);
    return attended;
  }

  /**
   * @param {AttentionPart} part
   * @param {'query' | 'key' | 'value'} name
   * @param {Buffer} from
   * @param {number} rows
   * @param {number} first position
   * @returns {Numbers} (heads, rows, headDim)
   */
  #project(part, name, from, rows, first) {
    const engine = this.#engine;
    const { weight, bias } = this.#weights.linear(part[name]);
    const heads = name === 'query' ? part.numHeads : part.numKvHeads;
    const { headDim } = part;
    const size = rows * weight.rows;
    const out = engine.buffer(name, size);
    engine.multiply(weight, bias, from, rows, out);
    if (part.clip) {
      const { clip } = part;
      const values = engine.read(out, size);
      engine.put(
        name,
        values.map((x) => Math.min(clip, Math.max(-clip, x))),
      );
    }
    const norm = name === 'query' ? part.queryNorm : name === 'key' ? part.keyNorm : null;
    if (norm) {
      const ready = this.#weights.norm(norm);
      const width = ready.gain?.size ?? headDim;
      engine.normalize(ready, out, size / width, width, out);
    }
    if (part.rotary && name !== 'value') {
      const { of, dims, interleaved } = part.rotary;
      engine.turn({ ...of(first + rows), dims, interleaved }, first, out, rows, heads, headDim);
    }
    return splitHeads(engine.read(out, size), heads, rows, headDim);
  }

  /**
   * What is added to scores by distance.
   *
   * @param {AttentionPart} part
   * @param {number} length
   * @param {number} keys
   * @param {number} past
   * @returns {Numbers | null}
   */
  #biasOf({ relative, slopes, biasOf, numHeads }, length, keys, past) {
    if (!relative && !slopes) return null;
    const data = new Float32Array(numHeads * length * keys);
    const table = relative ? this.#weights.floats(relative.table).data : null;
    for (let head = 0, at = 0; head < numHeads; head++) {
      for (let i = 0; i < length; i++) {
        for (let j = 0; j < keys; j++, at++) {
          const distance = j - (past + i);
          if (slopes) data[at] = biasOf ? biasOf(slopes[head], j) : slopes[head] * distance;
          else if (relative && table) {
            data[at] = table[bucketOf(distance, relative, this.#engine) * numHeads + head];
          }
        }
      }
    }
    return { data, shape: [numHeads, length, keys] };
  }
}

/**
 * Options of the engine's attention for what a layer worked with.
 *
 * @param {Attended} attended
 */
export function optionsOf({ part, past, bias }) {
  const { scale, causal, softcap, window } = part;
  return {
    scale,
    ...(softcap ? { softcap } : {}),
    ...(causal ? { causal: past > 0 ? 'bottom-right' : true } : {}),
    ...(window ? { window } : {}),
    ...(bias ? { mask: { bias } } : {}),
  };
}

/**
 * What the heads give, (H, L, E).
 *
 * @param {ModelEngine} engine
 * @param {Attended} attended
 * @returns {Numbers}
 */
function headsOf(engine, attended) {
  const { query, key, value, attention } = attended;
  if (!attention) {
    return engine.attention.scaledDotProductAttention(query, key, value, optionsOf(attended))
      .output;
  }
  const [heads, length, headDim] = query.shape;
  const [kvHeads, keys] = value.shape;
  const data = new Float32Array(heads * length * headDim);
  for (let head = 0; head < heads; head++) {
    const kv = Math.floor(head / (heads / kvHeads));
    const map = attention.data.subarray(head * length * keys, (head + 1) * length * keys);
    const rows = value.data.subarray(kv * keys * headDim, (kv + 1) * keys * headDim);
    const { data: z } = engine.attention.linear(
      { data: map, shape: [length, keys] },
      { data: turnedOver(rows, keys, headDim), shape: [headDim, keys] },
    );
    data.set(z, head * length * headDim);
  }
  return { data, shape: [heads, length, headDim] };
}

/** @param {Float32Array} rows @param {number} count @param {number} width */
function turnedOver(rows, count, width) {
  const out = new Float32Array(count * width);
  for (let i = 0; i < count; i++)
    for (let j = 0; j < width; j++) out[j * count + i] = rows[i * width + j];
  return out;
}

/** (L, H E) as (H, L, E). @param {Float32Array} rows @param {number} heads @param {number} length @param {number} width @returns {Numbers} */
function splitHeads(rows, heads, length, width) {
  const data = new Float32Array(rows.length);
  for (let head = 0; head < heads; head++) {
    for (let i = 0; i < length; i++) {
      const from = (i * heads + head) * width;
      data.set(rows.subarray(from, from + width), (head * length + i) * width);
    }
  }
  return { data, shape: [heads, length, width] };
}

/** (H, L, E) as (L, H E). @param {Numbers} z */
export function joinHeads({ data, shape: [heads, length, width] }) {
  const rows = new Float32Array(data.length);
  for (let head = 0; head < heads; head++) {
    for (let i = 0; i < length; i++) {
      const from = (head * length + i) * width;
      rows.set(data.subarray(from, from + width), (i * heads + head) * width);
    }
  }
  return rows;
}

/** Keys one after the other. @param {Numbers} a (H, P, E) @param {Numbers} b (H, L, E) @returns {Numbers} */
function joined(a, b) {
  const [heads, before, width] = a.shape;
  const after = b.shape[1];
  const data = new Float32Array(heads * (before + after) * width);
  for (let head = 0; head < heads; head++) {
    const at = head * (before + after) * width;
    data.set(a.data.subarray(head * before * width, (head + 1) * before * width), at);
    data.set(
      b.data.subarray(head * after * width, (head + 1) * after * width),
      at + before * width,
    );
  }
  return { data, shape: [heads, before + after, width] };
}

/**
 * T5's buckets: near keys have one each, farther ones share, by the logarithm of the distance.
 *
 * @param {number} distance of the key from the query, j - i
 * @param {import('./description.js').RelativeBias} how
 * @param {ModelEngine} engine
 */
function bucketOf(distance, { buckets, farthest, bothWays }, engine) {
  let bucket = 0;
  let count = buckets;
  let back = -distance;
  if (bothWays) {
    count = Math.floor(buckets / 2);
    if (distance > 0) bucket = count;
    back = Math.abs(distance);
  } else if (back < 0) back = 0;
  const exact = Math.floor(count / 2);
  if (back < exact) return bucket + back;
  const share = engine.logarithm(back / exact) / engine.logarithm(farthest / exact);
  return bucket + Math.min(count - 1, exact + Math.floor(share * (count - exact)));
}
