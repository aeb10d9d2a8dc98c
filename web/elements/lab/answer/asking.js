// Asks the engine about the present state. It holds the newest answer or error.

import { chooseScale } from '../../../views/scale.js';
import { createFollower } from '../state/follow.js';
import { changeState } from '../state/state.js';
import { createComputation, sameQuestion } from './computation.js';
import { questionOf } from './question.js';
import { readSentences } from './reading.js';

/**
 * @typedef {import('../state/state.js').LabState} LabState
 * @typedef {import('./answer.js').Answer} Answer
 * @typedef {import('./answer.js').Question} Question
 */

/**
 * @param {object} lab
 * @param {import('../../shared/engine.js').LoadEngine} lab.load
 * @param {() => LabState} lab.getState
 * @param {Pick<ReturnType<typeof import('./models.js').createModels>, 'all' | 'awaited' | 'bring'>} lab.models
 * @param {(part: Partial<LabState>) => void} lab.put
 * @param {() => void} lab.changed
 * @param {(isFirst: boolean) => void} lab.answered
 */
export function createAsking({ load, getState, models, put, changed, answered }) {
  let reading = readSentences(models.all(), getState());
  /** @type {Question | null} */
  let question = null;
  const shown = createShown();
  /** @type {unknown} */
  let error = null;
  const follow = createFollower();
  /** the words of the question, and the text that was typed last */
  let [askedOf, typedText] = ['', ''];
  /** whether the engine ended by itself, and nothing else was asked since */
  let restarted = false;

  const computation = createComputation(load, {
    onAnswer(next) {
      const isFirst = shown.answer === null;
      take(next);
      answered(isFirst);
    },
    onError(reason) {
      error = reason;
      shown.waiting = false;
      changed();
    },
    onRestart() {
      restarted = true;
      withdraw();
      ask();
      changed();
    },
  });

  const wordsNow = () => JSON.stringify([getState().text, getState().second]);

  /** Takes an answer about other words off the screen, where the next one takes long: a model or the engine is not there. */
  function withdraw() {
    if (shown.answer === null || shown.words === wordsNow()) return;
    if (models.awaited() === '' && computation.isReady()) return;
    question = null;
    shown.clear(true);
    computation.forget();
  }

  /** @param {Answer} next */
  function take(next) {
    shown.take(next, askedOf);
    error = null;
    changed();
  }

  /** Asks for the answer to the present state, unless it was asked for last. */
  function ask() {
    if (models.awaited() !== '') return;
    const next = questionOf(getState(), reading);
    if (next === null) {
      question = error = null;
      shown.clear(false);
      computation.forget();
    } else if (!question || !includes(question, next)) {
      question = next;
      askedOf = wordsNow();
      computation.ask(next);
    }
  }

  return {
    engine: computation.engine,
    close: computation.close,
    /** @param {import('./first-answer.js').FirstAnswer} [stored] */
    start(stored) {
      computation.prepare();
      ask();
      const early = question && stored ? stored(question) : null;
      if (early) take(early);
    },
    ask,
    /** Tokenises the sentences of the present state, after a change of the state or of the models. */
    again() {
      reading = readSentences(models.all(), getState());
      restarted = false;
      withdraw();
      ask();
      changed();
    },
    /** An awaited model is loaded: its tokens of the text typed meanwhile may differ. */
    arrived() {
      const before = reading;
      const { text, selection } = getState();
      reading = readSentences(models.all(), getState());
      if (text === typedText) put({ selection: follow(selection, before, reading) });
      ask();
      changed();
    },
    /**
     * The state after a change of the text: the selection stays at its words.
     * @param {Partial<LabState>} part
     * @returns {Partial<LabState>}
     */
    typed(part) {
      const state = changeState(getState(), part);
      typedText = state.text;
      const next = readSentences(models.all(), state);
      return { ...part, selection: follow(getState().selection, reading, next) };
    },
    retry() {
      if (error !== null) void computation.retry();
      error = null;
    },
    compute: computing(getState, models, computation),
    isAnswered: () => question === null || error !== null || shown.answer?.question === question,
    /** The parts of a frame that depend on the answer. */
    now() {
      // while a model is awaited, nothing is asked of the words that are shown
      const { answer, scale, waiting } = shown;
      const stale = answer?.question !== question || models.awaited() !== '';
      return { ...reading, answer, scale, error, stale, waiting, restarted };
    },
  };
}

/**
 * Makes the function that computes an answer for the present state with some fields changed.
 * @param {() => LabState} getState
 * @param {Parameters<typeof createAsking>[0]['models']} models
 * @param {ReturnType<typeof createComputation>} computation
 */
function computing(getState, models, computation) {
  /**
   * @param {Partial<LabState>} part
   * @param {AbortSignal} [signal]
   */
  return async (part, signal) => {
    const state = changeState(getState(), part);
    await models.bring(state.model);
    const asked = questionOf(state, readSentences(models.all(), state));
    if (!asked) throw new RangeError('text: expected one with at least one token');
    return computation.also(asked, signal);
  };
}

/** The answer on the screen. */
function createShown() {
  return {
    /** @type {Answer | null} */
    answer: null,
    /** what it is about */
    words: '',
    /** @type {import('../../../views/scale.js').Scale} */
    scale: { max: 1, clipped: false },
    /** whether it was taken off the screen, and the next one is not there */
    waiting: false,
    /**
     * @param {Answer} answer
     * @param {string} words
     */
    take(answer, words) {
      const scale = chooseScale(answer.attention);
      Object.assign(this, { answer, words, scale, waiting: false });
    },
    /** @param {boolean} waiting for another */
    clear(waiting) {
      Object.assign(this, { answer: null, waiting });
    },
  };
}

/**
 * Whether one question's answer is another's, too: a trace that is there already does no harm where none is needed.
 * @param {Question} asked
 * @param {Question} next
 */
function includes(asked, next) {
  const { detailed } = asked;
  return sameQuestion(asked, { ...next, detailed }) && (detailed || !next.detailed);
}
