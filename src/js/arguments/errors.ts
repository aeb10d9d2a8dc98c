// The error class of headwise, and the texts of its errors: `name: expected this, got that`.
// The checks are beside the code that reads an argument.

import type { HeadwiseErrorCode } from '../types/index.ts';

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
  declare code: HeadwiseErrorCode;

  /** @param options `cause`: the error behind this one */
  constructor(code: HeadwiseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /**
   * `instanceof` checks a brand that all copies of this class set, not the prototype of one copy. Entries for browsers have
   * a copy each, and a page or a process may load two versions.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (this !== HeadwiseError) return Function.prototype[Symbol.hasInstance].call(this, value); // a subclass
    return typeof value === 'object' && value !== null && Reflect.get(value, BRAND) === true;
  }

  static {
    Object.defineProperty(this.prototype, BRAND, { value: true });
    // Like the built-in error classes; a minifier may rename the class itself.
    for (const one of [this, this.prototype]) {
      Object.defineProperty(one, 'name', { value: 'HeadwiseError', configurable: true });
    }
  }
}

/** A dimension of any size in an expected shape, written `*`. */
export const ANY = -1;

/** @returns `(2, 4, *, 64)` */
export function formatShape(shape: ArrayLike<number>): string {
  return `(${Array.from(shape, (size) => (size === ANY ? '*' : String(size))).join(', ')})`;
}

/**
 * @param name the argument, in the caller's notation: `window.left`, `mask[1].bias`
 * @param value the given value
 */
export function wrongKind(name: string, expected: string, value: unknown): TypeError {
  return new TypeError(`${name}: expected ${expected}, got ${describe(value)}`);
}

export function wrongNumber(name: string, expected: string, value: unknown): RangeError {
  return new RangeError(`${name}: expected ${expected}, got ${describe(value)}`);
}

export function wrongShape(name: string, expected: string, shape: readonly number[]): RangeError {
  return new RangeError(`${name}: expected ${expected}, got ${formatShape(shape)}`);
}

export function disposed(
  what: 'engine' | 'layer' | 'kept call' | 'cache' | 'transformer',
): HeadwiseError {
  return new HeadwiseError('disposed', `the ${what} was disposed and cannot be used any more`);
}

/**
 * @param what the part that needs memory
 * @param needed bytes; Infinity if they cannot be counted
 * @param budget Core's budget
 */
export function refusedMemory(
  what: string,
  needed: number,
  { maximum, limit }: { maximum: number; limit: number },
): HeadwiseError {
  const bytes = Number.isFinite(needed) ? `${needed} bytes` : 'more bytes than can be counted';
  const [name, available] = limit > 0 ? ['memoryLimit', limit] : ['wasm memory', maximum];
  const there =
    needed > available ? `${available} are available` : 'this environment has none left';
  return new HeadwiseError('memory', `${name}: ${what} needs ${bytes}; ${there}`);
}

/** @param length of the cache when the call was made */
export function pastIsMissing(length: number): HeadwiseError {
  const text = `cache: expected ${length} keys, as when the call was made, but one before it failed`;
  return new HeadwiseError('unsupported', text);
}

/**
 * @param length of the cache when the options of a call were read
 * @param found its length now
 */
export function pastHasChanged(length: number, found: number): HeadwiseError {
  const text = `cache: expected ${length} keys, as when the call was made, got ${found}: a getter among the arguments changed it`;
  return new HeadwiseError('unsupported', text);
}

/** Describes a value in a few words. Never throws. */
export function describe(value: unknown): string {
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

/** Shortens a caller's name to fit into a sentence. */
export function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}...` : text;
}

function describeObject(value: object) {
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

function tagOf(value: object) {
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  return tag === 'Object' ? 'object' : shorten(tag);
}

function withArticle(noun: string) {
  return `${/^[aeiou]/i.test(noun) && !/^uint/i.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** @returns also for a buffer of another frame */
export function isBuffer(value: unknown): value is ArrayBuffer {
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]';
}

/** @returns whether its buffer was transferred, for example to a worker */
export function isDetached(memory: ArrayBufferView | ArrayBuffer): boolean {
  try {
    new Uint8Array(ArrayBuffer.isView(memory) ? memory.buffer : memory, 0, 0);
    return false;
  } catch {
    return true;
  }
}
