// The view of every step, from words to the layer's output: which step is open, what is said of it, and its
// matrices. What stands where is plan.js's; a single matrix is matrix.js's.

/// <reference path="../../css.d.ts" />

import { fillText, h, icon, rove, setAttribute, setText } from '../../shared/dom.js';
import { formulasOf } from './formula.js';
import { gridOf } from '../answer/grids.js';
import { STEPS } from '../state/state.js';
import style from './steps.css';
import { blocksOf } from './plan.js';
import { allShown } from './lines.js';
import { createStepsStage } from './stage.js';
import { createTables } from './tables.js';

/** How long a step stays while all are played, milliseconds. */
const PAUSE = 3600;

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../frame.js').Actions} actions
 */
export function createSteps(messages, actions) {
  const words = stepWords(messages);
  const pills = STEPS.map((step, i) =>
    h(
      'button',
      {
        type: 'button',
        class: 'step-pill',
        title: words[step].title,
        onclick: () => (play(false), actions.change({ step })),
      },
      h('span', { class: 'step-number', 'aria-hidden': 'true' }, String(i + 1)),
      h('span', null, words[step].short),
    ),
  );
  const track = h(
    'div',
    { class: 'step-track', role: 'group', 'aria-label': messages.stepsLabel },
    ...pills,
  );
  rove(track);
  const back = tool(messages.stepsBack, 'M10 3L5 8l5 5', () => go(-1));
  const next = tool(messages.stepsNext, 'M6 3l5 5-5 5', () => go(1));
  const playButton = h('button', { type: 'button', class: 'tool', onclick: () => play(!timer) });
  const oneHead = h('button', {
    type: 'button',
    onclick: () => actions.change({ allHeads: false }),
  });
  const allHeads = h(
    'button',
    { type: 'button', onclick: () => actions.change({ allHeads: true }) },
    messages.stepsAllHeads,
  );
  const shownHeads = h(
    'div',
    { class: 'segments', role: 'group', 'aria-label': messages.stepsHeads },
    oneHead,
    allHeads,
  );
  const title = h('h2', { class: 'step-title' });
  const text = h('p', { class: 'step-text' });
  const formula = h('div', { class: 'step-formula' });
  const aside = h('div', null, formula);
  const waiting = h('p', { class: 'step-text' }, messages.stepsWaiting);
  const tables = createTables(messages);
  const asDrawing = choice(messages.viewDrawing, false);
  const asTable = choice(messages.viewTable, true);
  const ways = h('div', { class: 'segments' }, asDrawing, asTable);
  const stage = createStepsStage(messages, actions, { formula, aside });
  const element = h(
    'section',
    { class: 'steps' },
    h('div', { class: 'step-bar' }, back, playButton, next, track),
    h(
      'div',
      { class: 'step-head' },
      h('div', { class: 'step-words', 'aria-live': 'polite' }, title, text),
      h(
        'div',
        { class: 'step-side' },
        aside,
        h('div', { class: 'step-tools' }, stage.legend, shownHeads, ways),
      ),
    ),
    stage.windows,
    waiting,
    stage.element,
    tables.element,
  );
  let timer = 0;
  let step = STEPS[0];
  /** @type {readonly unknown[]} */
  let writtenFrom = [];

  /**
   * @param {string} text
   * @param {boolean} numbers
   */
  function choice(text, numbers) {
    return h('button', { type: 'button', onclick: () => actions.change({ numbers }) }, text);
  }

  /** @param {number} by */
  function go(by) {
    play(false);
    const to = STEPS[STEPS.indexOf(step) + by];
    if (to) actions.change({ step: to });
  }

  /** @param {boolean} wanted */
  function play(wanted) {
    clearInterval(timer);
    timer = 0;
    if (wanted) {
      if (step === STEPS.at(-1)) actions.change({ step: STEPS[0] });
      timer = window.setInterval(() => {
        const to = STEPS[STEPS.indexOf(step) + 1];
        // a hidden view does not play
        if (to && element.checkVisibility()) actions.change({ step: to });
        else play(false);
      }, PAUSE);
    }
    showPlay();
  }

  function showPlay() {
    const label = timer ? messages.stepsPause : messages.stepsPlay;
    setAttribute(playButton, 'aria-label', label);
    setAttribute(playButton, 'title', label);
    playButton.replaceChildren(icon(timer ? 'M5 3v10M11 3v10' : 'M5 3l7.5 5L5 13Z'));
  }
  showPlay();

  /** @param {import('../frame.js').Frame} frame */
  function update(frame) {
    const { state, answer, selection } = frame;
    step = state.step;
    const at = STEPS.indexOf(step);
    pills.forEach((pill, i) => {
      setAttribute(pill, 'aria-current', i === at ? 'step' : null);
      setAttribute(pill, 'tabindex', i === at ? '0' : '-1');
    });
    back.disabled = at === 0;
    next.disabled = at === STEPS.length - 1;
    const number = fillText(messages.stepsOneHead, { head: selection.head + 1 });
    setText(oneHead, number);
    setAttribute(oneHead, 'aria-pressed', String(!state.allHeads));
    setAttribute(allHeads, 'aria-pressed', String(state.allHeads));
    // one head is all there are
    shownHeads.hidden = !HEADED.has(step) || answer?.question.heads === 1;
    waiting.hidden = Boolean(answer?.trace);
    if (!answer) return;
    write(frame, answer);
    const blocks = answer.trace ? blocksOf(frame) : [];
    setAttribute(asDrawing, 'aria-pressed', String(!state.numbers));
    setAttribute(asTable, 'aria-pressed', String(state.numbers));
    stage.update(frame, state.numbers ? [] : blocks);
    stage.legend.hidden ||= state.numbers;
    tables.update(answer, state.numbers ? allShown(blocks) : []);
  }

  /**
   * @param {import('../frame.js').Frame} frame
   * @param {import('../answer/answer.js').Answer} answer
   */
  function write({ state }, answer) {
    const { question } = answer;
    const crossed = question.keys !== null;
    const masks =
      question.causal ||
      question.padding > 0 ||
      Object.keys(question.edits).some((name) => name.startsWith('mask.'));
    const { layer } = question;
    const learned = Boolean(answer.trace?.learned);
    const from = [
      step,
      crossed,
      masks,
      question.heads,
      question.width,
      state.scaled,
      layer,
      learned,
    ];
    if (from.every((value, i) => value === writtenFrom[i])) return;
    writtenFrom = from;
    setText(title, words[step].title);
    const said =
      step === 'projection' && crossed
        ? messages.stepProjectionCross
        : step === 'scores' && !question.scaled
          ? messages.stepScoresOff
          : step === 'masked' && !masks
            ? messages.stepMaskedNone
            : step === 'embedding' && layer > 0
              ? fillText(messages.stepEmbeddingDeeper, { layer })
              : step === 'norm' && learned
                ? messages.stepNormLearned
                : words[step].text;
    setText(text, said);
    const headWidth = gridOf(answer, 'query', 0)?.columns ?? question.width / question.heads;
    const { heads, scaled } = question;
    formula.replaceChildren(
      ...formulasOf(step, { heads, headWidth, crossed, scaled, layer, learned }),
    );
  }

  return { element, update, isDrawn: stage.isDrawn, styles: [style] };
}

/** Steps that look different for one head and for all. */
const HEADED = new Set(['projection', 'dotProducts', 'scores', 'masked', 'attention', 'heads']);

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @returns {Record<string, { title: string, short: string, text: string }>}
 */
function stepWords(messages) {
  return Object.fromEntries(
    STEPS.map((step) => {
      const key = `step${step[0].toUpperCase()}${step.slice(1)}`;
      const all = /** @type {Record<string, string>} */ (messages);
      return [step, { title: all[key], short: all[`${key}Short`], text: all[`${key}Text`] }];
    }),
  );
}

/**
 * @param {string} label
 * @param {string} path
 * @param {() => void} onclick
 */
function tool(label, path, onclick) {
  return h(
    'button',
    { type: 'button', class: 'tool', 'aria-label': label, title: label, onclick },
    icon(path),
  );
}
