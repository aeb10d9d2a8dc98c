// Marks the two sides of an operation: the calling thread checks its arguments, the core's thread does its work. Both are often
// one thread. The build removes the checks from a worker's script, and the work from code that only calls a worker.

export function atCaller<T>(check: T): T {
  return check;
}

export function atCore<T>(work: T): T {
  return work;
}
