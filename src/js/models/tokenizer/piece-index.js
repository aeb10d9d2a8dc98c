// Pieces by their text, and which of them may begin at a place of a text: only those of a length that some piece with the same
// first letter has. So a search costs as much as the longest piece, however long the text.

/** @import { Cost } from './limits.js' */

/** @template T */
export class PieceIndex {
  /** @type {Map<string, T>} */
  #all;
  /** By the first UTF-16 unit, in ascending order. @type {Map<number, number[]>} */
  #lengths = new Map();

  /** @param {Iterable<[string, T]>} pieces the last of equal ones counts */
  constructor(pieces) {
    this.#all = new Map(pieces);
    this.#all.delete('');
    /** @type {Map<number, Set<number>>} */
    const sets = new Map();
    for (const piece of this.#all.keys()) {
      const first = piece.charCodeAt(0);
      const set = sets.get(first);
      if (set) set.add(piece.length);
      else sets.set(first, new Set([piece.length]));
    }
    for (const [first, set] of sets) {
      this.#lengths.set(
        first,
        [...set].sort((a, b) => a - b),
      );
    }
  }

  get size() {
    return this.#all.size;
  }

  /** @param {string} piece */
  get(piece) {
    return this.#all.get(piece);
  }

  /**
   * The pieces that a text goes on with, the shortest first.
   *
   * @param {string} text
   * @param {number} at in UTF-16 units
   * @param {Cost} cost
   * @returns {{ length: number, value: T }[]}
   */
  from(text, at, cost) {
    const found = [];
    for (const length of this.#lengths.get(text.charCodeAt(at)) ?? []) {
      if (at + length > text.length) break;
      cost.spend(length, 'the search for pieces');
      const value = this.#all.get(text.slice(at, at + length));
      if (value !== undefined) found.push({ length, value });
    }
    return found;
  }

  /**
   * The longest of them.
   *
   * @param {string} text
   * @param {number} at
   * @param {Cost} cost
   */
  longest(text, at, cost) {
    const lengths = this.#lengths.get(text.charCodeAt(at)) ?? [];
    for (let i = lengths.length - 1; i >= 0; i--) {
      const length = lengths[i];
      if (at + length > text.length) continue;
      cost.spend(length, 'the search for pieces');
      const value = this.#all.get(text.slice(at, at + length));
      if (value !== undefined) return { length, value };
    }
    return undefined;
  }
}
