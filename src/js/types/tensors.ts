// The public types of tensors, of arguments and of results. Holds no code.

/**
 * A tensor of numbers: float32, row-major, contiguous; `data.length` is the product of `shape`. Every call returns its
 * results in this form.
 *
 * ```js
 * const { data, shape } = result.attention; // shape [H, L, S]
 * const weight = data[(head * shape[1] + query) * shape[2] + key];
 * ```
 */
export type FloatTensor = { readonly data: Float32Array; readonly shape: readonly number[] };

/**
 * A tensor of booleans, for masks: only 0 and 1.
 *
 * ```js
 * const lastIsPadding = { data: Uint8Array.of(0, 0, 1), shape: [3] };
 * ```
 */
export type BoolTensor = { readonly data: Uint8Array; readonly shape: readonly number[] };

/**
 * A tensor of numbers or of booleans, the result of `tensor`.
 *
 * ```js
 * tensor([[1, 2], [3, 4]]); // { data: Float32Array [1, 2, 3, 4], shape: [2, 2] }
 * tensor([[true, false]]); // { data: Uint8Array [1, 0], shape: [1, 2] }
 * ```
 */
export type Tensor = {
  readonly data: Float32Array | Uint8Array;
  readonly shape: readonly number[];
};

/**
 * An array of numbers, nested as deep as the tensor has dimensions. All rows at one depth have the same length; rows may be
 * typed arrays.
 *
 * ```js
 * const x = [[1, 0, 2], [0, 1, 1]]; // two tokens of width 3
 * ```
 */
export type NestedNumberArray = readonly (number | NestedNumberArray | NumberArray)[];

/** Typed arrays of numbers. A Uint8Array is not one of them: it holds booleans. */
export type NumberArray =
  | Float32Array
  | Float64Array
  | Int8Array
  | Int16Array
  | Int32Array
  | Uint8ClampedArray
  | Uint16Array
  | Uint32Array;

/**
 * A nested array of booleans.
 *
 * ```js
 * const causal = [[true, false], [true, true]];
 * ```
 */
export type NestedBooleanArray = readonly (boolean | NestedBooleanArray | Uint8Array)[];

/**
 * A tensor argument: a tensor, which is not copied, or a nested array, which `tensor` converts first.
 *
 * ```js
 * layer.forward({ data: new Float32Array(5 * 16), shape: [5, 16] });
 * layer.forward([[0.1, -0.4], [0.2, 0.3]]);
 * ```
 */
export type TensorLike = Tensor | NestedNumberArray;

/**
 * A mask argument: a tensor of 0 and 1, or nested booleans.
 *
 * ```js
 * layer.forward(x, { mask: { attend: [[true, false], [true, true]] } });
 * ```
 */
export type BoolTensorLike = BoolTensor | NestedBooleanArray;

export {};
