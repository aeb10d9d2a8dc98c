// What `npm test` tries of a long list; with HEADWISE_TEST_ALL everything is tried.

export const ALL = process.env.HEADWISE_TEST_ALL === '1';

/**
 * Every n-th of a list, from the first.
 *
 * @template T
 * @param {readonly T[]} list
 * @param {number} n
 * @returns {readonly T[]}
 */
export const sample = (list, n) => (ALL ? list : list.filter((_, at) => at % n === 0));
