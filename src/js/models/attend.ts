// The attention of one block, of any architecture: its projections with their norms and turns, what distance adds to scores,
// and what the heads give.

import { joined, joinHeads, splitHeads, transposed } from './head-layout.ts';
import type { AttentionPart, RelativeBias } from './description.ts';
import type { Buffer, ModelEngine } from './engine.ts';
import type { Attended, Cross, Numbers, Pass } from './forward.ts';
import type { WeightStore } from './weight-store.ts';

type Core = { engine: ModelEngine; weights: WeightStore };

export const headKey = (layer: number, head: number) => layer * 65536 + head;

/** One attention: from what enters it to what it adds. */
export function attend(
  core: Core,
  part: AttentionPart,
  layer: number,
  from: Buffer,
  to: Buffer,
  pass: Pass,
  cross: Cross | null,
): Attended {
  const { engine, weights } = core;
  const { numHeads, headDim } = part;
  const { length, past, changes } = pass;
  const own = cross === null;
  const replaced = (name: string) => (own && changes.replaced.get(`${layer} ${name}`)) || null;
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
  const attended: Attended = {
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
 * @param first position
 * @returns (heads, rows, headDim)
 */
function project(
  { engine, weights }: Core,
  part: AttentionPart,
  name: 'query' | 'key' | 'value',
  from: Buffer,
  rows: number,
  first: number,
): Numbers {
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
 * @param states (S, D)
 */
function projectStates(core: Core, part: AttentionPart, { data, shape: [count] }: Numbers) {
  const states = core.engine.put('states', data);
  const key = project(core, part, 'key', states, count, 0);
  return { key, value: project(core, part, 'value', states, count, 0) };
}

/** The addends of scores by distance. */
function biasFor(
  { engine, weights }: Core,
  part: AttentionPart,
  length: number,
  keys: number,
  past: number,
): Numbers | null {
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

/** Options of the engine's attention for the queries and keys of a layer. */
export function optionsOf({ part, past, bias }: Attended) {
  const { scale, causal, softcap, window } = part;
  return {
    scale,
    ...(softcap ? { softcap } : {}),
    ...(causal ? { causal: past > 0 ? ('bottom-right' as const) : true } : {}),
    ...(window ? { window } : {}),
    ...(bias ? { mask: { bias } } : {}),
  };
}

/** The output of the heads, (H, L, E). */
function headsOf(engine: ModelEngine, attended: Attended): Numbers {
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
 * @param distance of the key from the query, j - i
 */
function bucketOf(
  distance: number,
  { buckets, farthest, bothWays }: RelativeBias,
  engine: ModelEngine,
) {
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
