/// <reference lib="esnext.disposable" preserve="true" />
// The public types, with their documentation: shape, units, errors and source. Holds no code. The shipped declarations are
// made from these comments.

/** @import { AddAndNormOptions, AddAndNormResult, Embedding, EmbedOptions, SoftmaxSteps } from './small.js' */

/** @import { AsyncAttend, AsyncForward, Attend, Forward } from './calls.js' */
/** @import { AsyncCache, Cache, CacheOptions, Kept } from './handles.js' */
/** @import { AsyncTransformer, Transformer, TransformerConfig } from './training.js' */

export * from './handles.js';

// ---- tensors ---------------------------------------------------------------------------------------------------

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

// ---- errors ----------------------------------------------------------------------------------------------------

/**
 * Why a HeadwiseError was thrown.
 *
 * - `unsupported`: this version, engine or environment cannot do it
 * - `fetch`: the core could not be fetched; the text names the address
 * - `format`: a file or a given value has the wrong format
 * - `memory`: it would need more memory than there is or than `memoryLimit` allows; the text has both figures
 * - `disposed`: the object was disposed
 * - `internal`: a bug in headwise; please report it
 * - `diverged`: the loss or the gradients became NaN or infinite; the step that found this changed nothing
 *
 * @typedef {'unsupported' | 'fetch' | 'format' | 'memory' | 'disposed' | 'internal' | 'diverged'} HeadwiseErrorCode
 */

// ---- loading ---------------------------------------------------------------------------------------------------

/**
 * How to load the engine. Every option may be left out: then it makes no network requests and runs anywhere.
 *
 * ```js
 * const headwise = await load({ threads: 'auto', memoryLimit: 512 * 1024 * 1024 });
 * ```
 *
 * @typedef {object} LoadOptions
 * @property {'fixed' | 'relaxed' | 'auto'} [simd]
 *   Which vector instructions. `fixed`, the default: SIMD128 only, the same bits on every machine and in
 *   every browser. `auto`: relaxed where the engine has it. `relaxed`: HeadwiseError 'unsupported' where it
 *   does not.
 * @property {number | 'auto'} [threads]
 *   Default 1: no worker, no second file, nothing fetched. More where the environment allows it; if it does
 *   not, the engine runs on one thread and `backend.reason` says why.
 * @property {number} [threadsFrom]
 *   With threads: calls of fewer floating-point operations stay on one, as to wake the others takes longer.
 *   Default 4,000,000; 0 shares every call. The bits are the same.
 * @property {string | URL | Response | ArrayBuffer | Uint8Array | WebAssembly.Module} [wasm]
 *   Where the core comes from, instead of the one embedded in the module.
 * @property {number} [memoryLimit]
 *   Bytes, of WebAssembly memory and the results of a call together. Work that needs more is refused before
 *   it begins, with HeadwiseError 'memory'.
 */

/**
 * The engine that runs, and why.
 *
 * ```js
 * const { simd, threads, reason } = headwise.backend;
 * console.log(simd, threads); // fixed 1
 * status.textContent = reason; // One thread: ... Fixed SIMD, the same bits on every machine.
 * ```
 *
 * @typedef {object} Backend
 * @property {'fixed' | 'relaxed'} simd
 * @property {number} threads
 * @property {string} reason why not more threads or not relaxed, in a sentence; what was asked for, where nothing was denied
 * @property {string} version of this package
 * @property {string} compiler such as `emscripten 3.1.69`
 */

/**
 * The members of a Headwise.
 *
 * @template [T=FloatTensor]
 * @typedef {object} HeadwiseMembers
 * @property {Readonly<Backend>} backend
 * @property {Attend<T>} scaledDotProductAttention
 *   softmax(Q Kᵀ / √E) V for every head (Vaswani et al. 2017, equation 1). query (B, H, L, E), key (B, Hkv, S, E),
 *   value (B, Hkv, S, Ev), or all three without B. H is a multiple of Hkv: query head h reads key and value head
 *   floor(h / (H / Hkv)) (grouped queries, Ainslie et al. 2023).
 * @property {(config: MultiHeadAttentionConfig) => MultiHeadAttention<T>} createMultiHeadAttention
 *   A layer with parameters of its own, initialised from `config.seed`.
 * @property {(config: TransformerConfig) => Transformer} createTransformer
 *   A transformer to train or to inspect. `createTransformer` of headwise/training calls it and adds tasks and training.
 * @property {(x: TensorLike, weight: TensorLike, bias?: TensorLike) => T} linear
 *   y = x Wᵀ + b. x (..., In), weight (Out, In), bias (Out); the result is (..., Out).
 * @property {(x: TensorLike) => T} softmax
 *   exp(x) / Σ exp(x) along the last axis. A row that is -Infinity throughout gives zeros.
 * @property {(x: TensorLike) => SoftmaxSteps<T>} softmaxSteps
 *   The same softmax with its steps: the largest number of each row, the exponentials and their sum.
 * @property {(x: TensorLike, sublayer: TensorLike, options?: AddAndNormOptions) => AddAndNormResult<T>} addAndNorm
 *   LayerNorm(x + sublayer), as around a layer (Vaswani et al. 2017, section 3.1). x and sublayer are of one
 *   shape, (..., D).
 * @property {(ids: ArrayLike<number>, options: EmbedOptions) => Embedding<T>} embed
 *   Untrained token vectors and sinusoidal positions, to look at heads without a trained model.
 * @property {() => void} dispose
 *   Ends the workers and frees the memory. May be called again; everything else then throws HeadwiseError
 *   'disposed'.
 */

/**
 * A loaded engine.
 *
 * ```js
 * const headwise = await load();
 * const { output, attention } = headwise.scaledDotProductAttention(query, key, value, { attention: true });
 * ```
 *
 * What holds everywhere:
 *
 * **Letters.** B batch, H query heads, Hkv key and value heads, L queries, S keys, P keys of the past, E width of a
 * head's queries and keys, Ev width of a head's values. With a past, S means P + S wherever keys are counted: in
 * masks, lengths and maps.
 *
 * **Layout.** Batch first, row-major, float32. A row of a map is a query ("from"), a column is a key ("to").
 * B may be left out of every argument of a call; its results then leave it out too. B, L, S and P may be 0;
 * numbers of heads and widths may not.
 *
 * **Words.** `scores` are before the softmax, `attention` is after it.
 *
 * **Promises.** A query that may attend to nothing gives zeros, never NaN. The numbers of a masked key or value never
 * matter, even if they are NaN. Asking to see more never changes one bit of `output`, nor does the number of
 * threads. A result is an owned copy.
 *
 * **Errors.** TypeError for a wrong kind of argument, RangeError for a wrong size or number, HeadwiseError for the
 * rest. The text says which argument, what was expected and what came:
 * `key: expected shape (2, 4, *, 64) to match query, got (2, 4, 10, 32)`. After any error the instance still works.
 *
 * @template [T=FloatTensor]
 * @typedef {HeadwiseMembers<T> & { [Symbol.dispose](): void }} Headwise
 */

/**
 * The members of an AsyncHeadwise.
 *
 * @typedef {object} AsyncHeadwiseMembers
 * @property {Readonly<Backend>} backend
 * @property {AsyncAttend} scaledDotProductAttention
 * @property {(config: MultiHeadAttentionConfig) => Promise<AsyncMultiHeadAttention>} createMultiHeadAttention
 * @property {(config: TransformerConfig) => Promise<AsyncTransformer>} createTransformer
 * @property {(x: TensorLike, weight: TensorLike, bias?: TensorLike) => Promise<FloatTensor>} linear
 * @property {(x: TensorLike) => Promise<FloatTensor>} softmax
 * @property {(x: TensorLike) => Promise<SoftmaxSteps>} softmaxSteps
 * @property {(x: TensorLike, sublayer: TensorLike, options?: AddAndNormOptions) => Promise<AddAndNormResult>} addAndNorm
 * @property {(ids: ArrayLike<number>, options: EmbedOptions) => Promise<Embedding>} embed
 * @property {() => Promise<void>} dispose
 */

/**
 * The same engine in a worker: every method returns a promise, bad arguments reject it, and the page stays responsive.
 * Arguments are copied; `out` is filled when the answer arrives. `dispose` rejects what is pending with code
 * 'disposed'.
 *
 * ```js
 * const headwise = await loadInWorker();
 * const layer = await headwise.createMultiHeadAttention({ embedDim: 64, numHeads: 4 });
 * const { attention } = await layer.forward(x, { attention: true, signal });
 * ```
 *
 * @typedef {AsyncHeadwiseMembers & { [Symbol.asyncDispose](): Promise<void> }} AsyncHeadwise
 */

// ---- scaled dot-product attention ------------------------------------------------------------------------------

/**
 * Which query may attend to which key, or a bias on its score. The property's name says what the values mean:
 *
 * - `attend`: true = may attend
 * - `ignore`: true = may not
 * - `bias`: added to the scores; -Infinity masks
 *
 * Of a shape that broadcasts to (B, H, L, S), aligned on the right. Booleans are nested or a Uint8Array of 0
 * and 1: another value is a RangeError, numbers where booleans belong a TypeError.
 *
 * ```js
 * const lookBack = { attend: [[true, false], [true, true]] }; // (L, S), for every head
 * const perHead = { bias: { data: new Float32Array(8), shape: [8, 1, 1] } }; // (H, 1, 1)
 * ```
 *
 * @typedef {{ attend: BoolTensorLike } | { ignore: BoolTensorLike } | { bias: TensorLike }} Mask
 */

/**
 * Positions inside attention: ALiBi or rotary.
 *
 * `alibi` (Press et al. 2022, section 3) adds -slope · |o + i - j| to the score of query i and key j, after
 * softcap. `slopes` (H) default to 2^(-8 (h + 1) / H) where H is a power of two, to the paper's rule otherwise.
 *
 * `rotary` (Su et al. 2021, equation 34) turns query i by the angle of position offset + P + i and new key j
 * by that of offset + P + j, pair by pair: pair r turns by position · theta^(-2r / dims), computed in
 * float64. Pairs are (r, r + dims / 2), or (2r, 2r + 1) when interleaved. `dims` is even, default E, and says how
 * many of a head's numbers turn. Keys of the past are taken as turned.
 *
 * Instead of `theta`, default 10000, `frequencies` (dims / 2) says by how many radians each pair turns from one
 * position to the next, as scaled rotary positions have it (linear, Llama 3, YaRN, LongRoPE); `factor`, default 1, is
 * multiplied into all cosines and sines (YaRN's attention factor). Both theta and frequencies are a TypeError.
 *
 * ```js
 * layer.forward(x, { positions: { type: 'rotary', theta: 500000 } });
 * ```
 *
 * @typedef {{ type: 'alibi', slopes?: ArrayLike<number> }
 *   | { type: 'rotary', theta?: number, frequencies?: ArrayLike<number>, factor?: number, interleaved?: boolean, dims?: number, offset?: number }} Positions
 */

/**
 * Options of attention. Only own enumerable properties count; an unknown name is a TypeError that suggests the nearest.
 *
 * ```js
 * headwise.scaledDotProductAttention(query, key, value, { causal: true, window: { left: 128 }, softcap: 50 });
 * ```
 *
 * @typedef {object} AttentionOptions
 * @property {Mask | readonly Mask[]} [mask]
 *   one mask, or several that all apply; biases are added in the order given
 * @property {boolean | 'bottom-right' | 'by-length'} [causal]
 *   No query looks ahead: query i stands at position o + i and may attend to keys j <= o + i. `true`: o = P, the
 *   length of the past. `'bottom-right'`: o = S - L, the last query sees everything. `'by-length'`: o =
 *   keyLengths[b] - L.
 * @property {{ left?: number, right?: number }} [window]
 *   And only to keys from o + i - left to o + i + right (Beltagy et al. 2020, section 3.1). A side left out
 *   is unbounded. o as above, P when not causal.
 * @property {ArrayLike<number>} [keyLengths] (B), from 0 to S: keys at and after `keyLengths[b]` are padding
 * @property {number} [scale] what the dot products are multiplied by; default 1 / √E
 * @property {number} [softcap]
 *   scores = softcap · tanh(scores / softcap), before any mask (Gemma Team 2024, section 2). 0 or absent: off.
 * @property {Positions} [positions]
 * @property {TensorLike} [sinks]
 *   (H): one more score in the softmax of each row of a head, whose share goes to no column (OpenAI 2025, gpt-oss), so
 *   a row sums to less than 1. `logSumExp` counts it; `scale`, `softcap` and masks leave it as it is.
 * @property {TensorLike} [pastKey] (B, Hkv, P, E), stands before the new keys; the result then has `presentKey`
 * @property {TensorLike} [pastValue] (B, Hkv, P, Ev), always together with `pastKey`
 * @property {boolean} [attention] also return the maps
 * @property {{ output?: FloatTensor, attention?: FloatTensor }} [out]
 *   Your tensors that the results are written into, of exactly their shapes. The result contains them. They are
 *   written only if the call succeeds, and may not overlap.
 * @property {AbortSignal} [signal]
 *   With `loadInWorker` it stops long work; with `load` it is looked at before the work. Either way the call
 *   throws, or rejects with, `signal.reason`.
 * @property {boolean} [trace] also return every intermediate; implies `attention`
 * @property {boolean} [keep] also return `kept`, a handle for gradients and windows of the maps; dispose of it
 * @property {(done: number) => void} [onProgress] called with 0 to 1 while long work goes on
 */

/**
 * Every step between the dot products and the maps, all (B, H, L, S).
 *
 * ```js
 * const { scores, masked } = headwise.scaledDotProductAttention(q, k, v, { causal: true, trace: true }).trace;
 * ```
 *
 * @template [T=FloatTensor]
 * @typedef {object} AttentionTrace
 * @property {T} dotProducts q · k
 * @property {T} scores times scale
 * @property {T} [softcapped] after softcap, if there is one
 * @property {T} masked after positions, biases and masks: -Infinity where a query may not attend
 * @property {T} attention after softmax
 */

/**
 * Results of attention: the output, and what the options asked for.
 *
 * ```js
 * const { output, attention } = headwise.scaledDotProductAttention(q, k, v, { attention: true });
 * ```
 *
 * @template [T=FloatTensor]
 * @template [K=Kept<T>]
 * @typedef {object} AttentionResult
 * @property {T} output (B, H, L, Ev)
 * @property {T} [attention] (B, H, L, S): each row sums to 1, without `sinks`, or is 0 where a query may attend to nothing
 * @property {T} [presentKey] (B, Hkv, P + S, E), with `pastKey`: the past of the next call
 * @property {T} [presentValue] (B, Hkv, P + S, Ev)
 * @property {T} [logSumExp]
 *   (B, H, L), with `trace`: the natural logarithm of the sum of exp over the masked scores, from which any
 *   part of the map can be computed (Dao et al. 2022, section 3.1). -Infinity where a query may attend to
 *   nothing and has no sink.
 * @property {AttentionTrace<T>} [trace]
 * @property {K} [kept] with `keep`: for gradients and windows, until it is disposed
 */

// ---- the layer -------------------------------------------------------------------------------------------------

/**
 * The numbers of a multi-head layer (Vaswani et al. 2017, section 3.2.2). Everything but the first two has a
 * default.
 *
 * ```js
 * const layer = headwise.createMultiHeadAttention({ embedDim: 512, numHeads: 8, numKvHeads: 2 });
 * ```
 *
 * @typedef {object} MultiHeadAttentionConfig
 * @property {number} embedDim width of the query input
 * @property {number} numHeads H
 * @property {number} [numKvHeads]
 *   Hkv, a divisor of numHeads; default numHeads. 1 is multi-query attention (Shazeer 2019).
 * @property {number} [headDim] E; default embedDim / numHeads, which must then divide
 * @property {number} [valueHeadDim] Ev; default headDim
 * @property {number} [keyDim] width of the key input; default embedDim (torch: kdim)
 * @property {number} [valueDim] width of the value input; default embedDim (torch: vdim)
 * @property {number} [outputDim] width of the output; default embedDim
 * @property {boolean | { query?: boolean, key?: boolean, value?: boolean, output?: boolean }} [bias]
 *   Whether the four projections have one, or which of them, the others included; default true. Where query, key and
 *   value do not all have one, `stateDict` names those there are q_proj.bias, k_proj.bias and v_proj.bias.
 * @property {boolean} [addBiasKv]
 *   One more key and value at the end, learned (torch: add_bias_kv). No mask, causal, window or length touches its
 *   column of the maps, and S does not count it.
 * @property {boolean} [addZeroAttention] one more after that, of zeros (torch: add_zero_attn)
 * @property {QueryKeyNorm | false} [queryKeyNorm]
 *   Normalises queries and keys after their projection, before the rotary turn; default false. Keys that the layer adds are
 *   not normalised. `stateDict` names the gains q_norm.weight and k_norm.weight.
 * @property {number} [seed]
 *   Of the initial values, an integer from 0 to 2^53 - 1, default 0: Xavier uniform (Glorot and Bengio 2010,
 *   equation 16) for W_Q, W_K, W_V, W_O, bias_k and bias_v, 0 for the biases. The same bits for the same
 *   seed everywhere.
 */

/**
 * How a layer normalises queries and keys (Henry et al. 2020; Dehghani et al. 2023).
 *
 * ```js
 * const queryKeyNorm = { type: 'rms', over: 'head' }; // as Qwen3
 * const layer = headwise.createMultiHeadAttention({ embedDim: 64, numHeads: 4, queryKeyNorm });
 * ```
 *
 * @typedef {object} QueryKeyNorm
 * @property {'rms' | 'layer'} type
 *   `rms`: x / √(mean(x²) + epsilon) · weight. `layer`: (x - mean) / √(variance + epsilon) · weight + bias, whose biases
 *   `stateDict` names q_norm.bias and k_norm.bias
 * @property {'head' | 'width'} over
 *   `head`: the E numbers of each head, with one gain of shape (E) for all heads (Qwen3, Gemma 3). `width`: all heads of a
 *   token together, with gains (H E) and (Hkv E) (OLMo 2)
 * @property {number} [epsilon] default 1e-6 for `rms`, 1e-5 for `layer`
 * @property {boolean} [plusOne] the gain is 1 + weight (Gemma); default false
 */

/**
 * A config with its defaults filled in.
 *
 * ```js
 * headwise.createMultiHeadAttention({ embedDim: 64, numHeads: 4 }).config.headDim; // 16
 * ```
 *
 * @typedef {Readonly<Omit<Required<MultiHeadAttentionConfig>, 'queryKeyNorm'>
 *   & { queryKeyNorm: Readonly<Required<QueryKeyNorm>> | false }>} ResolvedConfig
 */

/**
 * The members of a MultiHeadAttention.
 *
 * @template [T=FloatTensor]
 * @typedef {object} LayerMembers
 * @property {ResolvedConfig} config
 * @property {Forward<T>} forward
 * @property {() => Record<string, T>} stateDict
 *   A copy of the parameters under the names and in the layouts of torch.nn.MultiheadAttention: `in_proj_weight` if
 *   keyDim = valueDim = embedDim, its rows those of q (H E), k (Hkv E), v (Hkv Ev); else `q_proj_weight`,
 *   `k_proj_weight`, `v_proj_weight`; `in_proj_bias`, else
 *   `q_proj.bias`, `k_proj.bias`, `v_proj.bias` as there are; `bias_k` (1, 1, Hkv E) and `bias_v` (1, 1, Hkv Ev); the
 *   weights and biases of `queryKeyNorm`;
 *   `out_proj.weight` (outputDim, H Ev); `out_proj.bias`.
 * @property {(state: Readonly<Record<string, TensorLike>>) => void} loadStateDict
 *   Takes all of those. A missing or unknown entry is a TypeError, one of a wrong shape a RangeError; each
 *   names the entry, and nothing is changed.
 * @property {(options: CacheOptions) => Cache} createCache
 *   A cache for `forward(x, { cache })`: keys and values kept in the engine between calls.
 * @property {() => void} dispose
 *   Frees the parameters. May be called again; everything else then throws HeadwiseError 'disposed'.
 */

/**
 * A multi-head layer: projections, attention for each head, concatenation, W_O.
 *
 * ```js
 * const layer = headwise.createMultiHeadAttention({ embedDim: 16, numHeads: 2 });
 * layer.loadStateDict(weightsFromTorch);
 * const { output, attention } = layer.forward(x, { causal: true, attention: true });
 * layer.dispose();
 * ```
 *
 * @template [T=FloatTensor]
 * @typedef {LayerMembers<T> & { [Symbol.dispose](): void }} MultiHeadAttention
 */

/**
 * The members of an AsyncMultiHeadAttention. `config` is there at once.
 *
 * @typedef {object} AsyncLayerMembers
 * @property {ResolvedConfig} config
 * @property {AsyncForward} forward
 * @property {() => Promise<Record<string, FloatTensor>>} stateDict
 * @property {(state: Readonly<Record<string, TensorLike>>) => Promise<void>} loadStateDict
 * @property {(options: CacheOptions) => Promise<AsyncCache>} createCache
 * @property {() => Promise<void>} dispose
 */

/**
 * A layer in a worker: the same methods, each returning a promise.
 *
 * ```js
 * const layer = await headwise.createMultiHeadAttention({ embedDim: 64, numHeads: 4 });
 * const { output } = await layer.forward(x, { signal: AbortSignal.timeout(1000) });
 * await layer.dispose();
 * ```
 *
 * @typedef {AsyncLayerMembers & { [Symbol.asyncDispose](): Promise<void> }} AsyncMultiHeadAttention
 */

/**
 * Options of a layer's forward beside those of attention.
 *
 * @typedef {object} ForwardExtras
 * @property {Mask} [keyPaddingMask] one more mask: (B, S), or (S) for every entry of the batch
 * @property {Replace} [replace]
 * @property {boolean} [averageHeads] `attention` is the mean over heads, (B, L, S); default false: one map per head
 * @property {Cache | AsyncCache} [cache]
 *   of this layer: its keys and values are the past, and the new ones are appended to it. Instead of `pastKey` and
 *   `pastValue`
 */

/**
 * Options of a layer's forward.
 *
 * ```js
 * layer.forward(x, { causal: true, keyPaddingMask: { ignore: [false, false, true] }, averageHeads: true, attention: true });
 * ```
 *
 * @typedef {AttentionOptions & ForwardExtras} ForwardOptions
 */

/**
 * Values to use instead of computed intermediates, in the shapes of the trace. All later steps are computed from them. Edit
 * one number, or set one head to 0, and see how the output changes.
 *
 * ```js
 * const { trace } = layer.forward(x, { trace: true });
 * trace.heads.data.fill(0, 0, L * Ev); // without head 0
 * layer.forward(x, { replace: { heads: trace.heads } });
 * ```
 *
 * @typedef {Partial<Record<'query' | 'key' | 'value' | 'dotProducts' | 'scores' | 'attention' | 'heads', TensorLike>>} Replace
 */

/**
 * Intermediates of the layer. Extra keys (addBiasKv, addZeroAttention) have their columns in the
 * maps and are not in `key` and `value`. In the sum that a row is divided by they come last, after the sum of all
 * others in the order of `softmaxSteps`.
 *
 * @template [T=FloatTensor]
 * @typedef {object} LayerTrace
 * @property {T} query (B, H, L, E): x W_Q^T + b_Q, per head, normalised, turned by rotary positions
 * @property {T} key (B, Hkv, S, E): the past, then the new keys
 * @property {T} value (B, Hkv, S, Ev)
 * @property {T} heads z_i, (B, H, L, Ev): each head's weighted mean of values
 * @property {T} concatenated (B, L, H Ev): the heads side by side
 * @property {T} contributions
 *   z_i W_O^i, (B, H, L, outputDim): what each head adds to the output, which is their sum plus b_O (Elhage
 *   et al. 2021)
 */

/**
 * Every intermediate of a layer's forward.
 *
 * ```js
 * const { trace } = layer.forward(x, { trace: true });
 * trace.contributions.shape; // [B, H, L, outputDim]
 * ```
 *
 * @template [T=FloatTensor]
 * @typedef {AttentionTrace<T> & LayerTrace<T>} MultiHeadAttentionTrace
 */

/**
 * Results of a layer: the output, and what the options asked for.
 *
 * ```js
 * const { output, attention } = layer.forward(x, { attention: true });
 * ```
 *
 * @template [T=FloatTensor]
 * @template [K=Kept<T>]
 * @typedef {object} MultiHeadAttentionResult
 * @property {T} output (B, L, outputDim)
 * @property {T} [attention] (B, H, L, S), or (B, L, S) with `averageHeads`
 * @property {T} [presentKey] (B, Hkv, P + S, E), with `pastKey`
 * @property {T} [presentValue] (B, Hkv, P + S, Ev)
 * @property {T} [logSumExp] (B, H, L), with `trace`
 * @property {MultiHeadAttentionTrace<T>} [trace]
 * @property {K} [kept] with `keep`: for gradients and windows, until it is disposed
 */

export * from './small.js';
