// The types of the WebAssembly module's classes in src/bindings. Holds no code.

/**
 * The members of Emscripten's module that this package uses.
 *
 * @typedef {object} CoreModule
 * @property {new (threads: number, threadsFrom: number, maximum: number, limit: number) => EngineHandle} Engine
 * @property {new (engine: EngineHandle, config: Description, seed: number) => LayerHandle} Layer
 * @property {new (engine: EngineHandle, config: Description) => CacheHandle} Cache
 * @property {new (engine: EngineHandle, config: Description, layer: Description, call: Description, seed: number) => TransformerHandle} Transformer
 * @property {new () => AttentionDescription} AttentionRequest
 * @property {new () => Description} WindowRequest
 * @property {new () => Description} LayerConfig
 * @property {new () => Description} CacheConfig
 * @property {new () => TransformerConfigDescription} TransformerConfig
 * @property {new () => TransformerDescription} TransformerRequest
 * @property {new () => Description} OptimizerConfig
 * @property {WebAssembly.Memory} wasmMemory
 * @property {() => number} _headwise_exchange address of the exchange, see Gate
 * @property {(cause: unknown) => void} [onThreadError] called when a thread stops
 * @property {{ terminateAllThreads(): void }} [PThread]
 *
 * @typedef {object} Description a request or config of the core, see bindings.cpp: a property for each field
 * @property {() => void} delete
 *
 * @typedef {object} MaskList
 * @property {() => void} clearMasks
 * @property {(kind: number, elements: number, ...strides: [number, number, number, number]) => void} addMask
 *
 * @typedef {Description & MaskList} AttentionDescription
 *
 * @typedef {object} RemovedHeads
 * @property {() => void} clearRemoved
 * @property {(head: number) => void} removeHead
 *
 * @typedef {Description & RemovedHeads} TransformerDescription
 *
 * @typedef {object} PositionList slopes or frequencies
 * @property {() => void} clearPositions
 * @property {(value: number) => void} addPosition
 *
 * @typedef {Description & PositionList} TransformerConfigDescription
 *
 * @typedef {'AttentionRequest' | 'WindowRequest' | 'LayerConfig' | 'CacheConfig' | 'TransformerConfig' | 'TransformerRequest'
 *   | 'OptimizerConfig'} DescriptionName
 *
 * @typedef {object} Handle
 * @property {(length: number) => number} address of a buffer, see Gate
 * @property {() => void} delete
 *
 * @typedef {Handle & { pack(): void }} LayerHandle
 *
 * @typedef {{ delete(): void }} KeptHandle saved activations of a call, for gradients and windows
 *
 * @typedef {object} CacheHandle
 * @property {number} length
 * @property {(count: number) => void} append adds the keys and values that the finished call has written
 * @property {(length: number) => void} truncate
 * @property {() => void} delete
 *
 * @typedef {object} Outcome result of a loss or a train step
 * @property {number} loss
 * @property {number} counted
 * @property {number} correct
 * @property {number} gradientNorm
 * @property {number} rate
 * @property {number} diverged 1 or 0
 *
 * @typedef {object} TransformerMembers
 * @property {(engine: EngineHandle, request: Description, resultBytes: number) => void} plan
 * @property {(config: Description, dropoutSeed: number) => void} setOptimizer
 * @property {() => Outcome} outcome
 * @property {number} stepsDone
 * @property {(steps: number) => void} resetOptimizer
 * @property {(length: number, moment: number) => number} address of a parameter, or of its first or second moment
 * @property {() => void} delete
 *
 * @typedef {TransformerMembers} TransformerHandle
 *
 * @typedef {object} Planning
 * @property {(request: Description, resultBytes: number) => void} planAttention
 * @property {(layer: LayerHandle, cache: CacheHandle | null, request: Description, keyIsQuery: boolean, valueIsKey: boolean, averageHeads: boolean,
 *   resultBytes: number) => void} planForward
 * @property {(kept: KeptHandle, request: Description, resultBytes: number) => void} planWindow
 * @property {(kept: KeptHandle, biasMask: number, slopes: boolean, resultBytes: number) => void} planAttentionBackward
 * @property {(layer: LayerHandle, kept: KeptHandle, keyInQuery: boolean, valueInKey: boolean, biasMask: number,
 *   slopes: boolean, resultBytes: number) => void} planLayerBackward
 * @property {() => KeptHandle} takeKept takes ownership of the finished call's saved activations
 * @property {() => void} forgetKept
 * @property {(rows: number, inputDim: number, outputDim: number, bias: boolean, resultBytes: number) => void} planLinear
 * @property {(rows: number, size: number, steps: boolean, resultBytes: number) => void} planSoftmax
 * @property {(rows: number, width: number, epsilon: number, weight: boolean, bias: boolean,
 *   resultBytes: number) => void} planAddAndNorm
 * @property {(length: number, embedDim: number, seed: number, sinusoidal: boolean, offset: number, tokensGiven: boolean,
 *   positionsGiven: boolean, resultBytes: number) => void} planEmbed
 * @property {() => void} start
 * @property {(milliseconds: number) => number} step 0: unfinished; 1: a part of the maps is ready; 2: done
 * @property {number} partFirst first row of the part in the maps, over batch, heads and queries
 * @property {number} partCount number of rows
 * @property {number} partPlace first row of the part in the buffer
 * @property {() => void} stop ends an unfinished call
 * @property {number} progress
 * @property {number} threads
 *
 * @typedef {Handle & Planning} EngineHandle
 */

export {};
