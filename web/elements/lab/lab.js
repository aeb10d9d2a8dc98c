// The lab: a sentence, views of what its heads compute, and what the selected number is, mounted in any
// element or shadow root. It joins the parts; how each looks, what is computed and where the state is kept
// is theirs.

import { chooseScale } from '../../views/scale.js';
import { labMessages as english } from '../messages/en-lab.js';
import { createBlend } from './blend/blend.js';
import { createComputation, sameQuestion } from './answer/computation.js';
import { createControls } from './controls.js';
import { h, setAttribute } from '../shared/dom.js';
import { followSelection } from './state/follow.js';
import { shortText, useLocale } from '../shared/format.js';
import { makeFrame } from './frame.js';
import { createActions } from './actions.js';
import { listenToKeys } from './keys.js';
import { createLateParts } from './late-parts.js';
import { lockStore, showLocks } from './state/locks.js';
import { createLookout } from './look.js';
import { createModels } from './answer/models.js';
import { createPanel } from './panel/panel.js';
import { readSentences } from './answer/reading.js';
import { createSentences } from './sentence/sentence.js';
import { createSpoken } from './spoken.js';
import { questionOf } from './answer/question.js';
import { changeState, DEFAULT_STATE, sameSelection } from './state/state.js';
import { createStore } from './state/history.js';
import { createNotices, createStatusLine } from './status-line.js';
import { adoptStyles } from './style.js';
import { createViews } from './views.js';

/**
 * @typedef {import('./state/state.js').LabState} LabState
 * @typedef {import('./frame.js').Frame} Frame
 *
 * @typedef {object} LabOptions
 * @property {import('../shared/engine.js').LoadEngine} load starts the engine; called again after an error
 * @property {LabState} [state]
 * @property {import('../messages/en.js').Messages} [messages]
 * @property {import('./answer/models.js').ModelOptions} [models] besides the untrained one
 * @property {import('./answer/first-answer.js').FirstAnswer} [first] the maps of one sentence, computed before
 * @property {string | null} [theme] light or dark; otherwise it is as the page around it
 * @property {boolean} [compact] the sentence and the views come before what is said of them
 * @property {Node} [below] stands at the end of the line below the views, such as a link of the page's
 * @property {ReadonlySet<string>} [locked] what the learner is not to change, see state/locks.js
 * @property {(change: import('./state/history.js').Change) => void} [onChange]
 * @property {number} [startAt] the number of the first step in a history that began before
 * @property {(steps: -1 | 1) => boolean} [travel] goes along a history outside, such as the browser's; false
 *   where there is none
 *
 * @typedef {object} Lab
 * @property {HTMLElement} element
 * @property {{ guide: HTMLElement, exhibit: HTMLElement }} places empty ones that others may fill: beside
 *   the sentence, and between it and the views. An exhibit with data-alone stands in for the views
 * @property {() => LabState} getState
 * @property {(change: Partial<LabState>) => void} setState
 * @property {import('./state/history.js').Store} store
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => Promise<import('../shared/engine.js').Engine>} engine the one that answers; the same digits
 * @property {(part: Partial<LabState>, signal?: AbortSignal) => Promise<import('./answer/answer.js').Answer>} compute
 *   the answer for the present state with some parts changed
 * @property {(watcher: (frame: Frame) => void) => () => void} watch calls it after every drawing
 * @property {() => Promise<void>} settled when the present state is on the screen, or has failed
 * @property {(parts: readonly string[] | null) => void} setScene what a lesson's scene shows of the lab; null: all of it
 * @property {(is: boolean) => void} withhold leaves the shares out of chips and panel: what stands in for the views has others
 * @property {(text: string) => void} remark says something above the views; '' takes it away
 * @property {() => Promise<void>} dispose ends the engine and removes everything
 */

/** What decides how the sentences are read. */
const READ = /** @type {const} */ (['text', 'second', 'model']);

/**
 * @param {HTMLElement | ShadowRoot} root
 * @param {LabOptions} options
 * @returns {Lab}
 */
export function mountLab(root, options) {
  const { onChange = () => {}, first: stored } = options;
  const messages =
    options.messages ?? /** @type {import('../messages/en.js').Messages} */ ({ ...english });
  useLocale(messages.locale);
  /** @type {import('./frame.js').Preview | null} */
  let preview = null;
  /** @type {import('./answer/answer.js').Answer | null} */
  let answer = null;
  /** @type {import('../../views/scale.js').Scale} */
  let scale = { max: 1, clipped: false };
  /** @type {import('./answer/answer.js').Question | null} */
  let question = null;
  /** @type {unknown} */
  let error = null;
  let remark = '';
  let withheld = false;
  let learned = false;
  let scheduled = 0;
  let settled = false;
  /** whether the parts are being told of a frame: some may be done before others have heard of it */
  let telling = false;
  /** @type {(() => void)[]} */
  let waiters = [];
  /** @type {Set<(frame: Frame) => void>} */
  const watchers = new Set();

  const history = createStore(
    options.state ?? DEFAULT_STATE,
    (change) => {
      const { state, before, kind } = change;
      if (before.model !== state.model) models.want(state.model);
      if (READ.some((name) => before[name] !== state[name])) read(state);
      ask();
      if (!sameSelection(before.selection, state.selection)) views.arrive(state.selection);
      if (kind !== 'selection') preview = null;
      schedule();
      onChange(change);
    },
    options.startAt,
  );
  const locked = options.locked ?? new Set();
  const store = lockStore(history, locked);

  const actions = createActions({
    store,
    travel: options.travel ?? (() => false),
    messages,
    frame,
    schedule,
    say: (sentence) => spoken.say(sentence),
    preview: () => preview,
    setPreview(next) {
      preview = next;
    },
    learned(is) {
      if (learned === is) return;
      learned = is;
      schedule();
    },
    retry() {
      models.retry();
      if (error !== null) void computation.retry();
      error = null;
      schedule();
    },
    settle,
    compute,
    engine: () => computation.engine(),
    /** While the reader types, the selection stays. */
    type(part, kind = 'text') {
      const switched =
        kind === 'text' && !locked.has('weights') ? models.forTyping(store.get()) : {};
      const now = { ...part, ...switched };
      const next = readSentences(models.all(), changeState(store.get(), now));
      const selection = followSelection(store.get().selection, reading, next);
      store.change({ ...now, selection }, kind);
    },
    inserted: (word) => sentences.inserted(word),
  });

  const models = createModels(options.models ?? {}, {
    getState: store.get,
    put: (part) => history.change(part, 'live'),
    arrived() {
      read(store.get());
      ask();
      schedule();
    },
  });

  const computation = createComputation(options.load, {
    onAnswer: show,
    onError(reason) {
      error = reason;
      schedule();
    },
  });

  const blend = createBlend({ engine: computation.engine, compute, changed: schedule });

  /** @param {import('./answer/answer.js').Answer} next */
  function take(next) {
    answer = next;
    scale = chooseScale(next.attention);
    error = null;
    schedule();
  }

  /** @param {import('./answer/answer.js').Answer} next */
  function show(next) {
    lookout.remeasure(answer === null);
    take(next);
    // not in the next frame: an answer is worth an early one
    cancelAnimationFrame(scheduled);
    render();
  }

  const sentences = createSentences(messages, actions, frame);
  const late = createLateParts(messages, actions, {
    store,
    focusSentence: () => sentences.focus(),
    schedule,
  });
  const controls = createControls(messages, actions);
  const notices = createNotices(messages, actions);
  const views = createViews(messages, actions);
  const panel = createPanel(messages, actions);
  const [status, spoken] = [createStatusLine(messages), createSpoken()];
  const places = {
    guide: h('div', { class: 'guide' }),
    exhibit: h('div', { class: 'exhibit' }),
  };
  const inOrder = (/** @type {HTMLElement[]} */ ...parts) =>
    options.compact ? parts.reverse() : parts;
  const main = h(
    'div',
    { class: 'main' },
    sentences.element,
    ...late.said,
    h('div', { class: 'tools' }, views.tabs, controls.element),
    late.edited,
    notices.element,
    ...inOrder(places.exhibit, views.element),
    h('div', { class: 'below' }, status.element, options.below),
  );
  const stage = h('div', { class: 'stage' }, ...inOrder(places.guide, main), panel.element);
  // a click on what takes no focus leaves it in the lab: its keys go on working
  const look = { class: 'headwise-lab', tabindex: '-1', 'data-compact': options.compact };
  const element = h('div', look, stage, spoken.element);
  const lookout = createLookout(element, main, views.element, options.theme, schedule, render);
  let reading = readSentences(models.all(), store.get());
  models.want(store.get().model);

  listenToKeys(element, actions);

  /** @param {LabState} state */
  function read(state) {
    reading = readSentences(models.all(), state);
  }

  /** Asks for what the present state needs, if it is not what was asked for last. */
  function ask() {
    if (models.awaited() !== '') return;
    const state = store.get();
    const next = questionOf(state, reading);
    if (next === null) {
      question = null;
      answer = null;
      error = null;
      computation.forget();
      return;
    }
    if (question && includes(question, next)) return;
    question = next;
    computation.ask(next);
  }

  /**
   * @param {Partial<LabState>} part
   * @param {AbortSignal} [signal]
   */
  async function compute(part, signal) {
    const state = changeState(store.get(), part);
    const read = readSentences(models.all(), state);
    const asked = questionOf(state, read);
    if (!asked) throw new RangeError('text: expected one with at least one token');
    return computation.also(asked, signal);
  }

  /** @returns {Frame} */
  function frame() {
    const state = store.get();
    return makeFrame({
      state,
      preview,
      ...reading,
      sources: models.all(),
      offered: models.names(),
      awaited: models.awaited(),
      missing: models.problem(),
      answer,
      scale,
      blend: blend.of(state, answer),
      blendProblem: blend.problem(),
      stale: answer?.question !== question,
      error,
      learned,
      withheld,
      messages,
      look: lookout.look(),
    });
  }

  function schedule() {
    settled = false;
    scheduled ||= requestAnimationFrame(render);
  }

  function render() {
    scheduled = 0;
    telling = true;
    const now = frame();
    element.style.setProperty('--head', now.mark);
    sentences.update(now);
    controls.update(now);
    late.update(now);
    notices.update(now, remark);
    views.update(now);
    setAttribute(element, 'data-room', views.room());
    panel.update(now);
    status.update(now);
    for (const watcher of watchers) watcher(now);
    telling = false;
    settle();
  }

  const isDrawn = () => views.isDrawn() && panel.isDrawn() && late.isDrawn();

  /** The present state is on the screen, or nothing more will come. */
  function settle() {
    if (telling) return;
    const answered = question === null || error !== null || answer?.question === question;
    if (models.awaited() !== '') return;
    settled = answered && scheduled === 0 && !blend.isPending() && isDrawn();
    if (!settled) return;
    for (const waiter of waiters) waiter();
    waiters = [];
  }

  showLocks(element, locked);
  root.append(element);
  const dropStyles = adoptStyles(root);
  // three tasks: making the lab; its first layout, and the browser's first number format; the first drawing
  scheduled = requestAnimationFrame(() => {
    shortText(0);
    scheduled = requestAnimationFrame(render);
  });
  lookout.start();
  sentences.fit();
  computation.prepare();
  ask();
  const early = question && stored ? stored(question) : null;
  if (early) take(early);

  return {
    element,
    places,
    store,
    getState: store.get,
    setState(part) {
      preview = null;
      store.change(part, 'set');
    },
    undo: actions.undo,
    redo: actions.redo,
    engine: computation.engine,
    compute,
    watch(watcher) {
      watchers.add(watcher);
      schedule();
      return () => void watchers.delete(watcher);
    },
    // a view that is pointed at draws without a change of state
    settled: () =>
      settled && isDrawn()
        ? Promise.resolve()
        : new Promise((resolve) => waiters.push(() => resolve())),
    setScene: lookout.setScene,
    withhold(is) {
      if (withheld === is) return;
      withheld = is;
      schedule();
    },
    remark(text) {
      remark = text;
      schedule();
    },
    async dispose() {
      cancelAnimationFrame(scheduled);
      lookout.stop();
      views.dispose();
      late.dispose();
      panel.dispose();
      element.remove();
      dropStyles();
      await computation.close();
    },
  };
}

/**
 * Whether one question's answer is another's, too: a trace that is there already does no harm where none is needed.
 * @param {import('./answer/answer.js').Question} asked
 * @param {import('./answer/answer.js').Question} next
 */
function includes(asked, next) {
  const { detailed } = asked;
  return sameQuestion(asked, { ...next, detailed }) && (detailed || !next.detailed);
}
