// Marks the sides of an operation: the calling thread checks its arguments, the core's thread does its work and reads its
// results. Both are often one thread. The build removes the checks from a worker's script, work and results from code that
// only calls a worker, and the work on a core from the reference, which computes the same results in float64.

export function atCaller<T>(check: T): T {
  return check;
}

export function atCore<T>(work: T): T {
  return work;
}

export function atHost<T>(results: T): T {
  return results;
}
