// Forward pass with rotary positions: queries and keys before and after rotation.
// Also the rotation that the engine applies at each position. Loaded with the first model that has
// rotary positions.

import type { Positions } from 'headwise';
import type { Rotary } from './layer-steps.ts';
import type { Engine } from '../../shared/engine.ts';
import type { PlainTensor } from './source.ts';
import type { Forward, Forwarded } from './answer.ts';

/**
 * Runs a layer with rotary positions. Replacements of `query` and `key` are rotated too.
 *
 * @param plain the layer without positions
 * @param trace whether there is one
 */
export function turning(
  engine: Engine,
  { theta }: Rotary,
  plain: Forward,
  trace: boolean,
): Forward {
  const positions = { type: 'rotary' as const, theta };
  let projected: { query?: PlainTensor; key?: PlainTensor; made: Promise<Forwarded> } | null = null;
  /** equal in every pass */
  let turns: Promise<PlainTensor> | null = null;

  /** @param heads (H, L, E) */
  const turn = (heads: PlainTensor) => turnedBy(engine, heads, positions);

  return async ({ query, key, turnedQuery, turnedKey, ...rest }) => {
    if (!trace) return plain(rest, { positions });
    if (!projected || projected.query !== query || projected.key !== key) {
      projected = { query, key, made: plain({ ...(query && { query }), ...(key && { key }) }) };
    }
    const { trace: before } = await projected.made;
    const q = turnedQuery ?? (query && (await turn(query)));
    const k = turnedKey ?? (key && (await turn(key)));
    const result = await plain(
      { ...rest, ...(q && { query: q }), ...(k && { key: k }) },
      { positions },
    );
    const after = result.trace;
    if (!before || !after) throw new TypeError('forward: the trace that was asked for is missing');
    turns ??= turn(unturned(after));
    const turned = { turnedQuery: after.query, turnedKey: after.key, turns: await turns };
    return { ...result, trace: { ...after, query: before.query, key: before.key, ...turned } };
  };
}

/**
 * Queries or keys as the engine rotates them.
 *
 * @param heads (H, L, E)
 */
export async function turnedBy(
  engine: Engine,
  heads: PlainTensor,
  positions: Positions,
): Promise<PlainTensor> {
  const same = await identity(engine, heads.shape[2]);
  const turned = await same.forward(heads, undefined, undefined, { positions, trace: true });
  return { data: turned.trace.query.data, shape: heads.shape };
}

/**
 * Pairs of (1, 0) at every position: after rotation they are the cosine and the sine.
 *
 * @returns (1, max(L, S), E)
 */
function unturned({
  query: { shape },
  key,
}: {
  query: PlainTensor;
  key: PlainTensor;
}): PlainTensor {
  const [length, width] = [Math.max(shape[1], key.shape[1]), shape[2]];
  const data = Float32Array.from({ length: length * width }, (_, at) =>
    at % width < width / 2 ? 1 : 0,
  );
  return { data, shape: [1, length, width] };
}

const identities: WeakMap<Engine, Map<number, ReturnType<typeof createIdentity>>> = new WeakMap();

function identity(engine: Engine, width: number) {
  const known = identities.get(engine) ?? new Map();
  identities.set(engine, known);
  if (!known.has(width)) known.set(width, createIdentity(engine, width));
  return known.get(width) as ReturnType<typeof createIdentity>;
}

/** A layer whose queries are its input: it rotates given rows. */
async function createIdentity(engine: Engine, width: number) {
  const layer = await engine.createMultiHeadAttention({
    ...{ embedDim: width, numHeads: 1, bias: false },
  });
  const rows = (count: number) => ({
    data: Float32Array.from({ length: count * width }, (_, at) =>
      Math.floor(at / width) % width === at % width ? 1 : 0,
    ),
    shape: [count, width],
  });
  await layer.loadStateDict({
    in_proj_weight: rows(3 * width),
    'out_proj.weight': rows(width),
  });
  return layer;
}
