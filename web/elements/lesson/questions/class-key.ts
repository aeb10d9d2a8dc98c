// Validates a class key and generates a random one. Result codes are signed with it.

/**
 * A key of a class: letters, digits and spaces, which fit into an address and are easy to speak.
 */
const KEY = /^[\p{L}\p{M}\p{N} ._-]{4,64}$/u;

/** @returns null: it is not a valid key */
export function readKey(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > 200) return null;
  const key = given.normalize('NFC').trim();
  return KEY.test(key) ? key : null;
}

/** A random key: ten letters that are not mistaken for each other. */
export function randomKey() {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const lots = crypto.getRandomValues(new Uint32Array(10));
  return Array.from(lots, (lot) => letters[lot % letters.length]).join('');
}
