// Marks the two sides of an operation: the calling thread checks its arguments, the core's thread does its work. Both are often
// one thread. The build removes the checks from a worker's script, and the work from code that only calls a worker.

/**
 * @template T
 * @param {T} check
 * @returns {T}
 */
export function atCaller(check) {
  return check;
}

/**
 * @template T
 * @param {T} work
 * @returns {T}
 */
export function atCore(work) {
  return work;
}
