// Measures of heads: each names the keys of a query that count. Statistics of opened models and roles of trained ones use the
// same names.

/**
 * Whether the attention of query i on key j counts.
 *
 * @typedef {(i: number, j: number, tokens: ArrayLike<number>) => boolean} Measure
 */

/** Measures of positions alone. */
export const BY_POSITION = Object.freeze({
  /** @type {Measure} */ firstToken: (i, j) => j === 0 && i > 0,
  /** @type {Measure} */ sameToken: (i, j) => i === j,
  /** @type {Measure} */ previousToken: (i, j) => j === i - 1,
  /** @type {Measure} */ nextToken: (i, j) => j === i + 1,
});

/** Measures that compare tokens. */
export const BY_TOKEN = Object.freeze({
  /** The key followed the query's token earlier. @type {Measure} */
  induction: (i, j, tokens) => j > 0 && j < i && tokens[j - 1] === tokens[i],
  /** Another position with the query's token. @type {Measure} */
  duplicate: (i, j, tokens) => i !== j && tokens[i] === tokens[j],
});
