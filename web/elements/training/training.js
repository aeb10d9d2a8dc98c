// The training room: heads that begin as noise and become something with a name, while one watches. It joins the parts;
// what is learned and how is the module's, in its worker.

import { createAsker } from '../lesson/asker.js';
import { numbersOf } from '../lesson/numbers.js';
import { adopt } from '../shared/adopt.js';
import { h, setText, fillText } from '../shared/dom.js';
import { plainText } from '../shared/format.js';
import { sameValue } from '../lab/state/state.js';
import { createChart } from './chart.js';
import { createCourse } from './course.js';
import { createFigures, runName } from './figures.js';
import { createFindings } from './findings.js';
import { createHeadCards } from './heads.js';
import { loadWords } from '../messages/load.js';
import { loaders } from './messages/index.js';
import { createOneHead } from './one-head.js';
import { createSettings } from './settings.js';
import { createStrip } from './strip.js';
import { LESSONS, planOf } from './tasks.js';
import style from './training.css';
import { createTransport } from './transport.js';

/// <reference path="../css.d.ts" />

/**
 * @typedef {import('../lab/frame.js').Frame} Frame
 * @typedef {import('../lab/state/training.js').TrainingSettings} Settings
 * @typedef {import('./course.js').Course} Course
 * @typedef {import('./course.js').Runner} Runner
 */

/** Between two sentences to a screen reader while it runs, milliseconds. */
const SAY_EVERY = 8000;
/** A chart begins with this part of the steps. */
const FIRST_PART = 1 / 8;
const LEAST_ROOM = 100;
/** From this share of right answers on it has learned its task. */
const LEARNED = 0.95;

/**
 * @param {import('../messages/en.js').Messages} messages
 * @param {import('../lab/frame.js').Actions} actions
 * @returns {Promise<import('../lab/views.js').LabView>}
 */
export async function createTraining(messages, actions) {
  const words = await loadWords(messages.language, loaders);
  const numbers = numbersOf(messages.locale);
  /** @type {Frame | null} */
  let newest = null;
  /** @type {Settings | null} what the course was made for */
  let madeFor = null;
  /** @type {Course | null} */
  let course = null;
  /** the step that one looks at; null: the newest @type {number | null} */
  let past = null;
  /** @type {Set<string>} */
  const removed = new Set();
  /** @type {import('headwise/training').Evaluation | null} */
  let less = null;
  /** @type {unknown} */
  let lessError = null;
  let scheduled = 0;
  let saidAt = 0;
  let saidPhase = '';
  let startsByItself = false;
  let dropStyles = () => {};
  let adopted = false;

  const change = (/** @type {Partial<Settings>} */ part) => {
    const { training } = /** @type {Frame} */ (newest).state;
    actions.change({ training: { ...training, ...part } });
  };
  const settings = createSettings(words, (part) => {
    const { training } = /** @type {Frame} */ (newest).state;
    // beside one head, one head would be the same
    const several = part.versus && training.heads === 1 ? { heads: 4 } : {};
    const alone = part.heads === 1 ? { versus: false } : {};
    change({ ...part, ...several, ...alone });
  });
  const transport = createTransport(words, numbers, {
    play: () => void goOn(() => course?.play()),
    pause: () => course?.pause(),
    single: () => void goOn(() => course?.single()),
    restart: () => restart(),
    restartTamely() {
      if (newest?.state.training.rate === null) restart();
      else change({ rate: null });
    },
    speed(speed) {
      const { training } = /** @type {Frame} */ (newest).state;
      actions.slide({ training: { ...training, speed } });
    },
  });
  const chart = createChart(words, numbers, look);
  const strip = createStrip(words);
  const cards = createHeadCards(words, numbers, (head, takesPart) => {
    if (takesPart) removed.delete(head);
    else removed.add(head);
    forgetLess();
    schedule();
  });
  const oneCards = createHeadCards(words, numbers, null);
  const oneTitle = h('h3', { class: 'training-one-title' }, words.oneHeadOf);
  const findings = createFindings(words, numbers, messages.locale);
  const figures = createFigures(words, numbers);
  const oneHead = createOneHead(words, numbers, messages.locale, (wanted) => {
    const { training } = /** @type {Frame} */ (newest).state;
    const next = { ...training, ...wanted };
    startsByItself = true;
    if (sameValue({ ...next, speed: null }, { ...training, speed: null })) restart();
    change(wanted);
    settings.element.scrollIntoView({ block: 'start' });
    transport.focus();
  });
  const said = h('p', { class: 'spoken', role: 'status' });
  const { element, body, seenElement } = buildTraining(words, {
    ...{ settings, transport, figures, chart, strip, findings, cards, oneCards, oneHead },
    ...{ oneTitle, said },
  });

  const ask = createAsker(
    /**
     * @param {Course} asked
     * @param {number | null} step
     * @param {string} heads
     * @param {number} _at the newest step, so that it is asked again when that has moved
     */
    async (asked, step, heads, _at) => {
      const { learner } = asked.runners()[0];
      const checkpoint = learner.checkpoints().find((one) => one.step === step) ?? null;
      return learner.without(checkpoint, pairsOf(heads));
    },
    {
      show(found) {
        less = found;
        schedule();
      },
      fail(error) {
        lessError = error;
        schedule();
      },
      busy() {},
    },
  );

  function schedule() {
    scheduled ||= requestAnimationFrame(() => {
      scheduled = 0;
      draw();
      actions.drawn();
    });
    actions.drawn(); // it is not, until then
  }

  /** What it is like without some heads has to be asked again. */
  function forgetLess() {
    less = null;
    lessError = null;
    ask.forget();
  }

  /** Starts over with the present settings. */
  function restart() {
    if (!newest) return;
    actions.learned(false);
    const before = course;
    if (before?.phase() === 'failed') actions.retry(); // another engine
    const { training } = newest.state;
    madeFor = training;
    past = null;
    forgetLess();
    removed.clear();
    const several = planOf(training, training.heads);
    const plans = training.versus ? [several, planOf(training, 1)] : [several];
    const closing = before?.close();
    course = createCourse(
      async () => {
        await closing; // two models at a time are enough
        return actions.engine();
      },
      plans,
      schedule,
    );
    schedule();
  }

  /** From the step that one looks at. @param {() => void} onwards */
  async function goOn(onwards) {
    if (!course || !canGoOn(course.phase())) return;
    if (past !== null) {
      const from = past;
      past = null;
      forgetLess();
      await course.goBack(from);
    }
    onwards();
  }

  /** Where it fell apart there is a way on from earlier steps only. @param {string} phase */
  function canGoOn(phase) {
    return phase === 'paused' || (phase === 'diverged' && past !== null);
  }

  /** @param {number} step */
  function look(step) {
    if (!course) return;
    course.pause();
    const wanted = step === course.step() ? null : step;
    if (wanted !== past) forgetLess();
    past = wanted;
    say();
    schedule();
  }

  /** What is on the screen of one runner. @param {Runner} runner */
  function seenOf({ learner, look: now }) {
    return (past !== null && learner.checkpoints().find((one) => one.step === past)) || now;
  }

  function draw() {
    const now = newest;
    if (!now || !course || !element.isConnected || element.closest('[hidden]')) return;
    if (startsByItself && course.phase() !== 'starting') {
      startsByItself = false;
      course.play();
    }
    const { training } = now.state;
    const runners = course.runners();
    const phase = course.phase();
    const own = LESSONS[training.task];
    const first = runners[0];
    settings.update(training);
    element.dataset.phase = phase;
    element.dataset.step = String(course.step());
    body.hidden = phase === 'starting';
    for (const part of [figures.element, chart.element, seenElement]) part.hidden = !first; // it could not start
    transport.update({
      phase,
      canGoOn: canGoOn(phase),
      step: course.step(),
      past,
      goal: course.goal(),
      error: course.error(),
      loss: Math.max(...runners.map(({ learner }) => learner.losses().at(-1) ?? 0)),
      blind: first ? Math.log(first.learner.plan.task.vocabSize) : 1,
      tameRate: plainText(Math.fround(own.optimizer.learningRate)),
      speed: training.speed ?? own.speed,
    });
    if (body.hidden || !first) return;
    const seen = seenOf(first);
    actions.learned(first.look.score.accuracy >= LEARNED);
    chart.update({
      runs: runners.map(({ learner }) => ({
        name: runName(words, numbers, learner),
        losses: learner.losses(),
        accuracies: learner.accuracies(),
      })),
      symbols: first.learner.plan.task.vocabSize,
      steps: roomFor(course.step(), course.goal()),
      step: seen.step,
      newest: course.step(),
      kept: first.learner.checkpoints().map(({ step }) => step),
      look: now.look,
    });
    figures.update(
      runners.map((runner) => ({ learner: runner.learner, seen: seenOf(runner) })),
      now.look,
    );
    drawHeads(runners, now.look);
    if (removed.size > 0) ask(course, past, [...removed].sort().join(), past ?? seen.step);
    findings.showWithout(pairsOf([...removed].sort().join()), less, seen.score, lessError);
    const looks = first.learner.checkpoints().filter(({ step }) => step < seen.step);
    findings.update([...looks, seen], first.learner.positional);
    sayWhereItIs(phase);
  }

  /**
   * @param {readonly Runner[]} runners
   * @param {import('../lab/frame.js').Look} look
   */
  function drawHeads(runners, look) {
    oneTitle.hidden = oneCards.element.hidden = runners.length < 2;
    runners.forEach((runner, i) => {
      const { plan } = runner.learner;
      const seen = seenOf(runner);
      if (i === 0) strip.update(plan.shown, seen);
      (i === 0 ? cards : oneCards).update({
        seen,
        sequence: plan.shown,
        positional: runner.learner.positional,
        layers: plan.config.numLayers,
        heads: plan.config.numHeads,
        causal: plan.task.causal,
        removed: i === 0 ? removed : new Set(),
        look,
      });
    });
  }

  /** Aloud when it pauses, and now and then while it runs. @param {string} phase */
  function sayWhereItIs(phase) {
    const now = performance.now();
    const stopped = phase !== saidPhase && saidPhase === 'running';
    saidPhase = phase;
    if (!stopped && (phase !== 'running' || now - saidAt < SAY_EVERY)) return;
    saidAt = now;
    say();
  }

  function say() {
    const first = course?.runners()[0];
    if (!first) return;
    const { step, score } = seenOf(first);
    setText(
      said,
      fillText(words.say, {
        step: numbers.whole(step),
        loss: numbers.few(score.loss),
        right: numbers.percent(score.accuracy),
      }),
    );
  }

  return {
    element,
    update(frame) {
      if (!adopted) {
        adopted = true;
        dropStyles = adopt(element, [style]);
      }
      newest = frame;
      const { training } = frame.state;
      const { speed: _speed, ...wanted } = training;
      const { speed: _made, ...made } = madeFor ?? training;
      if (!course || !sameValue(wanted, made)) restart();
      course?.setSpeed(training.speed ?? LESSONS[training.task].speed);
      draw();
    },
    isDrawn: () => course !== null && !course.isBusy() && scheduled === 0,
    leave() {
      course?.pause();
    },
    dispose() {
      cancelAnimationFrame(scheduled);
      dropStyles();
      void course?.close();
      course = null;
    },
  };
}

/**
 * Where the parts stand.
 *
 * @param {import('./messages/en.js').Words} words
 * @param {Record<'settings' | 'transport' | 'figures' | 'chart' | 'strip' | 'cards' | 'oneCards' | 'oneHead',
 *   { element: HTMLElement }> & { findings: ReturnType<typeof createFindings>, oneTitle: HTMLElement,
 *   said: HTMLElement }} parts
 */
function buildTraining(words, parts) {
  const seenElement = h(
    'div',
    { class: 'training-seen' },
    parts.strip.element,
    parts.findings.without,
    parts.cards.element,
    h('div', { class: 'training-one' }, parts.oneTitle, parts.oneCards.element),
    parts.findings.names,
  );
  const body = h(
    'div',
    { class: 'training-body' },
    h(
      'div',
      { class: 'training-course' },
      parts.transport.element,
      parts.figures.element,
      parts.chart.element,
    ),
    seenElement,
  );
  const element = h(
    'section',
    { class: 'training', 'data-phase': 'starting' },
    h('h2', { class: 'spoken' }, words.title),
    h('p', { class: 'training-lead' }, words.lead),
    parts.settings.element,
    body,
    parts.oneHead.element,
    parts.said,
  );
  return { element, body, seenElement };
}

/**
 * How many steps a chart has room for: half of all, a quarter, as long as that is enough.
 *
 * @param {number} step
 * @param {number} goal
 */
function roomFor(step, goal) {
  let room = goal;
  while (room / 2 >= Math.max(step, LEAST_ROOM, goal * FIRST_PART)) room /= 2;
  return room;
}

/** @param {string} heads `layer.head` of each @returns {[number, number][]} */
function pairsOf(heads) {
  if (heads === '') return [];
  return heads
    .split(',')
    .map((one) => /** @type {[number, number]} */ (one.split('.').map(Number)));
}
