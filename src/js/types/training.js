// The public types of transformers and their training. Holds no code.

/** @import { FloatTensor, Positions, QueryKeyNorm, ResolvedConfig } from './index.js' */

/**
 * The sizes and parts of a transformer. Every layer is attention and then, unless `mlpDim` is 0, an MLP; each adds its
 * output to its input.
 *
 * ```js
 * createTransformer(headwise, { vocabSize: 24, contextLen: 32, embedDim: 64, numHeads: 4, numLayers: 2, mlpDim: 0 });
 * ```
 *
 * @typedef {object} TransformerConfig
 * @property {number} vocabSize V, size of the vocabulary
 * @property {number} contextLen the longest sequence
 * @property {number} embedDim D
 * @property {number} numHeads H
 * @property {number} [numKvHeads]
 *   Hkv, the heads of keys and values, a divisor of H and by default H: each serves H / Hkv heads of queries in a row
 *   (Ainslie et al. 2023)
 * @property {number} [headDim]
 *   E, default embedDim / numHeads, which must then divide. So one head has as many parameters as several.
 * @property {number} numLayers N
 * @property {number} [mlpDim] M, width of the MLP's hidden row; default 4 embedDim; 0 = attention only
 * @property {boolean} [causal] default true: no token sees what comes after it
 * @property {{ readonly left?: number, readonly right?: number }} [window] as attention's option
 * @property {number} [scale] as attention's option; default 1 / √E
 * @property {number} [softcap] as attention's option; default 0, off
 * @property {false | QueryKeyNorm} [queryKeyNorm] as a layer's; default false
 * @property {'none' | 'learned' | 'sinusoidal' | 'rotary' | 'alibi' | Positions} [positions]
 *   Default `learned`: a vector for each position, added to the token's. `sinusoidal`: fixed ones (Vaswani et al.
 *   2017, section 3.5). `rotary`: queries and keys are turned instead (Su et al. 2021). `alibi`: scores lose by distance
 *   (Press et al. 2022). An object says more of the last two, as attention's option; every sequence begins at position 0.
 * @property {'pre' | 'post' | 'inside' | 'sandwich' | 'none'} [norm]
 *   Where norms stand: before attention and MLP, the default (Xiong et al. 2020; torch's norm_first); after their outputs
 *   are added, as in the original, torch's own default; `inside`, on the outputs before they are added (OLMo 2); or
 *   `sandwich`, before and inside (Gemma 2)
 * @property {'layer' | 'rms'} [normType] layer norms, the default, or RMS norms (Zhang and Sennrich 2019), which have no bias
 * @property {boolean} [finalNorm] a norm before the logits; default false with `post` and `none`, else true
 * @property {boolean} [tied] the logits are products with the tokens' own vectors; default false
 * @property {boolean | Readonly<Partial<Record<'query' | 'key' | 'value' | 'output' | 'mlp' | 'norm', boolean>>>} [bias]
 *   of attention, MLP and norms; default true
 * @property {'relu' | 'gelu' | 'gelu-tanh' | 'quick-gelu' | 'silu' | 'relu-squared' | 'tanh'} [activation]
 *   default `relu`. `gelu` is exact, as torch's
 * @property {boolean} [gated]
 *   Whether the activation is a gate (Shazeer 2020): linear1 has 2 M rows, the first M of the gate, and linear2 takes
 *   activation(gate) times the others. Default false.
 * @property {number} [dropout]
 *   From 0, the default, to below 1; while training only: of embeddings, attention, the activated MLP, and of what
 *   attention and MLP add. Maps are always those before dropout.
 * @property {number} [normEpsilon] default 1e-5
 * @property {number} [rotaryTheta] of rotary positions that say neither theta nor frequencies; default 10000
 * @property {number} [seed] of the initial values and of dropout; the same bits for the same seed everywhere. Default 0
 */

/**
 * A config with every default filled in.
 *
 * @typedef {Readonly<Required<Omit<TransformerConfig, 'bias' | 'window' | 'scale' | 'softcap' | 'queryKeyNorm'>>
 *   & Pick<TransformerConfig, 'window' | 'scale' | 'softcap'> & {
 *   bias: boolean | Readonly<Record<'query' | 'key' | 'value' | 'output' | 'mlp' | 'norm', boolean>>,
 *   queryKeyNorm: ResolvedConfig['queryKeyNorm'],
 * }>} ResolvedTransformerConfig
 */

/**
 * Tokens: whole numbers from 0 to V - 1, (B, L) or (L). Nested arrays, a flat array for one sequence, or an object with
 * a typed array and a shape. Input without B gives results without B.
 *
 * ```js
 * model.forward([3, 1, 4, 1, 5]);
 * model.forward({ data: Int32Array.of(3, 1, 4, 1, 5, 9), shape: [2, 3] });
 * ```
 *
 * @typedef {readonly number[] | readonly (readonly number[] | Int32Array)[] | Int32Array | Uint16Array | Uint32Array
 *   | { readonly data: Int32Array | Uint8Array | Uint16Array | Uint32Array, readonly shape: readonly number[] }} TokensLike
 */

/**
 * Examples to learn from: at every position that counts, the token to predict.
 *
 * ```js
 * const next = { tokens: [[1, 2, 3]], targets: [[2, 3, 4]], mask: [[false, true, true]] };
 * ```
 *
 * @typedef {object} TrainingBatch
 * @property {TokensLike} tokens (B, L)
 * @property {TokensLike} targets (B, L); where the mask says no it may be any integer
 * @property {readonly boolean[] | readonly (readonly boolean[])[] | Uint8Array
 *   | { readonly data: Uint8Array, readonly shape: readonly number[] }} [mask]
 *   (B, L): which positions count. Default all; none is a RangeError.
 */

/**
 * @typedef {object} WatchOptions
 * @property {AbortSignal} [signal]
 *   With `loadInWorker` it stops the work, with `load` it is looked at before it. A train step that is stopped
 *   changes nothing.
 * @property {(done: number) => void} [onProgress] called with 0 to 1 while long work goes on
 */

/**
 * @typedef {object} TransformerForwardFields
 * @property {boolean} [attention] also return the maps of every layer
 * @property {boolean} [trace] also return every intermediate; implies `attention`
 * @property {readonly (readonly [layer: number, head: number])[]} [removeHeads]
 *   Heads that add nothing: their part of the concatenated heads is 0. Their maps are still shown.
 *
 * @typedef {TransformerForwardFields & WatchOptions} TransformerForwardOptions
 * @typedef {Pick<TransformerForwardFields, 'removeHeads'> & WatchOptions} EvaluationOptions
 */

/**
 * The intermediates of one layer, in order. All (B, L, D) or without B, if not said otherwise.
 *
 * @typedef {object} LayerTrace
 * @property {FloatTensor} input the layer's
 * @property {FloatTensor} [attentionInput] its norm, with norm `pre` and `sandwich`; else attention takes the input
 * @property {FloatTensor} query (B, H, L, E); after rotary turns
 * @property {FloatTensor} key (B, Hkv, L, E); after rotary turns
 * @property {FloatTensor} value (B, Hkv, L, E)
 * @property {FloatTensor} dotProducts (B, H, L, L)
 * @property {FloatTensor} scores (B, H, L, L)
 * @property {FloatTensor} [softcapped] (B, H, L, L), with a softcap
 * @property {FloatTensor} masked (B, H, L, L)
 * @property {FloatTensor} attention (B, H, L, L)
 * @property {FloatTensor} heads (B, H, L, E); 0 for a head that was removed
 * @property {FloatTensor} concatenated (B, L, H E)
 * @property {FloatTensor} contributions (B, H, L, D): what each head adds; with b_O their sum is attentionOutput
 * @property {FloatTensor} attentionOutput
 * @property {FloatTensor} [attentionNormed] its norm, with norm `inside` and `sandwich`, which is added instead
 * @property {FloatTensor} [middle] input + attentionOutput, after its norm with norm `post`; with an MLP
 * @property {FloatTensor} [mlpInput] the norm of middle, with norm `pre` and `sandwich`; else the MLP takes middle
 * @property {FloatTensor} [hidden] (B, L, M), before the activation; gated (B, L, 2 M)
 * @property {FloatTensor} [activated] (B, L, M), after it
 * @property {FloatTensor} [mlpOutput]
 * @property {FloatTensor} [mlpNormed] its norm, likewise
 * @property {FloatTensor} output what the next layer takes
 */

/**
 * @typedef {object} TransformerResult
 * @property {FloatTensor} logits (B, L, V), or without B
 * @property {FloatTensor[]} [attention] one tensor (B, H, L, L) for each layer
 * @property {{ layers: LayerTrace[], final: FloatTensor }} [trace] `final` is what the logits are made from
 */

/**
 * @typedef {object} Evaluation
 * @property {number} loss cross-entropy in nats, the mean over the positions that count; ln V is a blind guess
 * @property {number} accuracy share of those positions at which the target has the largest logit
 * @property {number} counted how many they are
 */

/**
 * How the parameters follow their gradients, as in torch.optim.
 *
 * @typedef {object} OptimizerOptions
 * @property {number} [learningRate] default 0.001
 * @property {'adamw' | 'adam' | 'sgd'} [optimizer] default `adamw`
 * @property {number} [momentum] of `sgd`; default 0
 * @property {readonly [number, number]} [betas] of `adam` and `adamw`; default [0.9, 0.999]
 * @property {number} [epsilon] of the same; default 1e-8
 * @property {number} [weightDecay] of all parameters; default 0
 * @property {number} [clipNorm] gradients of a larger norm, all taken together, are scaled down to it; 0, the default: none
 * @property {{ type?: 'constant' | 'cosine', warmUp?: number, steps?: number, finalShare?: number }} [schedule]
 *   The rate rises over the first `warmUp` steps. With `cosine` it then falls to `finalShare` of itself, default 0, at
 *   step `steps`. Steps are the model's own, counted from its making or its last loadStateDict, or on from the step of
 *   loadOptimizerState.
 * @property {number} [seed] of dropout; default that of the model
 *
 * @typedef {OptimizerOptions & WatchOptions} TrainStepOptions
 */

/**
 * What a step found, before it changed anything.
 *
 * @typedef {object} TrainStepFields
 * @property {number} gradNorm of all gradients taken together, before clipping
 * @property {number} learningRate what this step went with
 * @property {number} step 1 for the first
 *
 * @typedef {Evaluation & TrainStepFields} TrainStep
 */

/**
 * What an optimiser keeps from step to step. The records have the names and shapes of stateDict(), and are zeros before the
 * first step.
 *
 * @typedef {object} OptimizerState
 * @property {number} step how many steps were made
 * @property {Record<string, FloatTensor>} first
 *   the momentum of `sgd`, the first moments of `adam` and `adamw`: `momentum_buffer` and `exp_avg` in torch.optim
 * @property {Record<string, FloatTensor>} second the second moments, `exp_avg_sq`; `sgd` leaves them 0
 */

/**
 * An optimiser's state, to load.
 *
 * @typedef {object} OptimizerStateLike
 * @property {number} step
 * @property {Record<string, import('./index.js').TensorLike>} first
 * @property {Record<string, import('./index.js').TensorLike>} [second] default zeros
 */

/**
 * @typedef {object} TransformerMembers
 * @property {ResolvedTransformerConfig} config
 * @property {(tokens: TokensLike, options?: TransformerForwardOptions) => TransformerResult} forward
 *   The logits, at every position those of what is to be predicted there.
 * @property {(batch: TrainingBatch, options?: EvaluationOptions) => Evaluation} evaluate
 *   The loss, without learning; without dropout.
 * @property {(batch: TrainingBatch, options?: TrainStepOptions) => TrainStep} trainStep
 *   Forward, backward, and one step of the optimiser. HeadwiseError 'diverged' if the loss or the gradients are not
 *   finite; this step has then changed nothing.
 * @property {() => Record<string, FloatTensor>} stateDict
 *   Copies of all parameters, under the names and in the layouts of torch.nn.TransformerEncoder (`layers.0.self_attn.in_proj_weight`,
 *   `layers.0.linear1.weight`, `layers.0.norm1.weight`, `norm.weight`), with `embedding.weight` (V, D),
 *   `positions.weight` (contextLen, D) and `unembedding.weight` (V, D) around it. What torch's has not: attention's parameters are
 *   those of a layer with the same heads, `bias` and `queryKeyNorm`; with norm `sandwich`, `layers.0.norm1_inside.weight` is the
 *   norm of attention's output and `layers.0.norm2_inside.weight` that of the MLP's.
 * @property {(state: Record<string, import('./index.js').TensorLike>) => void} loadStateDict
 *   Those names; a missing, unknown or ill-shaped entry is named in the error, and nothing is changed. The optimiser
 *   starts over, unless its state is loaded too.
 * @property {() => OptimizerState} optimizerState
 *   Copies of what the optimiser keeps from step to step. With stateDict(), and the same `seed` where there is dropout, it is
 *   all that is needed to go on later.
 * @property {(state: OptimizerStateLike) => void} loadOptimizerState
 *   After loadStateDict, and with the same options, the next steps have the same bits as without the break. Names are checked as by loadStateDict.
 * @property {() => void} dispose idempotent; everything else then throws HeadwiseError 'disposed'
 */

/**
 * A transformer that can be trained, and looked into.
 *
 * ```js
 * const model = createTransformer(await load(), { vocabSize: 24, contextLen: 32, embedDim: 64, numHeads: 4, numLayers: 2 });
 * for (let step = 0; step < 200; step++) model.trainStep(task.batch(0, step), { learningRate: 0.003 });
 * const { attention } = model.forward(tokens, { attention: true }); // attention[layer], (B, H, L, L)
 * ```
 *
 * @typedef {TransformerMembers & { [Symbol.dispose](): void }} Transformer
 */

/**
 * @typedef {object} AsyncTransformerMembers
 * @property {ResolvedTransformerConfig} config
 * @property {(tokens: TokensLike, options?: TransformerForwardOptions) => Promise<TransformerResult>} forward
 * @property {(batch: TrainingBatch, options?: EvaluationOptions) => Promise<Evaluation>} evaluate
 * @property {(batch: TrainingBatch, options?: TrainStepOptions) => Promise<TrainStep>} trainStep
 * @property {() => Promise<Record<string, FloatTensor>>} stateDict
 * @property {(state: Record<string, import('./index.js').TensorLike>) => Promise<void>} loadStateDict
 * @property {() => Promise<OptimizerState>} optimizerState
 * @property {(state: OptimizerStateLike) => Promise<void>} loadOptimizerState
 * @property {() => Promise<void>} dispose
 */

/**
 * As Transformer, in a worker: every method returns a promise.
 *
 * @typedef {AsyncTransformerMembers & { [Symbol.asyncDispose](): Promise<void> }} AsyncTransformer
 */

export {};
