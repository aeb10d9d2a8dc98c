// The public types of tensors, of arguments and of results. Holds no code.

/**
 * A tensor: numbers in row-major order, their shape, and methods that read them. `data.length` is the product of `shape`.
 *
 * ```js
 * const { attention } = layer.forward(x, { attention: true }); // (H, L, S)
 * attention.at(head, query, key); // a number
 * attention.row(head, query); // Float32Array of S numbers
 * attention.toArray(); // nested arrays
 * JSON.stringify(attention); // {"dtype":"float32","shape":[2,3,3],"data":[...]}
 * ```
 */
export type TensorOf<Dtype extends string, Data> = {
  readonly dtype: Dtype;
  readonly data: Data;
  readonly shape: readonly number[];
  /** The element at an index for each dimension. A wrong index is a RangeError */
  at(...indices: number[]): number;
  /** A row along the last dimension, at an index for each other dimension: a view of `data`, not a copy */
  row(...indices: number[]): Data;
  /** Nested arrays of numbers, or of booleans; their type may be given: `toArray<number[][]>()` */
  toArray<Nested = NestedArray>(): Nested;
  /** The plain object of `JSON.stringify`. `tensor(data, shape)` makes a tensor of it again */
  toJSON(): { dtype: Dtype; shape: readonly number[]; data: number[] };
};

/** Nested arrays of a tensor's values; of a tensor without dimensions its one value. */
export type NestedArray = number | boolean | NestedArray[];

/**
 * A tensor of numbers: float32, row-major, contiguous. Every call returns its results in this form.
 *
 * ```js
 * const { attention } = layer.forward(x, { attention: true });
 * attention.at(0, 2, 1); // head 0, from query 2 to key 1
 * ```
 */
export type FloatTensor = TensorOf<'float32', Float32Array>;

/**
 * A tensor of booleans, for masks: only 0 and 1.
 *
 * ```js
 * const lastIsPadding = tensor([false, false, true]);
 * lastIsPadding.dtype; // 'bool'
 * ```
 */
export type BoolTensor = TensorOf<'bool', Uint8Array>;

/**
 * A tensor of numbers or of booleans, the result of `tensor`. `dtype` says which.
 *
 * ```js
 * tensor([[1, 2], [3, 4]]).dtype; // 'float32'
 * tensor([[true, false]]).dtype; // 'bool'
 * ```
 */
export type Tensor = FloatTensor | BoolTensor;

/**
 * The numbers of an argument: a tensor, or an object with the same `data` and `shape`.
 *
 * ```js
 * layer.forward({ data: new Float32Array(5 * 16), shape: [5, 16] });
 * ```
 */
export type PlainTensor = {
  readonly dtype?: 'float32';
  readonly data: Float32Array;
  readonly shape: readonly number[];
};

/**
 * The booleans of a mask: a tensor, or an object with 0 and 1 in a Uint8Array.
 *
 * ```js
 * const lastIsPadding = { data: Uint8Array.of(0, 0, 1), shape: [3] };
 * ```
 */
export type PlainMask = {
  readonly dtype?: 'bool';
  readonly data: Uint8Array;
  readonly shape: readonly number[];
};

/** A tensor in the number type of its file, from headwise/formats; it is converted where numbers are needed. */
export type StoredNumbers = {
  readonly dtype: string;
  readonly data: Uint8Array;
  readonly shape: readonly number[];
  toFloat32(): FloatTensor;
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
 * A tensor argument: a tensor, which is not copied; a stored tensor of a file; or a nested array, which `tensor` converts
 * first.
 *
 * ```js
 * layer.forward({ data: new Float32Array(5 * 16), shape: [5, 16] });
 * layer.forward([[0.1, -0.4], [0.2, 0.3]]);
 * layer.loadStateDict(readSafetensors(file).tensors);
 * ```
 */
export type TensorLike = PlainTensor | StoredNumbers | NestedNumberArray;

/**
 * A mask argument: a tensor of 0 and 1, or nested booleans.
 *
 * ```js
 * layer.forward(x, { mask: { attend: [[true, false], [true, true]] } });
 * ```
 */
export type BoolTensorLike = PlainMask | NestedBooleanArray;

export {};
