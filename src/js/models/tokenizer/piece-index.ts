// Pieces by their text, and which of them may begin at a place of a text: only those of a length that some piece with the same
// first letter has. So a search costs as much as the longest piece, however long the text.

import type { Cost } from './limits.ts';

export class PieceIndex<T> {
  #all: Map<string, T>;
  /** By the first UTF-16 unit, in ascending order. */
  #lengths: Map<number, number[]> = new Map();

  /** @param pieces the last of equal ones counts */
  constructor(pieces: Iterable<[string, T]>) {
    this.#all = new Map(pieces);
    this.#all.delete('');
    const sets: Map<number, Set<number>> = new Map();
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

  get(piece: string) {
    return this.#all.get(piece);
  }

  /**
   * The pieces that a text goes on with, the shortest first.
   *
   * @param at in UTF-16 units
   */
  from(text: string, at: number, cost: Cost): { length: number; value: T }[] {
    const found = [];
    for (const length of this.#lengths.get(text.charCodeAt(at)) ?? []) {
      if (at + length > text.length) break;
      cost.spend(length, 'the search for pieces');
      const value = this.#all.get(text.slice(at, at + length));
      if (value !== undefined) found.push({ length, value });
    }
    return found;
  }

  /** The longest of them. */
  longest(text: string, at: number, cost: Cost) {
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
