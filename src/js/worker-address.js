// From which addresses a worker may be started, and the way round for the others.

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
 * A script of this origin that imports one of another.
 *
 * @param {string} url
 */
export function shimOf(url) {
  const script = new Blob([`import ${JSON.stringify(url)};`], { type: 'text/javascript' });
  return URL.createObjectURL(script);
}
