// The public types of transformers and their training. Holds no code.

/** @import { FloatTensor, Positions, QueryKeyNorm, ResolvedConfig } from './index.js' */

/**
 * The sizes and parts of a transformer. Every layer is attention followed by an MLP, unless `mlpDim` is 0; each adds its output
 * to its input.
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
 *   Hkv, the number of key and value heads, a divisor of H; default H. Each serves H / Hkv consecutive query heads
 *   (Ainslie et al. 2023)
 * @property {number} [headDim]
 *   E; default embedDim / numHeads, which must then be an integer. So one head has as many parameters as several.
 * @property {number} numLayers N
 * @property {number} [mlpDim] M, width of the MLP's hidden layer; default 4 embedDim; 0 = attention only
 * @property {boolean} [causal] default true: no token attends to later tokens
 * @property {{ readonly left?: number, readonly right?: number }} [window] the option of attention
 * @property {number} [scale] the option of attention; default 1 / √E
 * @property {number} [softcap] the option of attention; default 0, off
 * @property {false | QueryKeyNorm} [queryKeyNorm] the option of a layer; default false
 * @property {'none' | 'learned' | 'sinusoidal' | 'rotary' | 'alibi' | Positions} [positions]
 *   Default `learned`: a vector for each position, added to the token's vector. `sinusoidal`: fixed vectors (Vaswani et al.
 *   2017, section 3.5). `rotary`: a rotation of queries and keys (Su et al. 2021). `alibi`: scores decrease with distance
 *   (Press et al. 2022). An object gives the options of rotary or alibi, as in attention; every sequence begins at position 0.
 * @property {'pre' | 'post' | 'inside' | 'sandwich' | 'none'} [norm]
 *   Positions of the norms: `pre`, the default, before attention and MLP (Xiong et al. 2020; torch's norm_first); `post`, after
 *   their residual sums, like the original and torch's default; `inside`, on their outputs before the sum (OLMo 2);
 *   `sandwich`, before and inside (Gemma 2)
 * @property {'layer' | 'rms'} [normType] layer norms, the default, or RMS norms (Zhang and Sennrich 2019), which have no bias
 * @property {boolean} [finalNorm] a norm before the logits; default false with `post` and `none`, else true
 * @property {boolean} [tied] whether the token embedding is also the unembedding; default false
 * @property {boolean | Readonly<Partial<Record<'query' | 'key' | 'value' | 'output' | 'mlp' | 'norm', boolean>>>} [bias]
 *   of attention, MLP and norms; default true
 * @property {'relu' | 'gelu' | 'gelu-tanh' | 'quick-gelu' | 'silu' | 'relu-squared' | 'tanh'} [activation]
 *   default `relu`. `gelu` is the exact one, like torch's
 * @property {boolean} [gated]
 *   Whether the activation is a gate (Shazeer 2020): linear1 has 2 M rows, the first M for the gate, and linear2 takes
 *   activation(gate) times the other M. Default false.
 * @property {number} [dropout]
 *   From 0, the default, to below 1; in training only: on embeddings, attention, the activated MLP, and the outputs of
 *   attention and MLP. Returned maps are always before dropout.
 * @property {number} [normEpsilon] default 1e-5
 * @property {number} [rotaryTheta] theta of rotary positions without theta or frequencies of their own; default 10000
 * @property {number} [seed] of the initial values and of dropout; the same seed gives the same bits everywhere. Default 0
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
 * Tokens: integers from 0 to V - 1, (B, L) or (L). Nested arrays, a flat array for one sequence, or an object with
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
 * A batch of examples: the target token of every position that counts.
 *
 * ```js
 * const next = { tokens: [[1, 2, 3]], targets: [[2, 3, 4]], mask: [[false, true, true]] };
 * ```
 *
 * @typedef {object} TrainingBatch
 * @property {TokensLike} tokens (B, L)
 * @property {TokensLike} targets (B, L); any integer at positions that the mask excludes
 * @property {readonly boolean[] | readonly (readonly boolean[])[] | Uint8Array
 *   | { readonly data: Uint8Array, readonly shape: readonly number[] }} [mask]
 *   (B, L): the positions that count. Default all; a mask that excludes all is a RangeError.
 */

/**
 * @typedef {object} WatchOptions
 * @property {AbortSignal} [signal]
 *   With `loadInWorker` it stops the work; with `load` it is checked before the work. A stopped train step
 *   changes no parameter.
 * @property {(done: number) => void} [onProgress] called with the progress, 0 to 1, during long work
 */

/**
 * @typedef {object} TransformerForwardFields
 * @property {boolean} [attention] also return the maps of every layer
 * @property {boolean} [trace] also return every intermediate; implies `attention`
 * @property {readonly (readonly [layer: number, head: number])[]} [removeHeads]
 *   Heads to remove: their part of the concatenated heads is 0. Their maps are still returned.
 *
 * @typedef {TransformerForwardFields & WatchOptions} TransformerForwardOptions
 * @typedef {Pick<TransformerForwardFields, 'removeHeads'> & WatchOptions} EvaluationOptions
 */

/**
 * The intermediates of one layer, in order. Shapes are (B, L, D) unless stated otherwise; without B if the input has none.
 *
 * @typedef {object} LayerTrace
 * @property {FloatTensor} input of the layer
 * @property {FloatTensor} [attentionInput] the normalised input, with norm `pre` and `sandwich`; else attention takes the input
 * @property {FloatTensor} query (B, H, L, E); after the rotary rotation
 * @property {FloatTensor} key (B, Hkv, L, E); after the rotary rotation
 * @property {FloatTensor} value (B, Hkv, L, E)
 * @property {FloatTensor} dotProducts (B, H, L, L)
 * @property {FloatTensor} scores (B, H, L, L)
 * @property {FloatTensor} [softcapped] (B, H, L, L), with a softcap
 * @property {FloatTensor} masked (B, H, L, L)
 * @property {FloatTensor} attention (B, H, L, L)
 * @property {FloatTensor} heads (B, H, L, E); 0 for a removed head
 * @property {FloatTensor} concatenated (B, L, H E)
 * @property {FloatTensor} contributions (B, H, L, D): each head's contribution; their sum plus b_O is attentionOutput
 * @property {FloatTensor} attentionOutput
 * @property {FloatTensor} [attentionNormed] attentionOutput after its norm, added instead of it; norm `inside` and `sandwich`
 * @property {FloatTensor} [middle] input + attentionOutput, normalised with norm `post`; only with an MLP
 * @property {FloatTensor} [mlpInput] the normalised middle, with norm `pre` and `sandwich`; else the MLP takes middle
 * @property {FloatTensor} [hidden] (B, L, M), before the activation; gated (B, L, 2 M)
 * @property {FloatTensor} [activated] (B, L, M), after the activation
 * @property {FloatTensor} [mlpOutput]
 * @property {FloatTensor} [mlpNormed] mlpOutput after its norm, likewise
 * @property {FloatTensor} output the input of the next layer
 */

/**
 * @typedef {object} TransformerResult
 * @property {FloatTensor} logits (B, L, V), or without B
 * @property {FloatTensor[]} [attention] one tensor (B, H, L, L) for each layer
 * @property {{ layers: LayerTrace[], final: FloatTensor }} [trace] `final` is the input of the unembedding
 */

/**
 * @typedef {object} Evaluation
 * @property {number} loss cross-entropy in nats, the mean over the positions that count; a uniform guess has ln V
 * @property {number} accuracy fraction of these positions whose target has the largest logit
 * @property {number} counted number of these positions
 */

/**
 * Options of the optimiser, named like torch.optim's.
 *
 * @typedef {object} OptimizerOptions
 * @property {number} [learningRate] default 0.001
 * @property {'adamw' | 'adam' | 'sgd'} [optimizer] default `adamw`
 * @property {number} [momentum] for `sgd`; default 0
 * @property {readonly [number, number]} [betas] for `adam` and `adamw`; default [0.9, 0.999]
 * @property {number} [epsilon] for `adam` and `adamw`; default 1e-8
 * @property {number} [weightDecay] for all parameters; default 0
 * @property {number} [clipNorm] maximum norm of all gradients together; larger ones are scaled down to it. 0, the default: none
 * @property {{ type?: 'constant' | 'cosine', warmUp?: number, steps?: number, finalShare?: number }} [schedule]
 *   The learning rate rises over the first `warmUp` steps. With `cosine` it then falls to the fraction `finalShare` of itself,
 *   default 0, at step `steps`. Steps are the model's own: they count from its creation or its last loadStateDict, or continue
 *   from the step of loadOptimizerState.
 * @property {number} [seed] of dropout; default the model's seed
 *
 * @typedef {OptimizerOptions & WatchOptions} TrainStepOptions
 */

/**
 * The outcome of a step, computed before the parameters changed.
 *
 * @typedef {object} TrainStepFields
 * @property {number} gradNorm norm of all gradients together, before clipping
 * @property {number} learningRate the rate of this step
 * @property {number} step 1 for the first step
 *
 * @typedef {Evaluation & TrainStepFields} TrainStep
 */

/**
 * The state of an optimiser. The records have the names and shapes of stateDict(), and are zeros before the first step.
 *
 * @typedef {object} OptimizerState
 * @property {number} step number of steps done
 * @property {Record<string, FloatTensor>} first
 *   the momentum of `sgd`, the first moments of `adam` and `adamw`: `momentum_buffer` and `exp_avg` in torch.optim
 * @property {Record<string, FloatTensor>} second the second moments, `exp_avg_sq`; zeros with `sgd`
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
 *   The logits: at every position the scores of all tokens for its target.
 * @property {(batch: TrainingBatch, options?: EvaluationOptions) => Evaluation} evaluate
 *   The loss, without training and without dropout.
 * @property {(batch: TrainingBatch, options?: TrainStepOptions) => TrainStep} trainStep
 *   Forward, backward, and one step of the optimiser. HeadwiseError 'diverged' if the loss or the gradients are not
 *   finite; the step has then changed no parameter.
 * @property {() => Record<string, FloatTensor>} stateDict
 *   Copies of all parameters, with the names and layouts of torch.nn.TransformerEncoder (`layers.0.self_attn.in_proj_weight`,
 *   `layers.0.linear1.weight`, `layers.0.norm1.weight`, `norm.weight`), and `embedding.weight` (V, D),
 *   `positions.weight` (contextLen, D) and `unembedding.weight` (V, D). Parameters that torch does not have: attention's are
 *   the parameters of a layer with the same heads, `bias` and `queryKeyNorm`; with norm `sandwich`,
 *   `layers.0.norm1_inside.weight` is the norm of attention's output and `layers.0.norm2_inside.weight` the norm of the MLP's.
 * @property {(state: Record<string, import('./index.js').TensorLike>) => void} loadStateDict
 *   Loads a complete state dict. The error for a missing, unknown or ill-shaped entry names it, and no parameter changes. The
 *   optimiser starts over, unless its state is loaded afterwards.
 * @property {() => OptimizerState} optimizerState
 *   A copy of the optimiser's state. Together with stateDict(), and the same `seed` if there is dropout, it is enough to
 *   continue the training later.
 * @property {(state: OptimizerStateLike) => void} loadOptimizerState
 *   Loads an optimiser's state, after loadStateDict. With the same options, the next steps have the same bits as without the
 *   interruption. Names are checked like in loadStateDict.
 * @property {() => void} dispose may be called again; all other methods then throw HeadwiseError 'disposed'
 */

/**
 * A transformer that can be trained and analysed.
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
 * Transformer in a worker: every method returns a promise.
 *
 * @typedef {AsyncTransformerMembers & { [Symbol.asyncDispose](): Promise<void> }} AsyncTransformer
 */

export {};
