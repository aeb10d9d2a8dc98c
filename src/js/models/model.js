// A model as a user holds it: text in, runs out.

import { HeadwiseError, wrongKind } from '../arguments/errors.js';
import { embeddingOf, enter, idsOf } from './enter.js';
import { Forward } from './forward.js';
import { writing } from './generate.js';
import { headOf, vectorOf } from './head.js';
import { pixelsOf } from './images.js';
import { checkGenerate, checkIds, checkRun, expectFitting, noChanges } from './run-arguments.js';
import { resting } from './resting.js';
import { Run } from './run.js';

/** @import { Description, Head, Stack } from './description.js' */
/** @import { ModelEngine } from './engine.js' */
/** @import { Passed } from './forward.js' */
/** @import { Backend, TensorLike } from '../types/index.js' */
/** @import { EmbeddingStep, GenerateOptions, ModelInput, RunOptions } from '../types/models.js' */
/** @import { TextTokenizer } from './tokenizer/tokenizer.js' */
/** @import { WeightStore } from './weight-store.js' */

/**
 * @typedef {object} Opened result of openModel
 * @property {Readonly<Backend>} backend
 * @property {ModelEngine} engine
 * @property {WeightStore} weights
 * @property {Description} description
 * @property {Record<string, any>} config config.json
 * @property {string} architecture
 * @property {number} start id that a decoder beside an encoder begins with
 * @property {readonly number[]} ends ids that a text ends with
 * @property {TextTokenizer | null} tokenizer
 * @property {Pooling | null} pooling
 * @property {import('../types/models.js').ImageInput | null} image of a model that reads images
 * @property {import('../types/models.js').ModelReport} report
 *
 * @typedef {object} Pooling a sentence's vector
 * @property {'mean' | 'first' | 'last' | 'max' | 'none'} kind none: the model makes no vector, or in a way that is not known here
 * @property {boolean} normalize
 */

/** @type {WeakMap<object, Opened | null>} null: it was disposed */
const openedBy = new WeakMap();

/**
 * The parts of an open model, for functions that are no methods of it.
 *
 * @param {object} model
 * @returns {Opened}
 */
export function openedOf(model) {
  const opened = openedBy.get(Object(model));
  if (opened) return opened;
  if (opened === null) throw new HeadwiseError('disposed', 'this model was disposed');
  throw wrongKind('model', 'what openModel() gives', model);
}

export class Model {
  #opened;
  #forward;
  #disposed = false;
  /** Runs follow each other. @type {Promise<unknown>} */
  #last = Promise.resolve();

  /** @param {Opened} opened */
  constructor(opened) {
    this.#opened = opened;
    openedBy.set(this, opened);
    this.#forward = new Forward(opened.engine, opened.weights);
    const { backend, description, architecture, image, report } = opened;
    /** @readonly */
    this.backend = backend;
    /** @readonly */
    this.architecture = architecture;
    /** @readonly */
    this.kind = description.kind;
    /** @readonly */
    this.config = Object.freeze(sizesOf(description, opened.start));
    /** @readonly */
    this.image = image ?? undefined;
    /** @readonly */
    this.report = report;
  }

  /**
   * @param {string | [string, string]} text
   * @returns {ModelInput}
   */
  tokenize(text) {
    return this.#tokenizer('tokenize').tokenize(text);
  }

  /**
   * An image's bytes as this model reads them.
   *
   * @param {{ data: Uint8ClampedArray | Uint8Array, width: number, height: number }} image
   */
  pixels(image) {
    this.#expectOpen();
    const { image: input } = this.#opened;
    if (input) return pixelsOf(input, image);
    throw new HeadwiseError('unsupported', 'pixels: expected a model that reads images');
  }

  /**
   * The text of ids.
   *
   * @param {readonly number[]} ids
   * @returns {string}
   */
  decode(ids) {
    const tokenizer = this.#tokenizer('decode');
    const { vocabSize } = this.#opened.description;
    return tokenizer.decode(
      checkIds(ids, 'ids', { vocabSize, contextLen: Infinity, types: 0 }).ids,
    );
  }

  /**
   * @param {ModelInput | readonly number[] | TensorLike} input
   * @param {RunOptions} [options]
   * @returns {Promise<Run>}
   */
  async run(input, options) {
    this.#expectOpen();
    const checked = checkRun(this.#opened.description, options);
    return this.#inTurn(() => this.#run(input, checked));
  }

  /**
   * Writes on from `input`.
   *
   * @param {ModelInput | readonly number[]} input
   * @param {GenerateOptions} [options]
   */
  async *generate(input, options) {
    this.#expectOpen();
    const { description, engine, tokenizer, start, ends } = this.#opened;
    const { kind, stack, encoder, head, contextLen } = description;
    if (kind === 'encoder' || kind === 'vision') {
      throw new HeadwiseError(
        'unsupported',
        `generate: expected a model that writes, got one of kind ${kind}`,
      );
    }
    if (head?.kind !== 'tokens') {
      throw new HeadwiseError(
        'unsupported',
        'generate: this model has no head that predicts tokens',
      );
    }
    if (!stack.blocks.every(({ attention }) => attention.causal)) {
      const text =
        'generate: expected a model whose tokens look back only, got one that looks both ways';
      throw new HeadwiseError('unsupported', text);
    }
    const { ids } = idsOf(this.#opened, encoder ?? stack, input, 'input');
    const checked = checkGenerate(description, options);
    yield* writing(
      {
        ...{ kind, engine, contextLen, tokenOf: tokenOf(tokenizer), ends: new Set(ends) },
        inTurn: (work) => this.#inTurn(work),
        step: (some, state) => this.#step(some, state),
        encode: async () => (await this.#encode(input, 'input', resting(checked.signal))).passed,
        start,
        changes: (from, to) => turnsChange(stack, from, to),
        targetOf: (target) => idsOf(this.#opened, stack, target, 'target').ids,
      },
      ids,
      checked,
    );
  }

  /** All tensors of the file, as float32. */
  stateDict() {
    this.#expectOpen();
    return this.#opened.weights.all();
  }

  dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    openedBy.set(this, null);
    this.#opened.engine.dispose();
  }

  [Symbol.dispose]() {
    this.dispose();
  }

  /** @param {string} name of what is called */
  #tokenizer(name) {
    this.#expectOpen();
    const { tokenizer } = this.#opened;
    if (tokenizer) return tokenizer;
    throw new HeadwiseError('unsupported', `${name}: no tokenizer was found beside the weights`);
  }

  #expectOpen() {
    if (this.#disposed) throw new HeadwiseError('disposed', 'this model was disposed');
  }

  /**
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  #inTurn(work) {
    const mine = this.#last.then(() => {
      this.#expectOpen();
      return work();
    });
    this.#last = mine.catch(() => {});
    return mine;
  }

  /**
   * @param {unknown} input
   * @param {import('./run-arguments.js').CheckedRun} checked
   */
  async #run(input, { changes, target, signal, onProgress }) {
    const { description, engine, weights, tokenizer, pooling } = this.#opened;
    const rest = resting(signal, onProgress);
    signal?.throwIfAborted();
    /** @type {Passed | null} */
    let encoded = null;
    let cross = null;
    let read = input;
    let encoder = (/** @type {boolean} */ _) => /** @type {EmbeddingStep[]} */ ([]);
    if (description.encoder) {
      idsOf(this.#opened, description.stack, target, 'target'); // before the encoder runs
      const both = await this.#encode(input, 'input', rest);
      encoded = both.passed;
      encoder = both.embedding;
      const count = encoded.hidden[0].shape[0];
      cross = {
        states: {
          data: engine.read(encoded.x, count * description.embedDim),
          shape: [count, description.embedDim],
        },
      };
      read = target;
    }
    const { stack } = description;
    const { x, length, entered } = enter(this.#opened, stack, read, cross ? 'target' : 'input', 0);
    const decoder = (/** @type {boolean} */ isWhole) =>
      embeddingOf(this.#opened, stack, entered, isWhole);
    expectFitting(changes, description.stack, length);
    const passed = await this.#forward.run(description.stack, x, description.embedDim, {
      ...{ length, past: 0, changes, caches: [], cross, keep: true, rest },
    });
    const pooled =
      description.kind === 'encoder' ? vectorOf(this.#opened, passed, length, pooling) : null;
    return new Run(
      engine,
      {
        attended: { self: passed.self, cross: passed.cross, encoder: encoded?.self ?? [] },
        hidden: { decoder: passed.hidden, encoder: encoded?.hidden ?? [] },
        blocks: { decoder: description.stack.blocks, encoder: description.encoder?.blocks ?? [] },
        embeddings: { decoder, encoder },
        logits: description.head ? headOf(this.#opened, description.head, passed.x, length) : null,
        embedding: pooled,
        tokenOf: tokenOf(tokenizer, description.head, this.#opened.config),
      },
      weights,
      () => this.#expectOpen(),
    );
  }

  /**
   * @param {unknown} input
   * @param {string} name
   * @param {(done: number) => Promise<void> | void} rest
   */
  async #encode(input, name, rest) {
    const { description } = this.#opened;
    const stack = /** @type {Stack} */ (description.encoder);
    const { x, length, entered } = enter(this.#opened, stack, input, name, 0);
    const passed = await this.#forward.run(stack, x, description.embedDim, {
      ...{ length, past: 0, changes: noChanges(), caches: [], cross: null, keep: true, rest },
    });
    const embedding = (/** @type {boolean} */ isWhole) =>
      embeddingOf(this.#opened, stack, entered, isWhole);
    return { passed, embedding };
  }

  /**
   * Some more tokens of a text.
   *
   * @param {readonly number[]} ids
   * @param {import('./generate.js').WritingState} state
   */
  async #step(ids, state) {
    const { description, engine } = this.#opened;
    const { x, length } = enter(this.#opened, description.stack, ids, 'input', state.past);
    const passed = await this.#forward.run(description.stack, x, description.embedDim, {
      ...{ length, past: state.past, changes: state.changes, caches: state.caches },
      ...{ cross: state.cross, keep: true, rest: resting(state.signal) },
    });
    const width = description.embedDim;
    const all = engine.read(passed.x, length * width);
    const last = engine.put('x', all.slice((length - 1) * width));
    const logits = headOf(this.#opened, /** @type {Head} */ (description.head), last, 1);
    return { logits: logits.data, passed };
  }
}

/** @param {Description} description @param {number} startId */
function sizesOf({ stack, encoder, embedDim, vocabSize, contextLen }, startId) {
  const of = (/** @type {Stack} */ { blocks }) => ({
    numLayers: blocks.length,
    numHeads: blocks[0]?.attention.numHeads ?? 0,
    numKvHeads: blocks[0]?.attention.numKvHeads ?? 0,
    headDim: blocks[0]?.attention.headDim ?? 0,
    embedDim,
    vocabSize,
    contextLen,
  });
  return { ...of(stack), ...(encoder ? { encoder: of(encoder), startId } : {}) };
}

/**
 * @param {TextTokenizer | null} tokenizer
 * @param {Head | null} [head]
 * @param {Record<string, any>} [config]
 */
function tokenOf(tokenizer, head, config) {
  if (head?.kind === 'classes') {
    const labels = config?.id2label ?? {};
    return (/** @type {number} */ id) => String(labels[id] ?? id);
  }
  return (/** @type {number} */ id) => tokenizer?.tokenOf(id) ?? String(id);
}

/** Whether a text that grew turns its queries and keys otherwise. @param {Stack} stack @param {number} from @param {number} to */
function turnsChange({ blocks }, from, to) {
  return from > 0 && blocks.some(({ attention }) => attention.rotary?.changes?.(from, to));
}
