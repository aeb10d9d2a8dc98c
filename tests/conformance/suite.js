// A suite has another implementation's own cases, each a call of headwise and the original's
// result. A suite makes the calls; compare.js knows the tolerance, and run.js the engine.

/** @import { AttentionOptions, AttentionResult, PlainTensor, ForwardOptions, MultiHeadAttentionConfig, MultiHeadAttentionResult, TensorLike } from '../../src/js/types/index.ts' */
/** @import { ReferenceHeadwise } from '../../src/js/reference/types.ts' */
/** @import { Read } from './pack.js' */

/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {string} version of the original, such as 'onnx 1.23.2'
 * @property {Case[]} cases
 * @property {LeftOut[]} leftOut cases of the original's that are not among them
 *
 * @typedef {object} Case
 * @property {string} name
 * @property {(engine: Engine, oracle: ReferenceHeadwise) => Promise<Check[]>} run
 *   the oracle adds a float32 bound for every number
 *
 * @typedef {{ what: string, why: string }} LeftOut
 *
 * @typedef {(read: Read) => Promise<Suite>} LoadSuite
 */

/**
 * One tensor that was computed, beside what the original gives.
 *
 * @typedef {object} Check
 * @property {string} place the original's name for it, such as 'present_key'
 * @property {Numbers} computed
 * @property {Numbers} expected
 * @property {Numbers} bound of a float32 computation's rounding, to first order, for each number
 * @property {number} [coarser] than float32 the original computed: default 1; 2^13 with float16, 0
 * with float64
 * @property {ArrayLike<number>} [lost] for each number, the rounding of the original's record,
 * which has few digits
 *
 * @typedef {{ readonly data: ArrayLike<number>, readonly shape: readonly number[] }} Numbers
 */

/**
 * The engine, the engine in a worker, or the reference.
 *
 * @typedef {object} Engine
 * @property {(query: TensorLike, key: TensorLike, value: TensorLike, options?: AttentionOptions) => Later<AttentionResult<Numbers>>} scaledDotProductAttention
 * @property {(config: MultiHeadAttentionConfig) => Later<EngineLayer>} createMultiHeadAttention
 *
 * @typedef {object} EngineLayer
 * @property {(query: TensorLike, key?: TensorLike, value?: TensorLike, options?: ForwardOptions) => Later<MultiHeadAttentionResult<Numbers>>} forward
 * @property {(state: Readonly<Record<string, TensorLike>>) => Later<void>} loadStateDict
 * @property {() => Later<void>} dispose
 */

/**
 * @template T
 * @typedef {T | Promise<T>} Later
 */

/**
 * @typedef {object} AttentionCall
 * @property {PlainTensor} query
 * @property {PlainTensor} key
 * @property {PlainTensor} value
 * @property {AttentionOptions} [options]
 *
 * @typedef {object} LayerCall
 * @property {MultiHeadAttentionConfig} config
 * @property {Record<string, PlainTensor>} state
 * @property {PlainTensor} query
 * @property {PlainTensor} [key]
 * @property {PlainTensor} [value]
 * @property {ForwardOptions} [options]
 */

/**
 * Makes a call, and has the oracle make it.
 *
 * @param {Engine} engine
 * @param {ReferenceHeadwise} oracle
 * @param {AttentionCall} call
 */
export async function attend(engine, oracle, { query, key, value, options = {} }) {
  const computed = await engine.scaledDotProductAttention(query, key, value, options);
  const exact = oracle.scaledDotProductAttention(query, key, value, { ...options, bounds: true });
  const bounds = /** @type {NonNullable<typeof exact.bounds>} */ (exact.bounds);
  return { computed, exact, bounds };
}

/**
 * The same for a layer with the given parameters.
 *
 * @param {Engine} engine
 * @param {ReferenceHeadwise} oracle
 * @param {LayerCall} call
 */
export async function forward(engine, oracle, { config, state, query, key, value, options = {} }) {
  const layer = await engine.createMultiHeadAttention(config);
  await layer.loadStateDict(state);
  const computed = await layer.forward(query, key, value, options);
  await layer.dispose();
  const oracleLayer = oracle.createMultiHeadAttention(config);
  oracleLayer.loadStateDict(state);
  const exact = oracleLayer.forward(query, key, value, { ...options, bounds: true });
  const bounds = /** @type {NonNullable<typeof exact.bounds>} */ (exact.bounds);
  return { computed, exact, bounds };
}
