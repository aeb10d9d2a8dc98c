// Texts of errors, and the error class for the page's invalid data.

export function messageOf(error: unknown) {
  return error instanceof Error ? error.message : String(error);
}

/** Whether a script of the page is missing, which each browser says in its own words. */
export function isMissingPart(error: unknown) {
  return /dynamically imported module|module script/i.test(messageOf(error));
}

/** The text of an error without the name of the argument: readers of the page passed none. */
export function saidOf(error: unknown) {
  return messageOf(error).replace(/^(source|text|input|ids|target): /, '');
}

/** The engine's code of an error. A browser without memory throws a plain RangeError. */
export function codeOf(error: unknown) {
  const { code } = Object(error) as { code?: unknown };
  if (typeof code === 'string') return code;
  return error instanceof RangeError ? 'memory' : 'internal';
}

/** An error in data from the page: starting again would not help. */
export class GivenError extends Error {
  code = 'format';

  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
  }
}

/**
 * Parses data from the page.
 *
 * @throws {GivenError}
 */
export function readGiven<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new GivenError(error);
  }
}
