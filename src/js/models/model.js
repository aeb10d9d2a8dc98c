// A model as a user holds it: text in, runs out.

import { HeadwiseError } from '../arguments/errors.js';
import { nextTask } from '../host/next-task.js';
import { Forward } from './forward.js';
import { writing } from './generate.js';
import { cutPatches, resizeGrid } from './patches.js';
import {
  checkGenerate,
  checkIds,
  checkPixels,
  checkRun,
  expectFitting,
  noChanges,
} from './run-arguments.js';
import { Run } from './run.js';

/** @import { Description, Embedding, Head, Stack } from './description.js' */
/** @import { Buffer, ModelEngine } from './engine.js' */
/** @import { Numbers, Passed } from './forward.js' */
/** @import { Backend, TensorLike } from '../types/index.js' */
/** @import { GenerateOptions, ModelInput, RunOptions } from '../types/models.js' */
/** @import { TextTokenizer } from './tokenizer/tokenizer.js' */
/** @import { WeightStore } from './weight-store.js' */

/**
 * @typedef {object} Opened what openModel found
 * @property {Readonly<Backend>} backend
 * @property {ModelEngine} engine
 * @property {WeightStore} weights
 * @property {Description} description
 * @property {Record<string, any>} config config.json
 * @property {string} architecture
 * @property {TextTokenizer | null} tokenizer
 * @property {Pooling | null} pooling
 * @property {import('../types/models.js').ModelReport} report
 *
 * @typedef {object} Pooling a sentence's vector
 * @property {'mean' | 'first' | 'max'} kind
 * @property {boolean} normalize
 */

const SLICE = 12; // ms between looks at what else the page wants

export class Model {
  #opened;
  #forward;
  #disposed = false;
  /** Runs follow each other. @type {Promise<unknown>} */
  #last = Promise.resolve();

  /** @param {Opened} opened */
  constructor(opened) {
    this.#opened = opened;
    this.#forward = new Forward(opened.engine, opened.weights);
    const { backend, description, architecture, report } = opened;
    /** @readonly */
    this.backend = backend;
    /** @readonly */
    this.architecture = architecture;
    /** @readonly */
    this.kind = description.kind;
    /** @readonly */
    this.config = Object.freeze(sizesOf(description));
    /** @readonly */
    this.report = report;
  }

  /**
   * @param {string | [string, string]} text
   * @returns {ModelInput}
   */
  tokenize(text) {
    this.#expectOpen();
    const { tokenizer } = this.#opened;
    if (!tokenizer) {
      throw new HeadwiseError('unsupported', 'tokenize: no tokenizer was found beside the weights');
    }
    return tokenizer.tokenize(text);
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
    const { description, engine, tokenizer } = this.#opened;
    if (description.kind === 'encoder' || description.kind === 'vision') {
      throw new HeadwiseError(
        'unsupported',
        `generate: expected a model that writes, got one of kind ${description.kind}`,
      );
    }
    yield* writing(
      {
        kind: description.kind,
        engine,
        tokenOf: tokenOf(tokenizer),
        ends: endsOf(this.#opened.config),
        contextLen: description.contextLen,
        inTurn: (work) => this.#inTurn(work),
        step: (ids, state) => this.#step(ids, state),
        encode: (ids) => this.#encode(ids, 'input', () => {}),
        start: this.#opened.config.decoder_start_token_id,
      },
      this.#idsOf(description.encoder ?? description.stack, input, 'input').ids,
      checkGenerate(options),
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
    this.#opened.engine.dispose();
  }

  [Symbol.dispose]() {
    this.dispose();
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
    if (description.encoder) {
      this.#idsOf(description.stack, target, 'target'); // before the encoder runs
      encoded = await this.#encode(input, 'input', rest);
      const count = encoded.hidden[0].shape[0];
      cross = {
        states: {
          data: engine.read(encoded.x, count * description.embedDim),
          shape: [count, description.embedDim],
        },
      };
      read = target;
    }
    const { x, length } = this.#enter(description.stack, read, cross ? 'target' : 'input', 0);
    expectFitting(changes, description.stack, length);
    const passed = await this.#forward.run(description.stack, x, description.embedDim, {
      ...{ length, past: 0, changes, caches: [], cross, keep: true, rest },
    });
    const pooled = description.kind === 'encoder' ? this.#pooled(passed, length, pooling) : null;
    return new Run(
      engine,
      {
        attended: { self: passed.self, cross: passed.cross, encoder: encoded?.self ?? [] },
        hidden: { decoder: passed.hidden, encoder: encoded?.hidden ?? [] },
        logits: description.head ? this.#headOf(description.head, passed.x, length) : null,
        embedding: pooled,
        tokenOf: tokenOf(tokenizer, description.head, this.#opened.config),
      },
      (output) => weights.linear(output),
      () => this.#expectOpen(),
    );
  }

  /**
   * @param {unknown} input
   * @param {string} name
   * @param {(done: number) => Promise<void> | void} rest
   */
  #encode(input, name, rest) {
    const { description } = this.#opened;
    const stack = /** @type {Stack} */ (description.encoder);
    const { x, length } = this.#enter(stack, input, name, 0);
    return this.#forward.run(stack, x, description.embedDim, {
      ...{ length, past: 0, changes: noChanges(), caches: [], cross: null, keep: true, rest },
    });
  }

  /**
   * Some more tokens of a text.
   *
   * @param {readonly number[]} ids
   * @param {import('./generate.js').WritingState} state
   */
  async #step(ids, state) {
    const { description, engine } = this.#opened;
    const { x, length } = this.#enter(description.stack, ids, 'input', state.past);
    const passed = await this.#forward.run(description.stack, x, description.embedDim, {
      ...{ length, past: state.past, changes: noChanges(), caches: state.caches },
      ...{ cross: state.cross, keep: true, rest: () => {} },
    });
    const width = description.embedDim;
    const all = engine.read(passed.x, length * width);
    const last = engine.put('x', all.slice((length - 1) * width));
    const logits = this.#headOf(/** @type {Head} */ (description.head), last, 1);
    return { logits: logits.data, attended: passed.self };
  }

  /**
   * What enters the first block.
   *
   * @param {Stack} stack
   * @param {unknown} input
   * @param {string} name
   * @param {number} past
   * @returns {{ x: Buffer, length: number }}
   */
  #enter(stack, input, name, past) {
    const { embedding } = stack;
    if (embedding.patches) return this.#patches(embedding, checkPixels(input));
    const { ids, typeIds } = this.#idsOf(stack, input, name, past);
    return { x: this.#embed(embedding, ids, typeIds, past), length: ids.length };
  }

  /**
   * @param {Stack} stack that reads them
   * @param {unknown} input
   * @param {string} name
   * @param {number} [past]
   */
  #idsOf({ embedding }, input, name, past = 0) {
    const { description, weights } = this.#opened;
    const { vocabSize, encoderVocabSize, contextLen, encoder } = description;
    const isEncoder = embedding === encoder?.embedding;
    return checkIds(input, name, {
      vocabSize: (isEncoder ? encoderVocabSize : null) ?? vocabSize,
      contextLen: contextLen - past,
      types: embedding.types ? weights.matrix(embedding.types).rows : 0,
    });
  }

  /**
   * @param {Embedding} embedding
   * @param {number[]} ids
   * @param {number[] | undefined} typeIds
   * @param {number} past
   */
  #embed({ tokens, scale, positions, types, norm, projection, projectsFirst }, ids, typeIds, past) {
    const { engine, weights } = this.#opened;
    const length = ids.length;
    const table = weights.matrix(/** @type {import('./description.js').Ref} */ (tokens));
    let width = table.columns;
    let x = engine.buffer(projection ? 'embedded' : 'x', length * width);
    const project = () => {
      if (!projection) return;
      const { weight, bias } = weights.linear(projection);
      const out = engine.buffer('x', length * weight.rows);
      engine.multiply(weight, bias, x, length, out);
      [x, width] = [out, weight.rows];
    };
    const add = (/** @type {Buffer} */ more) => engine.add(more, length * width, x);
    /** @param {import('./description.js').Ref} ref @param {(i: number) => number} row */
    const addRows = (ref, row) => {
      const more = engine.buffer('more', length * width);
      engine.embed(
        weights.matrix(ref),
        Int32Array.from(ids, (_, i) => row(i)),
        more,
      );
      add(more);
    };
    engine.embed(table, Int32Array.from(ids), x);
    if (scale !== undefined && scale !== 1) engine.scale(scale, length * width, x);
    if (projectsFirst) project();
    if (types) addRows(types, (i) => typeIds?.[i] ?? 0);
    if (positions && 'table' in positions) {
      const { table: places, offset } = positions;
      addRows(places, (i) => past + i + offset);
    } else if (positions) add(engine.put('more', engine.sinusoids(past, length, width)));
    if (norm) engine.normalize(weights.norm(norm), x, length, width, x);
    if (!projectsFirst) project();
    return x;
  }

  /**
   * Pixels as tokens: each patch is mapped, and what stands before them is put there.
   *
   * @param {Embedding} embedding
   * @param {Numbers} pixels (channels, height, width)
   */
  #patches({ patches, norm }, pixels) {
    const { engine, weights, description } = this.#opened;
    const how = /** @type {import('./description.js').Patches} */ (patches);
    const { first } = how;
    const dim = description.embedDim;
    const { weight, bias } = weights.linear(how.projection);
    const { rows, down, across } = cutPatches(pixels, how.height, how.width);
    const count = down * across;
    if (rows.length !== count * weight.columns || count === 0) {
      throw new RangeError(
        `input: expected pixels (channels, height, width) of patches of ${weight.columns} numbers, got ${pixels.shape}`,
      );
    }
    const mapped = engine.buffer('mapped', count * dim);
    engine.multiply(weight, bias, engine.put('pixels', rows), count, mapped);
    const all = new Float32Array((first.length + count) * dim);
    for (const [i, ref] of first.entries()) all.set(weights.floats(ref).data, i * dim);
    all.set(engine.read(mapped, count * dim), first.length * dim);
    const places = weights.floats(how.positions).data;
    const before = first.length * dim;
    const grid = places.subarray(before);
    const same = down === how.down && across === how.across;
    const own = same ? grid : resizeGrid(grid, [how.down, how.across], [down, across], dim);
    for (let i = 0; i < all.length; i++) all[i] += i < before ? places[i] : own[i - before];
    const x = engine.put('x', all);
    const length = first.length + count;
    if (norm) engine.normalize(weights.norm(norm), x, length, dim, x);
    return { x, length };
  }

  /**
   * @param {Head} head
   * @param {Buffer} x (rows, D)
   * @param {number} rows
   * @returns {Numbers}
   */
  #headOf(head, x, rows) {
    const { engine, weights, description } = this.#opened;
    let [from, count, width] = [x, rows, description.embedDim];
    for (const [i, step] of head.steps.entries()) {
      const size = count * width;
      const name = `head ${i}`;
      if ('pool' in step) {
        const pooled = pool(step.pool, engine.read(from, size), width);
        [from, count, width] = [engine.put(name, pooled), 1, pooled.length];
      } else if ('average' in step) {
        const mean = this.#average(step.average, engine.read(from, size), width);
        [from, count, width] = [engine.put(name, mean), 1, mean.length];
      } else if ('linear' in step) {
        const { weight, bias } = weights.linear(step.linear);
        const out = engine.buffer(name, count * weight.rows);
        engine.multiply(weight, bias, from, count, out);
        [from, width] = [out, weight.rows];
      } else if ('activation' in step) engine.activate(step.activation, from, null, size, from);
      else if ('norm' in step) engine.normalize(weights.norm(step.norm), from, count, width, from);
      else if ('scale' in step) {
        from = engine.put(name, engine.read(from, size));
        engine.scale(step.scale, size, from);
      } else {
        engine.scale(1 / step.softcap, size, from);
        engine.activate('tanh', from, null, size, from);
        engine.scale(step.softcap, size, from);
      }
    }
    const data = engine.read(from, count * width);
    if (head.kind === 'classes') return { data, shape: [width] };
    return { data, shape: width === 1 ? [count] : [count, width] };
  }

  /**
   * The mean of what each map makes of the row at its place.
   *
   * @param {readonly import('./description.js').Linear[]} linears
   * @param {Float32Array} rows
   * @param {number} width
   */
  #average(linears, rows, width) {
    const { engine, weights } = this.#opened;
    /** @type {Float32Array} */
    let sum = new Float32Array(0);
    for (const [i, one] of linears.entries()) {
      const { weight, bias } = weights.linear(one);
      const row = engine.put('row', rows.slice(i * width, (i + 1) * width));
      const out = engine.buffer('classes', weight.rows);
      engine.multiply(weight, bias, row, 1, out);
      const values = engine.read(out, weight.rows);
      sum = sum.length ? sum.map((value, j) => value + values[j]) : values;
    }
    return sum.map((value) => value / linears.length);
  }

  /**
   * @param {Passed} passed
   * @param {number} length
   * @param {Pooling | null} pooling
   */
  #pooled({ x }, length, pooling) {
    const { engine, description } = this.#opened;
    const width = description.embedDim;
    const rows = engine.read(x, length * width);
    const { kind, normalize } = pooling ?? { kind: 'mean', normalize: false };
    const out = new Float32Array(width);
    for (let j = 0; j < width; j++) {
      let sum = kind === 'max' ? -Infinity : 0;
      for (let i = 0; i < length; i++) {
        const value = rows[i * width + j];
        sum = kind === 'max' ? Math.max(sum, value) : sum + value;
      }
      out[j] = kind === 'first' ? rows[j] : kind === 'mean' ? sum / length : sum;
    }
    if (!normalize) return out;
    let square = 0;
    for (const value of out) square += value * value;
    const by = Math.max(Math.sqrt(square), 1e-12);
    return out.map((value) => value / by);
  }
}

/**
 * @param {import('./description.js').Pool} how
 * @param {Float32Array} rows
 * @param {number} width
 */
function pool(how, rows, width) {
  const first = rows.slice(0, width);
  if (how === 'first') return first;
  const from = how === 'mean' ? 0 : width;
  const mean = Float32Array.from(first, (_, j) => {
    let sum = 0;
    for (let at = from + j; at < rows.length; at += width) sum += rows[at];
    return (sum * width) / (rows.length - from);
  });
  return how === 'mean' ? mean : Float32Array.of(...first, ...mean);
}

/** @param {Description} description */
function sizesOf({ stack, encoder, embedDim, vocabSize, contextLen }) {
  const of = (/** @type {Stack} */ { blocks }) => ({
    numLayers: blocks.length,
    numHeads: blocks[0]?.attention.numHeads ?? 0,
    numKvHeads: blocks[0]?.attention.numKvHeads ?? 0,
    headDim: blocks[0]?.attention.headDim ?? 0,
    embedDim,
    vocabSize,
    contextLen,
  });
  return { ...of(stack), ...(encoder ? { encoder: of(encoder) } : {}) };
}

/**
 * Lets the page speak between layers.
 *
 * @param {AbortSignal | null} signal
 * @param {(done: number) => void} onProgress
 */
function resting(signal, onProgress) {
  let since = performance.now();
  return async (/** @type {number} */ done) => {
    onProgress(done);
    if (performance.now() - since < SLICE) return;
    await nextTask();
    signal?.throwIfAborted();
    since = performance.now();
  };
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

/** Tokens that a text ends with. @param {Record<string, any>} config */
function endsOf({ eos_token_id: ends }) {
  return new Set(Array.isArray(ends) ? ends : ends === undefined || ends === null ? [] : [ends]);
}
