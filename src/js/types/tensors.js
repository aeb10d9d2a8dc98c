// The public types of tensors, as they are given and as they are returned. Holds no code.

/**
 * Numbers in rows: float32, row-major, contiguous; `data.length` is the product of `shape`. What every call
 * returns.
 *
 * ```js
 * const { data, shape } = result.attention; // shape [H, L, S]
 * const weight = data[(head * shape[1] + query) * shape[2] + key];
 * ```
 *
 * @typedef {{ readonly data: Float32Array, readonly shape: readonly number[] }} FloatTensor
 */

/**
 * Booleans in rows, for masks: only 0 and 1.
 *
 * ```js
 * const lastIsPadding = { data: Uint8Array.of(0, 0, 1), shape: [3] };
 * ```
 *
 * @typedef {{ readonly data: Uint8Array, readonly shape: readonly number[] }} BoolTensor
 */

/**
 * Either of the two: what `tensor` makes.
 *
 * ```js
 * tensor([[1, 2], [3, 4]]); // { data: Float32Array [1, 2, 3, 4], shape: [2, 2] }
 * tensor([[true, false]]); // { data: Uint8Array [1, 0], shape: [1, 2] }
 * ```
 *
 * @typedef {{ readonly data: Float32Array | Uint8Array, readonly shape: readonly number[] }} Tensor
 */

/**
 * An array of numbers nested as deep as the tensor has axes. All rows of a level have one length; rows may be
 * typed arrays.
 *
 * ```js
 * const x = [[1, 0, 2], [0, 1, 1]]; // two tokens of width 3
 * ```
 *
 * @typedef {readonly (number | NestedNumberArray | NumberArray)[]} NestedNumberArray
 */

/**
 * Typed arrays of numbers. Uint8Array is not among them: it holds booleans.
 *
 * @typedef {Float32Array | Float64Array | Int8Array | Int16Array | Int32Array | Uint8ClampedArray | Uint16Array | Uint32Array} NumberArray
 */

/**
 * The same for booleans.
 *
 * ```js
 * const causal = [[true, false], [true, true]];
 * ```
 *
 * @typedef {readonly (boolean | NestedBooleanArray | Uint8Array)[]} NestedBooleanArray
 */

/**
 * An argument where a function takes a tensor: a tensor, which is used without a copy, or a nested array, which is
 * passed through `tensor` first.
 *
 * ```js
 * layer.forward({ data: new Float32Array(5 * 16), shape: [5, 16] });
 * layer.forward([[0.1, -0.4], [0.2, 0.3]]);
 * ```
 *
 * @typedef {Tensor | NestedNumberArray} TensorLike
 */

/**
 * The same for masks: a tensor of 0 and 1, or nested booleans.
 *
 * ```js
 * layer.forward(x, { mask: { attend: [[true, false], [true, true]] } });
 * ```
 *
 * @typedef {BoolTensor | NestedBooleanArray} BoolTensorLike
 */

export {};
