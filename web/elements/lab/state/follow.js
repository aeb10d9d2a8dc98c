// While the reader types, selected tokens stay selected as long as they can be recognised.

/**
 * @typedef {import('../answer/tokenizer.js').Encoding} Encoding
 * @typedef {import('./state.js').Selection} Selection
 * @typedef {{ first: Encoding, second: Encoding | null }} Encodings
 */

/**
 * @param {Selection} selection
 * @param {Encodings} before
 * @param {Encodings} after
 * @returns {Selection}
 */
export function followSelection({ head, query, key }, before, after) {
  const crossing = before.second !== null || after.second !== null;
  return {
    head,
    query: followToken(query, before.first, after.first),
    // with a second sentence, keys are its tokens
    key: crossing
      ? followToken(key, before.second, after.second)
      : followToken(key, before.first, after.first),
  };
}

/**
 * The token in its old place, or the nearest one like it; null if it is gone.
 * @param {number | null} index
 * @param {Encoding | null} before
 * @param {Encoding | null} after
 */
function followToken(index, before, after) {
  const old = index === null ? undefined : before?.tokens[index];
  if (index === null || !old || !before || !after) return null;
  const { tokens } = after;
  // a word that is being changed is still that word
  if (tokens.length === before.tokens.length || tokens[index]?.piece === old.piece) return index;
  const alike = tokens.flatMap(({ piece }, i) => (piece === old.piece ? [i] : []));
  alike.sort((a, b) => Math.abs(a - index) - Math.abs(b - index));
  return alike[0] ?? null;
}
