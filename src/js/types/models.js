// The public types of real models. Holds no code.

/** @import { Backend, FloatTensor, Mask, MultiHeadAttentionConfig, Positions, TensorLike } from './index.js' */
/** @import { TransformerConfig } from './training.js' */

/**
 * How a model is opened.
 *
 * @typedef {object} OpenOptions
 * @property {'stored' | 'float32'} [weights]
 *   How they lie in memory. `stored`, the default: as in the file, decoded as they are multiplied. `float32`: unpacked once.
 * @property {readonly string[]} [ignore]
 *   Names of fields of config.json that may be ignored, although the file is of a newer transformers than this version of
 *   headwise knows, and no class that it knows has them. Without it such a field is refused by its name.
 * @property {number} [memoryLimit] bytes; a call that needs more is refused with both figures
 * @property {'fixed' | 'auto' | 'relaxed'} [simd] as in `load`; default `fixed`, the same bits on every machine
 * @property {number | 'auto'} [threads]
 *   As in `load`: default 1, and the same bits for any number. `model.backend` says how many there are, and why.
 * @property {AbortSignal} [signal] stops opening
 * @property {(done: number, total: number, file: string) => void} [onProgress]
 *   Bytes of a file that were read, fetched or found in the browser's cache
 */

/**
 * A text as its model reads it.
 *
 * @typedef {object} ModelInput
 * @property {number[]} ids of the tokens; as many in each of the following
 * @property {string[]} [tokens] the vocabulary's pieces: `Ġanimal`, `Ã¼`, `##ing`
 * @property {string[]} [texts]
 *   What to show: ` animal`, `ü`. A word's beginning has its space where the piece has a sign for it; `##ing` stays, for its sign
 *   says that a word goes on. Bytes that are only a part of a character are shown by their numbers, `⟨C3⟩`; special tokens as they are
 * @property {[start: number, end: number][]} [spans]
 *   Where each stands in the text, in UTF-16 units; special tokens have [0, 0]
 * @property {number[]} [words] index of each token's word; -1 for special tokens
 * @property {number[]} [typeIds] 0 for the first text, 1 for the second; default 0
 */

/**
 * What can be changed in a run, and how it is watched. Everything after a change follows from it.
 *
 * @typedef {object} RunOptions
 * @property {readonly { layer: number, head: number }[]} [ablate] heads that give zeros
 * @property {readonly { layer: number, name: 'attention' | 'heads' | 'query' | 'key' | 'value', tensor: TensorLike }[]} [replace]
 *   Intermediates that are taken as given, in the shapes of a trace: attention (H, L, S), heads (H, L, E), query (H, L, E),
 *   key and value (Hkv, S, E); a batch of 1 in front is allowed
 * @property {ModelInput | readonly number[]} [target] of an encoder-decoder: what the decoder reads, its first token included
 * @property {AbortSignal} [signal] stops the run between layers
 * @property {(done: number) => void} [onProgress] called with 0 to 1
 */

/**
 * How a model writes.
 *
 * @typedef {object} GenerateOptions
 * @property {number} [maxTokens] default 50
 * @property {number} [temperature] default 0: the most likely token
 * @property {number} [topK] how many of the most likely tokens one is drawn from; default 0: all
 * @property {number} [seed]
 *   The same seed writes the same text, also from a place in its middle: each place has random numbers of its own; default 0
 * @property {readonly { layer: number, head: number }[]} [ablate] heads that give zeros
 * @property {ModelInput | readonly number[]} [target]
 *   Of an encoder-decoder: what the decoder has written so far, its first token included; default that token
 * @property {AbortSignal} [signal]
 */

/**
 * A token, a class or a label, with its share.
 *
 * @typedef {object} Prediction
 * @property {number} id of the token, class or label
 * @property {string} token the vocabulary's piece, or the class's or label's name
 * @property {string} text what to show for it, as in `texts` of a ModelInput
 * @property {number} probability
 *   By the softmax without temperature; of classes that do not exclude each other (config.json's problem_type is
 *   multi_label_classification) and of a class or label alone by the sigmoid; NaN of a regression, whose logits are values
 * @property {number} logit
 */

/**
 * A token that a model wrote.
 *
 * @typedef {object} WrittenToken
 * @property {number} id
 * @property {string} token the vocabulary's piece
 * @property {string} text
 *   What it adds to the text. Where several tokens are one character, the last of them adds it and those before it nothing
 * @property {Prediction[]} alternatives the ten most likely, the most likely first
 * @property {(at: { layer: number, head?: number, kind?: 'self' | 'cross' }) => Promise<FloatTensor>} attention
 *   (S): the row of the query that wrote it, over all tokens so far; without `head` those of all heads, (H, S)
 */

/**
 * Which attention: that of tokens to each other, the default and in an encoder-decoder the decoder's; of the decoder to what
 * the encoder read; or the encoder's own.
 *
 * @typedef {'self' | 'cross' | 'encoder'} AttentionKind
 */

/**
 * A part of a head's map, pooled where it has more cells than `height` and `width`.
 *
 * @typedef {object} WindowOfMap
 * @property {number} layer
 * @property {number} head
 * @property {AttentionKind} [kind]
 * @property {[begin: number, end: number]} rows queries, `end` excluded
 * @property {[begin: number, end: number]} columns keys
 * @property {number} [width] cells of the result; default as many as columns
 * @property {number} [height] default as many as rows
 * @property {'mean' | 'max'} [reduce] default `mean`
 */

/**
 * Sizes, under the names that the rest of headwise has.
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
 * How a vision model takes images: sizes of config.json, and what preprocessor_config.json says is done before.
 *
 * @typedef {object} ImageInput
 * @property {number} channels
 * @property {{ height: number, width: number }} patch pixels
 * @property {{ down: number, across: number }} grid patches of an image of the size that it was trained with
 * @property {readonly ('class' | 'distillation' | 'register')[]} first tokens before the patches
 * @property {{ height: number, width: number } | { shortestEdge: number } | null} resize null: images stay as large as they are
 * @property {'nearest' | 'lanczos' | 'bilinear' | 'bicubic' | 'box' | 'hamming'} resample how it is resized
 * @property {{ height: number, width: number } | null} crop from the middle, after that
 * @property {number} scale that bytes are multiplied by
 * @property {readonly number[]} mean of each channel, which is then taken away
 * @property {readonly number[]} std and what is divided by
 * @property {boolean} isGiven whether there was such a file; if not, `resize` is to the size of config.json
 */

/**
 * What was found in the files.
 *
 * @typedef {object} ModelReport
 * @property {string[]} files
 * @property {string[]} unused
 *   Tensors that the model does not read and that change nothing: of heads that it has not, or of layers that its config does not count
 * @property {Record<string, string>} about what `writeModel` was given as `about`; empty for files of others
 * @property {number} bytes memory that the weights take, and the engine's about 4 MB
 * @property {Record<string, number>} dtypes how many tensors are stored in each type
 */

/**
 * A norm that has learned: (x - mean) / √(variance + epsilon) · weight + bias, or with `rms` x / √(mean(x²) + epsilon) · weight.
 *
 * @typedef {object} LayerNorm
 * @property {'layer' | 'rms'} type
 * @property {FloatTensor | null} weight (D), what is multiplied: 1 + w where a file has w
 * @property {FloatTensor | null} bias (D)
 * @property {number} epsilon
 */

/**
 * A step of the way from what was read to what enters the first layer, in the order in which the model takes them.
 *
 * - `tokens`: each token's row of a table; `scale`: times a number
 * - `types` and `positions`: a row of a table, or sines and cosines, is added
 * - `patches`: each patch's pixels through a linear map, behind the tokens that stand before them
 * - `projection`: a linear map to the width of the layers; `norm`: of each token
 *
 * @typedef {object} EmbeddingStep
 * @property {'tokens' | 'scale' | 'types' | 'positions' | 'patches' | 'projection' | 'norm'} name
 * @property {string[]} tensors that it takes, by their names in the file; none for what is computed
 * @property {readonly number[]} [rows] of the table, one for each token: an id, a type or a position
 * @property {FloatTensor} [added] (L, width), where something is added
 * @property {number} [by] of a scale, as float32
 * @property {FloatTensor} [pixels] (patches, channels · height · width) of patches
 * @property {FloatTensor} [weight] (out, in) of a linear map: y = x weightᵀ + bias; both are left out with `state: false`
 * @property {FloatTensor | null} [bias] (out)
 * @property {LayerNorm} [norm] what it has learned
 * @property {FloatTensor} output (L, width) after this step; the last one's is what enters the layer
 */

/**
 * One layer of a run in the form of an ordinary layer. Computed with these parameters and options from what enters it, it has
 * the maps of the run, to the rounding of float32.
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
 * @property {Record<string, FloatTensor>} state for `loadStateDict`: as float32, whatever the file stores
 * @property {{ scale: number, causal?: boolean | 'bottom-right', window?: { left?: number, right?: number }, softcap?: number,
 *   mask?: Mask, positions?: Positions }} options
 *   For `forward`. Rotary positions have their frequencies; ALiBi and relative positions are a `mask.bias` (H, L, S)
 * @property {FloatTensor} input (L, D), what enters the layer
 * @property {EmbeddingStep[] | null} embedding how `input` of layer 0 was made; null above it
 * @property {FloatTensor | null} normed (L, D), after the norm before attention; null where there is none
 * @property {FloatTensor} query (H, L, E), as projected from it; the trace has it after its norm and turn
 * @property {FloatTensor} key (Hkv, L, E), likewise
 * @property {FloatTensor | null} normedQuery (H, L, E), after `queryKeyNorm`; null without it
 * @property {FloatTensor | null} normedKey (Hkv, L, E)
 * @property {FloatTensor | null} turns
 *   (L, dims): of each position the cosines by which pairs are turned, then the sines; null without rotary positions
 * @property {FloatTensor} output (L, D), what attention gives, before `norms.inside`; heads that were removed give zeros
 * @property {FloatTensor} middle (L, D), what leaves attention with all that is around it; where the MLP takes the same x, before that is added
 * @property {{ before: LayerNorm | null, inside: LayerNorm | null, after: LayerNorm | null }} norms
 *   x = after(x + inside(attention(before(x))))
 * @property {('clip' | 'layerScale' | 'addsToNormed' | 'parallel')[]} more
 *   What the model does beside that: queries, keys and values are clipped, so that an ordinary layer has other maps; the output
 *   is multiplied by learned numbers; it is added to what the norm gives; the MLP takes the same x
 */

/**
 * One run of a model over a text. Maps are computed when they are asked for; nothing quadratic is held.
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
 *   As `model.predicts` says: of tokens (L, V), of classes (classes), of labels (L, labels), or (L) of one label; absent where the
 *   model has no head
 * @property {(at: { layer: number, head?: number, kind?: AttentionKind }) => Promise<FloatTensor>} attention
 *   (L, S); without `head` those of all heads, (H, L, S)
 * @property {(window: WindowOfMap) => Promise<FloatTensor>} attentionWindow (height, width), exact
 * @property {(at: { layer: number, kind?: AttentionKind, contributions?: boolean }) => Promise<Record<string, FloatTensor>>} trace
 *   every intermediate of a layer, under the names of a layer's trace, without B; and `exponentials` (H, L, S), e to the power of
 *   each masked score less the largest of its row. `contributions: false` leaves out what each head adds, (H, L, D)
 * @property {(at: { layer: number, kind?: 'self' | 'encoder', state?: boolean }) => Promise<LayerNumbers>} layer
 *   a layer's parameters, its options, what enters it and what it gives. `state: false` leaves its `state` empty, for it is the
 *   same in every run and large, as is the linear map of `embedding`
 * @property {(layer: number, options?: { stack?: 'encoder' | 'decoder' }) => Promise<FloatTensor>} hidden
 *   (L, D): what enters a layer; with numLayers what leaves the last, before a final norm
 * @property {(at?: { position?: number, top?: number }) => Prediction[]} predictions
 *   The most likely first, `top` of them, default 10: next tokens, words for a masked one, classes, or the labels of
 *   the token; 'unsupported' where there are no logits, with the reason
 * @property {() => FloatTensor} [embedding]
 *   The text's vector, (D): by the modules of a sentence-transformers folder, of which one that is not known here is
 *   'unsupported'. Without modules of models that only encode: as a GGUF file says, or else the mean over all tokens
 * @property {() => void} dispose frees what the run holds; the model stays
 *
 * @typedef {RunMembers & { [Symbol.dispose](): void }} Run
 */

/**
 * A model that is open. It runs on this thread; runs follow each other.
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
 *   What its head predicts: tokens, next or masked ones; classes of the whole text or image; labels of each token. null: it has no
 *   head that is known here
 * @property {Readonly<ModelSizes & { encoder?: ModelSizes, startId?: number }>} config
 *   Of the decoder, where there are two; then `startId` is the token that it begins with
 * @property {Readonly<Backend>} backend
 * @property {ModelReport} report
 * @property {(text: string | [string, string]) => ModelInput} tokenize
 *   A text, or a pair; 'unsupported' where the files have no tokenizer
 * @property {(ids: readonly number[]) => string} decode their text
 * @property {ImageInput} [image] of a model that reads images
 * @property {(image: { data: Uint8ClampedArray | Uint8Array, width: number, height: number }) => FloatTensor} pixels
 *   (channels, height, width), scaled and normalised as `image` says: of bytes as an ImageData has them, which the caller has
 *   resized and cropped
 * @property {(input: ModelInput | readonly number[] | TensorLike, options?: RunOptions) => Promise<Run>} run
 *   A text, its ids, or the pixels of an image, (channels, height, width)
 * @property {(input: ModelInput | readonly number[], options?: GenerateOptions) => AsyncGenerator<WrittenToken, void>} generate
 *   Writes on from a text, a token at a time
 * @property {() => Record<string, FloatTensor>} stateDict all tensors of the file as float32, a copy
 * @property {() => void} dispose frees the weights; later calls throw 'disposed'
 *
 * @typedef {ModelMembers & { [Symbol.dispose](): void }} Model
 */

/**
 * A model as `trainable` hands it to headwise/training. `contextLen` is that of the model, or the longest text up to which
 * its rotary frequencies stay the same. Where only some of its MLPs, or of its norms, have a bias, the others get one of 0.
 *
 * ```js
 * const { config, state, vocab } = trainable(model);
 * const transformer = createTransformer(await load(), config);
 * transformer.loadStateDict(state);
 * ```
 *
 * @typedef {object} Trainable
 * @property {TransformerConfig} config for `createTransformer`
 * @property {Record<string, FloatTensor>} state for `loadStateDict`: as float32, whatever the file stores
 * @property {string[]} vocab the names of the tokens 0, 1, 2 ..., for `writeModel`
 */

export * from './heads.js'; // holds no values
