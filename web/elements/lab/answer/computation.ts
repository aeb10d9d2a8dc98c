// Asks the engine for a sentence's answer with all its steps.
// Only the newest question counts: the answer to an older one is dropped, so the drawing never goes
// back in time.

import type { Edits } from '../state/edits.ts';
import type { Engine, LoadEngine } from '../../shared/engine.ts';
import type { Answer, Question } from './answer.ts';
import type { PlainTensor, Layer } from './source.ts';

interface Listeners {
  onAnswer: (answer: Answer) => void;
  onError: (error: unknown) => void;
  /** the engine ended by itself: a new one starts and gets the same question */
  onRestart?: () => void;
}

let answers: Promise<typeof import('./answer.ts')> | null = null;

/** Loads the code that computes answers while the engine starts. */
function answering() {
  answers ??= import('./answer.ts').catch((error) => {
    answers = null; // the next question tries again
    throw error;
  });
  return answers;
}

const NONE: Edits = Object.freeze({});

export function createComputation(
  load: LoadEngine,
  { onAnswer, onError, onRestart = () => {} }: Listeners,
) {
  const starter = createStarter(load);
  /** whether the present engine replaces one that ended, and has answered nothing yet */
  let isSecond = false;
  const layers = createLayers();
  const uneditedLayers = createLayers();
  let unedited: Answer | null = null;
  let newest: Question | null = null;
  let running: AbortController | null = null;
  let closed = false;

  function ask(question: Question) {
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

  /** Replaces an engine whose worker was ended, as by a browser that is short of memory. */
  async function restart() {
    isSecond = true;
    await stop();
    onRestart();
  }

  /** The answer without the edits. */
  async function beforeEdits(engine: Engine, question: Question, signal: AbortSignal) {
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
    /** The engine that answers, for other questions: the same worker, the same bits. */
    engine: start,
    /** Whether it has started. */
    isReady: starter.isReady,
    /**
     * The answer to another question than the lab's own, such as a run for comparison. Rejects if
     * the engine cannot answer or `signal` stops it.
     */
    async also(question: Question, signal: AbortSignal = new AbortController().signal) {
      const [engine, { answerQuestion }] = await Promise.all([start(), answering()]);
      return answerQuestion(engine, createLayers(), question, signal, true);
    },
    /** Starts the engine before the first question, which reports an engine that cannot start. */
    prepare() {
      start().catch(() => {});
      answering().catch(() => {});
    },
    /** Drops an answer that is being computed. */
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

/** Starts an engine on demand, and ends it. */
function createStarter(load: LoadEngine) {
  let starting: Promise<Engine> | null = null;
  let isReady = false;
  return {
    isReady: () => isReady,
    start() {
      if (starting) return starting;
      const mine = (starting = load());
      mine.then(
        () => (isReady ||= mine === starting),
        () => {}, // those who await the engine report the error
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

/** Whether an error means that the engine has ended. */
const isBroken = (error: any) => error?.code === 'internal';

export function sameQuestion(a: Question, b: Question) {
  const names = Object.keys(a) as (keyof Question)[];
  return names.every((name) => a[name] === b[name]);
}

interface Made {
  /** key made from everything that determines the layer */
  name: string;
  layer: Layer;
  /** its state dict */
  weights: Record<string, PlainTensor>;
}

/**
 * The layer of the newest question; the one before it is freed.
 */
export function createLayers() {
  let current: Made | null = null;
  return {
    get: () => current,
    set(next: Made) {
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

export type Layers = ReturnType<typeof createLayers>;
