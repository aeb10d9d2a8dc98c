// Measures of heads: each names the keys of a query that count. Statistics of opened models and roles of trained ones use the
// same names.

/** Whether the attention of query i on key j counts. */
export type Measure = (i: number, j: number, tokens: ArrayLike<number>) => boolean;

/** Measures of positions alone. */
export const BY_POSITION = Object.freeze({
  firstToken: (i: number, j: number): boolean => j === 0 && i > 0,
  sameToken: (i: number, j: number): boolean => i === j,
  previousToken: (i: number, j: number): boolean => j === i - 1,
  nextToken: (i: number, j: number): boolean => j === i + 1,
});

/** Measures that compare tokens. */
export const BY_TOKEN = Object.freeze({
  /** The key followed the query's token earlier. */
  induction: (i: number, j: number, tokens: ArrayLike<number>): boolean =>
    j > 0 && j < i && tokens[j - 1] === tokens[i],
  /** Another position with the query's token. */
  duplicate: (i: number, j: number, tokens: ArrayLike<number>): boolean =>
    i !== j && tokens[i] === tokens[j],
});
