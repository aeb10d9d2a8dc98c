// Limits of a state's fields, and parsers of numbers within limits.

export const TOKEN_LIMIT = 512;
/** Most characters of a sentence: more than its tokens need, unless they are no words. */
export const TEXT_LIMIT = 2 ** 14;
/** Most layers, and most heads: models have fewer. */
export const MOST_LAYERS = 16;
export const MOST_HEADS = 64;
/** Most words of a vocabulary. */
export const MOST_WORDS = 2 ** 20;
/** Seeds are less than this. */
export const SEED_LIMIT = 2 ** 32;

export function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

export function readIndex(value: unknown, limit: number) {
  return isIndex(value) && value < limit ? value : undefined;
}
