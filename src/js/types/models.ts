// The public types of opened models. Holds no code.

import type {
  AsyncHeadwise,
  Backend,
  FloatTensor,
  Headwise,
  MultiHeadAttentionTrace,
  TensorLike,
} from './index.ts';
import type { Attribution, LensAt, Measure, ScoreAt, ScoreParts } from './causes.ts';
import type { LayerNumbers } from './model-layer.ts';
import type { TransformerConfig } from './training.ts';

/**
 * Options of openModel.
 *
 * ```js
 * const model = await openModel('models/bert', { threads: 'auto', memoryLimit: 2 ** 30 });
 * ```
 */
export interface OpenOptions {
  /**
   * The weights in memory. `stored`, the default: as in the file, dequantised during products. `float32`: converted once.
   */
  weights?: 'stored' | 'float32';
  /**
   * The arithmetic of products with weights. `exact`, the default: float32. `int8`: products with quantised weights round
   * the other factor to 8 bits, in blocks of 32 numbers, and add whole numbers: 1.3 to 1.8 times as many written tokens per
   * second as `exact` with the same `simd`, see speed.md. The products have the same bits on every machine and any number of
   * threads, but other numbers than `exact`. Weights of F32, F16 and BF16, and all with `weights: 'float32'`, are computed
   * exactly
   */
  arithmetic?: 'exact' | 'int8';
  /**
   * Names of fields of config.json to ignore, if the file is from a newer transformers than this version of headwise knows and
   * no known class has these fields. Otherwise such a field is refused by its name.
   */
  ignore?: readonly string[];
  /** bytes; a call that needs more is refused with both figures */
  memoryLimit?: number;
  /** the option of `load`; default `fixed`, the same bits on every machine */
  simd?: 'fixed' | 'auto' | 'relaxed';
  /**
   * The option of `load`: default 1; any number gives the same bits. `model.backend` has the actual number and the reason.
   */
  threads?: number | 'auto';
  /** The option of `load`: the least operations of a call that is split among threads; default 4,000,000 */
  threadsFrom?: number;
  /** The option of `load`: the core of models, `headwise/models-fixed.wasm`, where code may not be compiled at run time */
  wasm?: string | URL | Response | ArrayBuffer | Uint8Array | object;
  /**
   * Whether the model runs in a worker of its own: see WorkerOptions. Default false, or the place of `engine`
   */
  worker?: false;
  /**
   * An engine of `load`: the model is opened as the engine was, with its `simd`, `threads`, `threadsFrom` and `memoryLimit`.
   * Options beside it win. The model has a core of its own, so either may be disposed of first, and each has that limit
   */
  engine?: Headwise;
  /**
   * Whether the model is handed over early: as soon as all tensors are known to fit. Layers follow in order, and the table of
   * tokens comes last, because a run reads the rows of its own tokens before. A run waits for each layer, and `onLayer` of `run`
   * has the layer's maps at once. `config` and `report` are complete but for `report.bytes`. Until `model.loaded`
   * resolves, `generate`, `stateDict` and functions of the model's weights are 'unsupported'. Default false
   */
  early?: boolean;
  /** stops opening, also after the model is handed over early */
  signal?: AbortSignal;
  /** Progress of a file, in bytes read, fetched or found in the browser's cache */
  onProgress?: (done: number, total: number, file: string) => void;
}

/**
 * Options of openModel for a model in a worker of its own, so that this thread never waits for it. The handle is the same, but
 * `stateDict` and `trainable` return promises. Where no worker can start, the model runs on this thread, and `backend.reason`
 * says so. With an `engine` that is in a worker itself, `worker` may be left out.
 *
 * ```js
 * const model = await openModel(files, { worker: true, onProgress: (done, total) => bar.set(done / total) });
 * ```
 */
export type WorkerOptions = Omit<OpenOptions, 'worker' | 'engine'> &
  (
    | { worker: true; engine?: Headwise | AsyncHeadwise }
    | { worker?: undefined; engine: AsyncHeadwise }
  );

/**
 * A tokenised text, the input of a model.
 *
 * ```js
 * const { ids, texts, spans } = model.tokenize('The animal was tired.');
 * ```
 */
export interface ModelInput {
  /** of the tokens; the following arrays have the same length */
  ids: number[];
  /** the vocabulary's pieces: `Ġanimal`, `Ã¼`, `##ing` */
  tokens?: string[];
  /**
   * Display texts: ` animal`, `ü`. The first piece of a word has its space if the piece has a marker for it; `##ing` keeps its
   * marker, which says that the word continues. Bytes of an incomplete character are displayed as numbers, `⟨C3⟩`; special
   * tokens are unchanged
   */
  texts?: string[];
  /** Offsets of each token in the text, in UTF-16 units; special tokens have [0, 0] */
  spans?: [start: number, end: number][];
  /** index of each token's word; -1 for special tokens */
  words?: number[];
  /** 0 for the first text, 1 for the second; default 0 */
  typeIds?: number[];
}

/**
 * Interventions in a run, and its observation. All later steps use the changed values.
 *
 * ```js
 * const run = await model.run(text, { ablate: [{ layer: 4, head: 7 }], signal });
 * ```
 */
export interface RunOptions {
  /** heads whose output is set to zeros */
  ablate?: readonly { layer: number; head: number }[];
  /**
   * Replacements of intermediates, in the shapes of a trace: attention (H, L, S), heads (H, L, E), query (H, L, E),
   * key and value (Hkv, S, E); and of the stream, (L, D): `residual` enters the layer, `mlp` is what its MLP adds. A leading
   * batch dimension of 1 is allowed. With `positions`, only those rows are replaced, and the tensor has one row for each
   */
  replace?: readonly {
    layer: number;
    name: 'attention' | 'heads' | 'query' | 'key' | 'value' | 'residual' | 'mlp';
    tensor: TensorLike;
    positions?: readonly number[];
  }[];
  /** decoder input of an encoder-decoder, with its start token */
  target?: ModelInput | readonly number[];
  /** stops the run between layers */
  signal?: AbortSignal;
  /** called with the progress, 0 to 1 */
  onProgress?: (done: number) => void;
  /** called after each layer, the encoder's first; of a batch, for one text after the other */
  onLayer?: (maps: LayerMaps) => void;
}

/**
 * The maps of one layer, while a run is under way: the numbers that the run gives for it in the end, bit for bit.
 *
 * ```js
 * const model = await openModel(files, { early: true });
 * const onLayer = async ({ layer, attention }) => draw(layer, await attention({ head: 3 }));
 * const run = await model.run(text, { onLayer }); // when all layers are there
 * ```
 */
export interface LayerMaps {
  layer: number;
  /** the stack of an encoder-decoder; of other models `self` */
  kind: 'self' | 'encoder';
  /** the map of a head, (L, L), or of all heads, (H, L, L); the model stays open meanwhile, and in a worker the run may not fail */
  attention: (at?: { head?: number }) => Promise<FloatTensor>;
}

/**
 * Options of text generation.
 *
 * ```js
 * for await (const { text } of model.generate('The cat', { maxTokens: 20, temperature: 0.8, seed: 1 })) show(text);
 * ```
 */
export interface GenerateOptions {
  /** default 50 */
  maxTokens?: number;
  /** default 0: always the most probable token */
  temperature?: number;
  /** number of most probable tokens to sample from; default 0: all */
  topK?: number;
  /**
   * The same seed generates the same text, also when it continues from the middle: random numbers depend on the position.
   * Default 0
   */
  seed?: number;
  /** heads whose output is set to zeros */
  ablate?: readonly { layer: number; head: number }[];
  /**
   * For an encoder-decoder: the decoder's text so far, with its start token; default the start token alone
   */
  target?: ModelInput | readonly number[];
  signal?: AbortSignal;
}

/** A predicted token, class or label, with its probability. */
export interface Prediction {
  /** of the token, class or label */
  id: number;
  /** the vocabulary's piece, or the name of the class or label */
  token: string;
  /** its display text, as in `texts` of a ModelInput */
  text: string;
  /**
   * By the softmax without temperature; by the sigmoid for classes that do not exclude each other (config.json's problem_type
   * is multi_label_classification) and for a single class or label; NaN for a regression, whose logits are values
   */
  probability: number;
  logit: number;
}

/** A generated token. */
export interface WrittenToken {
  id: number;
  /** the vocabulary's piece */
  token: string;
  /**
   * Its addition to the text. If several tokens form one character, the last of them adds it and the others add nothing
   */
  text: string;
  /** the ten most probable tokens, in descending order */
  alternatives: Prediction[];
  /**
   * (S): the row of the query that predicted the token, over all tokens so far; without `head` the rows of all heads, (H, S)
   */
  attention: (at: {
    layer: number;
    head?: number;
    kind?: 'self' | 'cross';
  }) => Promise<FloatTensor>;
}

/**
 * The kind of attention. `self`, the default: among tokens, in an encoder-decoder among the decoder's; `cross`: from the
 * decoder to the encoder's output; `encoder`: among the encoder's tokens.
 *
 * ```js
 * await run.attention({ layer: 0, head: 3, kind: 'cross' }); // (target, source)
 * ```
 */
export type AttentionKind = 'self' | 'cross' | 'encoder';

/**
 * A part of a head's map, pooled if it has more cells than `height` and `width`.
 *
 * ```js
 * const rows = [0, 4096];
 * await run.attentionWindow({ layer: 2, head: 0, rows, columns: rows, width: 256, height: 256 }); // (256, 256)
 * ```
 */
export interface WindowOfMap {
  layer: number;
  head: number;
  kind?: AttentionKind;
  /** queries, `end` excluded */
  rows: [begin: number, end: number];
  /** keys */
  columns: [begin: number, end: number];
  /** columns of the result; default the number of columns of the part */
  width?: number;
  /** rows of the result; default the number of rows of the part */
  height?: number;
  /** default `mean` */
  reduce?: 'mean' | 'max';
}

/** Sizes of a model, under the names of headwise. */
export interface ModelSizes {
  numLayers: number;
  /** H */
  numHeads: number;
  /** Hkv */
  numKvHeads: number;
  /** E */
  headDim: number;
  /** D */
  embedDim: number;
  /** V */
  vocabSize: number;
  /** the longest text, in tokens */
  contextLen: number;
}

/**
 * The image input of a vision model: sizes from config.json, and the preprocessing from preprocessor_config.json.
 */
export interface ImageInput {
  channels: number;
  /** pixels */
  patch: { height: number; width: number };
  /** numbers of patches in an image of the training size */
  grid: { down: number; across: number };
  /** tokens before the patches */
  first: readonly ('class' | 'distillation' | 'register')[];
  /** null: images keep their size */
  resize: { height: number; width: number } | { shortestEdge: number } | null;
  /** filter for resizing */
  resample: 'nearest' | 'lanczos' | 'bilinear' | 'bicubic' | 'box' | 'hamming';
  /** center crop after resizing */
  crop: { height: number; width: number } | null;
  /** factor of the bytes */
  scale: number;
  /** per-channel mean, subtracted after scaling */
  mean: readonly number[];
  /** per-channel standard deviation, which divides the difference */
  std: readonly number[];
  /** whether preprocessor_config.json exists; if not, `resize` is the size in config.json */
  isGiven: boolean;
}

/** Facts about a model's files. */
export interface ModelReport {
  files: string[];
  /**
   * Tensors that the model does not use and that do not affect it: of heads that it lacks, or of layers beyond its config
   */
  unused: string[];
  /** the notes given to `writeModel`; empty for other files */
  about: Record<string, string>;
  /** memory of the weights, and about 4 MB of the engine */
  bytes: number;
  /** bytes of the tensors in the files, by dtype */
  dtypes: Record<string, number>;
}

/** Every intermediate of a layer in a run, without B. */
export type RunTrace = Omit<MultiHeadAttentionTrace, 'contributions'> & {
  /** (H, L, S), e to the power of each masked score minus the largest score of its row */
  exponentials: FloatTensor;
};

export type TraceOfRun = {
  (at: { layer: number; kind?: AttentionKind; contributions: false }): Promise<RunTrace>;
  (at: {
    layer: number;
    kind?: AttentionKind;
    contributions?: boolean;
  }): Promise<RunTrace & Pick<MultiHeadAttentionTrace, 'contributions'>>;
};

export interface RunMembers {
  /** the tokens that the model read; absent for an image. A copy */
  input?: ModelInput;
  /** of an encoder-decoder, the tokens that the decoder read */
  target?: ModelInput;
  /**
   * By `model.predicts`: of tokens (L, V), of classes (classes), of labels (L, labels), or (L) of one label; absent if the
   * model has no head
   */
  logits?: FloatTensor;
  /**
   * (L, S); without `head` the maps of all heads, (H, L, S). `weigh` multiplies each weight by what its value writes: by the
   * length of the value, |v|, or of its output, |v W_O|, before a norm on it. `without: 'first'` leaves out the first token:
   * its column is 0. Rows then add up to 1 again, or to 0 where nothing remains
   */
  attention: (at: {
    layer: number;
    head?: number;
    kind?: AttentionKind;
    weigh?: 'none' | 'values' | 'output';
    without?: 'first';
  }) => Promise<FloatTensor>;
  /** (height, width), exact */
  attentionWindow: (window: WindowOfMap) => Promise<FloatTensor>;
  /**
   * every intermediate of a layer, under the names of a layer's trace, without B; and `exponentials` (H, L, S), e to the power
   * of each masked score minus the largest score of its row. `contributions: false` leaves out the heads' contributions,
   * (H, L, D)
   */
  trace: TraceOfRun;
  /**
   * a layer's parameters, options, input and output. `state: false` leaves out `state` and the linear map of `embedding`, which
   * are large and the same in every run
   */
  layer: (at: {
    layer: number;
    kind?: 'self' | 'encoder';
    state?: boolean;
  }) => Promise<LayerNumbers>;
  /**
   * (L, D): the input of a layer; with numLayers the output of the last layer, before a final norm
   */
  hidden: (layer: number, options?: { stack?: 'encoder' | 'decoder' }) => Promise<FloatTensor>;
  /**
   * A number of the answer: a logit, a difference of two, a log probability, or a function of the run
   */
  measure: (measure: Measure) => Promise<number>;
  /**
   * (L, D), the stream of a layer: what enters it, what its MLP reads (`middle`; after a norm, where one follows the attention's
   * sum), or what leaves it, the default. `middle` is 'unsupported' where attention and MLP read the same input
   */
  residual: (at: { layer: number; at?: 'in' | 'middle' | 'out' }) => Promise<FloatTensor>;
  /** (L, D), what the MLP of a layer adds to the stream; 'unsupported' for a layer without one */
  mlp: (at: { layer: number }) => Promise<FloatTensor>;
  /**
   * The model's own head, its final norm included, applied to the stream of a layer: logits (L, V), with `position` (V), of
   * classes (classes); and the most probable predictions of the position, by default the last or the only mask. After the last
   * layer they are the run's logits
   */
  lens: (at: LensAt) => Promise<{ logits: FloatTensor; predictions: Prediction[] }>;
  /**
   * A measure as a sum: what the embedding, every head, every MLP and the biases add to it, through the final norm at the scale
   * that it had, and through the model's head. A norm, an activation and a softcap on the way count by the factor that they had. A log
   * probability is the logit less the mean of all logits by their probabilities; the part named bias contains the entropy
   */
  attribution: (measure: Measure) => Promise<Attribution>;
  /**
   * One score of a head, q · k, as a sum: where the query and the key come from, each from token, position, type, every earlier
   * head and MLP, and biases. Norms count by the factor that they had, rotary positions as the run computed them. A stream, a query or a
   * key that was replaced is 'unsupported'
   */
  scoreParts: (at: ScoreAt) => Promise<ScoreParts>;
  /**
   * The most probable first, `top` of them, default 10: next tokens, words for a masked token, classes, or the labels of
   * the token; 'unsupported' without logits, with the reason
   */
  predictions: (at?: { position?: number; top?: number }) => Prediction[];
  /**
   * The text's vector, (D): by the modules of a sentence-transformers folder; an unknown module is 'unsupported'. Without
   * modules, for encoders: by the pooling of a GGUF file, or else the mean over all tokens
   */
  embedding?: () => FloatTensor;
  /** frees the run's memory; the model stays open */
  dispose: () => void;
}

/**
 * One run of a model over a text. Maps are computed on request; no data of quadratic size are stored.
 *
 * ```js
 * const run = await model.run(model.tokenize('The animal was tired.'), { ablate: [{ layer: 0, head: 3 }] });
 * const map = await run.attention({ layer: 5, head: 1 }); // (L, S)
 * const [best] = run.predictions({ position: 3 });
 * run.dispose();
 * ```
 */
export type Run = RunMembers & { [Symbol.dispose](): void };

/**
 * Runs a model once: over a text, a pair of texts, a tokenised text, token ids, or the pixels of an image, (channels, height,
 * width). A list of texts is a batch, which gives a run for each, in order; the memory of each is freed by its own `dispose`.
 * Two texts are a pair: a batch of two is `[['one'], ['two']]`, a batch of pairs `[['a', 'b'], ['c', 'd']]`.
 *
 * ```js
 * const run = await model.run('The animal was tired.');
 * const pair = await model.run(['Is it tired?', 'The animal was tired.']); // of an encoder
 * const runs = await model.run(['One text.', 'Another.', 'A third.']);
 * ```
 */
export type RunModel = {
  (
    input: string | [string, string] | ModelInput | readonly number[],
    options?: RunOptions,
  ): Promise<Run & { input: ModelInput }>;
  (input: ModelInput | TensorLike, options?: RunOptions): Promise<Run>;
  (
    input: readonly (string | readonly [string] | readonly [string, string])[],
    options?: RunOptions,
  ): Promise<Run[]>;
};

/** The properties and methods of a Model, without disposal by `using`. */
export interface ModelMembers {
  /** config.json's model_type, or GGUF's general.architecture */
  architecture: string;
  kind: 'encoder' | 'decoder' | 'encoder-decoder' | 'vision';
  /**
   * The predictions of its head: next or masked tokens; classes of the whole text or image; labels of each token. null: no
   * known head
   */
  predicts: 'tokens' | 'classes' | 'labels' | null;
  /** whether `contacts` has an answer: the file has the contact head of ESM */
  predictsContacts: boolean;
  /** For an encoder-decoder, the decoder's sizes; `startId` is then the decoder's start token */
  config: Readonly<ModelSizes & { encoder?: ModelSizes; startId?: number }>;
  backend: Readonly<Backend>;
  report: ModelReport;
  /** Tokenises a text or a pair; 'unsupported' if the files have no tokenizer */
  tokenize: (text: string | [string, string]) => ModelInput;
  /** returns the text of tokens */
  decode: (ids: readonly number[]) => string;
  /** of a model that reads images */
  image?: ImageInput;
  /**
   * (channels, height, width), scaled and normalised by `image`, from RGBA bytes like an ImageData's; the caller has resized
   * and cropped the image
   */
  pixels: (image: {
    data: Uint8ClampedArray | Uint8Array;
    width: number;
    height: number;
  }) => FloatTensor;
  /** Runs the model once */
  run: RunModel;
  /** Continues a text, one token at a time */
  generate: (
    input: string | ModelInput | readonly number[],
    options?: GenerateOptions,
  ) => AsyncGenerator<WrittenToken, void>;
  /**
   * Resolves when all weights are read: at once, unless the model was opened with `early`. Rejects with the error that
   * openModel would have thrown; the model is then disposed of
   */
  loaded: Promise<void>;
  /** all tensors of the file as float32, a copy */
  stateDict: () => Record<string, FloatTensor>;
  /** frees the weights; later calls throw 'disposed' */
  dispose: () => void;
}

/**
 * An opened model. It computes on this thread, one run at a time; with `{ worker: true }` in a worker of its own.
 *
 * ```js
 * const model = await openModel('models/all-MiniLM-L6-v2');
 * console.log(model.architecture, model.config.numLayers, model.config.numHeads);
 * const input = model.tokenize('The animal was tired.');
 * ```
 */
export type Model = ModelMembers & { [Symbol.dispose](): void };

/**
 * An opened model in a worker of its own: the handle of `Model`, whose computation does not block this thread.
 *
 * ```js
 * const model = await openModel(files, { worker: true });
 * const run = await model.run(text, { signal }); // a new text may stop the run of the one before
 * ```
 */
export type WorkerModel = Omit<Model, 'stateDict'> & {
  stateDict: () => Promise<Record<string, FloatTensor>>;
};

/**
 * A model in the form for headwise/training, the result of `trainable`. `contextLen` is the model's, or the longest text up to
 * which its rotary frequencies are constant. If only some of its MLPs or norms have a bias, the others get a bias of zeros.
 *
 * ```js
 * const { config, state, vocab } = trainable(model);
 * const transformer = createTransformer(await load(), config);
 * transformer.loadStateDict(state);
 * ```
 */
export interface Trainable {
  /** for `createTransformer` */
  config: TransformerConfig;
  /** for `loadStateDict`: float32, whatever the file's dtype */
  state: Record<string, FloatTensor>;
  /** names of the tokens 0, 1, 2 ..., for `writeModel` */
  vocab: string[];
}

export * from './heads.ts'; // types only
export * from './causes.ts'; // types only
export * from './model-layer.ts'; // types only
