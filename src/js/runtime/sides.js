// The two sides of an operation: the thread that calls checks its arguments, the thread with the core does its work. Often that
// is one thread, which has both. The build leaves the other side out of a worker's script, and out of what talks to a worker.

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
