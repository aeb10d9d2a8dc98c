// The training room's parts around its run, and their layout.

import { h } from '../../ui/dom.ts';
import { plainText } from '../../ui/format.ts';
import { emergenceOf } from './role-emergence.ts';
import { runName } from './progress-table.ts';
import { LESSONS } from './tasks.ts';
import type { Words } from '../../words/en/training.ts';
import type { Frame, Look } from '../lab/frame.ts';
import type { RunState } from './run-state.ts';
import type { Runner } from './run-pool.ts';

/** Fraction of the steps that a chart shows at first. */
const FIRST_PART = 1 / 8;
const LEAST_ROOM = 100;
/** Accuracy from which a model has learned its task. */
const LEARNED = 0.95;

interface Parts {
  opening: ReturnType<typeof import('./opening.ts').createOpening>;
  settings: ReturnType<typeof import('./settings.ts').createSettings>;
  transport: ReturnType<typeof import('./transport.ts').createTransport>;
  figures: ReturnType<typeof import('./progress-table.ts').createProgressTable>;
  chart: ReturnType<typeof import('./chart.ts').createChart>;
  share: ReturnType<typeof import('./share/share.ts').createShare>;
  strip: ReturnType<typeof import('./sequence-strip.ts').createSequenceStrip>;
  findings: ReturnType<typeof import('./findings.ts').createFindings>;
  cards: ReturnType<typeof import('./heads.ts').createHeadCards>;
  oneCards: ReturnType<typeof import('./heads.ts').createHeadCards>;
  oneHead: ReturnType<typeof import('./one-head.ts').createOneHead>;
  speaker: ReturnType<typeof import('./speaker.ts').createSpeaker>;
}

export function createRoom(
  words: Words,
  numbers: ReturnType<typeof import('../lesson/numbers.ts').numbersOf>,
  parts: Parts,
) {
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

  function draw({ state, look }: Frame, run: RunState, learned: (is: boolean) => void) {
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
    // the run failed to start
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
    const emergence = emergenceOf([...looks, seen], first.learner.positional);
    learned(first.look.score.accuracy >= LEARNED);
    chart.update({
      runs: runners.map(({ learner }) => ({
        name: runName(words, numbers, learner),
        losses: learner.losses(),
        accuracies: learner.accuracies(),
      })),
      births: emergence,
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
    findings.update(emergence);
    parts.speaker.update(phase, seen);
  }

  function drawHeads(runners: readonly Runner[], run: RunState, look: Look) {
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
 * The number of steps that a chart has room for: an eighth of all, a quarter and so on, as long as
 * that is enough.
 */
function roomFor(step: number, goal: number) {
  let room = goal;
  while (room / 2 >= Math.max(step, LEAST_ROOM, goal * FIRST_PART)) room /= 2;
  return room;
}
