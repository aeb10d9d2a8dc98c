// Pseudo-random numbers from a text.
// The same learner, question and attempt give the same numbers everywhere.

export interface Random {
  /** a whole number from 0 to below - 1 */
  index: (below: number) => number;
  /** a whole number, both ends included */
  whole: (from: number, to: number) => number;
  pick: <T>(list: readonly T[]) => T;
  /** a copy in random order */
  shuffle: <T>(list: readonly T[]) => T[];
}

const STEP = 0x6d2b79f5;

export function createRandom(...parts: (string | number)[]): Random {
  let state = hashOf(parts.join('/'));

  function next() {
    state = (state + STEP) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return (bits ^ (bits >>> 14)) >>> 0;
  }

  const index = (below: number) => next() % below;
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

/** FNV-1a, 32 bits. */
export function hashOf(text: string) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
