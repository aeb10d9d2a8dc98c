// Typed arrays read by their built-in getters: `instanceof` fails for arrays of another frame, and `length` can be overwritten.

const prototype = Object.getPrototypeOf(Uint8Array.prototype);

const getterOf = (name: string | symbol) =>
  (Object.getOwnPropertyDescriptor(prototype, name) as { get: () => any }).get;

const kind = getterOf(Symbol.toStringTag);
const length = getterOf('length');
const buffer = getterOf('buffer');
const byteOffset = getterOf('byteOffset');
const { set } = prototype;

/** @returns such as `Float32Array`; undefined if it is no typed array */
export function kindOf(value: unknown): string | undefined {
  return kind.call(value);
}

/**
 * @param array a typed array
 * @returns 0 when its buffer was detached
 */
export function lengthOf(array: ArrayBufferView): number {
  return length.call(array);
}

/** A view of elements `begin` up to `end`, even if a subclass overrides `subarray`. */
export function partOf(array: Float32Array, begin: number, end: number) {
  return new Float32Array(buffer.call(array), byteOffset.call(array) + 4 * begin, end - begin);
}

/**
 * Copies numbers into a caller's array, even if a subclass overrides `set`.
 *
 * @param source of the same length
 */
export function fill(target: Float32Array | Float64Array, source: Float32Array | Float64Array) {
  set.call(target, source);
}

const KINDS = { Float32Array, Float64Array, Int32Array, Uint8Array, Uint32Array };

/**
 * Copies a typed array into memory of its own, even if a subclass overrides `slice`: Node's Buffer returns a view.
 */
export function copyOf<
  T extends Float32Array | Float64Array | Int32Array | Uint8Array | Uint32Array,
>(array: T): T {
  const Kind = KINDS[kindOf(array) as keyof typeof KINDS];
  return new Kind(array) as T;
}
