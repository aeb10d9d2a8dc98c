// Addresses that a worker may be started from, and a workaround for the others.

/**
 * Whether a worker may be started from an address. From another origin none may.
 *
 * @param {string} url
 */
export function isOwn(url) {
  return (
    globalThis.origin !== 'null' &&
    new URL(url, globalThis.location?.href).origin === globalThis.origin
  );
}

/**
 * The address of a script of this origin.
 *
 * @param {string} script that imports one of another
 * @returns {string} to be revoked when the script has begun
 */
export function addressOf(script) {
  return URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
}
