// Pseudo-random numbers from a text.
// The same learner, question and attempt give the same ones everywhere.

/**
 * @typedef {object} Random
 * @property {(below: number) => number} index a whole number from 0
 * @property {(from: number, to: number) => number} whole both ends included
 * @property {<T>(list: readonly T[]) => T} pick
 * @property {<T>(list: readonly T[]) => T[]} shuffle a copy in another order
 */

const STEP = 0x6d2b79f5;

/**
 * @param {...(string | number)} parts
 * @returns {Random}
 */
export function createRandom(...parts) {
  let state = hashOf(parts.join('/'));

  function next() {
    state = (state + STEP) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return (bits ^ (bits >>> 14)) >>> 0;
  }

  const index = (/** @type {number} */ below) => next() % below;
  return {
    index,
    whole: (from, to) => from + index(to - from + 1),
    pick: (list) => list[index(list.length)],
    shuffle(list) {
      const copy = [...list];
      for (let at = copy.length - 1; at > 0; at--) {
        const other = index(at + 1);
        [copy[at], copy[other]] = [copy[other], copy[at]];
      }
      return copy;
    },
  };
}

/**
 * FNV-1a, 32 bits.
 * @param {string} text
 */
export function hashOf(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
