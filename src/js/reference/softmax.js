// The softmax of one row: numbers into shares of 1.

/**
 * softmax(x)_j = exp(x_j) / sum_k exp(x_k), computed as exp(x_j - max) / sum_k exp(x_k - max), which is the same and
 * cannot overflow. What takes no part has share 0, and a row where nothing does is a row of zeros.
 *
 * @param {ArrayLike<number>} row
 * @param {Float64Array} shares where they go
 * @param {(j: number) => boolean} takesPart
 * @param {number} [sink] one more number, whose share goes nowhere
 * @returns {number} log sum_k exp(x_k); -Infinity for a row of zeros
 */
export function softmaxRow(row, shares, takesPart, sink = -Infinity) {
  const parts = [];
  for (let j = 0; j < row.length; j++) if (takesPart(j)) parts.push(j);
  const max = parts.reduce((most, j) => Math.max(most, row[j]), sink);
  const ofSink = sink === -Infinity ? 0 : Math.exp(sink - max);
  const sum = parts.reduce((total, j) => total + Math.exp(row[j] - max), ofSink);
  shares.fill(0);
  for (const j of parts) shares[j] = Math.exp(row[j] - max) / sum;
  return sum === 0 ? -Infinity : max + Math.log(sum);
}

/**
 * Along the last axis. A row that is -Infinity throughout gives zeros, like a query that may attend to nothing.
 *
 * @param {ArrayLike<number>} x (rows, size)
 * @param {number} rows
 * @param {number} size
 * @returns {Float64Array} (rows, size)
 */
export function softmaxRows(x, rows, size) {
  const shares = new Float64Array(rows * size);
  const numbers = Float64Array.from(x);
  for (let r = 0; r < rows; r++) {
    const row = numbers.subarray(r * size, (r + 1) * size);
    const empty = row.every((value) => value === -Infinity);
    softmaxRow(row, shares.subarray(r * size, (r + 1) * size), () => !empty);
  }
  return shares;
}

/**
 * exp(x_j - log sum_k exp(x_k)) with the sum of another row: what a softmax gives that divides by the wrong sum.
 *
 * @param {Float64Array} row
 * @param {(j: number) => number} logSum of the sum that x_j is divided by
 * @returns {Float64Array}
 */
export function divideBySums(row, logSum) {
  return row.map((score, j) => Math.exp(score - logSum(j)));
}
