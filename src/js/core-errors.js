// What leaves the core as an exception, given its class: the one place where that happens. Arguments are checked before
// the core sees them, so a RangeError from here means that a check is missing there.

import { HeadwiseError } from './errors.js';

/**
 * @template T
 * @param {() => T} call into the core
 * @returns {T}
 */
export function callCore(call) {
  try {
    return call();
  } catch (error) {
    throw fromCore(error);
  }
}

/** @param {unknown} error */
function fromCore(error) {
  // Embind makes room for its arguments outside of what catches the core's exceptions, so what comes from there says that
  // there was none.
  if (error instanceof WebAssembly.Exception) {
    return new HeadwiseError('memory', 'the memory of the module is used up');
  }
  if (!(error instanceof Error)) return error;
  const kind = /** @type {Error & { coreError?: string }} */ (error).coreError;
  if (kind === 'memory') return new HeadwiseError('memory', error.message);
  if (kind === 'range') return new RangeError(error.message);
  if (kind === 'internal' || error instanceof WebAssembly.RuntimeError) {
    return new HeadwiseError('internal', `the core stopped: ${error.message}`, { cause: error });
  }
  return error;
}
