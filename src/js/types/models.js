// The public types of opened models. Holds no code.

/** @import { Backend, FloatTensor, Mask, MultiHeadAttentionConfig, Positions, TensorLike } from './index.js' */
/** @import { TransformerConfig } from './training.js' */

/**
 * Options of openModel.
 *
 * @typedef {object} OpenOptions
 * @property {'stored' | 'float32'} [weights]
 *   The weights in memory. `stored`, the default: as in the file, dequantised during products. `float32`: converted once.
 * @property {readonly string[]} [ignore]
 *   Names of fields of config.json to ignore, if the file is from a newer transformers than this version of headwise knows and
 *   no known class has these fields. Otherwise such a field is refused by its name.
 * @property {number} [memoryLimit] bytes; a call that needs more is refused with both figures
 * @property {'fixed' | 'auto' | 'relaxed'} [simd] the option of `load`; default `fixed`, the same bits on every machine
 * @property {number | 'auto'} [threads]
 *   The option of `load`: default 1; any number gives the same bits. `model.backend` has the actual number and the reason.
 * @property {AbortSignal} [signal] stops opening
 * @property {(done: number, total: number, file: string) => void} [onProgress]
 *   Progress of a file, in bytes read, fetched or found in the browser's cache
 */

/**
 * A tokenised text, the input of a model.
 *
 * @typedef {object} ModelInput
 * @property {number[]} ids of the tokens; the following arrays have the same length
 * @property {string[]} [tokens] the vocabulary's pieces: `Ġanimal`, `Ã¼`, `##ing`
 * @property {string[]} [texts]
 *   Display texts: ` animal`, `ü`. The first piece of a word has its space if the piece has a marker for it; `##ing` keeps its
 *   marker, which says that the word continues. Bytes of an incomplete character are displayed as numbers, `⟨C3⟩`; special
 *   tokens are unchanged
 * @property {[start: number, end: number][]} [spans]
 *   Offsets of each token in the text, in UTF-16 units; special tokens have [0, 0]
 * @property {number[]} [words] index of each token's word; -1 for special tokens
 * @property {number[]} [typeIds] 0 for the first text, 1 for the second; default 0
 */

/**
 * Interventions in a run, and its observation. All later steps use the changed values.
 *
 * @typedef {object} RunOptions
 * @property {readonly { layer: number, head: number }[]} [ablate] heads whose output is set to zeros
 * @property {readonly { layer: number, name: 'attention' | 'heads' | 'query' | 'key' | 'value', tensor: TensorLike }[]} [replace]
 *   Replacements of intermediates, in the shapes of a trace: attention (H, L, S), heads (H, L, E), query (H, L, E),
 *   key and value (Hkv, S, E); a leading batch dimension of 1 is allowed
 * @property {ModelInput | readonly number[]} [target] decoder input of an encoder-decoder, with its start token
 * @property {AbortSignal} [signal] stops the run between layers
 * @property {(done: number) => void} [onProgress] called with the progress, 0 to 1
 */

/**
 * Options of text generation.
 *
 * @typedef {object} GenerateOptions
 * @property {number} [maxTokens] default 50
 * @property {number} [temperature] default 0: always the most probable token
 * @property {number} [topK] number of most probable tokens to sample from; default 0: all
 * @property {number} [seed]
 *   The same seed generates the same text, also when it continues from the middle: random numbers depend on the position.
 *   Default 0
 * @property {readonly { layer: number, head: number }[]} [ablate] heads whose output is set to zeros
 * @property {ModelInput | readonly number[]} [target]
 *   For an encoder-decoder: the decoder's text so far, with its start token; default the start token alone
 * @property {AbortSignal} [signal]
 */

/**
 * A predicted token, class or label, with its probability.
 *
 * @typedef {object} Prediction
 * @property {number} id of the token, class or label
 * @property {string} token the vocabulary's piece, or the name of the class or label
 * @property {string} text its display text, as in `texts` of a ModelInput
 * @property {number} probability
 *   By the softmax without temperature; by the sigmoid for classes that do not exclude each other (config.json's problem_type
 *   is multi_label_classification) and for a single class or label; NaN for a regression, whose logits are values
 * @property {number} logit
 */

/**
 * A generated token.
 *
 * @typedef {object} WrittenToken
 * @property {number} id
 * @property {string} token the vocabulary's piece
 * @property {string} text
 *   Its addition to the text. If several tokens form one character, the last of them adds it and the others add nothing
 * @property {Prediction[]} alternatives the ten most probable tokens, in descending order
 * @property {(at: { layer: number, head?: number, kind?: 'self' | 'cross' }) => Promise<FloatTensor>} attention
 *   (S): the row of the query that predicted the token, over all tokens so far; without `head` the rows of all heads, (H, S)
 */

/**
 * The kind of attention. `self`, the default: among tokens, in an encoder-decoder among the decoder's; `cross`: from the
 * decoder to the encoder's output; `encoder`: among the encoder's tokens.
 *
 * @typedef {'self' | 'cross' | 'encoder'} AttentionKind
 */

/**
 * A part of a head's map, pooled if it has more cells than `height` and `width`.
 *
 * @typedef {object} WindowOfMap
 * @property {number} layer
 * @property {number} head
 * @property {AttentionKind} [kind]
 * @property {[begin: number, end: number]} rows queries, `end` excluded
 * @property {[begin: number, end: number]} columns keys
 * @property {number} [width] columns of the result; default the number of columns of the part
 * @property {number} [height] rows of the result; default the number of rows of the part
 * @property {'mean' | 'max'} [reduce] default `mean`
 */

/**
 * Sizes of a model, under the names of headwise.
 *
 * @typedef {object} ModelSizes
 * @property {number} numLayers
 * @property {number} numHeads H
 * @property {number} numKvHeads Hkv
 * @property {number} headDim E
 * @property {number} embedDim D
 * @property {number} vocabSize V
 * @property {number} contextLen the longest text, in tokens
 */

/**
 * The image input of a vision model: sizes from config.json, and the preprocessing from preprocessor_config.json.
 *
 * @typedef {object} ImageInput
 * @property {number} channels
 * @property {{ height: number, width: number }} patch pixels
 * @property {{ down: number, across: number }} grid numbers of patches in an image of the training size
 * @property {readonly ('class' | 'distillation' | 'register')[]} first tokens before the patches
 * @property {{ height: number, width: number } | { shortestEdge: number } | null} resize null: images keep their size
 * @property {'nearest' | 'lanczos' | 'bilinear' | 'bicubic' | 'box' | 'hamming'} resample filter for resizing
 * @property {{ height: number, width: number } | null} crop center crop after resizing
 * @property {number} scale factor of the bytes
 * @property {readonly number[]} mean per-channel mean, subtracted after scaling
 * @property {readonly number[]} std per-channel standard deviation, which divides the difference
 * @property {boolean} isGiven whether preprocessor_config.json exists; if not, `resize` is the size in config.json
 */

/**
 * Facts about a model's files.
 *
 * @typedef {object} ModelReport
 * @property {string[]} files
 * @property {string[]} unused
 *   Tensors that the model does not use and that do not affect it: of heads that it lacks, or of layers beyond its config
 * @property {Record<string, string>} about the notes given to `writeModel`; empty for other files
 * @property {number} bytes memory of the weights, and about 4 MB of the engine
 * @property {Record<string, number>} dtypes number of tensors of each dtype
 */

/**
 * A learned norm: (x - mean) / √(variance + epsilon) · weight + bias, or with `rms` x / √(mean(x²) + epsilon) · weight.
 *
 * @typedef {object} LayerNorm
 * @property {'layer' | 'rms'} type
 * @property {FloatTensor | null} weight (D), the gain: 1 + w if the file stores w
 * @property {FloatTensor | null} bias (D)
 * @property {number} epsilon
 */

/**
 * A step from the input to the first layer, in the model's order.
 *
 * - `tokens`: looks up each token's row of a table; `scale`: multiplies by a number
 * - `types` and `positions`: add a row of a table, or sines and cosines
 * - `patches`: applies a linear map to each patch's pixels, and appends the results to the tokens before the patches
 * - `projection`: a linear map to the width of the layers; `norm`: normalises each token
 *
 * @typedef {object} EmbeddingStep
 * @property {'tokens' | 'scale' | 'types' | 'positions' | 'patches' | 'projection' | 'norm'} name
 * @property {string[]} tensors names of its tensors in the file; empty for a computed table
 * @property {readonly number[]} [rows] of the table, one for each token: an id, a type or a position
 * @property {FloatTensor} [added] (L, width), the added rows
 * @property {number} [by] factor of a scale, as float32
 * @property {FloatTensor} [pixels] (patches, channels · height · width) of patches
 * @property {FloatTensor} [weight] (out, in) of a linear map: y = x weightᵀ + bias; with `state: false` both are absent
 * @property {FloatTensor | null} [bias] (out)
 * @property {LayerNorm} [norm] the parameters of a norm
 * @property {FloatTensor} output (L, width) after this step; the last step's is the input of layer 0
 */

/**
 * One layer of a run in the form of a layer of headwise. With these parameters and options, a layer computes the run's maps
 * from this input, up to the rounding of float32.
 *
 * ```js
 * const { config, state, options, input, normed } = await run.layer({ layer: 2 });
 * const layer = headwise.createMultiHeadAttention(config);
 * layer.loadStateDict(state);
 * const { attention } = layer.forward(normed ?? input, { ...options, attention: true }); // (H, L, S)
 * ```
 *
 * @typedef {object} LayerNumbers
 * @property {MultiHeadAttentionConfig} config for `createMultiHeadAttention`
 * @property {Record<string, FloatTensor>} state for `loadStateDict`: float32, whatever the file's dtype
 * @property {{ scale: number, causal?: boolean | 'bottom-right', window?: { left?: number, right?: number }, softcap?: number,
 *   mask?: Mask, positions?: Positions }} options
 *   For `forward`. Rotary positions have their frequencies; ALiBi and relative positions are a `mask.bias` (H, L, S)
 * @property {FloatTensor} input (L, D), the layer's input
 * @property {EmbeddingStep[] | null} embedding the steps to the `input` of layer 0; null for later layers
 * @property {FloatTensor | null} normed (L, D), after the norm before attention; null without one
 * @property {FloatTensor} query (H, L, E), the projection alone; the trace has it after its norm and rotation
 * @property {FloatTensor} key (Hkv, L, E), likewise
 * @property {FloatTensor | null} normedQuery (H, L, E), after `queryKeyNorm`; null without it
 * @property {FloatTensor | null} normedKey (Hkv, L, E)
 * @property {FloatTensor | null} turns
 *   (L, dims): for each position the cosines of the pairs' rotations, then the sines; null without rotary positions
 * @property {FloatTensor} output (L, D), the output of attention, before `norms.inside`; ablated heads add zeros
 * @property {FloatTensor} middle (L, D), after attention with its norms and residual sum; with a parallel MLP, before
 *   the MLP's output is added
 * @property {{ before: LayerNorm | null, inside: LayerNorm | null, after: LayerNorm | null }} norms
 *   x = after(x + inside(attention(before(x))))
 * @property {('clip' | 'layerScale' | 'addsToNormed' | 'parallel')[]} more
 *   Further differences: queries, keys and values are clipped, so that a layer of headwise has other maps; the output is
 *   multiplied by learned factors; it is added to the normalised input; the MLP takes the same x
 */

/**
 * One run of a model over a text. Maps are computed on request; no data of quadratic size are stored.
 *
 * ```js
 * const run = await model.run(model.tokenize('The animal was tired.'), { ablate: [{ layer: 0, head: 3 }] });
 * const map = await run.attention({ layer: 5, head: 1 }); // (L, S)
 * const [best] = run.predictions({ position: 3 });
 * run.dispose();
 * ```
 *
 * @typedef {object} RunMembers
 * @property {FloatTensor} [logits]
 *   By `model.predicts`: of tokens (L, V), of classes (classes), of labels (L, labels), or (L) of one label; absent if the
 *   model has no head
 * @property {(at: { layer: number, head?: number, kind?: AttentionKind }) => Promise<FloatTensor>} attention
 *   (L, S); without `head` the maps of all heads, (H, L, S)
 * @property {(window: WindowOfMap) => Promise<FloatTensor>} attentionWindow (height, width), exact
 * @property {(at: { layer: number, kind?: AttentionKind, contributions?: boolean }) => Promise<Record<string, FloatTensor>>} trace
 *   every intermediate of a layer, under the names of a layer's trace, without B; and `exponentials` (H, L, S), e to the power
 *   of each masked score minus the largest score of its row. `contributions: false` leaves out the heads' contributions,
 *   (H, L, D)
 * @property {(at: { layer: number, kind?: 'self' | 'encoder', state?: boolean }) => Promise<LayerNumbers>} layer
 *   a layer's parameters, options, input and output. `state: false` leaves out `state` and the linear map of `embedding`, which
 *   are large and the same in every run
 * @property {(layer: number, options?: { stack?: 'encoder' | 'decoder' }) => Promise<FloatTensor>} hidden
 *   (L, D): the input of a layer; with numLayers the output of the last layer, before a final norm
 * @property {(at?: { position?: number, top?: number }) => Prediction[]} predictions
 *   The most probable first, `top` of them, default 10: next tokens, words for a masked token, classes, or the labels of
 *   the token; 'unsupported' without logits, with the reason
 * @property {() => FloatTensor} [embedding]
 *   The text's vector, (D): by the modules of a sentence-transformers folder; an unknown module is 'unsupported'. Without
 *   modules, for encoders: by the pooling of a GGUF file, or else the mean over all tokens
 * @property {() => void} dispose frees the run's memory; the model stays open
 *
 * @typedef {RunMembers & { [Symbol.dispose](): void }} Run
 */

/**
 * An opened model. It computes on this thread, one run at a time.
 *
 * ```js
 * const model = await openModel('models/all-MiniLM-L6-v2');
 * console.log(model.architecture, model.config.numLayers, model.config.numHeads);
 * const input = model.tokenize('The animal was tired.');
 * ```
 *
 * @typedef {object} ModelMembers
 * @property {string} architecture config.json's model_type, or GGUF's general.architecture
 * @property {'encoder' | 'decoder' | 'encoder-decoder' | 'vision'} kind
 * @property {'tokens' | 'classes' | 'labels' | null} predicts
 *   The predictions of its head: next or masked tokens; classes of the whole text or image; labels of each token. null: no
 *   known head
 * @property {Readonly<ModelSizes & { encoder?: ModelSizes, startId?: number }>} config
 *   For an encoder-decoder, the decoder's sizes; `startId` is then the decoder's start token
 * @property {Readonly<Backend>} backend
 * @property {ModelReport} report
 * @property {(text: string | [string, string]) => ModelInput} tokenize
 *   Tokenises a text or a pair; 'unsupported' if the files have no tokenizer
 * @property {(ids: readonly number[]) => string} decode returns the text of tokens
 * @property {ImageInput} [image] of a model that reads images
 * @property {(image: { data: Uint8ClampedArray | Uint8Array, width: number, height: number }) => FloatTensor} pixels
 *   (channels, height, width), scaled and normalised by `image`, from RGBA bytes like an ImageData's; the caller has resized
 *   and cropped the image
 * @property {(input: ModelInput | readonly number[] | TensorLike, options?: RunOptions) => Promise<Run>} run
 *   The input is a tokenised text, token ids, or the pixels of an image, (channels, height, width)
 * @property {(input: ModelInput | readonly number[], options?: GenerateOptions) => AsyncGenerator<WrittenToken, void>} generate
 *   Continues a text, one token at a time
 * @property {() => Record<string, FloatTensor>} stateDict all tensors of the file as float32, a copy
 * @property {() => void} dispose frees the weights; later calls throw 'disposed'
 *
 * @typedef {ModelMembers & { [Symbol.dispose](): void }} Model
 */

/**
 * A model in the form for headwise/training, the result of `trainable`. `contextLen` is the model's, or the longest text up to
 * which its rotary frequencies are constant. If only some of its MLPs or norms have a bias, the others get a bias of zeros.
 *
 * ```js
 * const { config, state, vocab } = trainable(model);
 * const transformer = createTransformer(await load(), config);
 * transformer.loadStateDict(state);
 * ```
 *
 * @typedef {object} Trainable
 * @property {TransformerConfig} config for `createTransformer`
 * @property {Record<string, FloatTensor>} state for `loadStateDict`: float32, whatever the file's dtype
 * @property {string[]} vocab names of the tokens 0, 1, 2 ..., for `writeModel`
 */

export * from './heads.js'; // types only
