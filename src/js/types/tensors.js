// The public types of tensors, of arguments and of results. Holds no code.

/**
 * A tensor of numbers: float32, row-major, contiguous; `data.length` is the product of `shape`. Every call returns its
 * results in this form.
 *
 * ```js
 * const { data, shape } = result.attention; // shape [H, L, S]
 * const weight = data[(head * shape[1] + query) * shape[2] + key];
 * ```
 *
 * @typedef {{ readonly data: Float32Array, readonly shape: readonly number[] }} FloatTensor
 */

/**
 * A tensor of booleans, for masks: only 0 and 1.
 *
 * ```js
 * const lastIsPadding = { data: Uint8Array.of(0, 0, 1), shape: [3] };
 * ```
 *
 * @typedef {{ readonly data: Uint8Array, readonly shape: readonly number[] }} BoolTensor
 */

/**
 * A tensor of numbers or of booleans, the result of `tensor`.
 *
 * ```js
 * tensor([[1, 2], [3, 4]]); // { data: Float32Array [1, 2, 3, 4], shape: [2, 2] }
 * tensor([[true, false]]); // { data: Uint8Array [1, 0], shape: [1, 2] }
 * ```
 *
 * @typedef {{ readonly data: Float32Array | Uint8Array, readonly shape: readonly number[] }} Tensor
 */

/**
 * An array of numbers, nested as deep as the tensor has dimensions. All rows at one depth have the same length; rows may be
 * typed arrays.
 *
 * ```js
 * const x = [[1, 0, 2], [0, 1, 1]]; // two tokens of width 3
 * ```
 *
 * @typedef {readonly (number | NestedNumberArray | NumberArray)[]} NestedNumberArray
 */

/**
 * Typed arrays of numbers. A Uint8Array is not one of them: it holds booleans.
 *
 * @typedef {Float32Array | Float64Array | Int8Array | Int16Array | Int32Array | Uint8ClampedArray | Uint16Array | Uint32Array} NumberArray
 */

/**
 * A nested array of booleans.
 *
 * ```js
 * const causal = [[true, false], [true, true]];
 * ```
 *
 * @typedef {readonly (boolean | NestedBooleanArray | Uint8Array)[]} NestedBooleanArray
 */

/**
 * A tensor argument: a tensor, which is not copied, or a nested array, which `tensor` converts first.
 *
 * ```js
 * layer.forward({ data: new Float32Array(5 * 16), shape: [5, 16] });
 * layer.forward([[0.1, -0.4], [0.2, 0.3]]);
 * ```
 *
 * @typedef {Tensor | NestedNumberArray} TensorLike
 */

/**
 * A mask argument: a tensor of 0 and 1, or nested booleans.
 *
 * ```js
 * layer.forward(x, { mask: { attend: [[true, false], [true, true]] } });
 * ```
 *
 * @typedef {BoolTensor | NestedBooleanArray} BoolTensorLike
 */

export {};
