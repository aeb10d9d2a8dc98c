// The public types of questions about heads, and of their answers. Holds no code.

/**
 * A statistic of a head: `value` is measured; `baseline` is the value of a head whose attention depends on positions only. For
 * `separator`, `induction` and `duplicate` the baseline attends as this head does on average at each distance; for the others it
 * attends evenly to all keys that it may see.
 */
export interface Statistic {
  value: number;
  baseline: number;
}

/**
 * Statistics of a head's attention, as means over the queries for which each is defined; 0 without such a query.
 *
 * ```js
 * const [{ layer, head, previousToken }] = await headStatistics(run);
 * previousToken.value - previousToken.baseline; // how much more than positions alone explain
 * ```
 */
export interface HeadStatistics {
  layer: number;
  head: number;
  /** of a row, in nats */
  entropy: Statistic;
  /** from query to key, in tokens */
  distance: Statistic;
  /** attention weight on the first token */
  firstToken: Statistic;
  /** weight on tokens that are no part of the text, such as [SEP] */
  separator: Statistic;
  /** weight on the query's own position */
  sameToken: Statistic;
  /** weight on the previous position */
  previousToken: Statistic;
  /** weight on the next position */
  nextToken: Statistic;
  /** weight on tokens that followed an earlier occurrence of the query's token */
  induction: Statistic;
  /** weight on other positions of the query's token */
  duplicate: Statistic;
  /**
   * This head's share of its layer's output: the norm of its contribution, divided by the sum of the heads' norms. An average
   * head has 1 / heads. Only if `only` names it
   */
  written?: Statistic;
}

/** The name of a statistic. */
export type StatisticName = Exclude<keyof HeadStatistics, 'layer' | 'head'>;

/**
 * A search for heads: for attention from some tokens to others, or from each token to a token of its own. Positions count the
 * tokens of the run's text.
 *
 * ```js
 * await rankHeads(run, { from: [5], to: [2] }); // from the verb to its subject
 * ```
 */
export interface HeadQuestion {
  /** positions of queries */
  from?: readonly number[];
  /** positions of keys */
  to?: readonly number[];
  /** instead of `from` and `to` */
  pairs?: readonly (readonly [query: number, key: number])[];
  /**
   * 'share', the default: the attention weight on the wanted keys; 'largest': how often a
   * query's largest weight is on a wanted key, however large it is
   */
  by?: 'share' | 'largest';
  /**
   * keys among which the largest weight is found, such as the words of one language;
   * default all
   */
  among?: readonly number[];
}

export interface RankedHead {
  layer: number;
  head: number;
  /** attention weight, or fraction of the queries, from 0 to 1 */
  share: number;
}

export {};
