// The error class of headwise, and the texts of its errors: `name: expected this, got that`.
// The checks are beside the code that reads an argument.

/** @import { HeadwiseErrorCode } from '../types/index.js' */

/** Shared by all copies of this file through the global symbol registry. */
const BRAND = Symbol.for('headwise.HeadwiseError');

/**
 * An error for a call whose arguments have the right kind and size but which still cannot be done.
 * `code` is the reason, for programs; `message` is a sentence, for people. A wrong kind of argument throws a
 * TypeError instead, a wrong size or number a RangeError.
 *
 * `instanceof` holds for the errors of every entry of the package (headwise, headwise/formats, headwise/training ...).
 *
 * @example
 * try {
 *   layer.forward(x);
 * } catch (error) {
 *   if (error instanceof HeadwiseError && error.code === 'disposed') layer = createLayerAgain();
 *   else throw error;
 * }
 */
export class HeadwiseError extends Error {
  /**
   * @param {HeadwiseErrorCode} code
   * @param {string} message
   * @param {ErrorOptions} [options] `cause`: the error behind this one
   */
  constructor(code, message, options) {
    super(message, options);
    /** @type {HeadwiseErrorCode} */
    this.code = code;
  }

  /**
   * `instanceof` checks a brand that all copies of this class set, not the prototype of one copy. Each entry is one file with
   * its own copy, and a page may load two versions.
   *
   * @override
   * @param {unknown} value
   * @returns {boolean}
   */
  static [Symbol.hasInstance](value) {
    if (this !== HeadwiseError) return Function.prototype[Symbol.hasInstance].call(this, value); // a subclass
    return typeof value === 'object' && value !== null && Reflect.get(value, BRAND) === true;
  }

  static {
    Object.defineProperty(this.prototype, BRAND, { value: true });
    // Like the built-in error classes; a minifier may rename the class itself.
    Object.defineProperty(this.prototype, 'name', { value: 'HeadwiseError', configurable: true });
  }
}

/** A dimension of any size in an expected shape, written `*`. */
export const ANY = -1;

/**
 * @param {ArrayLike<number>} shape
 * @returns {string} `(2, 4, *, 64)`
 */
export function formatShape(shape) {
  return `(${Array.from(shape, (size) => (size === ANY ? '*' : String(size))).join(', ')})`;
}

/**
 * @param {string} name the argument, in the caller's notation: `window.left`, `mask[1].bias`
 * @param {string} expected
 * @param {unknown} value the given value
 * @returns {TypeError}
 */
export function wrongKind(name, expected, value) {
  return new TypeError(`${name}: expected ${expected}, got ${describe(value)}`);
}

/**
 * @param {string} name
 * @param {string} expected
 * @param {unknown} value
 * @returns {RangeError}
 */
export function wrongNumber(name, expected, value) {
  return new RangeError(`${name}: expected ${expected}, got ${describe(value)}`);
}

/**
 * @param {string} name
 * @param {string} expected
 * @param {readonly number[]} shape
 * @returns {RangeError}
 */
export function wrongShape(name, expected, shape) {
  return new RangeError(`${name}: expected ${expected}, got ${formatShape(shape)}`);
}

/**
 * @param {'engine' | 'layer' | 'kept call' | 'cache' | 'transformer'} what
 * @returns {HeadwiseError}
 */
export function disposed(what) {
  return new HeadwiseError('disposed', `the ${what} was disposed and cannot be used any more`);
}

/**
 * @param {string} what the part that needs memory
 * @param {number} needed bytes; Infinity if they cannot be counted
 * @param {{ maximum: number, limit: number }} budget Core's budget
 * @returns {HeadwiseError}
 */
export function refusedMemory(what, needed, { maximum, limit }) {
  const bytes = Number.isFinite(needed) ? `${needed} bytes` : 'more bytes than can be counted';
  const [name, available] = limit > 0 ? ['memoryLimit', limit] : ['wasm memory', maximum];
  const there =
    needed > available ? `${available} are available` : 'this environment has none left';
  return new HeadwiseError('memory', `${name}: ${what} needs ${bytes}; ${there}`);
}

/**
 * @param {number} length of the cache when the call was made
 * @returns {HeadwiseError}
 */
export function pastIsMissing(length) {
  const text = `cache: expected ${length} keys, as when the call was made, but one before it failed`;
  return new HeadwiseError('unsupported', text);
}

/**
 * @param {number} length of the cache when the options of a call were read
 * @param {number} found its length now
 * @returns {HeadwiseError}
 */
export function pastHasChanged(length, found) {
  const text = `cache: expected ${length} keys, as when the call was made, got ${found}: a getter among the arguments changed it`;
  return new HeadwiseError('unsupported', text);
}

/**
 * Describes a value in a few words. Never throws.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function describe(value) {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(shorten(value));
    case 'bigint':
      return `${shorten(String(value))}n`;
    case 'function':
      return 'a function';
    case 'object':
      if (value === null) return 'null';
      try {
        return describeObject(value);
      } catch {
        return 'an object'; // a revoked Proxy, or one that throws
      }
    default:
      return String(value);
  }
}

/**
 * Shortens a caller's name to fit into a sentence.
 *
 * @param {string} text
 * @returns {string}
 */
export function shorten(text) {
  return text.length > 40 ? `${text.slice(0, 40)}...` : text;
}

/** @param {object} value */
function describeObject(value) {
  if (Array.isArray(value)) return `an array of length ${value.length}`;
  if (ArrayBuffer.isView(value) && 'length' in value) {
    if (isDetached(value)) return `a detached ${tagOf(value)}`;
    return `${withArticle(tagOf(value))} of length ${value.length}`;
  }
  if (isBuffer(value)) return isDetached(value) ? 'a detached ArrayBuffer' : 'an ArrayBuffer';
  if ('data' in value && 'shape' in value) {
    return Array.isArray(value.shape) && value.shape.length <= 8
      ? `a tensor of shape ${formatShape(value.shape)}`
      : 'a tensor';
  }
  return withArticle(tagOf(value));
}

/** @param {object} value */
function tagOf(value) {
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  return tag === 'Object' ? 'object' : shorten(tag);
}

/** @param {string} noun */
function withArticle(noun) {
  return `${/^[aeiou]/i.test(noun) && !/^uint/i.test(noun) ? 'an' : 'a'} ${noun}`;
}

/**
 * @param {unknown} value
 * @returns {value is ArrayBuffer} also for a buffer of another frame
 */
export function isBuffer(value) {
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]';
}

/**
 * @param {ArrayBufferView | ArrayBuffer} memory
 * @returns {boolean} whether its buffer was transferred, for example to a worker
 */
export function isDetached(memory) {
  try {
    new Uint8Array(ArrayBuffer.isView(memory) ? memory.buffer : memory, 0, 0);
    return false;
  } catch {
    return true;
  }
}
