// One layer of a run as an ordinary layer of headwise: its parameters, its options, what enters it and what it gives.

import { joinHeads, splitHeads } from './head-layout.js';
import { optionsOf } from './attend.js';

/** @import { AttentionPart, Block, Linear, Norm, Sublayer } from './description.js' */
/** @import { Buffer, ModelEngine } from './engine.js' */
/** @import { Attended, Numbers } from './forward.js' */
/** @import { LayerNumbers } from '../types/models.js' */
/** @import { WeightStore } from './weight-store.js' */

/** @typedef {{ engine: ModelEngine, weights: WeightStore }} Core */

/**
 * @param {Core} core
 * @param {Attended} attended
 * @param {Block} block
 * @param {Numbers} entered (L, D)
 * @param {boolean} isWhole whether its parameters are wanted
 * @returns {Omit<LayerNumbers, 'embedding'>}
 */
export function layerOf(core, attended, block, { data, shape }, isWhole) {
  const { engine, weights } = core;
  const { part } = attended;
  const { around, parallel } = block;
  const [length, width] = shape;
  const input = { data: data.slice(), shape: [...shape] };
  const normed = around.before && {
    data: normalize(core, around.before, input),
    shape: [...shape],
  };
  const x = engine.put('layer input', (normed ?? input).data);
  const query = project(core, part, 'query', x, length);
  const key = project(core, part, 'key', x, length);
  const output = outputOf(core, attended, width);
  return {
    ...{ config: configOf(core, part, width), state: isWhole ? stateOf(core, part) : {} },
    options: { ...optionsOf(attended), ...positionsOf(part, length) },
    ...{ input, normed, query: query.plain, key: key.plain },
    ...{ normedQuery: query.normed, normedKey: key.normed },
    turns: turnsOf(engine, part, length),
    ...{ output, middle: middleOf(core, around, input, normed, output) },
    norms: {
      before: around.before && weights.normNumbers(around.before),
      inside: around.inside && weights.normNumbers(around.inside),
      after: around.after && weights.normNumbers(around.after),
    },
    more: [
      ...(part.clip ? /** @type {const} */ (['clip']) : []),
      ...(around.layerScale ? /** @type {const} */ (['layerScale']) : []),
      ...(around.keepsNormed ? /** @type {const} */ (['addsToNormed']) : []),
      ...(parallel ? /** @type {const} */ (['parallel']) : []),
    ],
  };
}

/**
 * @param {Core} core
 * @param {AttentionPart} part
 * @param {number} embedDim
 * @returns {LayerNumbers['config']}
 */
export function configOf(core, part, embedDim) {
  const { numHeads, numKvHeads, headDim, query, key, value, output } = part;
  const has = (/** @type {Linear} */ { bias }) => bias !== null;
  const bias = { query: has(query), key: has(key), value: has(value), output: has(output) };
  const norm = part.queryNorm;
  return {
    ...{ embedDim, numHeads, numKvHeads, headDim, bias },
    ...(norm && {
      queryKeyNorm: {
        type: norm.form,
        over: gainOf(core, norm, headDim).length === headDim ? 'head' : 'width',
        epsilon: norm.epsilon,
      },
    }),
  };
}

/**
 * The names and layouts of torch.nn.MultiheadAttention.
 *
 * @param {Core} core
 * @param {AttentionPart} part
 */
export function stateOf({ engine, weights }, part) {
  const parts = [part.query, part.key, part.value].map((linear) => weights.linear(linear));
  const out = weights.linear(part.output);
  const { columns } = parts[0].weight;
  const biases = parts.map(({ weight, bias }) =>
    bias === null ? null : engine.read(bias, weight.rows),
  );
  /** @type {Record<string, { data: Float32Array, shape: number[] }>} */
  const state = {
    in_proj_weight: {
      data: beside(parts.map(({ weight }) => engine.unpack(weight))),
      shape: [parts.reduce((rows, { weight }) => rows + weight.rows, 0), columns],
    },
    'out_proj.weight': {
      data: engine.unpack(out.weight),
      shape: [out.weight.rows, out.weight.columns],
    },
  };
  if (biases.every((bias) => bias !== null)) state.in_proj_bias = row(beside(biases));
  else {
    biases.forEach((bias, i) => {
      if (bias !== null) state[`${'qkv'[i]}_proj.bias`] = row(bias);
    });
  }
  if (out.bias) state['out_proj.bias'] = row(engine.read(out.bias, out.weight.rows));
  for (const [name, norm] of /** @type {const} */ ([
    ['q_norm', part.queryNorm],
    ['k_norm', part.keyNorm],
  ])) {
    if (!norm) continue;
    const gain = gainOf({ engine, weights }, norm, part.headDim);
    state[`${name}.weight`] = row(gain);
    if (norm.form === 'rms') continue;
    const shift = norm.shift === null ? null : engine.read(weights.vector(norm.shift), gain.length);
    state[`${name}.bias`] = row(shift ?? new Float32Array(gain.length));
  }
  return state;
}

/** @param {Float32Array} data */
const row = (data) => ({ data, shape: [data.length] });

/** One after the other. @param {readonly Float32Array[]} parts */
export function beside(parts) {
  const all = new Float32Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * The gain of a norm, or ones.
 *
 * @param {Core} core
 * @param {Norm} norm
 * @param {number} width where it has none
 */
export function gainOf({ engine, weights }, { gain }, width) {
  if (gain === null) return new Float32Array(width).fill(1);
  const buffer = weights.vector(gain);
  return engine.read(buffer, buffer.size);
}

/**
 * @param {Core} core
 * @param {Norm} norm
 * @param {Numbers} x
 */
function normalize({ engine, weights }, norm, { data, shape: [rows, width] }) {
  const from = engine.put('layer normed', data);
  engine.normalize(weights.norm(norm), from, rows, width, from);
  return engine.read(from, rows * width);
}

/**
 * @param {AttentionPart} part
 * @param {number} length
 * @returns {{ positions?: LayerNumbers['options']['positions'] }}
 */
function positionsOf({ rotary }, length) {
  if (!rotary) return {};
  const { dims, interleaved } = rotary;
  const { frequencies, factor } = rotary.of(length);
  return {
    positions: { type: 'rotary', frequencies: [...frequencies], factor, interleaved, dims },
  };
}

/**
 * By how much each place turns: the cosines and then the sines, both times the factor.
 *
 * @param {ModelEngine} engine
 * @param {AttentionPart} part
 * @param {number} length
 */
function turnsOf(engine, { rotary }, length) {
  if (!rotary) return null;
  const { dims } = rotary;
  // the first number of each pair is 1, the second 0: turned, they are the cosine and the sine
  const ones = Float32Array.from({ length: length * dims }, (_, at) => +(at % dims < dims / 2));
  const rows = engine.put('layer turns', ones);
  engine.turn({ ...rotary.of(length), dims, interleaved: false }, 0, rows, length, 1, dims);
  return { data: engine.read(rows, length * dims), shape: [length, dims] };
}

/**
 * Queries or keys as they are projected, and after their norm where they have one.
 *
 * @param {Core} core
 * @param {AttentionPart} part
 * @param {'query' | 'key'} name
 * @param {Buffer} x
 * @param {number} length
 */
function project({ engine, weights }, part, name, x, length) {
  const { weight, bias } = weights.linear(part[name]);
  const size = length * weight.rows;
  const heads = weight.rows / part.headDim;
  const out = engine.buffer('layer projected', size);
  const read = () => splitHeads(engine.read(out, size), heads, length, part.headDim);
  engine.multiply(weight, bias, x, length, out);
  const plain = read();
  const norm = name === 'query' ? part.queryNorm : part.keyNorm;
  if (!norm) return { plain, normed: null };
  const ready = weights.norm(norm);
  const width = ready.gain?.size ?? part.headDim;
  engine.normalize(ready, out, size / width, width, out);
  return { plain, normed: read() };
}

/**
 * x after attention: after(x + inside(output)).
 *
 * @param {Core} core
 * @param {Sublayer} around
 * @param {Numbers} input
 * @param {Numbers | null} normed
 * @param {Numbers} output
 * @returns {Numbers}
 */
function middleOf({ engine, weights }, around, input, normed, output) {
  const [length, width] = input.shape;
  const { inside, layerScale, keepsNormed, after } = around;
  const added = engine.put('layer added', output.data);
  if (inside) engine.normalize(weights.norm(inside), added, length, width, added);
  if (layerScale) {
    const by = weights.floats(layerScale).data;
    const scaled = engine.read(added, length * width).map((value, i) => value * by[i % width]);
    engine.put('layer added', scaled);
  }
  const x = engine.put('layer middle', (keepsNormed && normed ? normed : input).data);
  engine.add(added, length * width, x);
  if (after) engine.normalize(weights.norm(after), x, length, width, x);
  return { data: engine.read(x, length * width), shape: [length, width] };
}

/**
 * The output of all heads together, through W_O.
 *
 * @param {Core} core
 * @param {Attended} attended
 * @param {number} width
 */
function outputOf({ engine, weights }, { part, heads }, width) {
  const z = /** @type {Numbers} */ (heads);
  const { weight, bias } = weights.linear(part.output);
  const rows = z.shape[1];
  const out = engine.buffer('layer output', rows * width);
  engine.multiply(weight, bias, engine.put('layer heads', joinHeads(z)), rows, out);
  return { data: engine.read(out, rows * width), shape: [rows, width] };
}
