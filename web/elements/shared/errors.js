// Texts of errors, and the error class for the page's invalid data.

/** @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** Its text without the argument that it begins with: a reader of the page gave none. @param {unknown} error */
export function saidOf(error) {
  return messageOf(error).replace(/^(source|text|input|ids|target): /, '');
}

/**
 * The engine's own kind of an error. A browser without memory throws a plain RangeError.
 * @param {unknown} error
 */
export function codeOf(error) {
  const { code } = /** @type {{ code?: unknown }} */ (Object(error));
  if (typeof code === 'string') return code;
  return error instanceof RangeError ? 'memory' : 'internal';
}

/** An error in data from the page: starting again would not help. */
export class GivenError extends Error {
  code = 'format';

  /** @param {unknown} cause */
  constructor(cause) {
    super(messageOf(cause), { cause });
  }
}

/**
 * Reads data from the page.
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
