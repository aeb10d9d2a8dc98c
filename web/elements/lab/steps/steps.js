// The steps view: every step from words to the layer's output.
// It shows the open step's text and matrices. Layout is in plan.js; drawing one matrix is in
// matrix.js.

/// <reference path="../../css.d.ts" />

import { fillText, h, setAttribute, setText } from '../../shared/dom.js';
import { formulasOf } from './formula.js';
import { gridOf } from '../answer/grids.js';
import style from './steps.css';
import { createStepBar } from './bar.js';
import { blocksOf } from './plan.js';
import { allShown } from './lines.js';
import { createStepsStage } from './stage.js';
import { createTables } from './tables.js';
import { tellGiven } from './given.js';

/** Steps that look different for one head and for all. */
/** @type {Set<import('../answer/block.js').Step>} */
const HEADED = new Set([
  'projection',
  'headNorm',
  'turned',
  'dotProducts',
  'scores',
  'masked',
  'attention',
  'heads',
]);
/** All that there are. @type {readonly import('../answer/block.js').Step[]} */
const ALL = ['embedding', 'inputNorm', ...HEADED, 'concatenated', 'output', 'sum', 'norm'];

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../frame.js').Actions} actions
 */
export function createSteps(messages, actions) {
  const words = stepWords(messages);
  const formula = h('div', { class: 'step-formula' });
  const aside = h('div', null, formula);
  const stage = createStepsStage(messages, actions, { formula, aside });
  const bar = createStepBar(messages, actions, words, {
    show: stage.player.play,
    hush: stage.player.pause,
    bringIn: () => stage.player.bringIn(bar.element),
  });
  const said = createSaid(messages, words, formula);
  const heads = createSegments(messages.stepsHeads, [
    () => actions.change({ allHeads: false }),
    () => actions.change({ allHeads: true }),
  ]);
  setText(heads.buttons[1], messages.stepsAllHeads);
  const ways = createSegments(null, [
    () => actions.change({ numbers: false }),
    () => actions.change({ numbers: true }),
  ]);
  setText(ways.buttons[0], messages.viewDrawing);
  setText(ways.buttons[1], messages.viewTable);
  const waiting = h('p', { class: 'step-text' }, messages.stepsWaiting);
  const tables = createTables(messages);
  const tools = [stage.legend, heads.element, ways.element];
  const element = h(
    'section',
    { class: 'steps' },
    bar.element,
    h(
      'div',
      { class: 'step-head' },
      h('div', { class: 'step-lead' }, said.element, stage.player.element),
      h('div', { class: 'step-side' }, aside, h('div', { class: 'step-tools' }, ...tools)),
    ),
    stage.windows,
    waiting,
    stage.element,
    tables.element,
  );

  /** @param {import('../frame.js').Frame} frame */
  function update(frame) {
    const { state, answer, selection } = frame;
    bar.update(frame);
    setText(heads.buttons[0], fillText(messages.stepsOneHead, { head: selection.head + 1 }));
    heads.update(state.allHeads ? 1 : 0);
    // one head is all there are
    heads.element.hidden = !HEADED.has(frame.step) || answer?.question.heads === 1;
    waiting.hidden = Boolean(answer?.trace);
    if (!answer) return;
    said.update(frame, answer);
    const blocks = answer.trace ? blocksOf(frame) : [];
    ways.update(state.numbers ? 1 : 0);
    stage.update(frame, state.numbers ? [] : blocks);
    stage.legend.hidden ||= state.numbers;
    tables.update(answer, state.numbers ? allShown(blocks) : []);
  }

  return {
    ...{ element, update, isDrawn: stage.isDrawn, styles: [style] },
    leave: () => stage.player.end(),
  };
}

/**
 * Two buttons of which one is chosen.
 * @param {string | null} label
 * @param {readonly (() => void)[]} choices
 */
function createSegments(label, choices) {
  const buttons = choices.map((onclick) => h('button', { type: 'button', onclick }));
  const named = label === null ? {} : { role: 'group', 'aria-label': label };
  return {
    element: h('div', { class: 'segments', ...named }, ...buttons),
    buttons,
    /** @param {number} chosen */
    update(chosen) {
      buttons.forEach((one, i) => setAttribute(one, 'aria-pressed', String(i === chosen)));
    },
  };
}

/**
 * The title, the words and the formula of the open step.
 * @param {import('../../messages/en.js').Messages} messages
 * @param {ReturnType<typeof stepWords>} words
 * @param {HTMLElement} formula
 */
function createSaid(messages, words, formula) {
  const title = h('h2', { class: 'step-title' });
  const text = h('p', { class: 'step-text' });
  /** @type {readonly unknown[]} */
  let writtenFrom = [];
  return {
    element: h('div', { class: 'step-words', 'aria-live': 'polite' }, title, text),
    /**
     * @param {import('../frame.js').Frame} frame
     * @param {import('../answer/answer.js').Answer} answer
     */
    update({ step }, answer) {
      const { question } = answer;
      const crossed = question.keys !== null;
      const { layer, scaled, scale, source } = question;
      const { block } = source;
      const learned = Boolean(answer.trace?.learned);
      const shifted = Boolean(answer.trace?.learned?.bias);
      const has = (/** @type {string} */ letter) => gridOf(answer, `b_${letter}`, null) !== null;
      const biased = { Q: has('Q'), K: has('K'), V: has('V') };
      const outputBiased = has('O');
      const told =
        tellGiven(messages, step, answer) ?? textOf(messages, step, answer) ?? words[step].text;
      const from = [step, crossed, told, question.heads, question.width, scaled, layer, learned];
      from.push(source.name);
      if (from.every((value, i) => value === writtenFrom[i])) return;
      writtenFrom = from;
      setText(title, words[step].title);
      setText(text, told);
      const headWidth = gridOf(answer, 'query', 0)?.columns ?? question.width / question.heads;
      const about = { heads: question.heads, headWidth, crossed, layer, scaled, scale, block };
      const known = { biased, outputBiased, learned, shifted };
      formula.replaceChildren(...formulasOf(step, { ...about, ...known }));
    },
  };
}

/**
 * The words of a step that differ from the usual; null: the usual ones.
 * @param {import('../../messages/en.js').Messages} messages
 * @param {string} step
 * @param {import('../answer/answer.js').Answer} answer
 */
function textOf(messages, step, { question, trace }) {
  const masks =
    question.causal ||
    question.padding > 0 ||
    Object.keys(question.edits).some((name) => name.startsWith('mask.'));
  if (step === 'projection' && question.keys !== null) return messages.stepProjectionCross;
  if (step === 'scores' && !question.scaled) return messages.stepScoresOff;
  if (step === 'masked' && !masks) return messages.stepMaskedNone;
  const { norm, placed, rotary } = question.source.block;
  if (step === 'projection' && norm === 'pre') return messages.stepProjectionNormed;
  if (step === 'embedding' && (question.layer > 0 || !placed)) {
    const { layer } = question;
    if (layer === 0) return rotary ? messages.stepEmbeddingTurned : messages.stepEmbeddingPlain;
    const told = placed ? messages.stepEmbeddingDeeper : messages.stepEmbeddingDeeperPlain;
    const layers = layer === 1 ? messages.layersOne : messages.layersFirst;
    return fillText(told, { layers: fillText(layers, { layer }) });
  }
  return step === 'norm' && trace?.learned ? messages.stepNormLearned : null;
}

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @returns {Record<string, { title: string, short: string, text: string }>}
 */
function stepWords(messages) {
  return Object.fromEntries(
    ALL.map((step) => {
      const key = `step${step[0].toUpperCase()}${step.slice(1)}`;
      const all = /** @type {Record<string, string>} */ (messages);
      return [step, { title: all[key], short: all[`${key}Short`], text: all[`${key}Text`] }];
    }),
  );
}
