// What heads look at, each in one word: which keys of a query count. The statistics of opened models and the roles of
// trained ones mean the same by the same word.

/**
 * Whether attention of the query i on the key j counts.
 *
 * @typedef {(i: number, j: number, tokens: ArrayLike<number>) => boolean} Measure
 */

/** Positions alone decide. */
export const BY_POSITION = Object.freeze({
  /** @type {Measure} */ firstToken: (i, j) => j === 0 && i > 0,
  /** @type {Measure} */ sameToken: (i, j) => i === j,
  /** @type {Measure} */ previousToken: (i, j) => j === i - 1,
  /** @type {Measure} */ nextToken: (i, j) => j === i + 1,
});

/** The tokens decide. */
export const BY_TOKEN = Object.freeze({
  /** The key followed the query's token earlier. @type {Measure} */
  induction: (i, j, tokens) => j > 0 && j < i && tokens[j - 1] === tokens[i],
  /** Another place of the query's token. @type {Measure} */
  duplicate: (i, j, tokens) => i !== j && tokens[i] === tokens[j],
});
