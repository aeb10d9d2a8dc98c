// One run of a model, and what can be asked of it afterwards. Maps are computed when they are asked for, from the queries and
// keys that the run left; nothing quadratic is held.

import { HeadwiseError, wrongKind } from '../arguments/errors.js';
import { optionNames, readOptions, toBoolean, toInteger } from '../arguments/options.js';
import { optionsOf } from './attend.js';
import { contributionsOf } from './contributions.js';
import { because, predict } from './output-head/predictions.js';
import { joinHeads } from './head-layout.js';
import { layerOf } from './model-layer.js';
import { toHead, toLayer } from './run-arguments.js';

/** @import { Attended, Numbers } from './forward.js' */
/** @import { ModelEngine } from './engine.js' */
/** @import { Block } from './description.js' */
/** @import { Shares } from './output-head/predictions.js' */
/** @import { AttentionKind, EmbeddingStep, LayerNumbers, WindowOfMap } from '../types/models.js' */
/** @import { WeightStore } from './weight-store.js' */

/**
 * The result of the pass through the model.
 *
 * @typedef {object} Left
 * @property {Record<'self' | 'cross' | 'encoder', readonly Attended[]>} attended
 * @property {Record<'decoder' | 'encoder', readonly Numbers[]>} hidden
 * @property {Record<'decoder' | 'encoder', readonly Block[]>} blocks
 * @property {Record<'decoder' | 'encoder', (isWhole: boolean) => EmbeddingStep[]>} embeddings the steps that made the first block's input
 * @property {Numbers | null} logits
 * @property {string} [logitsless] why there are none
 * @property {boolean} perToken whether logits have a row for each token
 * @property {Shares | null} shares
 * @property {Numbers | null} embedding
 * @property {string} [embeddingless] why there is none, where the model's files ask for one
 * @property {(id: number) => { token: string, text: string }} namesOf
 */

const LAYER = optionNames('layer', 'kind', 'state');
const TRACE = optionNames('layer', 'kind', 'contributions');
const HEADS = optionNames('layer', 'head', 'kind');
const STACK = optionNames('stack');
const PREDICTED = optionNames('position', 'top');
const WINDOW = optionNames(
  ...['layer', 'head', 'kind', 'rows', 'columns', 'width', 'height', 'reduce'],
);

/** @type {WeakMap<object, { engine: ModelEngine, heads: number[] }>} */
const parts = new WeakMap();

/**
 * The parts of a run that statistics need: the engine, and the heads of each layer.
 *
 * @param {object} run
 */
export function partsOf(run) {
  const known = parts.get(run);
  if (known === undefined) throw new TypeError('run: expected what model.run() gives');
  return known;
}

export class Run {
  #engine;
  /** @type {Left | null} */
  #left;
  #weights;
  #ready;

  /**
   * @param {ModelEngine} engine
   * @param {Left} left
   * @param {WeightStore} weights
   * @param {() => void} ready throws if the model was disposed
   */
  constructor(engine, left, weights, ready) {
    this.#engine = engine;
    this.#left = left;
    this.#weights = weights;
    this.#ready = ready;
    const heads = left.attended.self.map(({ part }) => part.numHeads);
    parts.set(this, { engine, heads });
    /** @readonly */
    this.logits = left.logits ?? undefined;
    const { embedding, embeddingless } = left;
    if (embedding) this.embedding = () => copy(embedding);
    if (embeddingless !== undefined) {
      this.embedding = () => {
        throw new HeadwiseError('unsupported', `embedding: ${embeddingless}`);
      };
    }
  }

  /**
   * The map of a head, (L, S), or of all heads of a layer, (H, L, S).
   *
   * @param {{ layer: number, head?: number, kind?: AttentionKind }} at
   * @returns {Promise<Numbers>}
   */
  async attention(at) {
    const given = readOptions(at, 'at', HEADS);
    const { attended, head } = this.#at(given, given.head !== undefined);
    if (attended.attention)
      return head === undefined ? copy(attended.attention) : headOf(attended.attention, head);
    const asked = head === undefined ? attended : ofHead(attended, head);
    const { query, key, value } = asked;
    const options = { ...optionsOf(asked), attention: true };
    const { attention } = this.#engine.attention.scaledDotProductAttention(
      query,
      key,
      value,
      options,
    );
    return head === undefined
      ? attention
      : { data: attention.data, shape: attention.shape.slice(1) };
  }

  /**
   * A window of a map, pooled if it is larger than asked for.
   *
   * @param {WindowOfMap} window
   * @returns {Promise<Numbers>} (height, width)
   */
  async attentionWindow(window) {
    const { layer, head: which, kind, ...rest } = readOptions(window, 'window', WINDOW);
    const { attended, head = 0 } = this.#at({ layer, head: which, kind }, true);
    if (attended.attention) {
      throw new HeadwiseError(
        'unsupported',
        'attentionWindow: a map that was replaced has no windows; ask for attention()',
      );
    }
    const asked = ofHead(attended, head);
    const { query, key, value } = asked;
    const { kept } = this.#engine.attention.scaledDotProductAttention(query, key, value, {
      ...optionsOf(asked),
      keep: true,
    });
    try {
      return kept.attentionWindow({ head: 0, ...rest });
    } finally {
      kept.dispose();
    }
  }

  /**
   * Every intermediate of a layer, as a layer's trace has it.
   *
   * @param {{ layer: number, kind?: AttentionKind, contributions?: boolean }} at
   * @returns {Promise<Record<string, Numbers>>}
   */
  async trace(at) {
    const { contributions, ...given } = readOptions(at, 'at', TRACE);
    const isWhole = toBoolean(contributions, 'contributions', true);
    const { attended } = this.#at({ head: undefined, ...given }, false);
    const { query, key, value, part } = attended;
    const { trace } = this.#engine.attention.scaledDotProductAttention(query, key, value, {
      ...optionsOf(attended),
      trace: true,
    });
    const heads = /** @type {Numbers} */ (attended.heads);
    const [count, length, width] = heads.shape;
    return {
      query: copy(query),
      key: copy(key),
      value: copy(value),
      ...trace,
      exponentials: this.#engine.attention.softmaxSteps(trace.masked).exponentials,
      ...(attended.attention ? { attention: copy(attended.attention) } : {}),
      heads: copy(heads),
      concatenated: { data: joinHeads(heads), shape: [length, count * width] },
      ...(isWhole && {
        contributions: contributionsOf(this.#engine, this.#weights.linear(part.output), heads),
      }),
    };
  }

  /**
   * A layer as an ordinary one: its parameters, its options, what enters it and what it gives.
   *
   * @param {{ layer: number, kind?: 'self' | 'encoder', state?: boolean }} at
   * @returns {Promise<LayerNumbers>}
   */
  async layer(at) {
    const { state, ...rest } = readOptions(at, 'at', LAYER);
    const isWhole = toBoolean(state, 'state', true);
    const given = { head: undefined, ...rest };
    if (given.kind === 'cross') {
      throw new HeadwiseError(
        'unsupported',
        "kind: expected 'self' or 'encoder', got 'cross', whose keys come from another stack",
      );
    }
    const { attended } = this.#at(given, false);
    const { hidden, blocks, embeddings } = this.#open();
    const stack = given.kind === 'encoder' ? 'encoder' : 'decoder';
    const core = { engine: this.#engine, weights: this.#weights };
    const { layer } = attended;
    return {
      ...layerOf(core, attended, blocks[stack][layer], hidden[stack][layer], isWhole),
      embedding: layer === 0 ? embeddings[stack](isWhole) : null,
    };
  }

  /**
   * What enters a layer, (L, D); with the number of layers, what leaves the last, before a final norm.
   *
   * @param {number} layer
   * @param {{ stack?: 'encoder' | 'decoder' }} [options]
   * @returns {Promise<Numbers>}
   */
  async hidden(layer, options) {
    const { stack = 'decoder' } = readOptions(options, 'options', STACK);
    if (stack !== 'decoder' && stack !== 'encoder') {
      throw wrongKind('stack', "'encoder' or 'decoder'", stack);
    }
    const all = this.#open().hidden[stack];
    if (all.length === 0) {
      throw new HeadwiseError('unsupported', `stack: this model has no ${stack} of its own`);
    }
    return copy(all[toLayer(layer, all.length)]);
  }

  /**
   * The model's prediction at a position: the next tokens, the words for a masked one, or classes.
   *
   * @param {{ position?: number, top?: number }} [at]
   */
  predictions(at) {
    const { position = 0, top = 10 } = readOptions(at, 'at', PREDICTED);
    const { logits, logitsless, namesOf, shares, perToken } = this.#open();
    if (!logits || !shares) {
      const text = `predictions: this model has no head that predicts${because(logitsless)}`;
      throw new HeadwiseError('unsupported', text);
    }
    const rows = perToken ? logits.shape[0] : 1;
    const size = logits.data.length / rows;
    const row = perToken ? toInteger(position, 'position', 0, rows - 1) : 0;
    const values = logits.data.subarray(row * size, (row + 1) * size);
    return predict(this.#engine, values, toInteger(top, 'top', 1), namesOf, shares);
  }

  dispose() {
    this.#left = null;
  }

  [Symbol.dispose]() {
    this.dispose();
  }

  #open() {
    this.#ready();
    if (this.#left === null) throw new HeadwiseError('disposed', 'this run was disposed');
    return this.#left;
  }

  /**
   * @param {Readonly<Record<'layer' | 'head' | 'kind', unknown>>} at
   * @param {boolean} ofHead whether it names a head
   * @returns {{ attended: Attended, head?: number }}
   */
  #at({ layer: which, head: one, kind = 'self' }, ofHead) {
    const { attended: all } = this.#open();
    if (kind !== 'self' && kind !== 'cross' && kind !== 'encoder') {
      throw wrongKind('kind', "'self', 'cross' or 'encoder'", kind);
    }
    if (all[kind].length === 0) {
      throw new HeadwiseError('unsupported', `kind: this model has no ${kind} attention`);
    }
    if (!ofHead) return { attended: all[kind][toLayer(which, all[kind].length)] };
    const { layer, head } = toHead({ layer: which, head: one }, all[kind]);
    return { attended: all[kind][layer], head };
  }
}

/** @param {Numbers} numbers @returns {Numbers} */
function copy({ data, shape }) {
  return { data: data.slice(), shape: [...shape] };
}

/** @param {Numbers} all (heads, rows, columns) @param {number} head @returns {Numbers} */
function headOf({ data, shape: [, rows, columns] }, head) {
  return {
    data: data.slice(head * rows * columns, (head + 1) * rows * columns),
    shape: [rows, columns],
  };
}

/**
 * As if a layer had one head.
 *
 * @param {Attended} attended
 * @param {number} head
 * @returns {Attended}
 */
function ofHead(attended, head) {
  const { query, key, value, bias } = attended;
  const kv = Math.floor(head / (query.shape[0] / key.shape[0]));
  const alone = (/** @type {Numbers} */ all, /** @type {number} */ which) => {
    const { data, shape } = headOf(all, which);
    return { data, shape: [1, ...shape] };
  };
  return {
    ...attended,
    query: alone(query, head),
    key: alone(key, kv),
    value: alone(value, kv),
    bias: bias && alone(bias, head),
  };
}
