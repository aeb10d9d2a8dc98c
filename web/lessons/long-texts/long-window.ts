// The window onto a map of thousands of words: bounds, zoom, keyboard. Arithmetic only.

export type Place = { row: number; column: number; size: number };

/** One zoom step. */
export const CLOSER = 4;
/** Words along a side of the smallest window. */
export const CLOSEST = 16;

/** The window moved inside the map. */
export function inside({ row, column, size }: Place, words: number): Place {
  const last = words - size;
  const clamp = (at: number) => Math.max(0, Math.min(last, at));
  return { row: clamp(row), column: clamp(column), size };
}

/** A smaller or larger window around a point of this one, 0..1 from its origin. */
export function zoom(
  { row, column, size }: Place,
  words: number,
  factor: number,
  at: { x: number; y: number } = { x: 0.5, y: 0.5 },
): Place {
  const wanted = Math.min(words, Math.max(CLOSEST, size * factor));
  return {
    row: row + Math.floor(at.y * size - wanted / 2),
    column: column + Math.floor(at.x * size - wanted / 2),
    size: wanted,
  };
}

/** The target of a key. */
export function placeAfter(key: string, place: Place, words: number) {
  const { row, column, size } = place;
  const step = Math.max(1, size / 4);
  const moves: Record<string, Place | undefined> = {
    ArrowLeft: { row, column: column - step, size },
    ArrowRight: { row, column: column + step, size },
    ArrowUp: { row: row - step, column, size },
    ArrowDown: { row: row + step, column, size },
    '+': zoom(place, words, 1 / CLOSER),
    '-': zoom(place, words, CLOSER),
    Home: { row: 0, column: 0, size: words },
  };
  return moves[key];
}
