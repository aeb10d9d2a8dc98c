// From whatever was given to a model that runs: finds the files, reads what config.json says, and looks for the tensors.

import { platform } from 'headwise:platform';
import { HeadwiseError } from '../arguments/errors.js';
import { checkLoad } from '../loading/load-options.js';
import { loadCore } from '../loading/load.js';
import { ModelEngine } from './engine.js';
import { FAMILIES } from './families/index.js';
import { Model } from './model.js';
import { openFiles } from './files.js';
import { WeightStore } from './weights.js';

/** @import { Description } from './description.js' */
/** @import { Reading } from './families/common.js' */

/**
 * @typedef {object} OpenOptions
 * @property {'stored' | 'float32'} [weights] how they lie in memory; default 'stored', as in the file
 * @property {number} [memoryLimit] bytes
 * @property {AbortSignal} [signal]
 * @property {(done: number, total: number, file: string) => void} [onProgress] bytes that were read
 */

const OPTIONS = ['weights', 'memoryLimit', 'signal', 'onProgress', 'simd', 'threads'];

/**
 * Opens a model from its files: config.json and weights, or one GGUF file.
 *
 * @param {import('./files.js').ModelSource} source
 * @param {OpenOptions} [options]
 * @returns {Promise<Model>}
 * @throws {HeadwiseError} 'format' for files that are not as they should be, 'unsupported' for an architecture that is not
 *   known, 'fetch' where a file cannot be had, 'memory' where it has no room
 *
 * @example
 * const model = await openModel('models/all-MiniLM-L6-v2');
 * const run = await model.run(model.tokenize('The animal was tired.'));
 * const map = await run.attention({ layer: 0, head: 3 }); // (L, L)
 */
export async function openModel(source, options = {}) {
  const { weights: form = 'stored', memoryLimit, signal, onProgress } = checkOptions(options);
  const found = await openFiles(source, { signal, onProgress });
  const { config, tensors, tokenizer, pooling } = found;
  const architecture = String(config.model_type ?? 'a model without model_type');
  const read = tableOf(architecture, config, tensors.names);
  const { core, backend } = await loadCore(platform, checkLoad({ memoryLimit }));
  const engine = new ModelEngine(core, backend);
  try {
    const names = new Set(tensors.names);
    const ends = (/** @type {string} */ name) =>
      names.has(name) || tensors.names.some((one) => one.endsWith(`.${name}`));
    const { power, logarithm } = engine;
    const description = read({ config, has: ends, power, logarithm });
    const weights = new WeightStore(engine, tensors, description.anchor, form === 'float32');
    tieHead(description, weights);
    loadAll(description, weights);
    const report = {
      files: found.files,
      unused: weights.unused,
      bytes: engine.bytes,
      dtypes: found.dtypes,
    };
    return new Model({
      ...{ engine, weights, description, config, architecture, tokenizer, pooling, report },
    });
  } catch (error) {
    engine.dispose();
    throw error;
  }
}

/** @param {OpenOptions} options */
function checkOptions(options) {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`options: expected an object, got ${options}`);
  }
  for (const name of Object.keys(options)) {
    if (!OPTIONS.includes(name)) {
      throw new TypeError(`options: expected ${OPTIONS.join(', ')}, got ${name}`);
    }
  }
  const { weights } = options;
  if (weights !== undefined && weights !== 'stored' && weights !== 'float32') {
    throw new TypeError(`weights: expected 'stored' or 'float32', got ${weights}`);
  }
  return options;
}

/**
 * @param {string} architecture
 * @param {Record<string, any>} config
 * @param {readonly string[]} names
 * @returns {(reading: Reading) => Description}
 */
function tableOf(architecture, config, names) {
  if (Object.hasOwn(FAMILIES, architecture)) return FAMILIES[architecture];
  const experts = names.find((name) => /\bexperts?\b|block_sparse_moe|router/.test(name));
  const why = experts ? `; it is a mixture of experts (${experts}), which cannot be run` : '';
  throw new HeadwiseError(
    'unsupported',
    `architecture ${architecture}: expected one of ${Object.keys(FAMILIES).join(', ')}${why}. ` +
      `Its tensors begin with ${names.slice(0, 6).join(', ')}`,
  );
}

/**
 * A head that the file does not have is the embedding.
 *
 * @param {Description} description
 * @param {WeightStore} weights
 */
function tieHead({ head, stack }, weights) {
  for (const step of head?.steps ?? []) {
    if (!('linear' in step)) continue;
    const { weight } = step.linear;
    const name = typeof weight === 'string' ? weight : weight.name;
    if (weights.has(name) || !/(lm_head|decoder|embed_out|vocab_projector)\.weight$/.test(name))
      continue;
    if (stack.embedding.tokens) step.linear.weight = stack.embedding.tokens;
  }
}

/**
 * Everything that a run needs, now: what is missing is said before anything runs.
 *
 * @param {Description} description
 * @param {WeightStore} weights
 */
function loadAll(description, weights) {
  /** @param {unknown} part */
  const visit = (part) => {
    if (part === null || typeof part !== 'object') return;
    if (Array.isArray(part)) return void part.forEach(visit);
    const { weight, bias, form } = /** @type {any} */ (part);
    if (weight !== undefined && bias !== undefined)
      return void weights.linear(/** @type {any} */ (part));
    if (form === 'layer' || form === 'rms') return void weights.norm(/** @type {any} */ (part));
    const { relative, layerScale, patches } = /** @type {any} */ (part);
    if (relative) weights.floats(relative.table);
    if (layerScale) weights.floats(layerScale);
    if (patches) [...patches.first, patches.positions].forEach((ref) => weights.floats(ref));
    for (const value of Object.values(part)) visit(value);
  };
  for (const stack of [description.stack, description.encoder]) {
    if (!stack) continue;
    const { tokens, types, positions } = stack.embedding;
    if (tokens) weights.matrix(tokens);
    if (types) weights.matrix(types);
    if (positions && 'table' in positions) weights.matrix(positions.table);
  }
  visit(description);
}
