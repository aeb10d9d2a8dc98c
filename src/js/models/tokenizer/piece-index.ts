// An index of pieces by their text. It finds the pieces at an index of a text: only lengths of pieces with the same first letter
// are tried, so a search costs at most the length of the longest piece, however long the text is.

import type { Cost } from './limits.ts';

export class PieceIndex<T> {
  #all: Map<string, T>;
  /** The lengths of pieces by their first UTF-16 unit, in ascending order. */
  #lengths: Map<number, number[]> = new Map();

  /** @param pieces of equal pieces, the last one counts */
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
   * The pieces that match a text at an index, the shortest first.
   *
   * @param at the index in UTF-16 units
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

  /** The longest piece that matches a text at an index. */
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
