// The attention of one block, of any architecture: its projections with their norms and turns, what distance adds to scores,
// and what the heads give.

import { joined, joinHeads, splitHeads, transposed } from './head-layout.js';

/** @import { AttentionPart } from './description.js' */
/** @import { Buffer, ModelEngine } from './engine.js' */
/** @import { Attended, Cross, Numbers, Pass } from './forward.js' */
/** @import { WeightStore } from './weight-store.js' */

/** @typedef {{ engine: ModelEngine, weights: WeightStore }} Core */

/** @param {number} layer @param {number} head */
export const headKey = (layer, head) => layer * 65536 + head;

/**
 * One attention: from what enters it to what it adds.
 *
 * @param {Core} core
 * @param {AttentionPart} part
 * @param {number} layer
 * @param {Buffer} from
 * @param {Buffer} to
 * @param {Pass} pass
 * @param {Cross | null} cross
 * @returns {Attended}
 */
export function attend(core, part, layer, from, to, pass, cross) {
  const { engine, weights } = core;
  const { numHeads, headDim } = part;
  const { length, past, changes } = pass;
  const own = cross === null;
  const replaced = (/** @type {string} */ name) =>
    (own && changes.replaced.get(`${layer} ${name}`)) || null;
  const query = replaced('query') ?? project(core, part, 'query', from, length, past);
  let key, value;
  if (cross) {
    ({ key, value } = cross.projected[layer] ??= projectStates(core, part, cross.states));
  } else {
    key = replaced('key') ?? project(core, part, 'key', from, length, past);
    value = replaced('value') ?? project(core, part, 'value', from, length, past);
    const cache = pass.caches[layer];
    if (cache) [key, value] = [joined(cache.key, key), joined(cache.value, value)];
    pass.caches[layer] = { key, value };
  }
  const bias = biasFor(core, part, length, key.shape[1], past);
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
  const out = weights.linear(part.output);
  engine.multiply(out.weight, out.bias, rows, length, to);
  return attended;
}

/**
 * @param {Core} core
 * @param {AttentionPart} part
 * @param {'query' | 'key' | 'value'} name
 * @param {Buffer} from
 * @param {number} rows
 * @param {number} first position
 * @returns {Numbers} (heads, rows, headDim)
 */
function project({ engine, weights }, part, name, from, rows, first) {
  const { weight, bias } = weights.linear(part[name]);
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
    const ready = weights.norm(norm);
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
 * Keys and values of what the encoder read: the same for every token that the decoder writes.
 *
 * @param {Core} core
 * @param {AttentionPart} part
 * @param {Numbers} states (S, D)
 */
function projectStates(core, part, { data, shape: [count] }) {
  const states = core.engine.put('states', data);
  const key = project(core, part, 'key', states, count, 0);
  return { key, value: project(core, part, 'value', states, count, 0) };
}

/**
 * The addends of scores by distance.
 *
 * @param {Core} core
 * @param {AttentionPart} part
 * @param {number} length
 * @param {number} keys
 * @param {number} past
 * @returns {Numbers | null}
 */
function biasFor({ engine, weights }, part, length, keys, past) {
  const { relative, slopes, bothWays, biasOf, numHeads } = part;
  if (!relative && !slopes) return null;
  const data = new Float32Array(numHeads * length * keys);
  const table = relative ? weights.floats(relative.table).data : null;
  const farthest = past + length - 1; // a key's distance from the query is from -farthest to keys - 1
  const buckets = relative
    ? Array.from({ length: farthest + keys }, (_, at) => bucketOf(at - farthest, relative, engine))
    : [];
  for (let head = 0, at = 0; head < numHeads; head++) {
    for (let i = 0; i < length; i++) {
      for (let j = 0; j < keys; j++, at++) {
        const distance = j - (past + i);
        const steps = bothWays ? -Math.abs(distance) : distance;
        if (slopes) data[at] = biasOf ? biasOf(slopes[head], j) : slopes[head] * steps;
        else if (relative && table) {
          data[at] = table[buckets[distance + farthest] * numHeads + head];
        }
      }
    }
  }
  return { data, shape: [numHeads, length, keys] };
}

/**
 * Options of the engine's attention for the queries and keys of a layer.
 *
 * @param {Attended} attended
 */
export function optionsOf({ part, past, bias }) {
  const { scale, causal, softcap, window } = part;
  return {
    scale,
    ...(softcap ? { softcap } : {}),
    ...(causal ? { causal: past > 0 ? /** @type {const} */ ('bottom-right') : true } : {}),
    ...(window ? { window } : {}),
    ...(bias ? { mask: { bias } } : {}),
  };
}

/**
 * The output of the heads, (H, L, E).
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
      { data: transposed(rows, keys, headDim), shape: [headDim, keys] },
    );
    data.set(z, head * length * headDim);
  }
  return { data, shape: [heads, length, headDim] };
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
