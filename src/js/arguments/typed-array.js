// Kind, length and copies of typed arrays by their built-in getters: `instanceof` fails for arrays of another frame, and
// `length` can be overwritten.

const prototype = Object.getPrototypeOf(Uint8Array.prototype);

/** @param {string | symbol} name */
const getterOf = (name) =>
  /** @type {{ get: () => any }} */ (Object.getOwnPropertyDescriptor(prototype, name)).get;

const kind = getterOf(Symbol.toStringTag);
const length = getterOf('length');
const buffer = getterOf('buffer');
const byteOffset = getterOf('byteOffset');
const { set } = prototype;

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
 * A view of elements `begin` to `end`, even if a subclass overrides `subarray`.
 *
 * @param {Float32Array} array
 * @param {number} begin
 * @param {number} end
 */
export function partOf(array, begin, end) {
  return new Float32Array(buffer.call(array), byteOffset.call(array) + 4 * begin, end - begin);
}

/**
 * Copies numbers into a caller's array, even if a subclass overrides `set`.
 *
 * @param {Float32Array | Float64Array} target
 * @param {Float32Array | Float64Array} source as long
 */
export function fill(target, source) {
  set.call(target, source);
}

const KINDS = { Float32Array, Float64Array, Int32Array, Uint8Array, Uint32Array };

/**
 * A copy in its own memory, even if a subclass overrides `slice`: that of Node's Buffer returns a view.
 *
 * @template {Float32Array | Float64Array | Int32Array | Uint8Array | Uint32Array} T
 * @param {T} array
 * @returns {T}
 */
export function copyOf(array) {
  const Kind = KINDS[/** @type {keyof typeof KINDS} */ (kindOf(array))];
  return /** @type {T} */ (new Kind(array));
}

/**
 * @param {unknown} value
 * @returns {value is ArrayBuffer} of any frame
 */
export function isBuffer(value) {
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]';
}

/**
 * @param {ArrayBufferView | ArrayBuffer} memory
 * @returns {boolean} whether it was transferred, to a worker for instance
 */
export function isDetached(memory) {
  try {
    new Uint8Array(ArrayBuffer.isView(memory) ? memory.buffer : memory, 0, 0);
    return false;
  } catch {
    return true;
  }
}
