// Roles about positions alone, beside the roles of headwise/training: fixed distances, of which a head may
// hold several, and the mirrored position, as far from the end as the own one is from the start.

import { NAMED } from './head-roles.ts';
import type { Role, RoleInput } from 'headwise/training';

export type SeenRole = Omit<Role, 'name' | 'offset'> & {
  name: Role['name'] | 'mirror' | 'distances';
  /** signed distances: negative ones are before */
  offset?: number;
  offsets?: readonly number[];
};

/** A distance belongs to a head's role from this share of its attention on. */
const LEAST_SHARE = 0.1;
const MOST_DISTANCES = 3;
/** Below this score a position is not even a head's best role. */
const LEAST_SCORE = 0.5;

/** Reads a head's weight: of one of the sequences, from one position to another. */
type Weight = (sequence: number, from: number, to: number) => number;

/**
 * The clearest role of a head that is about positions alone.
 *
 * @param map attention of a layer, (B, H, L, L)
 * @param lookedAt the sequences that it is of
 * @returns null: less than half of its attention depends on positions alone
 */
export function positionRoleOf(
  map: { data: Float32Array; shape: readonly number[] },
  head: number,
  { tokens, lengths }: RoleInput,
): SeenRole | null {
  const [count, heads, length] = map.shape;
  const sizes = Array.from({ length: count }, (_, b) => lengths?.[b] ?? tokens.shape[1]);
  const weight: Weight = (b, from, to) =>
    map.data[((b * heads + head) * length + from) * length + to];
  const found = [mirrored(sizes, weight), distances(sizes, length, weight)];
  const [best] = found.sort((a, b) => b.score - a.score);
  return best.score >= LEAST_SCORE ? best : null;
}

function mirrored(sizes: readonly number[], weight: Weight): SeenRole {
  let [sum, count] = [0, 0];
  sizes.forEach((size, b) => {
    for (let from = 0; from < size; from++) sum += weight(b, from, size - 1 - from);
    count += size;
  });
  return { name: 'mirror', score: sum / count, positional: 1 };
}

/** The fewest distances that hold most of the attention together, at most three. */
function distances(sizes: readonly number[], length: number, weight: Weight): SeenRole {
  const all = Array.from({ length: 2 * length - 1 }, (_, i) => i - length + 1);
  const shares = all
    .map((offset) => ({ offset, share: shareOf([offset], sizes, weight) }))
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((a, b) => b.share - a.share);
  let [offsets, score]: [number[], number] = [[], 0];
  for (const { offset } of shares.slice(0, MOST_DISTANCES)) {
    offsets = [...offsets, offset];
    score = shareOf(offsets, sizes, weight);
    if (score >= NAMED) break;
  }
  return { name: 'distances', score, positional: 1, offsets: offsets.sort((a, b) => b - a) };
}

/** The mean weight at some distances together, from the positions that have all of them. */
function shareOf(offsets: readonly number[], sizes: readonly number[], weight: Weight) {
  let [sum, count, possible] = [0, 0, 0];
  sizes.forEach((size, b) => {
    possible += size;
    for (let from = 0; from < size; from++) {
      if (offsets.some((offset) => from + offset < 0 || from + offset >= size)) continue;
      for (const offset of offsets) sum += weight(b, from, from + offset);
      count++;
    }
  });
  // at large distances a few positions would be enough
  return 2 * count < possible ? 0 : sum / count;
}
