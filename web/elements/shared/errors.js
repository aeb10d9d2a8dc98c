// What is said of errors, and the error of what a page gave.

/** @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * The engine's own kind of an error. A browser without memory throws a RangeError of its own.
 * @param {unknown} error
 */
export function codeOf(error) {
  const { code } = /** @type {{ code?: unknown }} */ (Object(error));
  if (typeof code === 'string') return code;
  return error instanceof RangeError ? 'memory' : 'internal';
}

/** What a page gave and what cannot be shown: to start again would change nothing. */
export class GivenError extends Error {
  code = 'format';

  /** @param {unknown} cause */
  constructor(cause) {
    super(messageOf(cause), { cause });
  }
}

/**
 * What the page gave, read.
 *
 * @template T
 * @param {() => T} read
 * @returns {T}
 * @throws {GivenError}
 */
export function readGiven(read) {
  try {
    return read();
  } catch (error) {
    throw new GivenError(error);
  }
}
