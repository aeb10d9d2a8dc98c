// What the lab needs to know of an engine, and what it says of an error.

/**
 * @typedef {Awaited<ReturnType<typeof import('headwise').loadInWorker>>} Engine
 * @typedef {() => Promise<Engine>} LoadEngine
 */

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
