// A model as a user holds it: text in, runs out.

import { describe, HeadwiseError, wrongKind } from '../arguments/errors.js';
import { embeddingOf, enter, idsOf } from './input-embedding.js';
import { Forward } from './forward.js';
import { writing } from './generate.js';
import { headOf } from './output-head/output-head.js';
import { because, sharesOf } from './output-head/predictions.js';
import { pixelsOf } from './images.js';
import {
  checkGenerate,
  checkIds,
  checkPixels,
  checkRun,
  expectFitting,
  noChanges,
} from './run-arguments.js';
import { yielding } from './yield.js';
import { Run } from './run.js';

/** @import { Description, Head, Stack } from './description.js' */
/** @import { ModelEngine } from './engine.js' */
/** @import { Numbers, Passed } from './forward.js' */
/** @import { WritingState } from './generate.js' */
/** @import { Ids } from './run-arguments.js' */
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
 * @property {number | null} mostTokens of a text that a vector is made of; null: as many as the model reads
 * @property {string} [vectorless] why no vector is made of a text, where the files say one
 * @property {import('../types/models.js').ImageInput | null} image of a model that reads images
 * @property {import('../types/models.js').ModelReport} report
 *
 * @typedef {object} Pooling how a GGUF file makes a text's vector
 * @property {'mean' | 'first' | 'last' | 'max' | 'none'} kind none: the model makes no vector, or in a way that is not known here
 * @property {boolean} normalize
 */

/** Of classes that are read where the encoder's text ends. */
const NO_END =
  "its classes are read at the input's end token, so the target is the input, moved on by one token";

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
    this.predicts = description.head?.kind ?? null;
    /** @readonly */
    this.config = Object.freeze(sizesOf(description, opened.start));
    /** @readonly */
    this.image = image ?? undefined;
    /** @readonly */
    this.report = report;
  }

  /**
   * @param {string | [string, string]} text
   * @param {unknown[]} more a mistake: a second text belongs into the same list
   * @returns {ModelInput}
   */
  tokenize(text, ...more) {
    if (more.length > 0) {
      throw wrongKind('text', "one text, or a pair as one list, ['a', 'b']", more[0]);
    }
    const input = this.#tokenizer('tokenize').tokenize(text);
    const { vocabSize } = this.#opened.description;
    const at = input.ids.findIndex((id) => id >= vocabSize);
    if (at < 0) return input;
    const found = `${input.ids[at]} for ${describe(input.tokens[at])}`;
    const expected = `tokenize: expected a tokenizer with ids below ${vocabSize}, the model's rows`;
    throw new HeadwiseError('format', `${expected}, got ${found}`);
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
    const read = this.#read(input, checked.target);
    return this.#inTurn(() => this.#run(read, checked));
  }

  /**
   * Writes on from `input`.
   *
   * @param {ModelInput | readonly number[]} input
   * @param {GenerateOptions} [options]
   */
  generate(input, options) {
    const asked = this.#asked(input, options);
    asked.catch(() => {}); // the first token brings it
    return (async function* () {
      const { writer, ids, checked } = await asked;
      yield* writing(writer, ids, checked);
    })();
  }

  /**
   * What is to be written: read at the call, as the caller may change it before the first token is asked for.
   *
   * @param {unknown} input
   * @param {unknown} options
   */
  async #asked(input, options) {
    this.#expectOpen();
    const { description, engine, tokenizer, start, ends } = this.#opened;
    const { kind, stack, head, headless, contextLen } = description;
    if (kind === 'encoder' || kind === 'vision') {
      throw new HeadwiseError(
        'unsupported',
        `generate: expected a model that writes, got one of kind ${kind}`,
      );
    }
    if (head?.kind !== 'tokens') {
      throw new HeadwiseError(
        'unsupported',
        `generate: this model has no head that predicts tokens${because(headless)}`,
      );
    }
    if (!stack.blocks.every(({ attention }) => attention.causal)) {
      const text =
        'generate: expected a model whose tokens look back only, got one that looks both ways';
      throw new HeadwiseError('unsupported', text);
    }
    const read = this.#read(input);
    const { ids } = /** @type {Ids} */ (read.input);
    const { target, ...checked } = checkGenerate(description, options);
    const begun =
      target === undefined ? null : idsOf(this.#opened, description.stack, target, 'target');
    const writer = {
      ...{ kind, engine, contextLen, namesOf: namesOf(tokenizer), ends: new Set(ends) },
      decode: (/** @type {readonly number[]} */ all) =>
        tokenizer ? tokenizer.decode(all) : all.map((id) => ` ${id}`).join(''),
      inTurn: (/** @type {any} */ work) => this.#inTurn(work),
      step: (/** @type {readonly number[]} */ some, /** @type {WritingState} */ state) =>
        this.#step(some, state),
      encode: async () => (await this.#encode(read.input, yielding(checked.signal))).passed,
      changes: (/** @type {number} */ from, /** @type {number} */ to) =>
        turnsChange(stack, from, to),
      begun: begun?.ids ?? [start],
    };
    return { writer, ids, checked };
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
   * A copy of what a run reads: the caller may change theirs before its turn comes.
   *
   * @param {unknown} input
   * @param {unknown} [target] what the decoder beside an encoder reads
   */
  #read(input, target) {
    const { stack, encoder } = this.#opened.description;
    if (stack.embedding.patches) return { input: checkPixels(input) };
    return {
      ...(target !== undefined && { target: idsOf(this.#opened, stack, target, 'target') }),
      input: idsOf(this.#opened, encoder ?? stack, input, 'input'),
    };
  }

  /** Why no vector is made of a text. @param {number} tokens that it has */
  #vectorlessOf(tokens) {
    const { vectorless, mostTokens } = this.#opened;
    if (vectorless !== undefined || mostTokens === null || tokens <= mostTokens) return vectorless;
    return `max_seq_length: expected at most ${mostTokens} tokens, got ${tokens}; the library leaves out the rest`;
  }

  /**
   * @param {{ input: Ids | Numbers, target?: Ids }} given
   * @param {import('./run-arguments.js').CheckedRun} checked
   */
  async #run({ input, target }, { changes, signal, onProgress }) {
    const { description, engine, weights, tokenizer, config } = this.#opened;
    const { head, headless, vector = null } = description;
    const pause = yielding(signal, onProgress);
    signal?.throwIfAborted();
    /** @type {Passed | null} */
    let encoded = null;
    let cross = null;
    let encoder = (/** @type {boolean} */ _) => /** @type {EmbeddingStep[]} */ ([]);
    if (description.encoder) {
      const both = await this.#encode(input, pause);
      encoded = both.passed;
      encoder = both.embedding;
      const count = encoded.hidden[0].shape[0];
      cross = {
        states: {
          data: engine.read(encoded.x, count * description.embedDim),
          shape: [count, description.embedDim],
        },
        projected: [],
      };
    }
    const { stack } = description;
    const { x, length, entered } = enter(this.#opened, stack, target ?? input, 0);
    const decoder = (/** @type {boolean} */ isWhole) =>
      embeddingOf(this.#opened, stack, entered, isWhole);
    expectFitting(changes, description.stack, length);
    const passed = await this.#forward.run(description.stack, x, description.embedDim, {
      ...{ length, past: 0, changes, caches: [], cross, keep: true, pause },
    });
    const read = {
      ids: 'ids' in entered ? entered.ids : undefined,
      encoded: target && 'ids' in input ? input.ids : undefined,
    };
    const end = (/** @type {Head | null} */ one) =>
      one && headOf(this.#opened, one, passed.x, length, read);
    const vectorless = this.#vectorlessOf(length);
    const embedding = vectorless === undefined ? end(vector) : null; // before the head, which may change x
    const logits = end(head);
    return new Run(
      engine,
      {
        attended: { self: passed.self, cross: passed.cross, encoder: encoded?.self ?? [] },
        hidden: { decoder: passed.hidden, encoder: encoded?.hidden ?? [] },
        blocks: { decoder: description.stack.blocks, encoder: description.encoder?.blocks ?? [] },
        embeddings: { decoder, encoder },
        logits,
        logitsless: head && !logits ? NO_END : headless,
        ...{ embedding, embeddingless: vectorless },
        perToken: head?.kind !== 'classes',
        shares: logits && sharesOf(head, config, logits),
        namesOf: namesOf(tokenizer, head, config),
      },
      weights,
      () => this.#expectOpen(),
    );
  }

  /**
   * @param {unknown} input
   * @param {(done: number) => Promise<void> | void} pause
   */
  async #encode(input, pause) {
    const { description } = this.#opened;
    const stack = /** @type {Stack} */ (description.encoder);
    const { x, length, entered } = enter(this.#opened, stack, input, 0);
    const passed = await this.#forward.run(stack, x, description.embedDim, {
      ...{ length, past: 0, changes: noChanges(), caches: [], cross: null, keep: true, pause },
    });
    const embedding = (/** @type {boolean} */ isWhole) =>
      embeddingOf(this.#opened, stack, entered, isWhole);
    return { passed, embedding };
  }

  /**
   * Some more tokens of a text.
   *
   * @param {readonly number[]} ids
   * @param {WritingState} state
   */
  async #step(ids, state) {
    const { description, engine } = this.#opened;
    const { x, length } = enter(this.#opened, description.stack, ids, state.past);
    const passed = await this.#forward.run(description.stack, x, description.embedDim, {
      ...{ length, past: state.past, changes: state.changes, caches: state.caches },
      ...{ cross: state.cross, keep: true, pause: yielding(state.signal) },
    });
    const width = description.embedDim;
    const all = engine.read(passed.x, length * width);
    const last = engine.put('x', all.slice((length - 1) * width));
    const head = /** @type {Head} */ (description.head);
    const { data } = /** @type {Numbers} */ (headOf(this.#opened, head, last, 1, { ids }));
    return { logits: data, passed };
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
function namesOf(tokenizer, head, config) {
  const labels = head?.names ?? config?.id2label ?? {};
  return (/** @type {number} */ id) => {
    if (head && head.kind !== 'tokens') {
      const label = String(labels[id] ?? id);
      return { token: label, text: label };
    }
    const token = tokenizer?.tokenOf(id) ?? String(id);
    return { token, text: tokenizer?.textOf(id) ?? token };
  };
}

/** Whether a text that grew turns its queries and keys otherwise. @param {Stack} stack @param {number} from @param {number} to */
function turnsChange({ blocks }, from, to) {
  return from > 0 && blocks.some(({ attention }) => attention.rotary?.changes?.(from, to));
}
