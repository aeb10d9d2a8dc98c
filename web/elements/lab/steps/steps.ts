// The steps view: every step from words to the layer's output.
// It shows the open step's text and matrices. Layout is in plan.ts; drawing one matrix is in
// matrix.ts.

/// <reference path="../../css.d.ts" />

import { segments } from '../../../ui/controls.ts';
import { createMemo } from '../../../ui/memo.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { sayText } from '../../../ui/text.ts';
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
import type { LayerActions, LayerFrame } from '../frame.ts';
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

export function createSteps(messages: Messages, actions: LayerActions) {
  const words = stepWords(messages);
  /** the formula moves between the head and the stage */
  const formulaView = (lines: readonly Element[]) => html`<div class="step-formula">${lines}</div>`;
  const formula = createRoot(formulaView([]));
  /** MathML is laid out again where it is created again */
  const formulas = createMemo<readonly Element[]>();
  const stage = createStepsStage(messages, actions, formula.element);
  const navigation = createStepNavigation(messages, actions, words, {
    show: stage.player.play,
    hush: stage.player.pause,
    bringIn: () => stage.player.bringIn(navigation.element),
  });
  const tables = createTables(messages);

  function view(frame: LayerFrame | null) {
    const { answer, state, step = 'embedding' } = frame ?? {};
    const head = frame?.selection.head ?? 0;
    const hasHeads = HEADED.has(step) && answer?.question.heads !== 1;
    return html`<section class="steps">
      ${navigation.element}
      <div class="step-head">
        <div class="step-lead">
          <div class="step-words" aria-live="polite">
            <h2 class="step-title">${answer && words[step].title}</h2>
            <p class="step-text">${answer && textOf(messages, words, step, answer)}</p>
          </div>
          ${stage.player.element}
        </div>
        <div class="step-side">
          <div>${!stage.hasFormula() && formula.element}</div>
          <div class="step-tools">
            ${stage.legend}
            ${
              hasHeads &&
              segments(
                messages.stepsHeads,
                [
                  { value: false, text: sayText(messages.stepsOneHead, { head: head + 1 }) },
                  { value: true, text: messages.stepsAllHeads },
                ],
                state?.allHeads ?? null,
                (allHeads) => actions.change({ allHeads }),
              )
            }
            ${segments(
              null,
              [
                { value: false, text: messages.viewDrawing },
                { value: true, text: messages.viewTable },
              ],
              state?.numbers ?? null,
              (numbers) => actions.change({ numbers }),
            )}
          </div>
        </div>
      </div>
      ${stage.windows}
      <p class="step-text" hidden=${Boolean(answer?.trace)}>${messages.stepsWaiting}</p>
      ${stage.element}
      ${tables.element}
    </section>`;
  }

  const root = createRoot(view(null));

  function update(frame: LayerFrame) {
    const { state, answer, step } = frame;
    navigation.update(frame);
    if (answer) {
      const context = contextOf(answer);
      const { biased, ...rest } = context;
      const lines = formulas([step, ...Object.values(rest), ...Object.values(biased)], () =>
        formulasOf(step, context),
      );
      formula.render(formulaView(lines));
      const blocks = answer.trace ? blocksOf(frame) : [];
      stage.update(frame, state.numbers ? [] : blocks);
      tables.update(answer, state.numbers ? allShown(blocks) : []);
    }
    root.render(view(frame));
  }

  return {
    element: root.element,
    update,
    isDrawn: stage.isDrawn,
    styles: [style],
    leave: () => stage.player.end(),
  };
}

/** The parts of the layer that its formulas depend on. */
function contextOf(answer: Answer) {
  const { heads, width, keys, layer, scaled, scale, source } = answer.question;
  const has = (letter: string) => gridOf(answer, `b_${letter}`, null) !== null;
  const learned = answer.trace?.learned;
  return {
    heads,
    headWidth: gridOf(answer, 'query', 0)?.columns ?? width / heads,
    crossed: keys !== null,
    layer,
    below: answer.trace?.made?.below?.activation ?? null,
    scaled,
    scale,
    block: source.block,
    biased: { Q: has('Q'), K: has('K'), V: has('V') },
    outputBiased: has('O'),
    learned: Boolean(learned),
    shifted: Boolean(learned?.bias),
  };
}

function textOf(
  messages: Messages,
  words: ReturnType<typeof stepWords>,
  step: Step,
  answer: Answer,
) {
  return openedTexts(messages, step, answer) ?? ownText(messages, step, answer) ?? words[step].text;
}

/** The text of a step that differs from the usual; null: the usual text. */
function ownText(messages: Messages, step: string, { question, trace }: Answer) {
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
    const normed = norm === 'post' ? messages.stepEmbeddingNormed : messages.stepEmbeddingDeeper;
    return sayText(normed, { layer });
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
