// The training room's parts around its run, and their layout.

import { h } from '../shared/dom.js';
import { plainText } from '../shared/format.js';
import { birthsOf } from './births.js';
import { runName } from './figures.js';
import { LESSONS } from './tasks.js';

/** A chart begins with this part of the steps. */
const FIRST_PART = 1 / 8;
const LEAST_ROOM = 100;
/** From this share of right answers on it has learned its task. */
const LEARNED = 0.95;

/**
 * @typedef {object} Parts
 * @property {ReturnType<typeof import('./opening.js').createOpening>} opening
 * @property {ReturnType<typeof import('./settings.js').createSettings>} settings
 * @property {ReturnType<typeof import('./transport.js').createTransport>} transport
 * @property {ReturnType<typeof import('./figures.js').createFigures>} figures
 * @property {ReturnType<typeof import('./chart.js').createChart>} chart
 * @property {ReturnType<typeof import('./share/share.js').createShare>} share
 * @property {ReturnType<typeof import('./strip.js').createStrip>} strip
 * @property {ReturnType<typeof import('./findings.js').createFindings>} findings
 * @property {ReturnType<typeof import('./heads.js').createHeadCards>} cards
 * @property {ReturnType<typeof import('./heads.js').createHeadCards>} oneCards
 * @property {ReturnType<typeof import('./one-head.js').createOneHead>} oneHead
 * @property {ReturnType<typeof import('./speaker.js').createSpeaker>} speaker
 */

/**
 * @param {import('./messages/en.js').Words} words
 * @param {ReturnType<typeof import('../lesson/numbers.js').numbersOf>} numbers
 * @param {Parts} parts
 */
export function createRoom(words, numbers, parts) {
  const { opening, settings, transport, figures, chart, strip, findings, cards, oneCards } = parts;
  const oneTitle = h('h3', { class: 'training-one-title' }, words.oneHeadOf);
  const seenElement = h(
    'div',
    { class: 'training-seen' },
    strip.element,
    findings.without,
    cards.element,
    h('div', { class: 'training-one' }, oneTitle, oneCards.element),
    findings.names,
  );
  const course = h(
    'div',
    { class: 'training-course' },
    transport.element,
    figures.element,
    chart.element,
  );
  const body = h('div', { class: 'training-body' }, course, seenElement);
  const element = h(
    'section',
    { class: 'training', 'data-phase': 'starting' },
    h('h2', { class: 'spoken' }, words.title),
    opening.element,
    h('p', { class: 'training-lead' }, words.lead),
    settings.element,
    body,
    parts.share.element,
    parts.oneHead.element,
    parts.speaker.element,
  );

  /**
   * @param {import('../lab/frame.js').Frame} frame
   * @param {import('./run.js').Run} run
   * @param {(is: boolean) => void} learned
   */
  function draw({ state, look }, run, learned) {
    const now = run.course();
    const { training } = state;
    settings.update(training);
    body.hidden = !now;
    if (!now) return;
    const runners = now.runners();
    const [first] = runners;
    const phase = now.phase();
    const own = LESSONS[training.task];
    element.dataset.phase = phase;
    element.dataset.step = String(now.step());
    body.hidden = phase === 'starting';
    parts.share.element.hidden = body.hidden || !first;
    // it could not start
    for (const part of [figures, chart]) part.element.hidden = !first;
    seenElement.hidden = !first;
    transport.update({
      ...{ phase, canGoOn: run.canGoOn(), step: now.step(), past: run.past(), goal: now.goal() },
      error: now.error(),
      loss: Math.max(...runners.map(({ learner }) => learner.losses().at(-1) ?? 0)),
      blind: first ? Math.log(first.learner.plan.task.vocabSize) : 1,
      tameRate: plainText(Math.fround(own.optimizer.learningRate)),
      speed: training.speed ?? own.speed,
    });
    opening.update(
      training,
      phase,
      now.step() >= now.goal(),
      runners.map((one) => one.look.score),
    );
    if (body.hidden || !first) return;
    const seen = run.seenOf(first);
    const looks = first.learner.checkpoints().filter(({ step }) => step < seen.step);
    const births = birthsOf([...looks, seen], first.learner.positional);
    learned(first.look.score.accuracy >= LEARNED);
    chart.update({
      runs: runners.map(({ learner }) => ({
        name: runName(words, numbers, learner),
        losses: learner.losses(),
        accuracies: learner.accuracies(),
      })),
      births,
      symbols: first.learner.plan.task.vocabSize,
      steps: roomFor(now.step(), now.goal()),
      ...{ step: seen.step, newest: now.step(), look },
      kept: first.learner.checkpoints().map(({ step }) => step),
    });
    figures.update(
      runners.map((runner) => ({ learner: runner.learner, seen: run.seenOf(runner) })),
      look,
    );
    parts.share.update(phase, seen.step, now.target(), [...run.removed()].sort());
    drawHeads(runners, run, look);
    const { heads, less, error } = run.without(seen.step);
    findings.showWithout(heads, less, seen.score, error);
    findings.update(births);
    parts.speaker.update(phase, seen);
  }

  /**
   * @param {readonly import('./runners.js').Runner[]} runners
   * @param {import('./run.js').Run} run
   * @param {import('../lab/frame.js').Look} look
   */
  function drawHeads(runners, run, look) {
    oneTitle.hidden = oneCards.element.hidden = runners.length < 2;
    runners.forEach((runner, i) => {
      const { plan, positional } = runner.learner;
      const { numLayers: layers, numHeads: heads } = plan.config;
      const seen = run.seenOf(runner);
      if (i === 0) strip.update(plan.shown, seen);
      (i === 0 ? cards : oneCards).update({
        ...{ seen, sequence: plan.shown, positional, layers, heads, look },
        causal: plan.task.causal,
        removed: i === 0 ? run.removed() : new Set(),
      });
    });
  }

  return { element, draw };
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
