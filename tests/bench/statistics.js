// Medians, and how certain they are.

/** @param {number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
}

/**
 * An interval that holds the median of what the values were drawn from with a probability of 95 %, whatever their
 * distribution (Conover 1999, section 3.2): how many values are below the median has a binomial distribution. Fewer than
 * 6 values cannot say as much; all of them are the interval then.
 *
 * @param {number[]} values
 * @returns {[number, number]}
 */
export function medianInterval(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const n = sorted.length;
  let left = 0; // how many are left out on either side
  let term = 0.5 ** n; // the probability that exactly `left` of n are below
  for (let tail = term; ; left++) {
    term *= (n - left) / (left + 1);
    tail += term;
    if (tail > 0.025) return [sorted[left], sorted[n - 1 - left]];
  }
}
