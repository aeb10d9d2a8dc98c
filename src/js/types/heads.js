// Questions about heads, and their answers. Types only.

/**
 * A number of a head, and what a head would have that knows positions alone: for `separator`, `induction` and `duplicate` one
 * that attends as this head does on average at each distance, for the others one that attends evenly to all it may see.
 *
 * @typedef {object} Statistic
 * @property {number} value
 * @property {number} baseline
 */

/**
 * What a head does, as means over the queries that each number is defined for; 0 without such a query.
 *
 * @typedef {object} HeadStatistics
 * @property {number} layer
 * @property {number} head
 * @property {Statistic} entropy of a row, in nats
 * @property {Statistic} distance from query to key, in tokens
 * @property {Statistic} firstToken share of attention on the first token
 * @property {Statistic} separator on tokens that are no part of the text, such as [SEP]
 * @property {Statistic} sameToken on the query's own place
 * @property {Statistic} previousToken on the place before
 * @property {Statistic} nextToken on the place after
 * @property {Statistic} induction on what followed the query's token when it stood before
 * @property {Statistic} duplicate on other places of the query's token
 * @property {Statistic} written length of what the head adds, of the lengths of all heads of its layer; even: 1 / heads
 */

/**
 * Which heads are looked for: those whose attention goes from some tokens to others, or from each token to one of its own.
 * Positions are those of the text that the run read.
 *
 * @typedef {object} HeadQuestion
 * @property {readonly number[]} [from] positions of queries
 * @property {readonly number[]} [to] positions of keys
 * @property {readonly (readonly [query: number, key: number])[]} [pairs] instead of `from` and `to`
 * @property {'share' | 'largest'} [by] 'share', the default: how much attention goes there; 'largest': how often the largest
 *   weight of a query does, however large it is
 * @property {readonly number[]} [among] keys that the largest weight is looked for among, such as the words of one language;
 *   default all
 */

/**
 * @typedef {object} RankedHead
 * @property {number} layer
 * @property {number} head
 * @property {number} share of attention, or of the queries, from 0 to 1
 */

export {};
