// Marks an operation's check (atCaller), its work (atCore) and its results (atHost), so that the build can remove them: the
// calling thread checks arguments, the core's thread does the work; both are often one thread. The build removes the checks
// from a worker's script, work and results from code that only calls a worker, and the work on a core from the reference,
// which computes the same results in float64.

export function atCaller<T>(check: T): T {
  return check;
}

export function atCore<T>(work: T): T {
  return work;
}

export function atHost<T>(results: T): T {
  return results;
}
