// What a page gave and what cannot be shown: to start again would change nothing.

import { messageOf } from '../shared/engine.js';

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
