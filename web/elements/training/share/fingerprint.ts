// A short fingerprint of a model's parameters.
// Two devices can compare it by eye: the same bits give the same letters.

import type { Runner } from '../run-pool.ts';

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * FNV-1a over the bits of every tensor, in the order of their names.
 *
 * @returns such as 3F9A-12C4
 */
export function fingerprintOf(state: Readonly<Record<string, { data: Float32Array }>>): string {
  let hash = OFFSET;
  for (const name of Object.keys(state).sort()) {
    const { buffer, byteOffset, length } = state[name].data;
    for (const bits of new Uint32Array(buffer, byteOffset, length)) {
      hash = Math.imul(hash ^ (bits & 0xffff), PRIME);
      hash = Math.imul(hash ^ (bits >>> 16), PRIME);
    }
  }
  const digits = (hash >>> 0).toString(16).toUpperCase().padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
}

/** A model's weights at a saved step, or at the present one. */
export async function stateAt({ learner }: Runner, step: number) {
  const kept = learner.checkpoints().find((one) => one.step === step);
  return kept?.state ?? learner.stateDict();
}
