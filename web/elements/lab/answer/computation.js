// Asks the engine for a sentence's answer with all its steps.
// Only the newest question counts: the answer to an older one is dropped, so the drawing never goes
// back in time. It computes nothing itself.

/**
 * @typedef {import('./answer.js').Question} Question
 * @typedef {import('./answer.js').Answer} Answer
 * @typedef {import('../../shared/engine.js').Engine} Engine
 *
 * @typedef {object} Listeners
 * @property {(answer: Answer) => void} onAnswer
 * @property {(error: unknown) => void} onError
 * @property {() => void} [onRestart] the engine ended by itself: a new one starts, and is asked the same
 */

/** @type {Promise<typeof import('./answer.js')> | null} */
let answers = null;

/** How answers are made is loaded while the engine starts. */
function answering() {
  answers ??= import('./answer.js').catch((error) => {
    answers = null; // another question tries again
    throw error;
  });
  return answers;
}

/** @type {import('../state/edits.js').Edits} */
const NONE = Object.freeze({});

/**
 * @param {import('../../shared/engine.js').LoadEngine} load
 * @param {Listeners} listeners
 */
export function createComputation(load, { onAnswer, onError, onRestart = () => {} }) {
  const starter = createStarter(load);
  /** whether an engine was started in place of one that ended, and has answered nothing yet */
  let isSecond = false;
  const layers = createLayers();
  const uneditedLayers = createLayers();
  /** @type {Answer | null} */
  let unedited = null;
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
        const [engine, { answerQuestion }] = await Promise.all([start(), answering()]);
        const { signal } = running;
        const result = await answerQuestion(engine, layers, question, signal);
        result.before = await beforeEdits(engine, question, signal);
        isSecond = false;
        if (question === newest && !closed) onAnswer(result);
      } catch (error) {
        if (!closed && starter.isReady() && !isSecond && isBroken(error)) {
          await restart();
          continue;
        }
        if (question === newest && !closed) onError(error);
      }
      if (question === newest) break;
    }
    running = null;
  }

  /** An engine whose worker was ended, as by a browser that needs memory, answers nothing any more. */
  async function restart() {
    isSecond = true;
    await stop();
    onRestart();
  }

  /**
   * The answer as it would be had nothing been changed by hand.
   * @param {Engine} engine
   * @param {Question} question
   * @param {AbortSignal} signal
   */
  async function beforeEdits(engine, question, signal) {
    if (Object.keys(question.edits).length === 0) return null;
    const plain = { ...question, edits: NONE, byHand: NONE };
    if (!unedited || !sameQuestion(unedited.question, plain)) {
      const { answerQuestion } = await answering();
      unedited = await answerQuestion(engine, uneditedLayers, plain, signal);
    }
    return unedited;
  }

  function start() {
    if (closed) return Promise.reject(new DOMException('the lab is gone', 'AbortError'));
    return starter.start();
  }

  /** Ends the engine. The next question starts a new one. */
  async function stop() {
    layers.forget();
    uneditedLayers.forget();
    unedited = null;
    await starter.stop();
  }

  return {
    ask,
    /** The engine that answers, for other questions: the same worker, the same digits. */
    engine: start,
    /** Whether it has started. */
    isReady: starter.isReady,
    /**
     * The answer to another question than the lab's own, such as a run to compare with. Rejects if the
     * engine cannot answer or `signal` stops it.
     * @param {Question} question
     * @param {AbortSignal} [signal]
     */
    async also(question, signal = new AbortController().signal) {
      const [engine, { answerQuestion }] = await Promise.all([start(), answering()]);
      return answerQuestion(engine, createLayers(), question, signal, true);
    },
    /** Starts the engine before there is a question. If it cannot start, the first question says so. */
    prepare() {
      start().catch(() => {});
      answering().catch(() => {});
    },
    /** Asks for nothing: an answer that is being computed is dropped. */
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

/**
 * Starts an engine when it is wanted, and ends it.
 * @param {import('../../shared/engine.js').LoadEngine} load
 */
function createStarter(load) {
  /** @type {Promise<Engine> | null} */
  let starting = null;
  let isReady = false;
  return {
    isReady: () => isReady,
    start() {
      if (starting) return starting;
      const mine = (starting = load());
      mine.then(
        () => (isReady ||= mine === starting),
        () => {}, // it is said to those who wait for it
      );
      return mine;
    },
    async stop() {
      const ending = starting;
      starting = null;
      isReady = false;
      await ending?.then(
        (engine) => engine.dispose(),
        () => {},
      );
    },
  };
}

/** Whether an engine that fails with this answers nothing any more. @param {any} error */
const isBroken = (error) => error?.code === 'internal';

/**
 * @param {Question} a
 * @param {Question} b
 */
export function sameQuestion(a, b) {
  const names = /** @type {(keyof Question)[]} */ (Object.keys(a));
  return names.every((name) => a[name] === b[name]);
}

/**
 * @typedef {object} Made
 * @property {string} name of all that it was made from
 * @property {import('./source.js').Layer} layer
 * @property {Record<string, import('./source.js').FloatTensor>} weights its state dict
 */

/**
 * The layer of the newest question; the one before it is freed.
 */
export function createLayers() {
  /** @type {Made | null} */
  let current = null;
  return {
    get: () => current,
    /** @param {Made} next */
    set(next) {
      current = next;
    },
    forget() {
      current = null;
    },
    async dispose() {
      const old = current;
      current = null;
      await old?.layer.dispose();
    },
  };
}

/** @typedef {ReturnType<typeof createLayers>} Layers */
