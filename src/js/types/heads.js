// The public types of questions about heads, and of their answers. Holds no code.

/**
 * A statistic of a head, and its baseline: the value of a head that knows positions only. For `separator`, `induction` and
 * `duplicate` the baseline attends as this head does on average at each distance; for the others it attends evenly to all
 * keys that it may see.
 *
 * @typedef {object} Statistic
 * @property {number} value
 * @property {number} baseline
 */

/**
 * Statistics of a head's attention, as means over the queries for which each is defined; 0 without such a query.
 *
 * @typedef {object} HeadStatistics
 * @property {number} layer
 * @property {number} head
 * @property {Statistic} entropy of a row, in nats
 * @property {Statistic} distance from query to key, in tokens
 * @property {Statistic} firstToken attention weight on the first token
 * @property {Statistic} separator weight on tokens that are no part of the text, such as [SEP]
 * @property {Statistic} sameToken weight on the query's own position
 * @property {Statistic} previousToken weight on the previous position
 * @property {Statistic} nextToken weight on the next position
 * @property {Statistic} induction weight on tokens that followed an earlier occurrence of the query's token
 * @property {Statistic} duplicate weight on other positions of the query's token
 * @property {Statistic} written norm of the head's contribution, relative to the sum over the layer's heads; even: 1 / heads
 */

/**
 * A search for heads: for attention from some tokens to others, or from each token to a token of its own. Positions count the
 * tokens of the run's text.
 *
 * @typedef {object} HeadQuestion
 * @property {readonly number[]} [from] positions of queries
 * @property {readonly number[]} [to] positions of keys
 * @property {readonly (readonly [query: number, key: number])[]} [pairs] instead of `from` and `to`
 * @property {'share' | 'largest'} [by] 'share', the default: the attention weight on the wanted keys; 'largest': how often a
 *   query's largest weight is on a wanted key, however large it is
 * @property {readonly number[]} [among] keys among which the largest weight is found, such as the words of one language;
 *   default all
 */

/**
 * @typedef {object} RankedHead
 * @property {number} layer
 * @property {number} head
 * @property {number} share attention weight, or fraction of the queries, from 0 to 1
 */

export {};
