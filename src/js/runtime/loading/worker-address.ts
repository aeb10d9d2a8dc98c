// Addresses of worker scripts: same-origin checks, and a shim for others.

/** Whether an address has this origin. A worker cannot be started from another origin. */
export function isOwn(url: string) {
  return (
    globalThis.origin !== 'null' &&
    new URL(url, globalThis.location?.href).origin === globalThis.origin
  );
}

/**
 * A same-origin address for a script's text.
 *
 * @param script text, such as an import of a script of another origin
 * @returns to be revoked once the script has started
 */
export function addressOf(script: string): string {
  return URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
}
