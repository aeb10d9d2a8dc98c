// Answer controller: asks the engine about the present state and holds the newest answer or error.

import { chooseScale } from '../../../views/scale.ts';
import { createFollower } from '../state/follow.ts';
import { changeState } from '../state/state.ts';
import { createComputation, sameQuestion } from './computation.ts';
import { questionOf } from './question.ts';
import type { LoadEngine } from '../../shared/engine.ts';
import type { FirstAnswer } from './first-answer.ts';
import type { Scale } from '../../../views/scale.ts';
import type { LabState } from '../state/state.ts';
import type { Answer, Question } from './answer.ts';

export function createAnswerController({
  load,
  getState,
  models,
  put,
  changed,
  answered,
}: {
  load: LoadEngine;
  getState: () => LabState;
  models: Pick<
    ReturnType<typeof import('./models.ts').createModels>,
    'tokenize' | 'awaited' | 'bring'
  >;
  put: (part: Partial<LabState>) => void;
  changed: () => void;
  answered: (isFirst: boolean) => void;
}) {
  let tokenized = models.tokenize(getState());
  let question: Question | null = null;
  const shown = createShown();
  let error: unknown = null;
  const follow = createFollower();
  /** text of the newest question, and the text that was typed last */
  let [askedOf, typedText] = ['', ''];
  /** whether the engine ended by itself and no other question was asked since */
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

  /**
   * Clears an answer about other words when the next one takes long, while a model or the engine is
   * loading.
   */
  function withdraw() {
    if (shown.answer === null || shown.words === wordsNow()) return;
    if (models.awaited() === '' && computation.isReady()) return;
    question = null;
    shown.clear(true);
    computation.forget();
  }

  function take(next: Answer) {
    shown.take(next, askedOf);
    error = null;
    changed();
  }

  /** Asks for the answer to the present state, unless it was asked for last. */
  function ask() {
    if (models.awaited() !== '') return;
    const next = questionOf(getState(), tokenized);
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
    start(stored?: FirstAnswer) {
      computation.prepare();
      ask();
      const early = question && stored ? stored(question) : null;
      if (early) take(early);
    },
    ask,
    /** Tokenises the sentences of the present state, after a change of the state or of the models. */
    again() {
      tokenized = models.tokenize(getState());
      restarted = false;
      withdraw();
      ask();
      changed();
    },
    /** An awaited model is loaded: its tokens of the text typed meanwhile may differ. */
    arrived() {
      const before = tokenized;
      const { text, selection } = getState();
      tokenized = models.tokenize(getState());
      if (text === typedText) put({ selection: follow(selection, before, tokenized) });
      ask();
      changed();
    },
    /** The state after a change of the text: the selection stays on its words. */
    typed(part: Partial<LabState>): Partial<LabState> {
      const state = changeState(getState(), part);
      typedText = state.text;
      const next = models.tokenize(state);
      return { ...part, selection: follow(getState().selection, tokenized, next) };
    },
    retry() {
      if (error !== null) void computation.retry();
      error = null;
    },
    compute: computing(getState, models, computation),
    isAnswered: () => question === null || error !== null || shown.answer?.question === question,
    /** The parts of a frame that depend on the answer. */
    now() {
      // while a model is awaited, no question is asked about the shown words
      const { answer, scale, waiting } = shown;
      const stale = answer?.question !== question || models.awaited() !== '';
      return { ...tokenized, answer, scale, error, stale, waiting, restarted };
    },
  };
}

/** Makes the function that computes an answer for the present state with some fields changed. */
function computing(
  getState: () => LabState,
  models: Parameters<typeof createAnswerController>[0]['models'],
  computation: ReturnType<typeof createComputation>,
) {
  return async (part: Partial<LabState>, signal?: AbortSignal) => {
    const state = changeState(getState(), part);
    await models.bring(state.model);
    const asked = questionOf(state, models.tokenize(state));
    if (!asked) throw new RangeError('text: expected one with at least one token');
    return computation.also(asked, signal);
  };
}

/** The answer on the screen. */
function createShown() {
  return {
    answer: null as Answer | null,
    /** its sentences */
    words: '',
    scale: { max: 1, clipped: false } as Scale,
    /** whether it was cleared and the next one has not arrived */
    waiting: false,
    take(answer: Answer, words: string) {
      const scale = chooseScale(answer.attention);
      Object.assign(this, { answer, words, scale, waiting: false });
    },
    /** @param waiting whether another answer is awaited */
    clear(waiting: boolean) {
      Object.assign(this, { answer: null, waiting });
    },
  };
}

/** Whether the answer to one question also answers another; an unneeded trace does no harm. */
function includes(asked: Question, next: Question) {
  const { detailed } = asked;
  return sameQuestion(asked, { ...next, detailed }) && (detailed || !next.detailed);
}
