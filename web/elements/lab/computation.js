// Asks the engine for the maps of a sentence. Only the newest question counts: the answer to an older
// one is dropped, so what is drawn never goes back in time. It computes nothing itself.

import { EMBED_DIM } from './state.js';

/**
 * @typedef {import('./tokenizer.js').Token} Token
 *
 * @typedef {object} Question
 * @property {readonly Token[]} queries
 * @property {readonly Token[] | null} keys the second sentence's tokens; null: the first's own
 * @property {number} heads
 * @property {boolean} causal
 * @property {number} seed
 *
 * @typedef {object} Answer
 * @property {Question} question
 * @property {Float32Array} attention (heads, rows, columns)
 * @property {number} rows
 * @property {number} columns
 * @property {number} milliseconds from asking to having, the way to the worker and back included
 * @property {import('./engine.js').Engine['backend']} backend
 *
 * @typedef {object} Listeners
 * @property {(answer: Answer) => void} onAnswer
 * @property {(error: unknown) => void} onError
 */

/**
 * @param {import('./engine.js').LoadEngine} load
 * @param {Listeners} listeners
 */
export function createComputation(load, { onAnswer, onError }) {
  /** @type {Promise<import('./engine.js').Engine> | null} */
  let starting = null;
  /** @type {{ name: string, layer: Awaited<ReturnType<import('./engine.js').Engine['createMultiHeadAttention']>> } | null} */
  let current = null;
  /** @type {Question | null} */
  let newest = null;
  /** @type {AbortController | null} */
  let running = null;
  let closed = false;

  /** @param {Question} question */
  function ask(question) {
    newest = question;
    if (running) running.abort(new DOMException('a newer question came', 'AbortError'));
    else void run();
  }

  async function run() {
    while (newest && !closed) {
      const question = newest;
      running = new AbortController();
      try {
        const result = await answer(question, running.signal);
        if (question === newest && !closed) onAnswer(result);
      } catch (error) {
        if (question === newest && !closed) onError(error);
      }
      if (question === newest) break;
    }
    running = null;
  }

  /**
   * @param {Question} question
   * @param {AbortSignal} signal
   * @returns {Promise<Answer>}
   */
  async function answer(question, signal) {
    starting ??= load();
    const engine = await starting;
    const { queries, keys, heads, causal, seed } = question;
    const started = performance.now();
    const layer = await layerOf(engine, heads, seed);
    const from = await engine.embed(idsOf(queries), { embedDim: EMBED_DIM });
    const to = keys ? await engine.embed(idsOf(keys), { embedDim: EMBED_DIM }) : null;
    signal.throwIfAborted();
    const options = { attention: true, causal, signal };
    const result = await (to
      ? layer.forward(from.x, to.x, to.x, options)
      : layer.forward(from.x, options));
    if (!result.attention) throw new TypeError('forward: the maps that were asked for are missing');
    return {
      question,
      attention: result.attention.data,
      rows: queries.length,
      columns: (keys ?? queries).length,
      milliseconds: performance.now() - started,
      backend: engine.backend,
    };
  }

  /**
   * The layer with these heads; the one before it is let go.
   * @param {import('./engine.js').Engine} engine
   * @param {number} numHeads
   * @param {number} seed
   */
  async function layerOf(engine, numHeads, seed) {
    const name = `${numHeads} ${seed}`;
    if (current?.name === name) return current.layer;
    const old = current;
    current = null;
    await old?.layer.dispose();
    const layer = await engine.createMultiHeadAttention({ embedDim: EMBED_DIM, numHeads, seed });
    current = { name, layer };
    return layer;
  }

  /** Ends the engine. The next question starts a new one. */
  async function stop() {
    const ending = starting;
    starting = null;
    current = null;
    await ending?.then(
      (engine) => engine.dispose(),
      () => {},
    );
  }

  return {
    ask,
    /** Starts the engine before there is a question. If it cannot start, the first question says so. */
    prepare() {
      starting ??= load();
      starting.catch(() => {});
    },
    /** Nothing is to be computed: an answer on its way is dropped. */
    forget() {
      newest = null;
      running?.abort(new DOMException('nothing is asked', 'AbortError'));
    },
    /** After an error: a new engine, the same question. */
    async retry() {
      await stop();
      if (newest) ask(newest);
    },
    async close() {
      closed = true;
      await stop();
    },
  };
}

/** @param {readonly Token[]} tokens */
function idsOf(tokens) {
  return tokens.map((token) => token.id);
}
