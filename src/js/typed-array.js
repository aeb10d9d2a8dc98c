// What a typed array is, asked of the array itself: `instanceof` fails for arrays of another frame, and a
// `length` can be overwritten.

const prototype = Object.getPrototypeOf(Uint8Array.prototype);

/** @param {string | symbol} name */
const getterOf = (name) =>
  /** @type {{ get: () => any }} */ (Object.getOwnPropertyDescriptor(prototype, name)).get;

const kind = getterOf(Symbol.toStringTag);
const length = getterOf('length');

/**
 * @param {unknown} value
 * @returns {string | undefined} `Float32Array` and so on; undefined for anything that is not a typed array
 */
export function kindOf(value) {
  return kind.call(value);
}

/**
 * @param {ArrayBufferView} array a typed array
 * @returns {number} 0 when its buffer was detached
 */
export function lengthOf(array) {
  return length.call(array);
}

/**
 * @param {ArrayBufferView} array
 * @returns {boolean} whether its memory was given away, to a worker for instance
 */
export function isDetached(array) {
  try {
    new Uint8Array(array.buffer, 0, 0);
    return false;
  } catch {
    return true;
  }
}
