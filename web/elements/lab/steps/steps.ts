// The steps view: every step from words to the layer's output.
// It shows the open step's text and matrices. Layout is in plan.ts; drawing one matrix is in
// matrix.ts.

/// <reference path="../../css.d.ts" />

import { fillText, h, setAttribute, setText } from '../../../ui/dom.ts';
import { formulasOf } from './formula.ts';
import { gridOf } from '../answer/grids.ts';
import style from './steps.css';
import { createStepNavigation } from './step-navigation.ts';
import { blocksOf } from './plan.ts';
import { allShown } from './positions.ts';
import { createStepsStage } from './stage.ts';
import { createTables } from './tables.ts';
import { openedTexts } from './opened-texts.ts';
import type { Step } from '../answer/layer-steps.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { Answer } from '../answer/answer.ts';

/** Steps with different drawings for one head and for all. */
const HEADED: Set<Step> = new Set([
  'projection',
  'headNorm',
  'turned',
  'dotProducts',
  'scores',
  'masked',
  'attention',
  'heads',
]);
/** All steps. */
const ALL: readonly Step[] = [
  'embedding',
  'inputNorm',
  ...HEADED,
  'concatenated',
  'output',
  'sum',
  'norm',
];

export function createSteps(messages: Messages, actions: Actions) {
  const words = stepWords(messages);
  const formula = h('div', { class: 'step-formula' });
  const aside = h('div', null, formula);
  const stage = createStepsStage(messages, actions, { formula, aside });
  const navigation = createStepNavigation(messages, actions, words, {
    show: stage.player.play,
    hush: stage.player.pause,
    bringIn: () => stage.player.bringIn(navigation.element),
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
    navigation.element,
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

  function update(frame: Frame) {
    const { state, answer, selection } = frame;
    navigation.update(frame);
    setText(heads.buttons[0], fillText(messages.stepsOneHead, { head: selection.head + 1 }));
    heads.update(state.allHeads ? 1 : 0);
    // the model has a single head
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

/** Two buttons, one of them pressed. */
function createSegments(label: string | null, choices: readonly (() => void)[]) {
  const buttons = choices.map((onclick) => h('button', { type: 'button', onclick }));
  const named = label === null ? {} : { role: 'group', 'aria-label': label };
  return {
    element: h('div', { class: 'segments', ...named }, ...buttons),
    buttons,
    update(chosen: number) {
      buttons.forEach((one, i) => setAttribute(one, 'aria-pressed', String(i === chosen)));
    },
  };
}

/** The title, the words and the formula of the open step. */
function createSaid(messages: Messages, words: ReturnType<typeof stepWords>, formula: HTMLElement) {
  const title = h('h2', { class: 'step-title' });
  const text = h('p', { class: 'step-text' });
  let writtenFrom: readonly unknown[] = [];
  return {
    element: h('div', { class: 'step-words', 'aria-live': 'polite' }, title, text),
    update({ step }: Frame, answer: Answer) {
      const { question } = answer;
      const crossed = question.keys !== null;
      const { layer, scaled, scale, source } = question;
      const { block } = source;
      const learned = Boolean(answer.trace?.learned);
      const shifted = Boolean(answer.trace?.learned?.bias);
      const has = (letter: string) => gridOf(answer, `b_${letter}`, null) !== null;
      const biased = { Q: has('Q'), K: has('K'), V: has('V') };
      const outputBiased = has('O');
      const told =
        openedTexts(messages, step, answer) ?? textOf(messages, step, answer) ?? words[step].text;
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

/** The text of a step that differs from the usual; null: the usual text. */
function textOf(messages: Messages, step: string, { question, trace }: Answer) {
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

function stepWords(
  messages: Messages,
): Record<string, { title: string; short: string; text: string }> {
  return Object.fromEntries(
    ALL.map((step) => {
      const key = `step${step[0].toUpperCase()}${step.slice(1)}`;
      const all = messages as Record<string, string>;
      return [step, { title: all[key], short: all[`${key}Short`], text: all[`${key}Text`] }];
    }),
  );
}
