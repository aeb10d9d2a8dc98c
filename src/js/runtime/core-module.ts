// The types of the WebAssembly module's classes in src/bindings. Holds no code.

/** The members of Emscripten's module that this package uses. */
export interface CoreModule {
  Engine: new (
    threads: number,
    threadsFrom: number,
    maximum: number,
    limit: number,
  ) => EngineHandle;
  Layer: new (engine: EngineHandle, config: Description, seed: number) => LayerHandle;
  Cache: new (engine: EngineHandle, config: Description) => CacheHandle;
  Transformer: new (
    engine: EngineHandle,
    config: Description,
    layer: Description,
    call: Description,
    seed: number,
  ) => TransformerHandle;
  AttentionRequest: new () => AttentionDescription;
  WindowRequest: new () => Description;
  LayerConfig: new () => Description;
  CacheConfig: new () => Description;
  TransformerConfig: new () => TransformerConfigDescription;
  TransformerRequest: new () => TransformerDescription;
  OptimizerConfig: new () => Description;
  /** in the models' core */
  PassRequest: new () => PassDescription;
  wasmMemory: WebAssembly.Memory;
  /** address of the exchange, see Gate */
  _headwise_exchange: () => number;
  /** called when a thread stops */
  onThreadError?: (cause: unknown) => void;
  PThread?: { terminateAllThreads(): void };
}

/** a request or config of the core, see bindings.cpp: a property for each field */
export interface Description {
  delete: () => void;
}

interface MaskList {
  clearMasks: () => void;
  addMask: (kind: number, elements: number, ...strides: [number, number, number, number]) => void;
}

export type AttentionDescription = Description & MaskList;

type PassDescription = Description & {
  clearChanges: () => void;
  removeHead: (block: number, head: number) => void;
  replace: (block: number, what: number) => void;
  replaceRow: (row: number) => void;
};

interface RemovedHeads {
  clearRemoved: () => void;
  removeHead: (head: number) => void;
}

type TransformerDescription = Description & RemovedHeads;

/** slopes or frequencies */
interface PositionList {
  clearPositions: () => void;
  addPosition: (value: number) => void;
}

type TransformerConfigDescription = Description & PositionList;

export type DescriptionName =
  | 'AttentionRequest'
  | 'WindowRequest'
  | 'LayerConfig'
  | 'CacheConfig'
  | 'TransformerConfig'
  | 'TransformerRequest'
  | 'OptimizerConfig'
  | 'PassRequest';

export interface Handle {
  /** of a buffer, see Gate */
  address: (length: number) => number;
  delete: () => void;
}

export type LayerHandle = Handle & { pack(): void };

/** saved activations of a call, for gradients and windows */
type KeptHandle = { delete(): void };

export interface CacheHandle {
  length: number;
  /** adds the keys and values that the finished call has written */
  append: (count: number) => void;
  truncate: (length: number) => void;
  delete: () => void;
}

/** result of a loss or a train step */
interface Outcome {
  loss: number;
  counted: number;
  correct: number;
  gradientNorm: number;
  rate: number;
  /** 1 or 0 */
  diverged: number;
}

interface TransformerMembers {
  plan: (engine: EngineHandle, request: Description, resultBytes: number) => void;
  setOptimizer: (config: Description, dropoutSeed: number) => void;
  outcome: () => Outcome;
  stepsDone: number;
  resetOptimizer: (steps: number) => void;
  /** of a parameter, or of its first or second moment */
  address: (length: number, moment: number) => number;
  delete: () => void;
}

export type TransformerHandle = TransformerMembers;

interface Planning {
  planAttention: (request: Description, resultBytes: number) => void;
  planForward: (
    layer: LayerHandle,
    cache: CacheHandle | null,
    request: Description,
    keyIsQuery: boolean,
    valueIsKey: boolean,
    averageHeads: boolean,
    resultBytes: number,
  ) => void;
  planWindow: (kept: KeptHandle, request: Description, resultBytes: number) => void;
  planAttentionBackward: (
    kept: KeptHandle,
    biasMask: number,
    slopes: boolean,
    resultBytes: number,
  ) => void;
  planLayerBackward: (
    layer: LayerHandle,
    kept: KeptHandle,
    keyInQuery: boolean,
    valueInKey: boolean,
    biasMask: number,
    slopes: boolean,
    resultBytes: number,
  ) => void;
  /** takes ownership of the finished call's saved activations */
  takeKept: () => KeptHandle;
  forgetKept: () => void;
  planLinear: (
    rows: number,
    inputDim: number,
    outputDim: number,
    bias: boolean,
    resultBytes: number,
  ) => void;
  planSoftmax: (rows: number, size: number, steps: boolean, resultBytes: number) => void;
  planAddAndNorm: (
    rows: number,
    width: number,
    epsilon: number,
    weight: boolean,
    bias: boolean,
    resultBytes: number,
  ) => void;
  planEmbed: (
    length: number,
    embedDim: number,
    seed: number,
    sinusoidal: boolean,
    offset: number,
    tokensGiven: boolean,
    positionsGiven: boolean,
    resultBytes: number,
  ) => void;
  start: () => void;
  /** 0: unfinished; 1: a part of the maps is ready; 2: done */
  step: (milliseconds: number) => number;
  /** first row of the part in the maps, over batch, heads and queries */
  partFirst: number;
  /** number of rows */
  partCount: number;
  /** first row of the part in the buffer */
  partPlace: number;
  /** ends an unfinished call */
  stop: () => void;
  progress: number;
  threads: number;
}

export type EngineHandle = Handle & Planning;

export {};
